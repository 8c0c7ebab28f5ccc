"""Finding calls: filters, order, pages, columns, statistics."""

from __future__ import annotations

import pytest

from tests.conftest import P

FOO = "weave:///e/p/op/foo"
REF = "weave:///e/p/object/thing:abc"


@pytest.fixture
def calls(client):
    """c1 and its child c2, c3 and its running child c4, c5 with a list that holds a ref."""
    client.start("c1", op_name=f"{FOO}:v1", started_at=1, trace_id="t1")
    client.start("c2", op_name=f"{FOO}:v2", started_at=2, trace_id="t1", parent_id="c1")
    client.start("c3", op_name="weave:///e/p/op/foobar:v1", started_at=3, trace_id="t2")
    client.start("c4", op_name="plain", started_at=4, trace_id="t2", parent_id="c3")
    client.start("c5", op_name="plain:x", started_at=5, trace_id="t3", inputs={"a": {"b": REF}})
    for call_id in ("c1", "c2", "c3"):
        client.end(call_id)
    client.end("c5", output=[1, REF])
    return client


def test_calls_come_oldest_first_and_ties_by_id_calls_41(calls):
    calls.start("c0", started_at=5)
    assert calls.ids() == ["c1", "c2", "c3", "c4", "c0", "c5"]


def test_half_a_second_is_later_than_the_full_one(client):
    client.start("b", started_at="2024-01-01T00:00:00.5Z")
    client.start("a", started_at="2024-01-01T00:00:01Z")
    client.start("c", started_at="2024-01-01T00:00:00Z")
    assert client.ids() == ["c", "b", "a"]


def test_newest_first_has_ties_by_id_too(calls):
    calls.start("c0", started_at=5)
    newest = [{"field": "started_at", "direction": "desc"}]
    assert calls.ids(sort_by=newest) == ["c0", "c5", "c4", "c3", "c2", "c1"]
    assert calls.ids(sort_by=newest, limit=2, offset=1) == ["c5", "c4"]


def test_an_empty_order_is_by_id_calls_41(calls):
    calls.start("c0", started_at=9)
    assert calls.ids(sort_by=[]) == ["c0", "c1", "c2", "c3", "c4", "c5"]


FILTERS = {
    "a wildcard fits versions, not longer names calls-42": ({"op_names": [f"{FOO}:*"]}, "c1 c2"),
    "a full name fits one op calls-42": ({"op_names": [f"{FOO}:v2"]}, "c2"),
    "a bare name fits nothing calls-42": ({"op_names": ["foo"]}, ""),
    "wildcard and name are alternatives calls-42": (
        {"op_names": [f"{FOO}:*", "plain"]},
        "c1 c2 c4",
    ),
    "no condition calls-43": ({}, "c1 c2 c3 c4 c5"),
    "empty lists ask for nothing calls-43": (
        {"op_names": [], "trace_ids": [], "call_ids": [], "parent_ids": [], "input_refs": []},
        "c1 c2 c3 c4 c5",
    ),
    "parents calls-44": ({"parent_ids": ["c1", "c3"]}, "c2 c4"),
    "roots calls-44": ({"trace_roots_only": True}, "c1 c3 c5"),
    "roots not asked for calls-44": ({"trace_roots_only": False}, "c1 c2 c3 c4 c5"),
    "a ref in a list of the output calls-45": ({"output_refs": [REF]}, "c5"),
    "a ref deep in the inputs calls-45": ({"input_refs": [REF]}, "c5"),
    "a part of a ref calls-45": ({"input_refs": ["weave:///e/p/object/thing"]}, ""),
    "no thread at all calls-43": ({"thread_ids": []}, ""),
    "no turn at all calls-43": ({"turn_ids": []}, ""),
    "traces": ({"trace_ids": ["t1", "t3", "t9"]}, "c1 c2 c5"),
    "ids": ({"call_ids": ["c5", "c1", "c9"]}, "c1 c5"),
    "all conditions must hold": ({"trace_ids": ["t1"], "trace_roots_only": True}, "c1"),
    "a user": ({"wb_user_ids": ["mockserver-user"]}, "c1 c2 c3 c4 c5"),
}


