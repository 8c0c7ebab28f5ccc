"""Calls: start, end, batch, complete, read, update, delete."""

from __future__ import annotations

import json
import re

import pytest

from mockserver.trace.kinds import CALLS
from tests.conftest import P

UUID7 = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")


def minimal(**fields):
    return {
        "project_id": P,
        "op_name": "op",
        "started_at": "2024-01-01T00:00:00Z",
        "attributes": {},
        "inputs": {},
        **fields,
    }


# Start


def test_a_started_call_runs_calls_1(client):
    answer = client.start("a")
    assert (answer.status_code, answer.json()) == (200, {"id": "a", "trace_id": "t1"})
    call = client.read("a")
    assert (call["ended_at"], call["output"]) == (None, None)
    assert call["summary"] == {"weave": {"status": "running", "trace_name": "op"}}


def test_a_record_has_every_member_in_the_services_order(client):
    client.start("a")
    assert list(client.read("a")) == [
        "id", "project_id", "op_name", "display_name", "trace_id", "parent_id", "thread_id",
        "turn_id", "started_at", "attributes", "inputs", "ended_at", "exception", "output",
        "summary", "wb_user_id", "wb_run_id", "wb_run_step", "wb_run_step_end", "deleted_at",
        "storage_size_bytes", "total_storage_size_bytes", "wb_username", "expire_at",
    ]  # fmt: skip


def test_ids_are_made_where_the_client_sends_none_calls_2(client):
    made = [client.post("/call/start", json={"start": minimal()}).json() for _ in range(3)]
    assert all(UUID7.fullmatch(call["id"]) for call in made)
    assert all(UUID7.fullmatch(call["trace_id"]) for call in made)
    assert len({text for call in made for text in call.values()}) == 6
    ids = [call["id"] for call in made]
    assert ids == sorted(ids)
    assert client.read(ids[0])["trace_id"] == made[0]["trace_id"]


def test_a_trace_is_not_inherited_from_the_parent_calls_3(client):
    client.start("a", trace_id="t1")
    child = client.post("/call/start", json={"start": minimal(parent_id="a")}).json()
    assert child["trace_id"] != "t1"


def test_a_start_without_op_name_is_422_calls_4(client):
    call = minimal()
    del call["op_name"]
    problem = client.post("/call/start", json={"start": call}).json()["detail"][0]
    assert problem["type"] == "missing"
    assert problem["loc"] == ["body", "start", "op_name"]
    assert problem["input"] == call


def test_an_unknown_key_beside_start_is_422_and_one_inside_is_dropped_calls_5(client):
    beside = client.post("/call/start", json={"start": minimal(id="a"), "foo": 1})
    problem = beside.json()["detail"][0]
    assert (problem["type"], problem["loc"]) == ("extra_forbidden", ["body", "foo"])
    assert client.start("a", foo=1).status_code == 200
    assert "foo" not in client.read("a")


@pytest.mark.parametrize(
    "started_at", [1704067200, 1704067200000, "1704067200", "2024-01-01T00:00:00Z"]
)
def test_a_time_has_many_spellings_calls_6(client, started_at):
    client.start("a", started_at=started_at)
    assert client.read("a")["started_at"] == "2024-01-01T00:00:00Z"


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("2024-01-01T00:00:00.123456789Z", "2024-01-01T00:00:00.123456Z"),
        ("2024-01-01T00:00:00.5Z", "2024-01-01T00:00:00.500000Z"),
        ("2024-01-01T02:00:00+02:00", "2024-01-01T00:00:00Z"),
        ("2024-01-01T00:00:00", "2024-01-01T00:00:00Z"),
        ("2024-01-01 00:00:00", "2024-01-01T00:00:00Z"),
        ("2024-01-01", "2024-01-01T00:00:00Z"),
    ],
)
def test_a_time_is_kept_in_utc_to_the_microsecond_calls_7_8(client, sent, kept):
    client.start("a", started_at=sent)
    assert client.read("a")["started_at"] == kept


