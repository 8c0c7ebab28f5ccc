"""What a server does, followed over a real connection."""

from __future__ import annotations

import json
from contextlib import contextmanager

import httpx
import pytest

from mockserver import InProcess, MockServer, Settings
from mockserver.testing.admin import stream
from tests.conftest import CREDENTIAL, P
from tests.http.test_server import CALL

PATH = "/__admin/stream"


@contextmanager
def following(url):
    """The events of a server as they come, the first of which is told already."""
    with httpx.stream("GET", url + PATH, timeout=10) as answer:
        assert answer.headers["content-type"] == "text/event-stream; charset=utf-8"
        yield events(answer.iter_lines())


def events(lines):
    for line in lines:
        if line.startswith("event: "):
            data = next(lines).removeprefix("data: ")
            yield line.removeprefix("event: "), json.loads(data)


def start(caller, name="a"):
    return caller.post("/call/start", json={"start": {**CALL, "id": name}})


def test_a_request_is_told_when_it_is_over(server, caller):
    with following(server.url) as heard:
        assert next(heard) == ("state", {"counts": {}})
        start(caller)
        kind, row = next(heard)
        assert (kind, row["operation"], row["status"]) == ("request", "Call Start", 200)
        assert (row["project"], "request" in row) == (P, False)
        assert next(heard) == ("state", {"counts": {"calls": 1}})


def test_it_is_told_as_the_journal_has_it(server, caller):
    with following(server.url) as heard:
        next(heard)
        caller.post("/calls/start", json={})
        _, row = next(heard)
    [kept] = caller.get("/__admin/requests?bodies=false").json()["requests"]
    assert row == kept


def test_several_may_follow_and_what_reads_is_not_told_as_a_change(server, caller):
    with following(server.url) as one, following(server.url) as other:
        assert next(one) == next(other)
        caller.get("/__admin/requests")
        start(caller)
        assert next(one) == next(other)
        assert next(one)[0] == next(other)[0] == "state"


def test_what_is_forgotten_and_dropped_is_told(server, caller):
    start(caller)
    with following(server.url) as heard:
        assert next(heard) == ("state", {"counts": {"calls": 1}})
        server.reset()
        assert [next(heard) for _ in range(2)] == [("cleared", {}), ("state", {"counts": {}})]


def test_what_a_data_file_brings_is_told(server, caller):
    with following(server.url) as heard:
        next(heard)
        file = {"mockserver": 1, "projects": {P: {"calls": [{"op": "f"}]}}}
        caller.post("/__admin/state/load", json=file)
        assert next(heard) == ("state", {"counts": {"calls": 1}})


def test_nothing_is_left_of_one_who_has_gone(server, caller):
    request_log, news = server.app.services.request_log, server.app.services.host.news
    with following(server.url) as heard:
        next(heard)
        assert (len(request_log._listeners), len(news._followers)) == (2, 1)
    while news._followers or request_log._listeners:
        start(caller)
    assert start(caller).status_code == 200


def test_the_server_does_not_wait_for_those_who_follow():
    with MockServer(Settings(port=0)) as running, following(running.url) as heard:
        next(heard)
        running.stop()
        assert list(heard) == []
        assert not running._thread.is_alive()


def test_an_app_without_a_port_lets_them_go_after_a_while(monkeypatch):
    monkeypatch.setattr(stream, "BORROWED", 0.01)
    with InProcess().client() as client:
        answer = client.get(PATH)
    assert list(events(iter(answer.text.splitlines()))) == [("state", {"counts": {}})]


@pytest.mark.parametrize("headers", [{"Origin": "https://evil.example"}, CREDENTIAL])
def test_pages_from_elsewhere_do_not_follow(client, headers, monkeypatch):
    monkeypatch.setattr(stream, "BORROWED", 0.01)
    answer = client.get(PATH, headers=headers)
    assert answer.status_code == (403 if "Origin" in headers else 200)
