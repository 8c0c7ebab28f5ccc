"""Failures that one request asks for itself, over HTTP the direct way and in a task."""

from __future__ import annotations

import json
from itertools import pairwise

import httpx
import pytest

from tests.chat.asking import PATH, request
from tests.conftest import P

END = {"project_id": P, "id": "a", "ended_at": "2025-01-01T00:00:00Z", "summary": {}}
READ = {"project_id": P, "id": "a"}


def asking(fault, **headers):
    return {"X-Mockserver-Fault": fault, **headers}


def end(caller, fault=None):
    headers = asking(fault) if fault else {}
    return caller.post("/call/end", json={"end": END}, headers=headers)


def talk(caller, fault, **members):
    return caller.post(PATH, json=request(**members), headers=asking(fault))


def test_only_the_request_with_the_header_is_refused(caller):
    statuses = [end(caller, fault).status_code for fault in (None, "status=503", None)]
    assert statuses == [200, 503, 200]


def test_each_side_has_its_own_form_of_it(caller):
    fault = "status=429; message=Come back later; retry_after=1.5"
    refused, chat = end(caller, fault), talk(caller, fault)
    assert refused.json() == {"reason": "Come back later"}
    assert chat.json()["error"]["type"] == "RateLimitError"
    assert chat.json()["error"]["message"] == "Come back later"
    assert refused.headers["retry-after"] == chat.headers["retry-after"] == "2"


@pytest.mark.parametrize("path", ["/health", "/v1/models", f"/v2/{P}/ops", "/metrics"])
def test_any_operation_takes_it(caller, path):
    assert caller.get(path, headers=asking("status=502")).status_code == 502
    assert caller.get(path).status_code == 200


def test_a_refused_request_changes_nothing(caller):
    call = {**READ, "op_name": "f", "started_at": END["ended_at"], "attributes": {}, "inputs": {}}
    caller.post("/call/start", json={"start": call}, headers=asking("status=500"))
    assert caller.post("/call/read", json=READ).json() == {"call": None}


def test_the_request_log_names_it_like_a_planned_one(server, caller):
    end(caller, "retry_after=2; status=503")
    end(caller)
    refused, other = server.requests
    assert (refused.faults, other.faults) == (["Call End: status=503, retry_after=2.0"], [])


def test_a_planned_fault_neither_applies_to_it_nor_counts_it(server, caller):
    planned = server.fail("Call End", status=503, times=1, skip=1)
    assert end(caller, "status=500").status_code == 500
    assert (planned.used, [fault["seen"] for fault in server.faults]) == (0, [0])
    assert [end(caller).status_code for _ in range(3)] == [200, 503, 200]


def test_a_connection_is_dropped_and_the_next_is_served(server, caller):
    with pytest.raises(httpx.RemoteProtocolError):
        end(caller, "drop=true")
    assert end(caller).status_code == 200
    assert [logged.status for logged in server.requests] == [None, 200]


def test_a_delay_waits_and_then_serves(server, caller):
    assert end(caller, "delay=0.02").status_code == 200
    (logged,) = server.requests
    assert logged.milliseconds >= 19


def test_a_stream_is_slow_and_is_cut(server, caller):
    with pytest.raises(httpx.RemoteProtocolError):
        talk(caller, "first_token=0.02; token=0.01; cut=3", stream=True)
    (logged,) = server.requests
    times = [chunk["ms"] for chunk in logged.record["answer"]["chunks"]]
    assert (len(times), times[0] >= 19) == (3, True)
    assert all(later - earlier >= 9 for earlier, later in pairwise(times))


def test_an_error_in_mid_stream_ends_it_chat_116(caller):
    answer = talk(caller, "error=2; message=The engine died", stream=True)
    *before, error, end, rest = answer.text.split("\n\n")
    assert (len(before), end, rest) == (2, "data: [DONE]", "")
    assert '"message": "The engine died"' in error


