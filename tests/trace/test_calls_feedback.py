"""Calls found and sorted by their feedback."""

from __future__ import annotations

import pytest

from tests.conftest import P

REACTION = "wandb.reaction.1"


def say(client, call_id, feedback_type, payload, **fields):
    feedback = {
        "project_id": P,
        "weave_ref": f"weave:///{P}/call/{call_id}",
        "feedback_type": feedback_type,
        "payload": payload,
        **fields,
    }
    assert client.post("/feedback/create", json=feedback).status_code == 200


@pytest.fixture
def judged(client):
    """`a` has ten thumbs down and one up, `b` a score, `c` nothing."""
    for call_id in "abc":
        client.start(call_id)
    for emoji in [*"👎" * 10, "👍"]:
        say(client, "a", REACTION, {"emoji": emoji})
    op = f"weave:///{P}/op/judge:v1"
    call = f"weave:///{P}/call/x"
    say(client, "b", "wandb.runnable.judge", {"output": 0.5}, runnable_ref=op, call_ref=call)
    return client


def compare(path, literal, operator="$eq"):
    return {operator: [{"$getField": path}, {"$literal": literal}]}


EMOJI = f"feedback.[{REACTION}].payload.emoji"
OUTPUT = "feedback.[wandb.runnable.judge].payload.output"

FOUND = {
    "calls-83 one of many": (compare(EMOJI, "👍"), "a"),
    "calls-83 the other": (compare(EMOJI, "👎"), "a"),
    "calls-83 none": (compare(EMOJI, "🎉"), ""),
    "calls-83 not": ({"$not": [compare(EMOJI, "👍")]}, "b c"),
    "calls-83 number": (compare(OUTPUT, 0.4, "$gt"), "b"),
    "calls-83 any type": (compare("feedback.[*].payload.output", 0.5), "b"),
    "calls-83 another type": (compare("feedback.[wandb.runnable.other].payload.output", 0.5), ""),
    "calls-83 ref": (
        compare("feedback.[wandb.runnable.judge].runnable_ref", f"weave:///{P}/op/judge:v1"),
        "b",
    ),
    "calls-83 in": ({"$in": [{"$getField": EMOJI}, [{"$literal": "👍"}]]}, "a"),
    "calls-83 contains": (
        {"$contains": {"input": {"$getField": EMOJI}, "substr": {"$literal": "👍"}}},
        "a",
    ),
    "calls-83 convert": (
        {"$gte": [{"$convert": {"input": {"$getField": OUTPUT}, "to": "double"}}, {"$literal": 0}]},
        "b",
    ),
    "calls-83 both hold, of different feedback": (
        {"$and": [compare(EMOJI, "👍"), compare(EMOJI, "👎")]},
        "a",
    ),
    "calls-83 two fields of one feedback": (
        {"$eq": [{"$getField": EMOJI}, {"$getField": EMOJI}]},
        "a b c",
    ),
    "calls-83 no feedback says nothing": (compare(EMOJI, ""), "b c"),
    "calls-83 as clients ask for scored calls": ({"$not": [compare(OUTPUT, "")]}, "b"),
}


@pytest.mark.parametrize(("expr", "ids"), FOUND.values(), ids=FOUND)
def test_calls_are_found_by_their_feedback(judged, expr, ids):
    assert judged.ids(query={"$expr": expr}) == ids.split()
    request = {"project_id": P, "query": {"$expr": expr}}
    assert judged.post("/calls/query_stats", json=request).json()["count"] == len(ids.split())


def test_calls_are_sorted_by_their_last_feedback_calls_83(client):
    for call_id, scores in {"a": [1, 5], "b": [3], "c": []}.items():
        client.start(call_id)
        for score in scores:
            say(client, call_id, "score", {"value": score})
    by_score = {"field": "feedback.[score].payload.value", "direction": "asc"}
    assert client.ids(sort_by=[by_score]) == ["b", "a", "c"]
    assert client.ids(sort_by=[{**by_score, "direction": "desc"}]) == ["a", "b", "c"]


@pytest.mark.parametrize(
    "path",
    ["feedback", "feedback.[x]", "feedback.[x].", "feedback.[x].bogus", "feedback.x.payload.a",
     "feedback.[].payload.a", "feedback.[x].payload_a", "feedback.[x].creator"],
)  # fmt: skip
@pytest.mark.parametrize(("listing", "status"), [("a", 403), ("b", 422)])
def test_other_paths_into_feedback_are_refused_calls_84(make_client, path, listing, status):
    request = {"project_id": P, "query": {"$expr": compare(path, "x")}}
    answer = make_client(listing=listing).post("/calls/stream_query", json=request)
    assert answer.status_code == status, answer.text


def test_feedback_of_two_types_is_not_compared(client):
    one, other = ({"$getField": f"feedback.[{name}].payload.x"} for name in "ab")
    request = {"project_id": P, "query": {"$expr": {"$eq": [one, other]}}}
    assert client.post("/calls/stream_query", json=request).status_code == 400
