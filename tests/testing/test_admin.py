"""The control API under /__admin."""

from __future__ import annotations

import pytest

from mockserver.core.codec import encode
from mockserver.core.limits import LONGEST_KEPT
from mockserver.http.request_log import MOST_BYTES
from tests.chat.asking import PATH, request
from tests.conftest import P


def get(client, path, **query):
    answer = client.get(f"/__admin{path}", params=query, headers={"Authorization": ""})
    assert answer.status_code == 200, answer.text
    return answer.json()


def post(client, path, body, status=200):
    answer = client.post(f"/__admin{path}", json=body, headers={"Authorization": ""})
    assert answer.status_code == status, answer.text
    return answer.json()


def test_the_index_names_every_route(client):
    assert get(client, "") == get(client, "/")
    assert "POST /__admin/requests/wait" in get(client, "")["routes"]


def test_an_unknown_path_lists_the_known_ones(client):
    answer = client.get("/__admin/fault")
    assert answer.status_code == 404
    assert "GET /__admin/faults" in answer.json()["hint"]


def test_it_is_alive_and_ready(client):
    assert get(client, "/health") == {"status": "ok"}
    assert get(client, "/ready")["ready"]


def test_a_strict_server_is_controlled_without_a_key_too(make_client):
    assert get(make_client(strict=True), "/health") == {"status": "ok"}


def test_routes_are_counted(client):
    client.start()
    client.start("b")
    hits = {row["operation"]: row["hits"] for row in get(client, "/routes")["routes"]}
    assert (hits["Call Start"], hits["Call End"]) == (2, 0)


def test_requests_are_logged_but_not_those_to_the_control_api(client):
    client.start()
    client.read()
    get(client, "/requests")
    requests = get(client, "/requests")["requests"]
    assert [each["operation"] for each in requests] == ["Call Start", "Call Read"]
    start = requests[0]
    assert (start["status"], start["project"], start["path"]) == (200, P, "/call/start")
    assert start["request"]["body"]["start"]["id"] == "a"
    assert start["answer"]["body"]["id"] == "a"
    assert start["at"] <= requests[1]["at"]


def test_a_request_is_found_by_the_number_in_its_response(client):
    number = client.start().headers["x-mockserver-request"]
    assert get(client, f"/requests/{number}")["operation"] == "Call Start"
    assert client.get("/__admin/requests/99999").status_code == 404


@pytest.mark.parametrize(
    ("headers", "shown"),
    [
        ({"Authorization": "Bearer local-key-of-1234"}, "Bearer ...1234"),
        ({"Authorization": "Bearer short"}, "Bearer ..."),
        ({"Authorization": "a-naked-key-of-5678"}, "...5678"),
        ({"Authorization": "", "wandb-api-key": "an-exporters-key-9012"}, "...9012"),
        ({"Authorization": "", "x-api-key": "a-key-for-others-3456"}, "...3456"),
    ],
)
def test_credentials_are_reduced(client, headers, shown):
    client.post("/call/read", json={"project_id": P, "id": "a"}, headers=headers)
    [request] = get(client, "/requests")["requests"]
    assert shown in request["request"]["headers"].values()
    assert "key-of" not in str(request)
    assert "exporters" not in str(request)


def test_a_long_body_is_cut_and_marked(client):
    client.start(inputs={"text": "x" * 70_000})
    request = get(client, "/requests")["requests"][0]["request"]
    assert request["cut"]
    assert len(request["body"]) == 65536


def test_a_logged_stream_has_the_times_of_its_chunks(client):
    question = {"model": "m", "stream": True, "messages": [{"role": "user", "content": "Hi"}]}
    client.post("/v1/chat/completions", json=question)
    [request] = get(client, "/requests", operation="Chat Completion")["requests"]
    chunks = request["answer"]["chunks"]
    assert "".join(chunk["text"] for chunk in chunks).endswith("data: [DONE]\n\n")
    assert [chunk["ms"] for chunk in chunks] == sorted(chunk["ms"] for chunk in chunks)


def test_requests_are_filtered(client):
    client.start(project_id="other/one")
    client.start()
    client.post("/call/start", json={})
    assert len(get(client, "/requests", project=P)["requests"]) == 1
    assert len(get(client, "/requests", status=422)["requests"]) == 1
    assert len(get(client, "/requests", operation="Call Start")["requests"]) == 3
    assert len(get(client, "/requests", limit=2, bodies=False)["requests"]) == 2
    later = get(client, "/requests")["requests"][-1]["at"]
    assert len(get(client, "/requests", since=later)["requests"]) == 1
    assert get(client, "/requests", since="2999-01-01T00:00:00Z")["requests"] == []