@pytest.mark.parametrize(("filter", "expected"), FILTERS.values(), ids=FILTERS)
def test_a_filter_finds_calls(calls, filter, expected):
    assert calls.ids(filter=filter) == expected.split()
    stats = calls.post("/calls/query_stats", json={"project_id": P, "filter": filter})
    assert stats.json()["count"] == len(expected.split())


def test_threads_and_turns_calls_46(client):
    client.start("a", thread_id="th1", turn_id="a"), client.start("b", thread_id="th1")
    client.start("c", thread_id="th2", trace_id="t2")
    assert client.ids(filter={"thread_ids": ["th1"]}) == ["a", "b"]
    assert client.ids(filter={"turn_ids": ["a"]}) == ["a"]
    assert client.ids(filter={"thread_ids": ["th1", "th2"], "trace_ids": ["t2"]}) == ["c"]


def test_a_run_is_found_by_its_full_and_its_bare_name(client):
    client.start("a", wb_run_id=f"{P}/run1"), client.start("b", wb_run_id=f"{P}/run2")
    assert client.ids(filter={"wb_run_ids": ["run1"]}) == ["a"]
    assert client.ids(filter={"wb_run_ids": [f"{P}/run2"]}) == ["b"]


def test_a_thousand_values_are_enough_calls_47(client):
    def ask(number):
        ids = {"call_ids": [str(n) for n in range(number)]}
        return client.post("/calls/stream_query", json={"project_id": P, "filter": ids})

    assert ask(1000).status_code == 200
    assert ask(1001).status_code == 400
    assert ask(1001).json()["reason"] == (
        "Parameter: 'call_ids' request length is greater than max length (1000). "
        "Actual length: 1001"
    )


@pytest.mark.parametrize("member", ["thread_ids", "turn_ids", "wb_run_ids", "input_refs"])
def test_more_than_a_thousand_values_are_400_calls_47(client, member):
    request = {"project_id": P, "filter": {member: ["x"] * 1001}}
    reason = client.post("/calls/query_stats", json=request).json()["reason"]
    assert reason.startswith(f"Parameter: '{member}' request length")


def test_a_list_of_users_may_be_longer_calls_47(calls):
    users = [*map(str, range(1000)), "mockserver-user"]
    assert len(calls.ids(filter={"wb_user_ids": users})) == 5


def test_an_unknown_condition_is_422_calls_48(client):
    answer = client.post("/calls/stream_query", json={"project_id": P, "filter": {"zzz": 1}})
    assert answer.status_code == 422
    assert answer.json()["detail"][0]["loc"] == ["body", "filter", "zzz"]


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ({"limit": 2, "offset": 1}, "c2 c3"),
        ({"offset": 100}, ""),
        ({"offset": 3}, "c4 c5"),
        ({"limit": 0}, ""),
        ({"limit": 10**30, "offset": 0}, "c1 c2 c3 c4 c5"),
    ],
)
@pytest.mark.parametrize("filter", [None, {"wb_user_ids": ["mockserver-user"]}])
def test_a_page_calls_49(calls, page, filter, expected):
    assert calls.ids(**page, filter=filter) == expected.split()


@pytest.mark.parametrize("member", ["limit", "offset"])
def test_a_negative_page_is_400_calls_49(calls, member):
    answer = calls.post("/calls/stream_query", json={"project_id": P, member: -1})
    assert answer.status_code == 400
    assert answer.json() == {"reason": f"{member.title()} must be a positive integer"}


def test_an_order_needs_a_direction_calls_50(client):
    for order in ({"field": "id", "direction": "ASC"}, {"field": "id"}):
        answer = client.post("/calls/stream_query", json={"project_id": P, "sort_by": [order]})
        assert answer.status_code == 422


