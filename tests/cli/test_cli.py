"""The command line: servers in processes of their own, other commands in this one."""

from __future__ import annotations

import ast
import inspect
import json
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
import tinydb

from mockserver import __version__, listing
from tests.cli.command import COMMAND, DEADLINE, DEMO, run, until
from tests.conftest import P


def test_the_banner_has_what_a_user_needs(serve):
    server = serve("--data", DEMO, "--seed", 7, "--now", "2025-01-01T09:00:00Z")
    title, text = server.banner[0], "\n".join(server.banner)
    assert f"mockserver {__version__}   listing both" in title
    assert "seed 7   clock frozen at 2025-01-01T09:00:00Z" in title
    assert f"loaded     {DEMO}   1 project, 23 calls, 5 object versions" in text
    assert f"export WF_TRACE_SERVER_URL={server.url}\n" in text
    assert f"export OPENAI_BASE_URL={server.url}/v1\n" in text
    assert "keys       any non-empty key is accepted" in text
    assert "pages      allowed from this machine only" in text


def test_the_banner_never_shows_a_key(serve):
    server = serve(MOCKSERVER_API_KEY="s3cret,other")
    assert "keys       2 keys accepted (--api-key)" in "\n".join(server.banner)
    assert "s3cret" not in "\n".join(server.banner)


ENDS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]


@contextmanager
def hanging_up(means: signal.Handlers) -> Iterator[None]:
    """Set the handler of a closed terminal, which processes inherit that are started here."""
    before = signal.signal(signal.SIGHUP, means)
    yield
    signal.signal(signal.SIGHUP, before)


@pytest.mark.parametrize("number", ENDS, ids=["ctrl-c", "kill", "the terminal is closed"])
def test_a_signal_ends_the_server_in_order(serve, number):
    with hanging_up(signal.SIG_DFL):
        server = serve()
    assert server.http.get("/health").status_code == 200
    assert server.end(number) == (0, "stopped; state was in memory")


def test_nohup_keeps_a_server_when_the_terminal_is_closed(serve):
    with hanging_up(signal.SIG_IGN):
        server = serve()
    server.process.send_signal(signal.SIGHUP)
    assert server.http.get("/health").status_code == 200
    assert server.end() == (0, "stopped; state was in memory")


def test_a_closed_pipe_does_not_end_the_server(serve):
    server = serve()
    assert server.process.stdout
    server.process.stdout.close()
    server.process.send_signal(signal.SIGTERM)
    assert server.process.wait(DEADLINE) == 0
    assert server.log() == []


def test_without_a_stdout_a_server_serves_all_the_same(tmp_path):
    file = tmp_path / "url"
    line = f"{shlex.join(COMMAND)} --port 0 --ready-file {file} --allow-shutdown >&- 2>&-"
    with subprocess.Popen(line, shell=True) as process:
        until(file.exists)
        httpx.post(f"{file.read_text().strip()}/__admin/shutdown", json={})
        assert process.wait(DEADLINE) == 0


def test_the_state_survives_a_restart_and_is_a_tinydb_file(serve, tmp_path):
    file = tmp_path / "db.json"
    server = serve("--db", file)
    server.start_call(inputs={"text": "grüße"})
    assert server.end() == (0, f"saved 1 record to {file}")
    with tinydb.TinyDB(file, access_mode="r") as database:
        assert [call["inputs"]["text"] for call in database.table("calls")] == ["grüße"]
    again = serve("--db", file)
    assert f"  loaded     {file}   1 project, 1 call" in again.banner
    assert again.count() == 1


def test_data_is_loaded_once_into_a_file(serve, tmp_path):
    arguments = "--db", tmp_path / "db.json", "--data", DEMO
    first = serve(*arguments)
    first.start_call()
    assert first.end()[0] == 0
    assert serve(*arguments).count() == 24


def test_variables_are_flags_and_flags_win(serve):
    server = serve("--listing", "b", MOCKSERVER_LISTING="a", MOCKSERVER_SEED="5")
    assert "listing b " in server.banner[0]
    assert "seed 5 " in server.banner[0]