def test_a_filter_that_does_not_exist_is_refused(client):
    answer = client.get("/__admin/requests?operatoin=Call Start")
    assert answer.status_code == 422
    (problem,) = answer.json()["detail"]
    assert problem["loc"] == ["query"]
    assert problem["msg"] == "unknown key 'operatoin'; the nearest known key is 'operation'"


def test_the_request_log_keeps_as_many_requests_as_the_setting(make_client):
    client = make_client(journal=2)
    for name in "abc":
        client.start(name)
    requests = get(client, "/requests")["requests"]
    assert [each["answer"]["body"]["id"] for each in requests] == ["b", "c"]
    client.delete("/__admin/requests")
    assert get(client, "/requests")["requests"] == []


def test_an_unknown_path_is_listed_with_the_nearest_operation(client):
    client.post("/calls/start", json={})
    client.start()
    [request] = get(client, "/requests/unmatched")["requests"]
    assert (request["operation"], request["status"]) == (None, 404)
    assert "POST /call/start" in request["hint"]


def test_requests_are_counted_by_their_contents(client):
    client.start(attributes={"a": 1, "b": [1, {"c": 2}]})
    for body, found in [
        ({"start": {"id": "a"}}, 1),
        ({"start": {"attributes": {"b": [1, {}]}}}, 1),
        ({"start": {"attributes": {"b": [1]}}}, 0),
        ({"start": {"attributes": {"a": True}}}, 0),
        ({"end": {}}, 0),
    ]:
        assert post(client, "/requests/count", {"body": body}) == {"count": found}
    assert post(client, "/requests/count", {"answer": {"id": "a"}, "status": 200})["count"] == 1


def test_calls_are_verified(client):
    client.start()
    assert post(client, "/requests/verify", {"operation": "Call Start"}) == {"count": 1}
    assert post(client, "/requests/verify", {"operation": "Call End", "times": 0}) == {"count": 0}


def test_a_failed_verification_has_a_reason(client):
    client.end(exception="ValueError: no")
    wanted = {"operation": "Call End", "times": 1, "body": {"end": {"exception": None, "x": 1}}}
    refusal = post(client, "/requests/verify", wanted, status=409)
    assert refusal["count"] == 0
    assert refusal["reason"].splitlines() == [
        "Call End: expected exactly 1, found 0",
        "  nearest is request 1:",
        '    body.end.exception: expected null, got "ValueError: no"',
        "    body.end.x: expected 1, is missing",
    ]


def test_a_failed_assertion_lists_the_operations_that_were_called(client):
    client.start()
    client.start("b")
    refusal = post(client, "/requests/verify", {"operation": "Call End"}, status=409)
    assert refusal["reason"].endswith("requests so far: Call Start (2)")


def test_waiting_ends_at_once_if_there_is_enough(client):
    client.start()
    wanted = {"operation": "Call Start", "times": 1, "timeout": 60}
    assert post(client, "/requests/wait", wanted) == {"met": True, "count": 1, "reason": ""}


def test_waiting_ends_with_its_time(client):
    found = post(client, "/requests/wait", {"operation": "Call Start", "timeout": 0.01})
    assert (found["met"], found["count"]) == (False, 0)
    assert "expected at least 1, found 0" in found["reason"]


def test_a_reset_drops_records_requests_and_plans(make_client):
    client = make_client(data=("fixtures/demo.json",), seed=7)
    before = get(client, "/state")["counts"]
    client.start()
    post(client, "/faults", {"operation": "Call End", "status": 503})
    post(client, "/clock", {"freeze": "2030-01-01T00:00:00Z"})
    dropped = post(client, "/reset", {})["dropped"]
    assert dropped == {"records": {"calls": 1}, "requests": 1, "faults": 1, "replies": 0}
    assert get(client, "/state")["counts"] == before
    assert get(client, "/requests")["requests"] == []
    assert get(client, "/faults")["faults"] == []
    assert not get(client, "/clock")["frozen"]