def test_an_order_goes_by_status_and_latency_calls_53_54(calls):
    by_status = [{"field": "summary.weave.status", "direction": "asc"}]
    assert calls.ids(sort_by=by_status) == ["c4", "c1", "c2", "c3", "c5"]
    by_end = [{"field": "ended_at", "direction": "asc"}]
    assert calls.ids(sort_by=by_end)[-1] == "c4"
    by_latency = [{"field": "summary.weave.latency_ms", "direction": "desc"}]
    assert calls.ids(sort_by=by_latency)[-1] == "c4"


TRACE_NAME = "summary.weave.trace_name"


@pytest.fixture
def named(client):
    """Calls that are shown as C, A and B: by the op, by a display name, by the op's ref."""
    client.start("1", op_name="C", started_at=1)
    client.start("2", op_name="Z", display_name="A", started_at=2)
    client.start("3", op_name="weave:///e/p/op/B:v1", started_at=3)
    return client


def test_an_order_by_trace_name_goes_by_what_is_shown_calls_53(named):
    by_name = {"field": TRACE_NAME, "direction": "asc"}
    assert named.ids(sort_by=[by_name]) == ["2", "3", "1"]
    assert named.ids(sort_by=[{**by_name, "direction": "desc"}]) == ["1", "3", "2"]


@pytest.mark.parametrize(("name", "ids"), [("C", ["1"]), ("A", ["2"]), ("B", ["3"]), ("Z", [])])
def test_a_call_is_found_by_the_name_that_is_shown_calls_80(named, name, ids):
    name_of = {"$getField": TRACE_NAME}
    assert named.ids(query={"$expr": {"$eq": [name_of, {"$literal": name}]}}) == ids
    contains = {"$contains": {"input": name_of, "substr": {"$literal": name}}}
    assert named.ids(query={"$expr": contains}) == ids


def test_calls_are_found_by_the_size_of_a_list(calls):
    two = {"$eq": [{"$size": {"$getField": "output"}}, {"$literal": 2}]}
    assert calls.ids(query={"$expr": two}) == ["c5"]


@pytest.mark.parametrize(("listing", "status"), [("a", 403), ("b", 422), ("both", 422)])
def test_an_unknown_field_is_refused_as_the_listing_does_calls_55_84(make_client, listing, status):
    client = make_client(listing=listing)
    order = {"sort_by": [{"field": "bogus", "direction": "asc"}]}
    query = {"query": {"$expr": {"$eq": [{"$getField": "bogus"}, {"$literal": 1}]}}}
    for request in (order, query):
        answer = client.post("/calls/stream_query", json={"project_id": P, **request})
        assert answer.status_code == status
        assert answer.json() == {"reason": "Field bogus is not allowed"}


@pytest.mark.parametrize("field", ["storage_size_bytes", "total_storage_size_bytes"])
@pytest.mark.parametrize("listing", ["a", "both"])
def test_calls_have_no_order_by_size_calls_55(make_client, listing, field):
    order = [{"field": "id", "direction": "asc"}, {"field": field, "direction": "asc"}]
    request = {"project_id": P, "sort_by": order}
    answer = make_client(listing=listing).post("/calls/stream_query", json=request)
    reason = f"Field {field} is not allowed in ORDER BY"
    assert (answer.status_code, answer.json()) == (400, {"reason": reason})


def test_columns_leave_the_rest_empty_calls_56(calls):
    call = calls.query(columns=["id"], filter={"call_ids": ["c5"]})[0]
    assert (call["inputs"], call["output"], call["attributes"]) == ({}, None, {})
    assert (call["op_name"], call["trace_id"]) == ("plain:x", "t3")
    assert call["summary"]["weave"]["status"] == "running"


def test_a_column_is_a_whole_member_calls_57(calls):
    only = {"filter": {"call_ids": ["c5"]}}
    assert calls.query(columns=["id", "inputs.zzz"], **only)[0]["inputs"] == {"a": {"b": REF}}
    summary = calls.query(columns=["summary"], **only)[0]
    assert summary["ended_at"] is not None
    assert summary["summary"]["weave"]["status"] == "success"
    assert calls.query(columns=[], **only) == calls.query(**only)