@pytest.mark.parametrize("moment", ["soon", "2024-13-01", True, [], 10**30, "9999999999999999"])
def test_what_is_no_time_is_422(client, moment):
    assert client.start("a", started_at=moment).status_code == 422


@pytest.mark.parametrize(("sent", "kept"), [(3.0, 3), (True, 1), ("2", 2), (None, None)])
def test_a_whole_number_has_many_spellings_calls_9(client, sent, kept):
    client.start("a", wb_run_step=sent)
    assert client.read("a")["wb_run_step"] == kept


def test_a_fraction_is_no_whole_number_calls_9(client):
    problem = client.start("a", wb_run_step=3.5).json()["detail"][0]
    assert problem["type"] == "int_from_float"


def test_the_user_is_the_caller_whatever_the_body_says_calls_12(client):
    client.start("a", wb_user_id="me")
    user = client.read("a")["wb_user_id"]
    assert user not in ("me", None)


def test_an_empty_id_is_422(client):
    assert client.start("").json()["detail"][0]["type"] == "string_too_short"


def test_nan_reads_back_as_null_calls_28(client):
    body = b'{"start": {"project_id": "acme/demo", "id": "a", "op_name": "op", "started_at": 0,'
    body += b'"attributes": {}, "inputs": {"x": NaN, "y": [-Infinity, 1e999]}}}'
    assert client.post("/call/start", content=body).status_code == 200
    assert client.read("a")["inputs"] == {"x": None, "y": [None, None]}


def test_numbers_and_texts_of_any_size_come_back_exactly(client):
    inputs = {"big": 2**80, "small": -(2**64), "float": 1e-7, "text": "☕ \x00 \U0001f600"}
    client.start("a", inputs=inputs)
    client.end("a")
    assert client.read("a")["inputs"] == inputs


def test_a_lone_surrogate_comes_back(client):
    body = b'{"start": {"project_id": "acme/demo", "id": "a", "op_name": "op", "started_at": 0,'
    body += b'"attributes": {}, "inputs": {"x": "\\ud800"}}}'
    assert client.post("/call/start", content=body).status_code == 200
    assert client.read("a")["inputs"] == {"x": "\ud800"}
    assert client.ids(filter={"trace_roots_only": True}) == ["a"]


def test_otel_data_shows_among_the_attributes_calls_32(client):
    client.start("a", otel_dump={"name": "s"}, attributes={"k": 1})
    assert client.read("a")["attributes"] == {"k": 1, "otel_span": {"name": "s"}}


# Names


def test_a_display_name_takes_the_place_of_the_trace_name_calls_29(client):
    client.start("a", display_name="D")
    assert client.read("a")["summary"]["weave"] == {"status": "running", "display_name": "D"}


def test_an_empty_display_name_is_none_calls_29(client):
    client.start("a", display_name="")
    call = client.read("a")
    assert call["display_name"] is None
    assert call["summary"]["weave"]["trace_name"] == "op"


@pytest.mark.parametrize(
    ("op_name", "trace_name"),
    [
        ("weave:///e/p/op/my_op:abc", "my_op"),
        ("weave:///e/p/object/thing:abc", "thing"),
        ("weave:///e/p/call/abc", None),
        ("plain:x", "plain:x"),
    ],
)
def test_the_trace_name_is_the_name_of_the_op_calls_30(client, op_name, trace_name):
    client.start("a", op_name=op_name)
    call = client.read("a")
    assert call["op_name"] == op_name
    assert call["summary"]["weave"].get("trace_name") == trace_name


# End


def test_an_ended_call_is_a_success_with_its_latency_calls_13(client):
    client.start("a")
    assert client.end("a").json() == {}
    call = client.read("a")
    assert call["ended_at"] == "2024-01-01T00:00:02.345678Z"
    weave = {"status": "success", "latency_ms": 2345, "trace_name": "op"}
    assert call["summary"]["weave"] == weave