def test_a_reset_to_empty_leaves_nothing(make_client):
    client = make_client(data=("fixtures/demo.json",))
    post(client, "/reset", {"to": "empty"})
    assert get(client, "/state")["counts"] == {}


def test_one_project_is_reset_alone(client):
    client.start(project_id="a/one")
    client.start(project_id="b/two")
    client.start("b", project_id="b/two")
    post(client, "/faults", {"project": "a/one", "status": 500})
    dropped = post(client, "/reset", {"project": "a/one"})["dropped"]
    assert dropped == {"records": {"calls": 1}, "requests": 1, "faults": 1}
    assert client.read("b", project_id="b/two")["id"] == "b"
    assert client.read("a", project_id="a/one") is None


def test_one_project_is_restored_though_others_reused_its_numbers(make_client):
    client = make_client(data=("fixtures/demo.json",))
    demo = {"project_id": P}
    [*texts] = (call["id"] for call in client.query())
    client.post("/calls/delete", json={**demo, "call_ids": texts})
    client.start(project_id="b/two")
    post(client, "/reset", {"project": P})
    assert sorted(client.ids()) == sorted(texts)
    assert client.read("a", project_id="b/two")["id"] == "a"


def test_states_are_remembered_by_name(client):
    client.start()
    assert post(client, "/snapshots", {"name": "one"})["counts"] == {"calls": 1}
    client.start("b")
    post(client, "/snapshots/one/restore", None)
    assert client.ids() == ["a"]
    assert get(client, "/snapshots") == {"snapshots": ["baseline", "one"]}
    assert client.delete("/__admin/snapshots").json() == {"dropped": ["one"]}
    post(client, "/snapshots/one/restore", None, status=404)
    post(client, "/snapshots", {"name": "baseline"}, status=409)


def test_records_are_shown_by_kind(client):
    client.start()
    client.start("b", project_id="b/two")
    assert [each["id"] for each in get(client, "/state/calls")["records"]] == ["a", "b"]
    assert [each["id"] for each in get(client, "/state/calls", project=P)["records"]] == ["a"]
    assert "calls" in client.get("/__admin/state/cals").json()["reason"]


def test_the_clock_is_frozen_moved_and_released(client):
    frozen = post(client, "/clock", {"freeze": "2030-01-01T00:00:00Z"})
    assert frozen == {"now": "2030-01-01T00:00:00Z", "frozen": True}
    assert post(client, "/clock", {"advance": 90})["now"] == "2030-01-01T00:01:30Z"
    assert post(client, "/clock", {"release": True})["now"] < "2030-01-01T00:00:00Z"
    post(client, "/clock", {"freeze": True, "advance": 1}, status=400)
    post(client, "/clock", {"advance": 1e15}, status=400)


def test_settings_are_changed_until_the_next_reset(client):
    assert get(client, "/settings")["listing"] == "both"
    answer = client.put("/__admin/settings", json={"listing": "a", "auth": "none"})
    assert answer.json()["listing"] == "a"
    assert client.get("/version").status_code == 404
    anonymous = {"Authorization": ""}
    assert client.post("/call/read", json={}, headers=anonymous).status_code == 422
    post(client, "/reset", {})
    assert client.get("/version").status_code == 200
    assert client.post("/call/read", json={}, headers=anonymous).status_code == 401


def test_keys_are_masked(make_client):
    client = make_client(api_key=("a-long-secret-of-7890",))
    assert get(client, "/settings")["api_key"] == ["...7890"]


def test_the_server_is_not_ended_without_leave(client):
    assert "--allow-shutdown" in post(client, "/shutdown", {}, status=403)["reason"]


def test_it_describes_itself(client):
    text = get(client, "/openapi.json")
    named = {
        f"{method.upper()} {path}" for path, methods in text["paths"].items() for method in methods
    }
    assert named == {route for route in get(client, "")["routes"] if not route.endswith("/")}
    found = text["paths"]["/__admin/requests"]["get"]
    assert "failed" in [each["name"] for each in found["parameters"]]
    assert "requestBody" in text["paths"]["/__admin/state/load"]["post"]
    ids = [each["operationId"] for methods in text["paths"].values() for each in methods.values()]
    assert len(ids) == len(set(ids))


