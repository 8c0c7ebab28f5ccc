"""Planned failures."""

from __future__ import annotations

from itertools import pairwise

import pytest

from mockserver import InProcess, Settings
from mockserver.settings import InvalidSetting
from tests.conftest import P
from tests.testing.test_admin import get, post

TALK = {"model": "m", "messages": [{"role": "user", "content": "Tell me about rain."}]}


def plan(client, **fault):
    return post(client, "/faults", fault)


def statuses(client, times):
    return [client.end().status_code for _ in range(times)]


def test_a_fault_applies_to_its_operation_as_often_as_planned(client):
    plan(client, operation="Call End", status=503, times=2)
    assert client.start().status_code == 200
    assert statuses(client, 3) == [503, 503, 200]
    [fault] = get(client, "/faults")["faults"]
    assert (fault["used"], fault["remaining"]) == (2, 0)


def test_a_fault_may_let_some_pass_first(client):
    plan(client, operation="Call End", status=500, skip=2, times=1)
    assert statuses(client, 4) == [200, 200, 500, 200]


def test_faults_of_one_operation_follow_each_other(client):
    plan(client, operation="Call End", status=500, times=1)
    plan(client, operation="*", status=503, times=1)
    assert statuses(client, 3) == [500, 503, 200]


def test_a_refused_request_changes_nothing(client):
    plan(client, operation="Call Start", status=503, times=1)
    assert client.start().status_code == 503
    assert client.read() is None


def test_each_side_has_its_own_form_of_a_fault(client):
    plan(client, status=503, message="Come back later", retry_after=1.5)
    refused, chat = client.end(), client.post("/v1/chat/completions", json=TALK)
    assert refused.json() == {"reason": "Come back later"}
    assert chat.json()["error"]["message"] == "Come back later"
    assert refused.headers["retry-after"] == chat.headers["retry-after"] == "2"


@pytest.mark.parametrize(
    ("planned", "trace", "chat"),
    [
        ({}, "Not authenticated", "Invalid Authentication"),
        ({"message": "Your key expired"}, "Your key expired", "Your key expired"),
    ],
)
def test_a_planned_401_has_its_message_if_one_is_set(client, planned, trace, chat):
    plan(client, status=401, **planned)
    assert client.end().json() == {"detail": trace}
    refused = client.post("/v1/chat/completions", json=TALK).json()["error"]
    assert (refused["message"], refused["type"]) == (chat, "authentication_error")


def test_a_fault_may_concern_one_project(client):
    plan(client, operation="Call Start", project="b/two", status=500)
    assert client.start().status_code == 200
    assert client.start(project_id="b/two").status_code == 500


def test_a_logged_request_names_its_fault(client):
    plan(client, operation="Call End", status=503, times=1)
    statuses(client, 2)
    first, second = get(client, "/requests")["requests"]
    assert (first["faults"], second["faults"]) == (["Call End: times=1, status=503"], [])


def test_the_same_seed_draws_the_same_failures(make_client):
    runs = []
    for _ in range(2):
        client = make_client(seed=7, fault=("Call End=503@0.3",))
        runs.append(statuses(client, 40))
        post(client, "/reset", {})
        runs.append(statuses(client, 40))
    assert runs[0] == runs[1] == runs[2] == runs[3]
    assert 4 <= runs[0].count(503) <= 20


def test_chances_do_not_change_ids(make_client):
    def first_id(**settings):
        client = make_client(seed=7, now="2025-01-01T09:00:00Z", **settings)
        client.end()
        return client.post("/cost/create", json=COST).json()

    assert first_id() == first_id(fault=("Call End=503@0.3",))


COST = {"project_id": P, "costs": {"m": {"prompt_token_cost": 1, "completion_token_cost": 1}}}


def test_a_limit_lets_some_pass_and_names_the_time_to_wait(client):
    post(client, "/clock", {"freeze": "2030-01-01T00:00:00Z"})
    plan(client, operation="Call End", limit=2, per=60)
    assert statuses(client, 2) == [200, 200]
    post(client, "/clock", {"advance": 20})
    refused = client.end()
    assert (refused.status_code, refused.headers["retry-after"]) == (429, "40")
    post(client, "/clock", {"advance": 40})
    assert statuses(client, 3) == [200, 200, 429]


