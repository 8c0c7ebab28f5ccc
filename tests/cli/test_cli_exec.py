"""Commands around a server: run one against it, wait for it, begin with it."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from mockserver.cli import COMMANDS
from tests.cli.command import COMMAND, DEADLINE, environment, run, run_apart
from tests.conftest import P

PYTHON = sys.executable
START = {"project_id": P, "id": "a", "op_name": "op", "attributes": {}, "inputs": {}}
CLIENT = f"""
import httpx, os
start = {{"start": {{**{START!r}, "started_at": 0}}}}
url = os.environ["WF_TRACE_SERVER_URL"]
answer = httpx.post(url + "/call/start", json=start, headers={{"Authorization": "Bearer k"}})
assert answer.status_code == 200, answer.text
"""


def test_a_command_runs_against_its_own_server():
    ended = run_apart("exec", "--", PYTHON, "-c", CLIENT)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")


def test_the_variables_point_the_command_at_the_server():
    show = "import os; print(os.environ['OPENAI_BASE_URL'], os.environ['MOCKSERVER_URL'])"
    chat, url = run_apart("exec", "--api-key", "mine", PYTHON, "-c", show).stdout.split()
    assert chat == url + "/v1"
    assert not url.endswith(":4020")


def test_the_exit_code_is_the_commands():
    assert run_apart("exec", "--", PYTHON, "-c", "raise SystemExit(7)").returncode == 7
    kill = "import os, signal; os.kill(os.getpid(), signal.SIGKILL)"
    assert run_apart("exec", "--", PYTHON, "-c", kill).returncode == 128 + 9


def test_an_unknown_command_is_one_sentence(tmp_path):
    ended = run_apart("exec", "--", "no-such-command")
    assert ended.returncode == 127
    assert ended.stderr == "mockserver: no-such-command: No such file or directory\n"
    unrunnable = tmp_path / "file"
    unrunnable.touch()
    assert run_apart("exec", "--", unrunnable).returncode == 126


def test_the_state_is_saved_when_the_command_has_ended(tmp_path):
    file = tmp_path / "state.json"
    assert run_apart("exec", "--save", file, "--", PYTHON, "-c", CLIENT).returncode == 0
    (call,) = json.loads(file.read_bytes())["projects"][P]["records"]["calls"]
    assert call["id"] == "a"


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)], ids=["ctrl-c", "kill"]
)
def test_the_state_is_saved_also_when_it_is_broken_off(tmp_path, number, code):
    file = tmp_path / "state.json"
    endless = CLIENT + "import signal\nprint('sent', flush=True)\nsignal.signal(2, signal.SIG_DFL)"
    command = [*COMMAND, "exec", "--save", file, "--", PYTHON, "-c", endless + "\nsignal.pause()"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, start_new_session=True, env=environment()
    ) as process:
        assert process.stdout
        assert process.stdout.readline() == b"sent\n"
        send(process.pid, number)
        assert process.wait(DEADLINE) == code
    assert P in json.loads(file.read_bytes())["projects"]


def send(pid: int, number: int) -> None:
    """As the terminal does it: Ctrl-C reaches everything that runs there."""
    if number == signal.SIGINT:
        os.killpg(pid, number)
    else:
        os.kill(pid, number)


def test_waiting_ends_when_a_server_is_ready(serve):
    assert run("wait", "--url", serve().url + "/").returncode == 0


def test_waiting_ends_when_the_time_is_over():
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}"
        ended = run("wait", "--url", url, "--timeout", 0.2)
    assert ended.returncode == 1
    assert ended.stderr == f"mockserver: nothing is ready on {url} after 0.2 s\n"


def test_the_first_files_are_valid_and_kept(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run("init").returncode == 0
    assert run("check", "mockserver-data.json").returncode == 0
    config = Path("mockserver.json").read_text()
    again = run("init")
    assert (again.returncode, again.stderr) == (
        1,
        "mockserver: mockserver-data.json already exists\n",
    )
    assert Path("mockserver.json").read_text() == config


def test_the_first_settings_serve_the_first_data(serve, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run("init")
    server = serve("--config", "mockserver.json")
    assert "mockserver-data.json   1 project, 3 calls" in "\n".join(server.banner)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shells_complete_commands(shell):
    ended = run(_MOCKSERVER_COMPLETE=f"{shell}_source")
    assert "_MOCKSERVER_COMPLETE" in ended.stdout


def test_commands_and_flags_are_completed():
    assert completed("mockserver ", 1) >= set(COMMANDS)
    assert "--demo-size" in completed("mockserver serve --demo", 2)


def completed(words: str, at: int) -> set[str]:
    variables: dict[str, Any] = {"COMP_WORDS": words, "COMP_CWORD": str(at)}
    lines = run(_MOCKSERVER_COMPLETE="bash_complete", **variables).stdout.splitlines()
    return {line.partition(",")[2] for line in lines}


@pytest.mark.parametrize("name", COMMANDS)
def test_no_command_imports_what_it_does_not_need_to_show_its_help(name):
    command = [PYTHON, "-X", "importtime", *COMMAND[1:], name, "--help"]
    ended = subprocess.run(command, capture_output=True, text=True, check=True, env=environment())
    heavy = ("starlette", "uvicorn", "httpx", "faker", "mockserver.app")
    assert not [line for line in ended.stderr.splitlines() if line.split()[-1].startswith(heavy)]