def test_the_text_of_a_refusal_is_any(caller):
    for message in ("Müde".encode(), "Müde".encode("latin-1")):
        fault = {"X-Mockserver-Fault": b"status=503; message=" + message}
        answer = caller.post("/call/end", json={"end": END}, headers=fault)
        assert answer.json() == {"reason": "Müde"}


def test_an_object_can_express_more_than_a_line(caller):
    fault = {"status": 503, "message": 'Wait; then = "again"', "retry_after": 2}
    refused = end(caller, json.dumps(fault))
    assert (refused.status_code, refused.headers["retry-after"]) == (503, "2")
    assert refused.json() == {"reason": fault["message"]}


def test_an_object_and_a_line_request_the_same_fault(server, caller):
    for fault in ("cut=1; delay=0.001", '{"cut": 1, "delay": 0.001}'):
        with pytest.raises(httpx.RemoteProtocolError):
            talk(caller, fault, stream=True)
    line, object_ = server.requests
    assert line.faults == object_.faults == ["Chat Completion: delay=0.001, cut=1"]


WRONG = {
    "": "'' is not understood",
    "503": "'503' is not understood",
    "status=503;": "'' is not understood",
    "status=503; drop": "'drop' is not understood",
    "status=503; tmies=1": "each once of status, message, retry_after",
    "status=503; times=1": "'times' is not understood",
    "status=503; status=429": "'status=429' is not understood",
    "operation=Call Read; status=503": "'operation' is not understood",
    "status=200": "status: Input should be greater than or equal to 400",
    "status=often": "status: Input should be a valid integer",
    "delay=nan": "delay: Value error, not a duration",
    "delay=601": "601s or 601ms?",
    "delay=601s": "delay: Input should be less than or equal to 600",
    "message=Later": "a fault needs an effect",
    "{}": "a fault needs an effect",
    "{status: 503}": "Invalid JSON: key must be a string",
    '{"status": 503, "message": "\\ud800"}': "Invalid JSON: ",
    '{"status": 503}; drop=true': "Invalid JSON: trailing characters",
    '{"status": 503, "times": 1}': "'times' is not understood",
    '{"operation": "Call Read", "status": 503}': "'operation' is not understood",
    '{"status": 200}': "status: Input should be greater than or equal to 400",
    '{"status": {"code": 503}}': "status: Input should be a valid integer",
    '{"delay": NaN}': "delay: Input should be",
    '{"a":' * 1000: "Invalid JSON: recursion limit exceeded",
}


@pytest.mark.parametrize("fault", WRONG)
def test_an_invalid_header_is_a_400_that_names_it(caller, fault):
    trace, chat = (
        caller.post("/call/read", json=READ, headers=asking(fault)),
        talk(caller, fault),
    )
    assert (trace.status_code, chat.status_code) == (400, 400)
    assert chat.json()["error"]["message"] == trace.json()["reason"]
    assert trace.json()["reason"].startswith("X-Mockserver-Fault: ")
    assert WRONG[fault] in trace.json()["reason"]


def test_a_caller_without_access_cannot_request_a_fault(caller):
    headers = asking("status=503", Authorization="")
    assert caller.post("/call/read", json=READ, headers=headers).status_code == 401


def test_the_control_api_is_not_struck(caller):
    assert caller.get("/__admin/health", headers=asking("status=503")).status_code == 200


def test_a_page_of_this_machine_may_request_a_fault(caller):
    origin = {"Origin": "http://localhost:3000"}
    wanted = "authorization,x-mockserver-fault,x-mockserver-reply"
    allowed = caller.options(
        PATH,
        headers={
            **origin,
            "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": wanted,
        },
    )
    assert allowed.headers["access-control-allow-headers"] == wanted
    refused = caller.post(PATH, json=request(), headers=asking("status=503", **origin))
    assert refused.headers["access-control-allow-origin"] == origin["Origin"]