def test_a_delay_waits_and_then_serves(client):
    plan(client, operation="Call Start", delay=0.02)
    client.start()
    [request] = get(client, "/requests")["requests"]
    assert (request["status"], request["ms"] >= 20) == (200, True)


def test_tokens_arrive_as_slowly_as_planned(client):
    plan(client, operation="Chat Completion", first_token=0.03, token=0.001)
    client.post("/v1/chat/completions", json={**TALK, "stream": True, "max_tokens": 5})
    [request] = get(client, "/requests")["requests"]
    times = [chunk["ms"] for chunk in request["answer"]["chunks"]]
    assert times[0] >= 30
    assert all(later - earlier >= 1 for earlier, later in pairwise(times))


def test_a_malformed_event_is_between_valid_ones(client):
    plan(client, operation="Chat Completion", malformed=2, times=1)
    stream = {**TALK, "stream": True, "max_tokens": 5}
    spoiled = client.post("/v1/chat/completions", json=stream).text.split("\n\n")
    whole = client.post("/v1/chat/completions", json=stream).text.split("\n\n")
    assert len(spoiled) == len(whole)
    assert [event.endswith("#") for event in spoiled[:3]] == [False, True, False]


def test_an_error_in_mid_stream_ends_it_chat_116(client):
    plan(client, operation="Chat Completion", error=3, message="The engine died", times=1)
    options = {"stream": True, "stream_options": {"include_usage": True}}
    answer = client.post("/v1/chat/completions", json={**TALK, **options})
    assert answer.status_code == 200
    *before, error, end, rest = answer.text.split("\n\n")
    assert len(before) == 3
    assert "usage" not in answer.text
    assert (end, rest) == ("data: [DONE]", "")
    assert error == (
        'data: {"error": {"message": "The engine died", "type": "InternalServerError", '
        '"param": null, "code": 500}}'
    )


def test_an_error_of_a_stream_concerns_streams_of_events_alone(client):
    plan(client, operation="Chat Completion", error=0)
    answer = client.post("/v1/chat/completions", json=TALK)
    assert answer.json()["choices"]


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        ({"operation": "Call Ennd", "status": 503}, "nearest is 'Call End'"),
        ({"operation": "Call End"}, "needs an effect"),
        ({"status": 200}, "greater than or equal to 400"),
        ({"status": 503, "tmies": 1}, "the nearest known key is 'times'"),
        ({"status": 503, "probability": 0}, "greater than 0"),
    ],
)
def test_an_invalid_fault_is_refused(client, fault, reason):
    answer = client.post("/__admin/faults", json=fault)
    assert answer.status_code in (400, 422)
    assert reason in answer.text
    assert get(client, "/faults")["faults"] == []


def test_faults_are_removed(client):
    number = plan(client, operation="Call End", status=503)["id"]
    plan(client, operation="Call Start", status=503)
    assert client.delete(f"/__admin/faults/{number}").json() == {"dropped": 1}
    assert client.delete(f"/__admin/faults/{number}").status_code == 404
    assert [fault["operation"] for fault in get(client, "/faults")["faults"]] == ["Call Start"]
    assert client.delete("/__admin/faults").json() == {"dropped": 1}
    assert statuses(client, 1) == [200]


def test_faults_of_the_settings_are_there_after_a_reset(make_client):
    client = make_client(fault=("Call End=503", "*=5ms"))
    client.delete("/__admin/faults")
    post(client, "/reset", {})
    texts = [fault["text"] for fault in get(client, "/faults")["faults"]]
    assert texts == ["Call End: status=503", "*: delay=0.005"]


@pytest.mark.parametrize("text", ["Call End", "Call End=fast", "Call Endd=503", "Call End=200"])
def test_an_invalid_fault_of_the_settings_is_reported(make_client, text):
    with pytest.raises(InvalidSetting, match="--fault"):
        make_client(fault=(text,))


def test_a_latency_applies_to_all_beside_other_faults():
    mock = InProcess(Settings(auth="none", latency=0.05))
    mock.fail("Call Read", status=503)
    with mock.client() as client:
        assert client.get("/health").status_code == 200
        assert client.post("/call/read", json={}).status_code == 503
    assert all(request.milliseconds >= 50 for request in mock.requests)
    assert [fault["optional"] for fault in mock.faults if fault["operation"] == "*"] == [True]