def test_an_end_without_summary_is_422_calls_14(client):
    end = {"project_id": P, "id": "a", "ended_at": 0}
    answer = client.post("/call/end", json={"end": end})
    assert answer.status_code == 422
    assert answer.json()["detail"][0]["loc"] == ["body", "end", "summary"]


def test_an_exception_makes_an_error_calls_15(client):
    client.start("a")
    client.end("a", exception="boom")
    call = client.read("a")
    assert (call["exception"], call["summary"]["weave"]["status"]) == ("boom", "error")


def test_an_empty_exception_makes_none(client):
    client.start("a")
    client.end("a", exception="")
    assert client.read("a")["summary"]["weave"]["status"] == "success"


def test_an_error_below_is_a_descendant_error_calls_16(client):
    client.start("a")
    client.end("a", summary={"status_counts": {"error": 1, "success": 2}})
    summary = client.read("a")["summary"]
    assert summary["weave"]["status"] == "descendant_error"
    assert summary["status_counts"] == {"error": 1, "success": 2}


def test_an_unknown_status_cannot_be_counted_calls_17(client):
    answer = client.end("a", summary={"status_counts": {"bogus": 1}})
    [problem] = answer.json()["detail"]
    assert (answer.status_code, problem["type"]) == (422, "enum")
    assert problem["loc"][-3:] == ["status_counts", "bogus", "[key]"]


def test_usage_keeps_what_it_does_not_know_calls_18(client):
    client.start("a")
    client.end("a", summary={"usage": {"m": {"prompt_tokens": 1, "zzz": 9}}, "own": [1]})
    summary = client.read("a")["summary"]
    assert summary["usage"] == {"m": {"prompt_tokens": 1, "zzz": 9}}
    assert summary["own"] == [1]


@pytest.mark.parametrize("usage", [{"m": {"prompt_tokens": "abc"}}, [], {"m": 1}])
def test_usage_that_is_none_is_422_calls_18(client, usage):
    assert client.end("a", summary={"usage": usage}).status_code == 422


def test_a_clients_own_words_in_the_derived_part_stay_calls_19(client):
    client.start("a")
    client.end("a", summary={"weave": {"status": "zzz", "x": 1}})
    weave = client.read("a")["summary"]["weave"]
    assert (weave["x"], weave["status"]) == (1, "success")


def test_only_what_is_derived_takes_the_place_of_a_clients_words_calls_19(client):
    client.start("a", display_name="D")
    client.end("a", summary={"weave": {"trace_name": "mine", "display_name": "x"}})
    weave = client.read("a")["summary"]["weave"]
    assert (weave["trace_name"], weave["display_name"]) == ("mine", "D")


def test_a_call_may_end_before_it_started_calls_20(client):
    client.start("a", started_at="2024-01-01T00:00:05Z")
    client.end("a", ended_at="2024-01-01T00:00:00Z")
    assert client.read("a")["summary"]["weave"]["latency_ms"] == -5000


def test_the_last_end_wins_whole_calls_21(client):
    client.start("a")
    client.end("a", output="first", exception="boom", summary={"own": 1})
    client.end("a", output="second")
    call = client.read("a")
    assert (call["output"], call["exception"]) == ("second", None)
    assert "own" not in call["summary"]


def test_an_end_may_come_before_its_start_calls_22(client):
    assert client.end("a", output="early").json() == {}
    assert client.read("a") is None
    assert client.post("/calls/query_stats", json={"project_id": P}).json()["count"] == 0
    client.start("a")
    call = client.read("a")
    assert (call["output"], call["summary"]["weave"]["status"]) == ("early", "success")


def test_of_two_early_ends_the_last_wins(client):
    client.end("a", output=1), client.end("a", output=2)
    client.start("a")
    assert client.read("a")["output"] == 2


def test_the_end_of_an_unknown_call_is_no_error_calls_23(client):
    assert client.end("nobody").status_code == 200
    assert client.post("/calls/query_stats", json={"project_id": P}).json()["count"] == 0


