"""Refs in calls: shown as what they name, and looked through by queries."""

from __future__ import annotations

import pytest

from tests.conftest import P


def publish(client, name, val, project_id=P):
    obj = {"project_id": project_id, "object_id": name, "val": val}
    digest = client.post("/obj/create", json={"obj": obj}).json()["digest"]
    return f"weave:///{project_id}/object/{name}:{digest}"


@pytest.fixture
def refs(client):
    """A call `a` whose inputs name objects, one of them naming another; and a call without."""
    inner = publish(client, "inner", {"name": "deep", "rank": 2})
    outer = publish(client, "outer", {"name": "shallow", "inner": inner})
    inputs = {"ref": inner, "ref2": outer, "list": [inner], "plain": "text", "n": 1}
    client.start("a", inputs=inputs), client.end("a", output=inner)
    client.start("b", inputs={"n": 2}, started_at="2024-01-01T00:00:01Z")
    return inputs


def shown(client, *columns, **request):
    return client.query(filter={"call_ids": ["a"]}, expand_columns=list(columns), **request)[0]


def field(path, literal, operator="$eq"):
    return {"$expr": {operator: [{"$getField": path}, {"$literal": literal}]}}


def test_a_ref_is_shown_as_the_object_calls_60(client, refs):
    expanded = {"name": "deep", "rank": 2, "_ref": refs["ref"]}
    assert shown(client, "inputs.ref")["inputs"] == {**refs, "ref": expanded}
    assert shown(client, "output")["output"] == expanded


@pytest.mark.parametrize(
    "columns", [["inputs.ref2.inner", "inputs.ref2"], ["inputs.ref2", "inputs.ref2.inner"]]
)
def test_an_object_inside_is_shown_whatever_the_order_calls_60(client, refs, columns):
    outer = shown(client, *columns)["inputs"]["ref2"]
    assert outer["name"] == "shallow"
    assert outer["inner"] == {"name": "deep", "rank": 2, "_ref": refs["ref"]}


@pytest.mark.parametrize(
    "column",
    ["inputs.ref2.inner", "inputs.list", "inputs.list.0", "inputs.plain", "inputs.n", "inputs",
     "inputs.none", "bogus", "inputs.ref.name", "", "."],
)  # fmt: skip
def test_nothing_else_changes_calls_60(client, refs, column):
    assert shown(client, column) == client.query(filter={"call_ids": ["a"]})[0]


def test_the_ref_tells_where_an_object_is_from_whatever_the_object_says_calls_60(client):
    ref = publish(client, "o", {"_ref": "mine"})
    client.start("a", inputs={"ref": ref})
    assert shown(client, "inputs.ref")["inputs"]["ref"] == {"_ref": ref}


def test_a_value_that_is_no_object_has_no_room_for_its_ref_calls_60(client):
    client.start("a", inputs={"ref": publish(client, "o", [1, 2])})
    assert shown(client, "inputs.ref")["inputs"] == {"ref": [1, 2]}


def test_a_ref_into_a_value_shows_that_part_calls_60(client):
    ref = publish(client, "o", {"a": {"b": [{"c": 1}]}})
    client.start("a", inputs={"ref": f"{ref}/attr/a/key/b/index/0"})
    assert shown(client, "inputs.ref")["inputs"]["ref"]["c"] == 1


@pytest.mark.parametrize(
    "ref", [f"weave:///{P}/object/none:abc", f"weave:///{P}/call/a", f"weave:///{P}/object/none",
            f"weave:///{P}/object/none:abc/attr", f"weave:///{P}/object/none:latest"]
)  # fmt: skip
def test_a_ref_that_leads_nowhere_stays_calls_60(client, ref):
    client.start("a", inputs={"ref": ref})
    assert shown(client, "inputs.ref")["inputs"] == {"ref": ref}


def test_a_deleted_object_leaves_its_ref_calls_60(client, refs):
    client.post("/obj/delete", json={"project_id": P, "object_id": "inner"})
    assert shown(client, "inputs.ref")["inputs"] == refs


