"""`mockserver serve` beside serving: demo, saving, watching, settings from a file."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
from pathlib import Path
from threading import Timer
from typing import Any

import pytest

from tests.cli.command import COMMAND, DEADLINE, DEMO, environment, run, until
from tests.conftest import P


def data(path: Path, *ops: str) -> Path:
    """Write a data file with a call for each of these ops, which is there when it is whole."""
    content = {"mockserver": 1, "projects": {P: {"calls": [{"op": op} for op in ops]}}}
    aside = path.with_suffix(".new")
    aside.write_text(json.dumps(content))
    os.replace(aside, path)
    return path


def calls(path: Path) -> list[str]:
    records = json.loads(path.read_bytes())["projects"][P]["records"]
    return [call["id"] for call in records["calls"]]


def test_the_state_is_saved_at_the_end_and_carries_on(serve, tmp_path):
    file = tmp_path / "state.json"
    arguments = "--data", file, "--save", file
    first = serve(*arguments)
    first.start_call()
    assert first.end() == (0, f"saved 1 record to {file}")
    second = serve(*arguments)
    assert second.count() == 1
    second.start_call(id="b")
    assert second.end()[0] == 0
    assert calls(file) == ["a", "b"]
    assert calls(tmp_path / "state.json.bak") == ["a"]


def test_the_recordings_of_an_upstream_are_counted_and_replayed(serve, tmp_path):
    file = tmp_path / "recorded.json"
    question = {"messages": [{"role": "user", "content": "Say hi"}]}
    headers = {"Authorization": "Bearer any"}

    def ask(server):
        return server.http.post("/v1/chat/completions", json=question, headers=headers)

    recorder = serve("--upstream", f"chat={serve().url}/v1", "--save", file)
    heard = ask(recorder).json()["choices"]
    assert recorder.end() == (0, f"saved 0 records and 1 recording to {file}")
    replayed = ask(serve("--data", file))
    assert replayed.headers["x-mockserver-reply"] == "1"
    assert replayed.json()["choices"] == heard


def test_a_signal_saves_the_state_while_the_server_runs(serve, tmp_path):
    file = tmp_path / "state.json"
    server = serve("--save", file)
    server.start_call()
    server.process.send_signal(signal.SIGUSR1)
    until(file.exists)
    assert calls(file) == ["a"]
    assert server.count() == 1


def test_an_invalid_save_file_is_reported_before_anything_is_served(tmp_path):
    folder = run("serve", "--save", tmp_path)
    nowhere = run("serve", "--save", tmp_path / "none" / "state.json")
    assert (folder.returncode, nowhere.returncode) == (1, 1)
    assert folder.stderr == f"mockserver: cannot save to {tmp_path}: it is a folder\n"
    assert nowhere.stderr.endswith(f"there is no folder {tmp_path}/none\n")


def test_a_state_that_is_not_saved_is_an_exit_code(serve, tmp_path):
    file = tmp_path / "state.json"
    server = serve("--save", file, "--log", "quiet")
    file.mkdir()
    assert server.end() == (1, "")
    assert server.log() == [f"mockserver: {file}: cannot write: it is a folder"]


def test_a_data_file_that_changes_is_reloaded(serve, tmp_path):
    file = data(tmp_path / "data.json", "one")
    server = serve("--data", file, "--watch", "--log", "quiet")
    data(file, "one", "two")
    until(lambda: server.count() == 2)
    assert server.log() == ["loaded again: 1 project, 2 calls"]


def test_an_invalid_file_is_reported_and_the_old_data_kept(serve, tmp_path):
    file = data(tmp_path / "data.json", "one")
    server = serve("--data", file, "--watch", "--log", "quiet")
    data(file, "one", "")
    until(server.log)
    assert server.log()[0].startswith(f"{file}:1: projects.{P}.calls[1].op: is too short")
    assert server.log()[1:] == ["the data has not changed"]
    assert server.count() == 1
    data(file, "one", "two", "three")
    until(lambda: server.count() == 3)


def test_after_a_reload_a_reset_leads_to_the_new_data(serve, tmp_path):
    file = data(tmp_path / "data.json", "one")
    server = serve("--data", file, "--watch")
    data(file, "one", "two")
    until(lambda: server.count() == 2)
    server.start_call()
    server.http.post("/__admin/reset", json={})
    assert server.count() == 2


@pytest.mark.parametrize("args", [["--watch"], ["--watch", "--data", DEMO, "--db", "db.json"]])
def test_only_data_files_are_watched(args):
    ended = run("serve", *args)
    assert ended.returncode == 2
    assert ended.stderr == "mockserver: --watch needs --data, and a state in memory\n"


def test_the_ready_file_has_the_url(serve, tmp_path):
    file = tmp_path / "url"
    file.write_text("http://old")
    server = serve("--ready-file", file)
    until(lambda: file.exists() and file.read_text() != "http://old")
    assert file.read_text() == server.url + "\n"


@pytest.mark.parametrize(
    ("place", "reason"),
    [("", "Is a directory"), ("none/url", "there is no folder"), ("file/url", "Not a directory")],
)
def test_an_invalid_ready_file_is_reported_before_anything_is_served(tmp_path, place, reason):
    (tmp_path / "file").touch()
    ended = run("--port", 0, "--ready-file", tmp_path / place)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.startswith(f"mockserver: --ready-file {tmp_path / place}: {reason}")
    assert ended.stderr.count("\n") == 1


def test_the_signal_for_saving_is_harmless_without_a_file(serve):
    server = serve("--log", "quiet")
    server.process.send_signal(signal.SIGUSR1)
    until(server.log)
    assert server.log() == ["mockserver: nothing is saved, there is no --save"]
    assert server.count() == 0


def config(tmp_path: Path, **settings: Any) -> Path:
    path = tmp_path / "settings.json"
    path.write_text(json.dumps({"//": "a remark", **settings}))
    return path


def test_settings_may_come_from_a_file(serve, tmp_path):
    server = serve("--config", config(tmp_path, seed=7, listing="a", data=[str(DEMO)]))
    assert "listing a " in server.banner[0]
    assert "seed 7 " in server.banner[0]
    assert f"loaded     {DEMO}" in "\n".join(server.banner)


def test_each_setting_is_shown_with_its_origin(tmp_path):
    file = config(tmp_path, seed=7, port=1, api_key=["s3cret"])
    ended = run("--show-config", "--config", file, "--port", 9, MOCKSERVER_LISTING="a")
    rows = {line.split()[0]: line.split()[1:] for line in ended.stdout.splitlines()}
    assert rows["port"] == ["9", "--port"]
    assert rows["listing"] == ["a", "MOCKSERVER_LISTING"]
    assert rows["seed"] == ["7", "--config", "seed"]
    assert rows["host"] == ["127.0.0.1", "default"]
    assert "s3cret" not in ended.stdout


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"prot": 1}, "no setting 'prot'; the nearest is 'port'"),
        ({"port": "x"}, "--config port 'x': not a whole number"),
    ],
)
def test_a_wrong_settings_file_is_one_sentence(tmp_path, settings, sentence):
    ended = run("--config", config(tmp_path, **settings))
    assert (ended.returncode, ended.stderr.count("\n")) == (2, 1)
    assert sentence in ended.stderr


def test_a_missing_or_broken_settings_file_is_one_sentence(tmp_path):
    file = tmp_path / "settings.json"
    missing = run("--config", file)
    file.write_text("[")
    broken = run("--config", file)
    assert missing.stderr.endswith("cannot be read: No such file or directory\n")
    assert (missing.returncode, broken.returncode) == (2, 2)
    assert broken.stderr.startswith(f"mockserver: --config {file}: not JSON: Expecting value")


def banner_at_a_terminal(*args: object, **variables: str) -> str:
    """The banner of a server whose output is a terminal."""
    ours, theirs = pty.openpty()
    command = [*COMMAND, "serve", "--port", "0", *map(str, args)]
    env = environment(**variables)
    process = subprocess.Popen(command, stdout=theirs, stderr=theirs, env=env)
    deadline = Timer(DEADLINE, process.kill)
    deadline.start()
    os.close(theirs)
    text = b""
    try:
        while b"mockserver ready on" not in text:
            text += os.read(ours, 10_000)
    finally:
        process.kill()
        process.wait()
        deadline.cancel()
        os.close(ours)
    return text.decode()


def test_at_a_terminal_a_server_without_data_loads_the_demo():
    assert "loaded     demo   2 projects, " in banner_at_a_terminal()


@pytest.mark.parametrize("args", [["--empty"], ["--db", "db.json"]])
def test_the_demo_can_be_turned_off(tmp_path, monkeypatch, args):
    monkeypatch.chdir(tmp_path)
    assert "nothing" in banner_at_a_terminal(*args)


def test_a_variable_turns_the_demo_off_too():
    assert "nothing" in banner_at_a_terminal(MOCKSERVER_EMPTY="1")


def test_a_large_demo_shows_how_far_it_is():
    assert "demo  [" in banner_at_a_terminal("--demo-size", 3000)


def test_without_a_terminal_nothing_is_loaded_by_default(serve):
    assert "  loaded     nothing" in serve().banner
    assert any("demo   2 projects" in line for line in serve("--demo").banner)