def test_a_second_start_changes_nothing_calls_24(client):
    client.start("a", op_name="first")
    answer = client.start("a", op_name="second")
    assert (answer.status_code, answer.json()) == (200, {"id": "a", "trace_id": "t1"})
    assert [call["op_name"] for call in client.query()] == ["first"]


def test_a_second_start_tells_the_trace_of_the_first_calls_24(client):
    first, second = (client.post("/call/start", json={"start": minimal(id="a")}) for _ in "12")
    assert first.json() == second.json() == {"id": "a", "trace_id": client.read("a")["trace_id"]}


CONFUSING = {
    "attributes": {"ended_at": 1},
    "x": ',"ended_at":',
    "inputs": [{"a": 1, "ended_at": 2}],
}
"""A value with the keys of a call, in an order of its own."""


@pytest.mark.parametrize("field", ["attributes", "inputs", "output"])
def test_a_call_may_hold_what_looks_like_a_call(client, field):
    fields = {"attributes": {}, "inputs": {}, field: CONFUSING}
    output = fields.pop("output", None)
    client.start("a", **fields)
    for ended_at in ("2025-01-01T10:00:00Z", "2025-01-01T11:00:00Z"):
        client.end("a", ended_at=ended_at, output=output)
        client.post("/call/update", json={"project_id": P, "call_id": "a", "display_name": "n"})
        call = client.read("a")
        assert {**call, **fields, "ended_at": ended_at, "output": output} == call


def test_a_call_may_have_its_fields_in_any_order_in_an_edited_file(make_client, tmp_path):
    file = tmp_path / "db.json"
    record = {**CALLS.blank, "id": "a", "project_id": P, "inputs": CONFUSING, "op_name": "op"}
    shuffled = {name: record[name] for name in sorted(record)}
    file.write_text(json.dumps({"calls": {"1": shuffled}}))
    client = make_client(db=str(file))
    client.end("a", ended_at="2025-01-01T10:00:00Z")
    call = client.read("a")
    assert (call["inputs"], call["ended_at"]) == (CONFUSING, "2025-01-01T10:00:00Z")


# Batch


def batch(client, *items):
    return client.post("/call/upsert_batch", json={"batch": list(items)})


def started(call_id, **fields):
    return {"req": {"start": minimal(id=call_id, trace_id="t1", **fields)}}


def ended(call_id, **fields):
    end = {"project_id": P, "id": call_id, "ended_at": 10**9, "summary": {}, **fields}
    return {"req": {"end": end}}


def test_a_batch_is_applied_in_order_calls_25(client):
    answer = batch(client, started("a"), ended("a"), started("b"))
    a, b = {"id": "a", "trace_id": "t1"}, {"id": "b", "trace_id": "t1"}
    assert answer.json() == {"res": [a, {}, b]}
    assert [call["ended_at"] is None for call in client.query()] == [False, True]


def test_the_mode_is_what_the_item_looks_like_calls_26(client):
    assert batch(client, {"mode": "start", **started("a")}).status_code == 200
    assert batch(client).json() == {"res": []}
    refused = batch(client, {"mode": "zzz", **started("b")})
    assert (refused.status_code, refused.json()) == (400, {"reason": "Invalid mode"})
    assert batch(client, {"mode": "end", **started("b")}).status_code == 400


@pytest.mark.parametrize(
    "broken",
    [
        {"req": {"start": {"project_id": P}}},
        {"req": {}},
        {"mode": "zzz", **started("c")},
        {"req": {"end": {"project_id": "nowhere", "id": "x", "ended_at": 0, "summary": {}}}},
        7,
    ],
    ids=["missing fields", "no shape", "unknown mode", "bad project", "no object"],
)
def test_one_bad_item_keeps_the_whole_batch_out_calls_27(client, broken):
    assert batch(client, started("a"), broken).status_code in (400, 422)
    assert client.ids() == []


