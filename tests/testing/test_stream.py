"""The event stream of a server, followed over a real connection."""

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


def changes(events):
    """The changes of the next event of calls, by call."""
    data = next(data for kind, data in events if kind == "calls")
    return data["project"], [tuple(change) for change in data["changed"]]


def start(caller, name="a"):
    return caller.post("/call/start", json={"start": {**CALL, "id": name}})


def test_a_request_is_sent_when_it_is_complete(server, caller):
    with following(server.url) as events:
        assert next(events) == ("state", {"counts": {}})
        start(caller)
        kind, row = next(events)
        assert (kind, row["operation"], row["status"]) == ("request", "Call Start", 200)
        assert (row["project"], "request" in row) == (P, False)
        assert next(events)[0] == "calls"
        assert next(events) == ("state", {"counts": {"calls": 1}})


def test_a_request_has_the_form_of_the_request_log(server, caller):
    with following(server.url) as events:
        next(events)
        caller.post("/calls/start", json={})
        _, row = next(events)
    [kept] = caller.get("/__admin/requests?bodies=false").json()["requests"]
    assert row == kept


def test_several_may_follow_and_a_read_is_not_a_change(server, caller):
    with following(server.url) as one, following(server.url) as other:
        assert next(one) == next(other)
        caller.get("/__admin/requests")
        start(caller)
        kinds = [next(one)[0] for _ in range(3)]
        assert kinds == ["request", "calls", "state"] == [next(other)[0] for _ in range(3)]


def test_clearing_the_log_and_a_reset_are_reported(server, caller):
    start(caller)
    with following(server.url) as events:
        assert next(events) == ("state", {"counts": {"calls": 1}})
        server.reset()
        assert [next(events)[0] for _ in range(2)] == ["cleared", "resync"]
        assert next(events) == ("state", {"counts": {}})


def test_the_records_of_a_data_file_are_reported(server, caller):
    with following(server.url) as events:
        next(events)
        file = {"mockserver": 1, "projects": {P: {"calls": [{"op": "f"}]}}}
        caller.post("/__admin/state/load", json=file)
        assert [kind for kind, _ in (next(events), next(events))] == ["calls", "state"]


def test_each_change_of_a_call_is_reported(server, caller):
    feedback = {"feedback_type": "custom", "payload": {}, "weave_ref": f"weave:///{P}/call/a"}
    with following(server.url) as events:
        start(caller)
        [(name, trace, parent, what)] = (event := changes(events))[1]
        assert (event[0], name, parent, what) == (P, "a", None, "start")
        caller.post("/call/update", json={"project_id": P, "call_id": "a", "display_name": "b"})
        assert changes(events) == (P, [("a", trace, None, "update")])
        end = {"project_id": P, "id": "a", "ended_at": "2024-01-01T00:00:02Z", "summary": {}}
        caller.post("/call/end", json={"end": end})
        assert changes(events) == (P, [("a", trace, None, "end")])
        caller.post("/feedback/create", json={"project_id": P, **feedback})
        assert changes(events) == (P, [("a", None, None, "feedback")])
        caller.post("/calls/delete", json={"project_id": P, "call_ids": ["a"]})
        assert ("a", trace, None, "delete") in changes(events)[1]


def test_too_many_changes_are_marked(server, caller):
    calls = [{**CALL, "id": f"c{n}", "ended_at": CALL["started_at"]} for n in range(600)]
    for call in calls:
        call.update(output=None, summary={})
    with following(server.url) as events:
        caller.post(f"/v2/{P}/calls/complete", json={"batch": calls})
        event = next(data for kind, data in events if kind == "calls")
    assert (len(event["changed"]), event["more"]) == (500, True)


def test_a_refused_write_is_not_reported(server, caller):
    with following(server.url) as events:
        caller.post("/calls/start", json={})
        start(caller)
        assert [change[0] for change in changes(events)[1]] == ["a"]


def test_a_reconnected_follower_has_to_resync(server):
    headers = {"Last-Event-ID": "7"}
    with httpx.stream("GET", server.url + PATH, headers=headers, timeout=10) as answer:
        lines = answer.iter_lines()
        assert [next(lines), next(lines)] == ["id: 1", "event: resync"]


def test_nothing_is_left_of_a_follower_that_has_disconnected(server, caller):
    request_log, news = server.app.services.request_log, server.app.services.host.news
    with following(server.url) as events:
        next(events)
        assert (len(request_log._listeners), len(news._followers)) == (2, 1)
    while news._followers or request_log._listeners:
        start(caller)
    assert start(caller).status_code == 200


def test_the_server_does_not_wait_for_followers():
    with MockServer(Settings(port=0)) as running, following(running.url) as events:
        next(events)
        running.stop()
        assert list(events) == []
        assert not running._thread.is_alive()


def test_a_stream_of_an_app_without_a_port_ends_after_a_while(monkeypatch):
    monkeypatch.setattr(stream, "STREAM_SECONDS", 0.01)
    with InProcess().client() as client:
        answer = client.get(PATH)
    assert list(events(iter(answer.text.splitlines()))) == [("state", {"counts": {}})]


@pytest.mark.parametrize("headers", [{"Origin": "https://evil.example"}, CREDENTIAL])
def test_pages_from_elsewhere_do_not_follow(client, headers, monkeypatch):
    monkeypatch.setattr(stream, "STREAM_SECONDS", 0.01)
    answer = client.get(PATH, headers=headers)
    assert answer.status_code == (403 if "Origin" in headers else 200)
