"""console-33: copies of a remembered request ask the same again, with all its headers."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys

import httpx
import pytest

from mockserver import MockServer, Settings
from tests.conftest import CREDENTIAL
from tests.console.test_files import STATIC

PROGRAM = """
globalThis.location = {{ origin: {origin} }};
const {{ COPIES }} = await import({module});
console.log(JSON.stringify(COPIES.map(([, write]) => write({row}))));
"""
SENT = {
    "x-mockserver-fault": 'status=429; message=It\'s "full" for `now`',
    "x-team": "$HOME & `pier`",
    "content-type": "application/json",
    **CREDENTIAL,
}
BODY = '{ "id": "it\'s \\"a\\"\\n日本 `$HOME`" }'

pytestmark = pytest.mark.skipif(
    not (shutil.which("node") and shutil.which("curl")), reason="copies are made by JavaScript"
)


@pytest.fixture
def server():
    with MockServer(Settings(port=0, log="quiet")) as server:
        yield server


@pytest.fixture
def copies(server):
    """The copies of one request: curl, Python, TypeScript, a test."""
    httpx.post(f"{server}/call/read?a=b", content=BODY.encode(), headers=SENT)
    row = httpx.get(f"{server}/__admin/requests/1").json()
    names = {"origin": server.url, "module": (STATIC / "copies.js").as_uri(), "row": row}
    program = PROGRAM.format(**{name: json.dumps(value) for name, value in names.items()})
    return json.loads(run("node", "--input-type=module", "--eval", program))


def run(*words):
    done = subprocess.run(words, check=True, capture_output=True, text=True)
    return done.stdout


def agrees(server):
    """True if the last request asked for the same as the first one."""
    first, last = (httpx.get(f"{server}/__admin/requests/{n}").json() for n in ("1", "2"))
    credential = last["request"]["headers"].pop("authorization")
    assert credential.startswith(first["request"]["headers"].pop("authorization").split(" ")[0])
    for one in (first, last):
        for name in ("host", "content-length", "connection"):
            one["request"]["headers"].pop(name, None)
    assert last["request"]["headers"].items() >= first["request"]["headers"].items()
    assert last["request"]["text"] == first["request"]["text"] == BODY
    assert (last["status"], last["query"]) == (first["status"], "a=b") == (429, "a=b")
    return True


@pytest.fixture(autouse=True)
def key(monkeypatch):
    monkeypatch.setenv("API_KEY", "a-key-of-one-who-copies")


def test_console_33_curl_runs(server, copies):
    run("sh", "-c", copies[0])
    assert agrees(server)


def test_console_33_python_runs(server, copies):
    run(sys.executable, "-c", copies[1])
    assert agrees(server)


def test_console_33_typescript_runs(server, copies):
    run("node", "--input-type=module", "--eval", copies[2])
    assert agrees(server)


def test_console_33_the_test_passes(copies, pytester):
    pytester.makepyfile(copies[3])
    pytester.runpytest_subprocess().assert_outcomes(passed=1)