def test_each_request_is_one_line_without_the_credential(serve):
    server = serve("--now", "2025-01-01T14:02:11Z")
    server.start_call()
    server.http.get("/health")
    server.http.get("/nowhere%0A%1B[31m")
    server.end()
    call, nowhere = server.log()
    assert call.split()[:4] == ["14:02:11", "Call", "Start", "200"]
    assert call.endswith(f" ms  {P}")
    assert "GET /nowhere\\n\\x1b[31m" in nowhere
    assert "test" not in call


def test_the_log_can_be_json(serve):
    server = serve("--log", "json", "--now", "2025-01-01T14:02:11Z")
    server.start_call()
    server.end()
    (entry,) = map(json.loads, server.log())
    assert entry.pop("ms") > 0
    assert entry == {
        "time": "2025-01-01T14:02:11Z",
        "operation": "Call Start",
        "status": 200,
        "project": P,
    }


def test_the_log_can_be_quiet(serve):
    server = serve("--log", "quiet")
    server.start_call()
    server.end()
    assert server.log() == []


def test_a_state_that_cannot_be_saved_is_one_sentence(serve, tmp_path):
    file = tmp_path / "db.json"
    server = serve("--db", file, "--log", "quiet")
    file.mkdir()
    server.start_call()
    assert server.end() == (1, "")
    assert server.log()[-1] == f"mockserver: cannot write {file}: Is a directory"


def test_a_second_signal_stops_at_once_and_loses_no_acknowledged_write(serve, tmp_path):
    file = tmp_path / "db.json"
    server = serve("--db", file)
    server.start_call()
    address = urlsplit(server.url)
    with socket.create_connection((address.hostname, address.port)) as waiting:
        unfinished(waiting)
        server.process.send_signal(signal.SIGINT)
        until_refused(address.hostname, address.port)
        code, output = server.end()
    assert code == 130
    assert output.startswith("not saved")
    assert serve("--db", file).count() == 1


def unfinished(connection: socket.socket) -> None:
    """Begin a request and never end it; returns when the server waits for its body."""
    head = "POST /call/start HTTP/1.1", "host: x", "authorization: Bearer k", "content-length: 9"
    connection.sendall("\r\n".join([*head, "expect: 100-continue", "", ""]).encode())
    assert connection.recv(100).startswith(b"HTTP/1.1 100")


def until_refused(host: str | None, port: int | None) -> None:
    while True:
        try:
            socket.create_connection((host, port), timeout=DEADLINE).close()
        except ConnectionError:
            return


def test_a_busy_port_is_found_before_anything_heavy_is_imported():
    with socket.create_server(("127.0.0.1", 0)) as busy:
        port = busy.getsockname()[1]
        args = [sys.executable, "-X", "importtime", *COMMAND[1:], "--port", str(port)]
        ended = subprocess.run(args, capture_output=True, text=True, check=False)
    *imports, sentence = ended.stderr.splitlines()
    assert ended.returncode == 1
    owner = f" by process {os.getpid()}" if Path("/proc/net/tcp").exists() else ""
    busy = f"cannot listen on 127.0.0.1:{port}: Address already in use{owner}"
    assert sentence == f"mockserver: {busy}; port 0 takes a free one"
    assert not [line for line in imports if "starlette" in line or "uvicorn" in line]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("{]", "is not a TinyDB file"),
        ("[1]", "is not a TinyDB file: it is not an object"),
        ('{"port": 1}', "is not a TinyDB file: port is not a table"),
        ('{"calls": [1]}', "is not a TinyDB file: calls is not a table"),
    ],
)
def test_a_corrupt_database_is_one_sentence(tmp_path, content, reason):
    file = tmp_path / "db.json"
    file.write_text(content)
    ended = run("--port", 0, "--db", file)
    assert ended.returncode == 1
    assert ended.stderr.startswith(f"mockserver: {file} {reason}")
    assert ended.stderr.count("\n") == 1
    assert file.read_text() == content


@pytest.mark.parametrize(
    ("place", "reason"),
    [
        ("folder", "{} is a directory; the database is a file"),
        ("/", "{} is a directory; the database is a file"),
        ("none/db.json", "cannot keep a database in {.parent}: No such file or directory"),
    ],
)
def test_a_database_that_cannot_be_kept_is_one_sentence(tmp_path, place, reason):
    (tmp_path / "folder").mkdir()
    ended = run("--port", 0, "--db", tmp_path / place)
    assert ended.returncode == 1
    assert ended.stderr == f"mockserver: {reason.format(tmp_path / place)}\n"