@pytest.mark.parametrize("column", ["attributes", "inputs", "output", "summary"])
def test_a_column_may_be_called_by_its_stored_name_calls_57(calls, column):
    only = {"filter": {"call_ids": ["c5"]}}
    plain = calls.query(columns=[column], **only)
    assert calls.query(columns=[f"{column}_dump"], **only) == plain
    assert plain != calls.query(columns=["id"], **only) or column == "attributes"


def test_the_summary_brings_what_it_is_made_of_calls_57(client):
    client.start("a", display_name="D", inputs={"x": 1}), client.end("a", exception="boom")
    call = client.query(columns=["summary.usage"])[0]
    assert (call["exception"], call["display_name"], call["inputs"]) == ("boom", "D", {})
    weave = {"status": "error", "latency_ms": 2345, "display_name": "D"}
    assert call["summary"] == {"weave": weave}


def test_an_order_may_use_what_is_not_selected_calls_52(calls):
    by_id = [{"field": "op_name", "direction": "desc"}]
    assert calls.query(columns=["id"], sort_by=by_id)[0]["id"] == "c3"


def test_newer_clients_ask_for_more_calls_58(client):
    request = {"project_id": P, "latest_only": False, "include_usernames": False}
    assert client.post("/calls/stream_query", json=request).status_code == 200


def test_users_are_named_when_asked_for_calls_58(calls):
    assert calls.query(limit=1)[0]["wb_username"] is None
    named = calls.query(include_usernames=True, columns=["id"])[0]
    assert (named["wb_username"], named["wb_user_id"]) == ("mockserver-user", None)


def test_statistics_count_what_is_visible_calls_64_65(calls):
    def stats(**request):
        return calls.post("/calls/query_stats", json={"project_id": P, **request})

    assert stats().json() == {"count": 5, "total_storage_size_bytes": None, "has_more": False}
    assert stats(limit=2).json()["count"] == 2
    assert stats(project_id="acme/nobody").json()["count"] == 0
    for limit in (0, -1):
        assert stats(limit=limit).status_code == 400
        assert stats(limit=limit).json() == {"reason": "Limit must be a positive integer"}
    assert stats(sort_by=[]).status_code == stats(offset=1).status_code == 422


@pytest.mark.parametrize(("limit", "more"), [(4, True), (5, True), (6, False)])
def test_statistics_say_whether_they_reached_the_limit_calls_64(calls, limit, more):
    answer = calls.post("/calls/query_stats", json={"project_id": P, "limit": limit}).json()
    assert (answer["count"], answer["has_more"]) == (min(limit, 5), more)


def test_a_query_is_anded_with_the_filter(calls):
    query = {"$expr": {"$contains": {"input": {"$getField": "op_name"},
                                     "substr": {"$literal": "foo"}}}}  # fmt: skip
    assert calls.ids(query=query) == ["c1", "c2", "c3"]
    assert calls.ids(query=query, filter={"trace_ids": ["t2"]}) == ["c3"]


TEXTS = {
    "calls-67 another case": ("$contains", "TWO", {"case_insensitive": True}, "c"),
    "calls-67 the same case": ("$contains", "TWO", {"case_insensitive": None}, ""),
    "calls-77 true": ("$eq", "true", {}, "a"),
    "calls-77 true as Python writes it": ("$eq", "True", {}, "a"),
    "calls-70 a number": ("$eq", "12", {}, "b"),
    "calls-85 quotes": ("$contains", '"two"', {}, "c"),
    "calls-79 a text in a list": ("$contains", "deep", {}, "d"),
}


@pytest.mark.parametrize(("operator", "text", "options", "ids"), TEXTS.values(), ids=TEXTS)
def test_stored_values_are_found_by_texts(client, operator, text, options, ids):
    for call_id, value in zip("abcd", [True, 12, 'one "two"', [["deep"]]], strict=True):
        client.start(call_id, inputs={"x": value})
    field, literal = {"$getField": "inputs.x"}, {"$literal": text}
    operands = {"input": field, "substr": literal, **options}
    expr = {operator: operands if operator == "$contains" else [field, literal]}
    assert client.ids(query={"$expr": expr}) == ids.split()