def test_only_columns_that_are_shown_are_expanded_calls_60(client, refs):
    call = shown(client, "inputs.ref", "output", columns=["output"])
    assert (call["inputs"], call["output"]["name"]) == ({}, "deep")


def test_refs_may_stay_in_the_answer_calls_61(client, refs):
    assert shown(client, "inputs.ref", return_expanded_column_values=False)["inputs"] == refs
    assert shown(client, "inputs.ref", return_expanded_column_values=None)["inputs"] != refs


@pytest.mark.parametrize(
    ("query", "columns", "ids"),
    [
        (field("inputs.ref.name", "deep"), ["inputs.ref"], ["a"]),
        (field("inputs.ref.name", "deep"), [], []),
        (field("inputs.ref.rank", 1, "$gt"), ["inputs.ref"], ["a"]),
        (field("inputs.ref2.inner.name", "deep"), ["inputs.ref2", "inputs.ref2.inner"], ["a"]),
        (field("inputs.ref2.inner.name", "deep"), ["inputs.ref2"], []),
        (field("inputs.ref2.inner.name", "deep"), ["inputs.ref2.inner"], []),
        (field("output.name", "deep"), ["output"], ["a"]),
        (field("inputs.plain", "text"), ["inputs.ref"], ["a"]),
        (field("inputs.ref.name", ""), ["inputs.ref"], ["b"]),
    ],
)
def test_a_query_looks_through_refs_calls_61(client, refs, query, columns, ids):
    request = {"query": query, "expand_columns": columns, "return_expanded_column_values": False}
    assert client.ids(**request) == ids
    stats = {"project_id": P, "query": query, "expand_columns": columns}
    assert client.post("/calls/query_stats", json=stats).json()["count"] == len(ids)


def test_a_condition_below_an_expanded_column_looks_through_refs_only_calls_61(client, refs):
    client.start("c", inputs={"ref": {"name": "deep"}}, started_at="2024-01-01T00:00:02Z")
    inline = field("inputs.ref.name", "deep")
    assert client.ids(query=inline, expand_columns=["inputs.ref"]) == ["a"]
    assert client.ids(query=inline) == ["c"]
    other = {"$expr": {"$not": [inline["$expr"]]}}
    assert client.ids(query=other, expand_columns=["inputs.ref"]) == ["b", "c"]


def test_digits_in_a_column_are_a_key_too_calls_60_61(client):
    ref = publish(client, "o", {"name": "deep"})
    client.start("a"), client.end("a", output={"refs": {"1": ref, "01": ref}})
    client.start("b"), client.end("b", output={"refs": ["text", ref]})
    column = "output.refs.1"
    shown = [call["output"]["refs"] for call in client.query(expand_columns=[column])]
    assert shown == [{"1": {"name": "deep", "_ref": ref}, "01": ref}, ["text", ref]]
    query = field("output.refs.1.name", "deep")
    assert client.ids(query=query, expand_columns=[column]) == ["a", "b"]
    assert client.ids(query=query) == []


def test_the_ref_itself_is_still_found_calls_61(client, refs):
    query = field("inputs.ref", refs["ref"])
    assert client.ids(query=query, expand_columns=["inputs.ref"]) == ["a"]


def test_calls_are_sorted_by_what_refs_name_calls_61(client):
    for name, rank in (("x", 3), ("y", 1), ("z", 2)):
        client.start(name, inputs={"ref": publish(client, name, {"rank": rank})})
    order = [{"field": "inputs.ref.rank", "direction": "desc"}]
    assert client.ids(sort_by=order, expand_columns=["inputs.ref"]) == ["x", "z", "y"]
    assert client.ids(sort_by=order) == ["x", "y", "z"]


def test_more_columns_than_anybody_has_are_400(client):
    request = {"project_id": P, "expand_columns": ["a"] * 1001}
    assert client.post("/calls/query", json=request).status_code == 400
