"""One matcher for assertions, waiting, faults and rules."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import httpx
import pytest

from mockserver import InProcess, MockServer, RemoteServer, Settings
from mockserver.testing.verbs.channel import Refused
from tests.conftest import CREDENTIAL, P


@pytest.fixture
def mock():
    return InProcess(Settings(auth="none", seed=7))


@pytest.fixture
def http(mock):
    with mock.client(headers={**CREDENTIAL, "X-Case": "seven"}) as client:
        yield client


def start(http, name="a", query="", **fields):
    call = {"project_id": P, "id": name, "op_name": "predict", "started_at": 0}
    body = {"start": {**call, "attributes": {}, "inputs": {"q": ["one", "two"]}, **fields}}
    return http.post(f"/call/start{query}", json=body)


def ask(http, text, **fields):
    messages = [{"role": "user", "content": text}]
    return http.post(
        "/v1/chat/completions",
        json={"model": "m", "messages": messages, **fields},
        headers=CREDENTIAL,
    )


FITTING = {
    "method": {"method": "post"},
    "path": {"path": "/call/start"},
    "template of a path": {"path": "/{side}/start"},
    "template of the rest": {"path": "/{all:path}"},
    "query": {"query": {"page": "2"}},
    "query by a matcher": {"query": {"page": {"present": True}, "x": {"present": False}}},
    "header": {"headers": {"X-Case": "seven"}},
    "header by a pattern": {"headers": {"x-case": {"pattern": "^s.v"}}},
    "project": {"project": P},
    "part of the body": {"body": {"start": {"op_name": "predict"}}},
    "body by a path": {"body": {"start.inputs.q[-1]": "two"}},
    "body by any of a list": {"body": {"start.inputs.q[*]": {"contains": "TW"}}},
    "body by a matcher inside": {"body": {"start": {"id": {"pattern": "^[a-z]$"}}}},
    "something that is not there": {"body": {"start.output": {"present": False}}},
    "status": {"status": 200},
    "answer": {"answer": {"id": "a"}},
}
FAILING = {
    "method": ({"method": "GET"}, "method: expected GET, got POST"),
    "path": ({"path": "/call/{id}/end"}, "path: expected /call/{id}/end, got /call/start"),
    "query": ({"query": {"page": "3"}}, 'query page: expected "3", got "2"'),
    "header": ({"headers": {"x-other": "1"}}, 'header x-other: expected "1", is missing'),
    "project": ({"project": "b/two"}, f"project: expected b/two, got {P}"),
    "path to nothing": ({"body": {"start.x": 1}}, "body.start.x: expected 1, is missing"),
    "pattern": (
        {"body": {"start.op_name": {"pattern": "^x"}}},
        'body.start.op_name: expected the pattern "^x", got "predict"',
    ),
    "one too much": (
        {"body": {"start.op_name": {"present": False}}},
        "body.start.op_name: is present",
    ),
    "answer": ({"answer": {"id": "b"}}, 'answer.id: expected "b", got "a"'),
    "status": ({"status": 500}, "status: expected 500, got 200"),
}


@pytest.mark.parametrize("wanted", FITTING.values(), ids=FITTING)
def test_a_request_is_found_by_each_of_its_parts(mock, http, wanted):
    start(http, query="?page=2")
    mock.assert_called("Call Start", times=1, **wanted)
    mock.wait_for(times=1, timeout="10ms", **wanted)
    assert mock.count(**wanted) == len(mock.find(**wanted)) == 1
    assert len(mock.requests.where("Call Start", **wanted)) == 1


@pytest.mark.parametrize(("wanted", "why"), FAILING.values(), ids=FAILING)
def test_a_request_that_does_not_fit_is_reported_with_the_reason(mock, http, wanted, why):
    start(http, query="?page=2")
    assert mock.requests.where(**wanted) == mock.find(**wanted) == []
    with pytest.raises(AssertionError) as failed:
        mock.assert_called("Call Start", **wanted)
    assert f"nearest is request 1:\n    {why}" in str(failed.value)


REQUEST_ONLY = FITTING.keys() - {"status", "answer"}


@pytest.mark.parametrize("name", sorted(REQUEST_ONLY))
def test_a_fault_finds_its_requests_the_same_way(mock, http, name):
    fault = mock.fail(status=503, times=None, **FITTING[name])
    assert start(http, query="?page=2").status_code == 503
    assert fault.used == 1


@pytest.mark.parametrize("name", sorted(FAILING.keys() - {"status", "answer"}))
def test_a_fault_passes_over_the_others(mock, http, name):
    fault = mock.fail(status=503, times=None, **FAILING[name][0])
    assert start(http, query="?page=2").status_code == 200
    assert fault.used == 0


@pytest.mark.parametrize(
    "when",
    [
        {"operation": "Chat Completion"},
        {"method": "POST", "path": "/v1/{rest:path}"},
        {"headers": {"authorization": {"present": True}}},
        {"project": "acme/chat"},
        {"body": {"messages": [{"role": "user"}]}},
        {"body": {"messages[-1].content": {"contains": "rain"}}},
    ],
)
def test_a_rule_finds_its_requests_the_same_way(mock, http, when):
    http.headers["OpenAI-Project"] = "acme/chat"
    mock.reply(when=when, text="Wet.")
    answer = ask(http, "Tell me about rain")
    assert answer.json()["choices"][0]["message"]["content"] == "Wet."
    assert answer.headers["x-mockserver-reply"] == "1"


def test_a_rule_for_another_operation_is_passed_over(mock, http):
    mock.reply(when={"operation": "Completions Create"}, text="Wet.")
    assert "x-mockserver-reply" not in ask(http, "Rain?").headers
    with pytest.raises(Refused, match="nearest is 'Chat Completion'"):
        mock.reply(when={"operation": "Chat Completoin"}, text="Wet.")


def test_a_predicate_looks_at_the_value_itself(mock, http):
    start(http)
    start(http, "b", op_name="other")
    mock.assert_called("Call Start", times=1, body=lambda body: body["start"]["id"] == "b")
    mock.wait_for("Call Start", times=2, body={"start": {"inputs": lambda inputs: inputs["q"]}})
    assert [found.id for found in mock.find(answer=lambda answer: answer["id"] == "b")] == ["2"]

    def is_long(text):
        return len(text) > 9

    with pytest.raises(AssertionError, match=r'body.start.op_name: is_long is not true of "pre'):
        mock.assert_called("Call Start", body={"start.op_name": is_long})
    with pytest.raises(AssertionError, match=r"after 0.01 s: Call Start: expected at least 1"):
        mock.wait_for("Call Start", timeout=0.01, body={"start.op_name": is_long})
    with pytest.raises(TypeError, match="a predicate works only in assertions"):
        mock.fail("Call Start", body=is_long)


def test_waiting_by_a_predicate_ends_when_it_is_true(mock, http):
    with ThreadPoolExecutor() as threads:
        wanted = {"body": lambda body: body["start"]["id"] == "b"}
        waiting = threads.submit(mock.wait_for, "Call Start", **wanted)
        start(http)
        start(http, "b")
        waiting.result(5)


def test_a_key_that_is_half_a_path_is_refused(mock):
    with pytest.raises(Refused, match="is not a path; write it like"):
        mock.count(body={"messages[": 1})


def test_an_expectation_may_be_deep_but_not_endless(mock):
    deep: object = 1
    for _ in range(150):
        deep = {"a": deep}
    with pytest.raises(Refused, match=r"nested more than 100 deep"):
        mock.count(body=deep)


def test_names_beyond_the_listed_ones_are_counted(mock, http):
    paths = ["/health", "/server_info", "/version", "/geolocate", "/v1/models", "/x", "/y"]
    for path in paths:
        http.get(path)
    with pytest.raises(AssertionError, match=r"requests so far: .*\(1\) and 2 more$"):
        mock.assert_called("Call End")


# Durations


def test_a_duration_is_a_text_a_number_or_a_timedelta(mock, http):
    for delay in ("1ms", 0.001, timedelta(milliseconds=1)):
        mock.slow("Call Start", delay, times=1)
    start(http)
    assert [fault["delay"] for fault in mock.faults] == [0.001] * 3
    mock.limit("Call End", 0, per="2m")
    refused = http.post("/call/end", json={})
    assert refused.headers["retry-after"] == "120"
    mock.reply("rain", "Wet.", delay="1ms")
    mock.clock.freeze("2030-01-01T00:00Z")
    mock.clock.advance(300)
    mock.clock.advance("5m")
    mock.clock.advance(timedelta(minutes=5))
    assert mock.clock.now().isoformat() == "2030-01-01T00:15:00+00:00"


def test_a_large_number_without_a_unit_is_refused(mock):
    with pytest.raises(Refused, match=r"delay: 300s or 300ms\?"):
        mock.slow("Call Start", 300)
    fault = mock.slow("Call Start", "90s")
    assert fault.text == "Call Start: delay=90s"


# What verbs say


def test_a_reply_without_content_is_refused_with_the_missing_fields(mock):
    with pytest.raises(Refused, match=r"needs something to answer, such as text=\"Rain\.\""):
        mock.reply("weather")


def test_a_server_shows_where_it_is_and_what_it_does():
    server = MockServer(Settings(port=0, auth="none", log="quiet"))
    assert repr(server) == f"<MockServer {server.url}, not started>"
    with server:
        with httpx.Client(base_url=server.url) as http:
            start(http)
        assert repr(server) == f"<MockServer {server.url}, running, calls: 1>"
        assert repr(RemoteServer(server.url)) == f"<RemoteServer {server}, in another process>"
    assert repr(server) == f"<MockServer {server.url}, stopped>"
    assert repr(InProcess()) == "<InProcess http://mockserver, without a port>"


# Lateness


def test_a_request_that_ended_before_a_reset_is_not_late(mock, http):
    mock.snapshot("empty")
    start(http)
    mock.restore("empty")
    assert [request.late for request in mock.requests] == [False]
    mock.assert_called("Call Start", times=1)


# Rules that were missed


def test_a_missed_rule_is_listed_with_the_reason(mock, http):
    mock.reply("snow", text="White.", name="winter")
    mock.reply(when={"last_user": "rain", "model": "other"}, text="Wet.")
    ask(http, "Will it rain?")
    winter, other = mock.misses()
    assert (winter["text"], winter["request"]) == ('winter: last_user={"contains":"snow"}', "1")
    assert winter["problems"] == ['last_user: expected "snow" in it, got "Will it rain?"']
    assert other["problems"] == ['model: expected "other", got "m"']


def test_a_rule_counts_how_often_it_has_to_be_used(mock, http):
    mock.reply("rain", text="Wet.", times=2)
    mock.reply("snow", text="White.", at_least=2)
    mock.reply("fog", text="Grey.", optional=True)
    ask(http, "rain")
    assert [(miss["used"], miss["least"]) for miss in mock.misses()] == [(1, 2), (0, 2)]
    for text in ("rain", "snow", "snow", "snow"):
        ask(http, text)
    assert mock.misses() == []
    with pytest.raises(Refused, match="at_least is 3, but it is used 2 times at most"):
        mock.reply("rain", text="Wet.", times=2, at_least=3)


def test_an_incomplete_request_is_not_the_nearest(mock, http):
    mock.reply("rain", text="Wet.")
    http.post("/v1/chat/completions", content=b"[1", headers={"content-type": "application/json"})
    ask(http, "rain", messages=[1])
    ask(http, "rain", tools="no")
    [miss] = mock.misses()
    assert (miss["request"], miss["problems"]) == (None, [])


def test_waiting_for_idleness_ends_after_the_last_request(mock, http):
    start(http)
    mock.wait_for("Call Start", idle=True)
    with pytest.raises(AssertionError, match=r"after 0\.05 s: Call End"):
        mock.wait_for("Call End", idle=True, timeout="50ms")