def test_a_database_has_one_server(serve, tmp_path):
    serve("--db", tmp_path / "db.json")
    ended = run("--port", 0, "--db", tmp_path / "db.json")
    assert ended.returncode == 1
    assert ended.stderr == f"mockserver: {tmp_path / 'db.json'} is in use by another mockserver\n"


def test_a_wrong_data_file_keeps_the_server_from_starting(tmp_path):
    ended = run("--port", 0, "--data", tmp_path / "none.json")
    assert ended.returncode == 1
    assert ended.stderr == (
        f"mockserver: {tmp_path / 'none.json'}: cannot be read: No such file or directory\n"
    )


@pytest.mark.parametrize(
    ("args", "variables", "sentence"),
    [
        (["--port", "many"], {}, "--port 'many': not a whole number"),
        (["--port", "70000"], {}, "--port '70000': has to be at most 65535"),
        (["--host", ""], {}, "--host '': is too short"),
        (["--db", ""], {}, "--db '': is too short"),
        (["--demo-size", "3"], {}, "--demo-size '3': has to be at least 400"),
        (["--jitter", "much"], {}, "--jitter 'much': not a number"),
        (["--first-token", "soon"], {}, "--first-token 'soon': not a duration; write it like"),
        (["--model-pace", "small"], {}, "--model-pace 'small': not a pace; write it like small="),
        (["--now", "noon"], {}, "--now 'noon': not a moment; write it like 2025-01-01T09:00Z"),
        (["--progression", "x"], {}, "--progression 'x': write it like immediate, reads:3 or"),
        (
            ["--first-token", "300"],
            {},
            "--first-token '300': 300s or 300ms? A number",
        ),
        ([], {"MOCKSERVER_LISTING": "c"}, "MOCKSERVER_LISTING 'c': has to be 'a', 'b' or 'both'"),
        ([], {"MOCKSERVER_DEMO": "perhaps"}, "MOCKSERVER_DEMO 'perhaps': neither true nor false"),
        (["--bogus"], {}, "No such option '--bogus'."),
        (["bogus"], {}, "No such command 'bogus'. (Commands: serve, exec, wait,"),
        (["rset"], {}, "No such command 'rset'. (Did you mean 'reset'?)"),
        (["serve", "bogus"], {}, "Got unexpected extra argument"),
        (["control"], {}, "Missing argument 'METHOD'."),
        (["wait", "--timeout", "nan"], {}, "Invalid value for '--timeout': 'nan' is not a dura"),
        (["wait", "--url", "x"], {}, "Invalid value for '--url': 'x' is not a URL like http://127"),
        (["env"], {"MOCKSERVER_URL": "x:1"}, "Invalid value for '--url': 'x:1' is not a URL like"),
    ],
)
def test_wrong_usage_is_one_sentence(args, variables, sentence):
    ended = run(*args, **variables)
    assert ended.returncode == 2
    assert ended.stderr.startswith(f"mockserver: {sentence}")
    assert "Choose from" in ended.stderr or ended.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        ("Call Emd=503", "There is no operation 'Call Emd'; the nearest is 'Call End'"),
        ("Call End", "not a fault; write it like 'Call End=503@0.1' or '*=200ms'"),
        ("Call End=503@7", "probability: Input should be less than or equal to 1"),
    ],
)
def test_a_fault_that_cannot_be_planned_is_one_sentence(fault, reason):
    ended = run("--port", 0, "--fault", fault)
    assert ended.returncode == 1
    assert ended.stderr == f"mockserver: --fault {fault!r}: {reason}\n"


def test_an_unknown_variable_is_reported_with_the_nearest(serve):
    server = serve(MOCKSERVER_PROT="1", MOCKSERVER_URL="http://127.0.0.1:1")
    assert server.log()[0] == (
        "mockserver: the variable MOCKSERVER_PROT means nothing; the nearest is MOCKSERVER_PORT"
    )
    assert len(server.log()) == 1


def test_the_version_needs_no_heavy_imports():
    args = [sys.executable, "-X", "importtime", *COMMAND[1:], "--version"]
    ended = subprocess.run(args, capture_output=True, text=True, check=True)
    assert ended.stdout == f"mockserver {__version__}\n"
    assert not [name for name in ("pydantic", "starlette", "uvicorn") if name in ended.stderr]