def test_a_bad_item_is_told_by_its_place_and_shape_calls_27(client):
    item = started("b")
    del item["req"]["start"]["project_id"]
    problems = batch(client, started("a"), item).json()["detail"]
    first = ["body", "batch", 1, "CallBatchStartMode", "req", "start", "project_id"]
    assert problems[0]["loc"] == first
    assert {problem["loc"][3] for problem in problems} == {"CallBatchStartMode", "CallBatchEndMode"}


# Complete


def completed(call_id, **fields):
    end = {"ended_at": "2024-01-01T00:00:01Z", "summary": {}, "trace_id": "t1"}
    return minimal(id=call_id, **end, **fields)


def complete(client, *calls):
    return client.post("/v2/acme/demo/calls/complete", json={"batch": list(calls)})


def test_a_complete_call_is_kept_at_once(client):
    assert complete(client, completed("b", parent_id="a"), completed("a")).json() == {}
    calls = {call["id"]: call for call in client.query()}
    assert calls["b"]["parent_id"] == "a"
    assert calls["a"]["summary"]["weave"]["latency_ms"] == 1000


def test_a_complete_call_ends_one_that_was_started(client):
    started_here = {"start": minimal(id="a", trace_id="t1")}
    assert client.post("/v2/acme/demo/call/start", json=started_here).status_code == 200
    complete(client, completed("a", output=3))
    assert client.read("a")["output"] == 3


def test_the_newer_end_is_the_same_end(client):
    client.start("a")
    end = {"project_id": P, "id": "a", "ended_at": 10**9, "summary": {}, "is_eval": False}
    newer = {**end, "trace_id": "t1", "started_at": "2024-01-01T00:00:00Z"}
    assert client.post("/v2/acme/demo/call/end", json={"end": newer}).json() == {}
    assert client.read("a")["ended_at"] == "2001-09-09T01:46:40Z"


# Read, update, delete


def test_a_call_that_is_not_there_reads_as_null_calls_33(client):
    client.start("a")
    assert client.read("b") is None
    assert client.read("a", project_id="acme/other") is None
    client.post("/calls/delete", json={"project_id": P, "call_ids": ["a"]})
    assert client.read("a") is None


def rename(client, **fields):
    return client.post("/call/update", json={"project_id": P, "call_id": "a", **fields})


def test_a_call_can_be_renamed_calls_34(client):
    client.start("a")
    assert rename(client, display_name="New").json() == {}
    assert client.read("a")["display_name"] == "New"
    rename(client, display_name="")
    call = client.read("a")
    assert (call["display_name"], call["summary"]["weave"]["trace_name"]) == (None, "op")


@pytest.mark.parametrize("fields", [{}, {"display_name": None}], ids=["absent", "null"])
def test_an_update_without_a_name_is_400_calls_34(client, fields):
    answer = rename(client, **fields)
    assert answer.status_code == 400
    assert answer.json() == {"reason": "One of [display_name] is required for call update"}


def test_a_new_name_leaves_what_a_client_said_calls_34(client):
    told = {"weave": {"trace_name": "mine", "x": 1}}
    client.start("a", display_name="D"), client.end("a", summary=told)
    rename(client, display_name="New")
    weave = client.read("a")["summary"]["weave"]
    assert (weave["display_name"], weave["trace_name"], weave["x"]) == ("New", "mine", 1)
    rename(client, display_name="")
    assert "display_name" not in client.read("a")["summary"]["weave"]


def test_a_name_that_is_given_later_takes_the_place_of_the_trace_name_calls_34(client):
    client.start("a"), client.end("a")
    rename(client, display_name="New")
    weave = {"status": "success", "latency_ms": 2345, "display_name": "New"}
    assert client.read("a")["summary"]["weave"] == weave