def test_a_size_is_told_when_asked_for_calls_62(calls):
    plain = calls.query()
    assert {call["storage_size_bytes"] for call in plain} == {None}
    assert {call["total_storage_size_bytes"] for call in plain} == {None}
    asked = {"include_storage_size": True, "include_total_storage_size": True}
    root, child, *_ = calls.query(**asked)
    assert root["storage_size_bytes"] > 0
    total = root["storage_size_bytes"] + child["storage_size_bytes"]
    assert (root["total_storage_size_bytes"], child["total_storage_size_bytes"]) == (total, None)
    assert calls.query(**asked, columns=["id"])[0]["total_storage_size_bytes"] == total
    read = calls.post("/call/read", json={"project_id": P, "id": "c1", **asked}).json()["call"]
    assert read == root


def test_statistics_tell_the_size_of_traces_calls_65(calls):
    def total(**request):
        request = {"project_id": P, "include_total_storage_size": True, **request}
        return calls.post("/calls/query_stats", json=request).json()["total_storage_size_bytes"]

    sizes = [call["storage_size_bytes"] for call in calls.query(include_storage_size=True)]
    assert total() == sum(sizes)
    assert total(filter={"trace_ids": ["t1"]}) == sum(sizes[:2])
    assert total(filter={"call_ids": ["c2"]}) == total(project_id="acme/nobody") == 0


def test_all_calls_in_one_piece(calls):
    answer = calls.post("/calls/query", json={"project_id": P, "limit": 2})
    assert [call["id"] for call in answer.json()["calls"]] == ["c1", "c2"]


def test_many_matches_are_paged_in_order(client):
    batch = [
        {"req": {"start": {
            "project_id": P, "id": f"{n:04}", "op_name": f"op{n % 2}", "trace_id": "t",
            "started_at": 10_000 - n, "attributes": {}, "inputs": {},
        }}}
        for n in range(1000)
    ]  # fmt: skip
    client.post("/call/upsert_batch", json={"batch": batch})
    odd = {"op_names": ["op1"]}
    assert client.ids(filter=odd, limit=3) == ["0999", "0997", "0995"]
    newest = [{"field": "started_at", "direction": "desc"}]
    assert client.ids(filter=odd, sort_by=newest, limit=3, offset=1) == ["0003", "0005", "0007"]


def since(operator, moment):
    return {"$expr": {operator: [{"$getField": "started_at"}, {"$literal": moment}]}}


RANGES = {
    "after": (since("$gt", 2), "c3 c4 c5"),
    "from": (since("$gte", 2), "c2 c3 c4 c5"),
    "before": (since("$lt", 2), "c1"),
    "until": (since("$lte", 2), "c1 c2"),
    "iso": (since("$gt", "1970-01-01T00:00:03Z"), "c4 c5"),
    "a fraction": (since("$gt", 2.5), "c3 c4 c5"),
    "beyond all years": (since("$gt", 10**18), ""),
    "before all years": (since("$gt", -(10**18)), "c1 c2 c3 c4 c5"),
    "both ends": (
        {"$expr": {"$and": [since("$gte", 2)["$expr"], since("$lt", 4)["$expr"]]}},
        "c2 c3",
    ),
    "not an end": ({"$expr": {"$not": [since("$gte", 2)["$expr"]]}}, "c1"),
    "one of two": (
        {"$expr": {"$or": [since("$gt", 4)["$expr"], since("$lt", 2)["$expr"]]}},
        "c1 c5",
    ),
}


@pytest.mark.parametrize(("query", "expected"), RANGES.values(), ids=RANGES)
@pytest.mark.parametrize("direction", ["asc", "desc"])
def test_a_range_of_time_calls_81(calls, query, expected, direction):
    order = [{"field": "started_at", "direction": direction}]
    expected = expected.split() if direction == "asc" else expected.split()[::-1]
    assert calls.ids(query=query, sort_by=order) == expected
