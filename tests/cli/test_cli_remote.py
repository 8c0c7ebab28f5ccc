"""Commands to a server that runs: its state out, in, and as new."""

from __future__ import annotations

import json
import os
import subprocess
from typing import Any

import pytest

from tests.cli.command import COMMAND, DEADLINE, DEMO, run
from tests.conftest import P


@pytest.fixture
def server(serve) -> Any:
    """A server with one call of its own beside those of a data file."""
    server = serve("--data", DEMO)
    server.start_call()
    return server


def test_the_state_is_exported_and_loaded_into_another_server(server, serve, tmp_path):
    file, other = tmp_path / "state.json", serve()
    exported = run("export", file, "--url", server.url)
    assert (exported.returncode, exported.stdout) == (0, f"wrote {file}\n")
    loaded = run("load", file, "--url", other.url)
    assert (loaded.returncode, loaded.stdout) == (0, f"loaded {file}\n")
    assert other.count() == server.count()


def test_only_a_plain_file_is_replaced_by_an_export(server, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    ended = run("export", pipe, "--url", server.url)
    assert ended.returncode == 1
    assert ended.stderr.endswith("cannot write: it is not a regular file\n")
    assert pipe.is_fifo()


def test_an_export_can_be_written_to_a_pipe(server):
    ended = run("export", "-", "--url", server.url)
    assert json.loads(ended.stdout)["mockserver"] == 1


def test_an_export_follows_a_link(server, tmp_path):
    link = tmp_path / "link.json"
    link.symlink_to(tmp_path / "state.json")
    assert run("export", link, "--url", server.url).returncode == 0
    assert link.is_symlink()
    assert json.loads(link.read_bytes())["mockserver"] == 1


def test_one_project_is_exported_alone(server, tmp_path):
    file = tmp_path / "state.json"
    run("export", file, "--project", "acme/other", "--url", server.url)
    assert json.loads(file.read_bytes())["projects"] == {}


def test_a_load_adds_or_replaces(server):
    before = server.count()
    run("load", DEMO, "--url", server.url)
    assert server.count() == 2 * before - 1
    run("load", "--replace", DEMO, MOCKSERVER_URL=server.url)
    assert server.count() == before - 1


def test_a_reset_reports_what_it_dropped(server):
    ended = run("reset", "--url", server.url)
    assert ended.stdout == "dropped 1 call, 1 request\n"
    assert server.count() == 23
    assert (
        "dropped 5 objects, 23 calls, 1 request"
        in run("reset", "--empty", "--url", server.url).stdout
    )
    assert server.count() == 0


def test_one_project_is_reset_alone(server):
    run("reset", "--empty", "--project", "acme/other", "--url", server.url)
    assert server.count() == 24
    run("reset", "--empty", "--project", P, "--url", server.url)
    assert server.count() == 0


def test_a_file_that_is_refused_is_one_sentence_and_changes_nothing(server, tmp_path):
    file, before = tmp_path / "broken.json", server.count()
    file.write_text('{"mockserver": 1, "project": {}}')
    ended = run("load", "--replace", file, "--url", server.url)
    assert ended.returncode == 1
    assert ended.stderr.startswith(f"mockserver: {file}:1: unknown key 'project'; the nearest")
    assert server.count() == before


@pytest.mark.parametrize("command", [["export", "x.json"], ["load", DEMO], ["reset"]])
def test_an_unreachable_server_is_one_sentence(command):
    ended = run(*command, "--url", "http://127.0.0.1:9")
    assert (ended.returncode, ended.stderr.count("\n")) == (1, 1)
    assert ended.stderr.startswith("mockserver: cannot reach http://127.0.0.1:9: ")


def test_any_control_route_can_be_called(server):
    planned = run("control", "POST", "/faults", "operation=Call End", "status=503", *at(server))
    assert '"text": "Call End: status=503"' in planned.stdout
    listed = run("control", "get", "requests", "bodies=false", "limit=1", *at(server))
    assert '"operation": "Call Start"' in listed.stdout
    assert run("control", "delete", "/faults", *at(server)).stdout == '{\n  "dropped": 1\n}\n'


def test_events_are_printed_until_the_server_ends(server):
    command = [*COMMAND, "control", "GET", "/stream", *at(server)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as following:
        assert following.stdout.readline() == "id: 1\n"
        assert following.stdout.readline() == "event: state\n"
        server.start_call(id="b")
        line = next(line for line in following.stdout if '"Call Start"' in line)
        assert server.end()[0] == 0
        assert following.wait(DEADLINE) == 0
    assert json.loads(line.removeprefix("data: "))["operation"] == "Call Start"


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        ("POST /faults", "body: a fault needs an effect, such as status, delay, cut or drop"),
        ("POST /faults status", "'status' is not of the form NAME=VALUE"),
        ("POST /faults delay=NaN", "delay: not a duration"),
        ("POST /clock freeze=x", "freeze: not a moment; write it like 2025-01-01T09:00Z"),
        ("POST /reset too=empty", "body: unknown key 'too'; the nearest known key is 'to'"),
        ("PUT /settings port=1", "body: 'port' cannot change while the server runs"),
        ("GET /nope", "Not Found; known: GET /__admin, "),
    ],
)
def test_an_invalid_control_request_is_reported(server, args, reason):
    ended = run("control", *args.split(), *at(server))
    assert ended.returncode in (1, 2)
    assert ended.stderr.startswith(f"mockserver: {reason}")
    assert ended.stderr.count("\n") == 1


def test_a_setting_with_several_values_is_changed_as_a_flag_is_given(server):
    changed = run("control", "PUT", "/settings", "model=small,large", *at(server))
    assert json.loads(changed.stdout)["model"] == ["small", "large"]


def at(server):
    return "--url", server.url