def test_a_name_may_come_before_its_start_calls_34(client):
    assert rename(client, display_name="first").json() == rename(client, display_name="New").json()
    assert client.read("a") is None
    client.start("a")
    weave = {"status": "running", "display_name": "New"}
    assert client.read("a")["summary"] == {"weave": weave}


@pytest.mark.parametrize("name", [None, "", "Mine"])
def test_a_name_and_an_end_may_both_come_early_calls_34(client, name):
    client.end("a", output=1), rename(client, display_name="New"), client.end("a", output=2)
    client.start("a", display_name=name)
    call = client.read("a")
    assert (call["display_name"], call["output"]) == (name or "New", 2)
    assert call["summary"]["weave"]["status"] == "success"


def test_an_update_of_a_deleted_call_is_no_error_calls_34(client):
    client.start("a"), delete(client, "a")
    assert rename(client, display_name="x").status_code == 200
    assert client.start("a").status_code == 200
    assert client.read("a") is None


def delete(client, *call_ids, project_id=P):
    answer = client.post("/calls/delete", json={"project_id": project_id, "call_ids": call_ids})
    return answer.json()["num_deleted"]


def test_deleting_a_call_deletes_what_it_called_calls_35(client):
    client.start("d1"), client.start("d2", parent_id="d1"), client.start("d3", parent_id="d2")
    client.start("d4", parent_id="d1"), client.start("d5")
    assert delete(client, "d2") == 2
    assert client.ids() == ["d1", "d4", "d5"]
    assert delete(client, "d1") == 2
    assert client.ids() == ["d5"]


def test_a_deletion_counts_each_call_once_calls_36(client):
    client.start("e1"), client.start("e2", parent_id="e1")
    assert delete(client, "e1", "e2") == 2
    assert delete(client, "x", "x") == 1


def test_calls_that_are_their_own_ancestors_can_be_deleted(client):
    client.start("a", parent_id="b"), client.start("b", parent_id="a")
    assert delete(client, "a") == 2


def test_a_deletion_of_nothing_and_of_the_unknown_calls_37(client):
    assert delete(client) == 0
    assert delete(client, "nobody") == 1


def test_a_thousand_ids_are_enough_calls_37(client):
    assert delete(client, *map(str, range(1000))) == 1000
    request = {"project_id": P, "call_ids": [str(number) for number in range(1001)]}
    answer = client.post("/calls/delete", json=request)
    assert (answer.status_code, answer.json()["reason"]) == (413, "Request too large")


def test_a_deletion_stays_within_its_project_calls_38(client):
    client.start("a")
    assert delete(client, "a", project_id="acme/other") == 1
    assert client.read("a")["id"] == "a"


def test_a_deleted_call_does_not_come_back_calls_39(client):
    client.start("a")
    delete(client, "a")
    assert client.post("/calls/query_stats", json={"project_id": P}).json()["count"] == 0
    assert client.end("a").status_code == 200
    assert client.start("a").json()["id"] == "a"
    assert client.read("a") is None


def test_a_call_may_be_deleted_before_its_start_arrives_calls_39(client):
    client.end("a")
    assert delete(client, "a") == delete(client, "a") == 1
    assert client.start("a").json()["id"] == "a"
    assert client.end("a").status_code == 200
    assert client.read("a") is None


def test_the_same_id_in_two_projects_is_two_calls(client):
    client.start("a"), client.start("a", project_id="acme/other", op_name="other")
    client.end("a", output="mine")
    assert client.read("a")["output"] == "mine"
    assert client.read("a", project_id="acme/other")["output"] is None


def test_a_call_whose_inputs_hold_a_running_call_ends_right(client):
    client.start("inner")
    inner = client.read("inner")
    client.start("a", inputs={"call": inner}, attributes={"call": inner})
    client.end("a", output={"call": inner})
    client.end("a", output=[inner], exception="late")
    call = client.read("a")
    assert call["inputs"] == call["attributes"] == {"call": inner}
    assert (call["output"], call["exception"]) == ([inner], "late")
    assert call["summary"]["weave"]["status"] == "error"