def test_each_setting_is_a_flag():
    from mockserver.settings import Settings, flag

    text = run("serve", "--help").stdout
    assert [name for name in Settings.model_fields if f"  {flag(name)} " not in text] == []


def test_a_flag_that_takes_a_duration_says_so():
    flags = re.findall(r"(--[\w-]+) DURATION", run("serve", "--help").stdout)
    assert flags == ["--upstream-timeout", "--latency", "--first-token", "--token-delay"]


def test_the_former_name_of_the_request_log_still_works():
    def shown(*flags, **variables):
        lines = run("serve", "--show-config", *flags, **variables).stdout.splitlines()
        return next(line.split()[1:] for line in lines if line.startswith("request_log"))

    assert shown("--journal", "5") == shown("--request-log", "5") == ["5", "--request-log"]
    assert shown(MOCKSERVER_JOURNAL="7") == ["7", "MOCKSERVER_REQUEST_LOG"]
    assert shown("--request-log", "5", MOCKSERVER_JOURNAL="7") == ["5", "--request-log"]


def test_type_checkers_see_which_settings_have_a_default():
    """Those without pydantic's plugin know a default by its keyword alone."""
    from mockserver import settings

    fields = [
        node
        for node in ast.walk(ast.parse(inspect.getsource(settings)))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "Field"
    ]
    assert len(fields) == len(settings.Settings.model_fields)
    assert [ast.unparse(field) for field in fields if field.keywords[0].arg != "default"] == []


def routes(*args: str) -> set[tuple[Any, ...]]:
    rows = json.loads(run("routes", "--json", *args).stdout)
    return {(row["name"], row["method"], row["path"], tuple(row["listings"])) for row in rows}


def test_the_routes_are_the_table():
    table = {
        (row.name, row.method, row.path, tuple(str(part.name).lower() for part in row.listings))
        for row in listing.OPERATIONS
    }
    assert routes() == table


def test_the_routes_of_one_listing_are_the_published_ones():
    published = {row.path for row in listing.OPERATIONS if row.listings & listing.B}
    assert {path for _, _, path, _ in routes("--listing", "b", "--no-client-routes")} == published


def test_the_routes_are_readable_too():
    heading, first, *_ = run("routes").stdout.splitlines()
    assert heading.split() == ["OPERATION", "METHOD", "PATH", "LISTINGS"]
    assert first.split() == ["Call", "Start", "POST", "/call/start", "a", "b"]
    assert first.index("/call/start") == heading.index("PATH")


def test_routes_are_marked_as_stated_observed_or_chosen():
    lines = run("routes", "--marks").stdout.splitlines()
    first_words = [line.split()[:3] for line in lines]
    assert ["stated", "Call", "Start"] in first_words
    assert ["observed", "Calls", "Complete"] in first_words
    assert "            Chosen: a 404 for an unknown table, where the service fails." in lines
    counts = Counter(row.mark for row in listing.OPERATIONS)
    assert lines[-1] == ", ".join(f"{count} {mark}" for mark, count in counts.items())


def test_the_marks_are_in_the_json_too():
    rows = json.loads(run("routes", "--marks", "--json", "--listing", "a").stdout)
    [export] = [row for row in rows if row["path"] == "/otel/v1/trace"]
    assert export["mark"] == "stated"
    assert [note.partition(":")[0] for note in export["notes"]] == ["Stated", "Chosen"]


def test_the_variables_of_clients_have_three_formats():
    url = "http://127.0.0.1:9"
    as_json = json.loads(run("env", "--format", "json", "--url", f"{url}/").stdout)
    assert as_json["WF_TRACE_SERVER_URL"] == as_json["WANDB_BASE_URL"] == url
    assert as_json["OPENAI_BASE_URL"] == f"{url}/v1"
    assert f"export WANDB_BASE_URL={url}\n" in run("env", "--url", url).stdout
    assert f"\nWANDB_BASE_URL={url}\n" in run("env", "--format", "dotenv", "--url", url).stdout


def test_the_variables_follow_the_variable_for_the_port():
    assert ":4999/v1" in run("env", MOCKSERVER_PORT="4999").stdout