def test_the_oldest_of_many_long_bodies_are_dropped(client):
    body = encode({"project_id": P, "id": "x" * LONGEST_KEPT})
    for _ in range(300):
        client.post("/call/read", content=body)
    numbers = [each["id"] for each in get(client, "/requests", bodies=False, limit=300)["requests"]]
    assert numbers == [str(number) for number in range(301 - len(numbers), 301)]
    assert MOST_BYTES / 2 < len(numbers) * LONGEST_KEPT < MOST_BYTES
    hits = {row["operation"]: row["hits"] for row in get(client, "/routes")["routes"]}
    assert hits["Call Read"] == 300


def test_streams_count_by_what_was_sent(make_client):
    client = make_client(journal=50, auth="none")
    body = request(stream=True, max_tokens=1)
    for _ in range(300):
        client.post(PATH, json=body)
    assert len(get(client, "/requests", bodies=False)["requests"]) == 50


def test_calls_cost_what_their_usage_does(client):
    prices = {"m1": {"prompt_token_cost": 0.001, "completion_token_cost": 0.002}}
    client.post("/cost/create", json={"project_id": P, "costs": prices})
    usage = {"prompt_tokens": 100, "completion_tokens": 50}
    for name, model in (("a", "m1"), ("b", "unknown")):
        client.start(name)
        client.end(name, summary={"usage": {model: usage}})
    assert get(client, "/costs", project=P) == {"costs": {"a": pytest.approx(0.2)}}
    assert get(client, "/costs", project="b/two") == {"costs": {}}


SPOILED = [
    *(
        ("POST", path, body)
        for path in ("/reset", "/faults", "/clock", "/snapshots", "/outage")
        for body in (b"{", b"[]", b"null", b'"x"', b'{"x": 1}', b"\xff", b"[" * 100_000)
    ),
    ("POST", "/reset", b'{"to": "nowhere"}'),
    ("POST", "/reset", b'{"project": 7}'),
    ("POST", "/clock", b'{"advance": 1e999}'),
    ("POST", "/clock", b'{"advance": NaN}'),
    ("POST", "/clock", b'{"advance": -1}'),
    ("POST", "/clock", b'{"freeze": "soon"}'),
    ("POST", "/clock", b'{"freeze": "9999-12-31T23:59:59-23:00"}'),
    ("POST", "/clock", b'{"freeze": "0001-01-01T00:00:00+23:00"}'),
    ("POST", "/clock", b"{}"),
    ("PUT", "/settings", b'{"now": "9999-12-31T23:59:59-23:00", "seed": 7}'),
    ("PUT", "/settings", b'{"listing": "c"}'),
    ("PUT", "/settings", b'{"port": 1}'),
    ("POST", "/faults", b'{"limit": 1, "per": 1e999}'),
    ("POST", "/faults", b'{"status": 429, "retry_after": 1e999}'),
    ("POST", "/faults", b'{"delay": 1e9}'),
    ("POST", "/faults", b'{"status": 503, "probability": NaN}'),
    ("POST", "/requests/wait", b'{"timeout": 1e9}'),
    ("POST", "/requests/wait", b'{"times": 0}'),
    ("POST", "/requests/count", b'{"operation": "*"}'),
    ("POST", "/snapshots", b'{"name": "a/b"}'),
    ("POST", "/outage", b'{"seconds": 1e9}'),
    ("POST", "/state/load", b"{"),
    ("POST", "/state/load?mode=append", b'{"mockserver": 1}'),
    ("GET", "/requests?since=soon", b""),
    ("GET", "/requests?limit=0", b""),
    ("GET", "/costs", b""),
    ("GET", "/state/calls?limit=%FF", b""),
    ("DELETE", "/faults/one", b""),
    ("PATCH", "/faults", b""),
]


@pytest.mark.parametrize(("method", "path", "body"), SPOILED)
def test_a_malformed_request_is_refused_and_changes_nothing(client, method, path, body):
    client.start()
    before = [get(client, each) for each in ("/state", "/settings", "/faults", "/snapshots")]
    answer = client.request(method, f"/__admin{path}", content=body)
    assert 400 <= answer.status_code < 500, answer.text
    after = [get(client, each) for each in ("/state", "/settings", "/faults", "/snapshots")]
    assert (before, get(client, "/clock")["frozen"]) == (after, False)


def test_a_setting_of_null_does_not_change(client):
    answer = client.put("/__admin/settings", json={"listing": None, "auth": "none"})
    assert (answer.json()["listing"], answer.json()["auth"]) == ("both", "none")
