"""Annotation queues, as the newest clients use them."""

from __future__ import annotations

import pytest

from tests.conftest import P, decoded

PATH = "/annotation_queues"


def queue(client, name="Q One", **fields):
    body = {"project_id": P, "name": name, "scorer_refs": [], **fields}
    answer = client.post(PATH, json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()["id"]


def read(client, queue_id):
    answer = client.get(f"{PATH}/{queue_id}", params={"project_id": P})
    return answer.json().get("queue") or (answer.status_code, answer.json()["reason"])


def update(client, queue_id, **fields):
    return client.put(f"{PATH}/{queue_id}", json={"project_id": P, **fields})


def delete(client, queue_id):
    return client.delete(f"{PATH}/{queue_id}", params={"project_id": P})


def names(client, **request):
    answer = client.post(f"{PATH}/query", json={"project_id": P, **request})
    return [decoded(line)["name"] for line in answer.text.splitlines()]


def add(client, queue_id, *call_ids):
    body = {"project_id": P, "call_ids": [*call_ids], "display_fields": ["inputs.q"]}
    answer = client.post(f"{PATH}/{queue_id}/items", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()["added_count"], answer.json()["duplicates"]


def items(client, queue_id, **request):
    answer = client.post(f"{PATH}/{queue_id}/items/query", json={"project_id": P, **request})
    assert answer.status_code == 200, answer.text
    return answer.json()["items"]


def progress(client, queue_id, item, state):
    path = f"{PATH}/{queue_id}/items/{item}/progress"
    return client.post(path, json={"project_id": P, "annotation_state": state})


def stats(client, *queue_ids):
    answer = client.post(f"{PATH}/stats", json={"project_id": P, "queue_ids": [*queue_ids]})
    return [tuple(each.values()) for each in answer.json()["stats"]]


@pytest.fixture
def filled(client):
    """A queue with two calls in it."""
    client.start("a"), client.start("b", op_name="other")
    queue_id = queue(client)
    add(client, queue_id, "a", "b")
    return queue_id


def test_a_queue_is_created_and_found_next_trace_41(client):
    found = read(client, queue(client))
    assert (found["description"], found["scorer_refs"], found["deleted_at"]) == ("", [], None)
    queue(client, "Q Two")
    assert names(client) == ["Q Two", "Q One"]
    assert names(client, name="ONE") == ["Q One"]
    assert names(client, sort_by=[{"field": "name", "direction": "asc"}], limit=1) == ["Q One"]


def test_a_queue_changes_next_trace_42(client):
    queue_id = queue(client, description="old", scorer_refs=["s"])
    before = read(client, queue_id)
    assert update(client, queue_id).json()["queue"] == before
    after = update(client, queue_id, name="new").json()["queue"]
    assert after == {**before, "name": "new", "updated_at": after["updated_at"]}
    assert read(client, queue_id) == after
    assert update(client, "none", name="x").status_code == 404


def test_a_call_is_in_a_queue_once_next_trace_43(client):
    for call_id in "abc":
        client.start(call_id)
    queue_id = queue(client)
    assert add(client, queue_id, "a", "b", "unknown") == (2, 0)
    assert add(client, queue_id, "a", "b", "c", "c") == (1, 2)
    assert add(client, queue_id, "a", "b", "c") == (0, 3)


def test_items_have_positions_next_trace_44(client, filled):
    [first] = items(client, filled, limit=1, include_position=True)
    assert (first["call_id"], first["position_in_queue"]) == ("a", 1)
    assert (first["annotation_state"], first["display_fields"]) == ("unstarted", ["inputs.q"])
    [second] = items(client, filled, offset=1, include_position=True)
    assert second["position_in_queue"] == 2
    assert items(client, "unknown") == []
    progress(client, filled, first["id"], "completed")
    [found] = items(client, filled, filter={"annotation_states": ["completed", "skipped"]})
    assert found["call_id"] == "a"
    assert items(client, filled, filter={"call_op_name": "other"})[0]["call_id"] == "b"


def test_states_only_move_forward_next_trace_45(client, filled):
    item = items(client, filled)[0]["id"]
    for state in ("in_progress", "in_progress", "completed", "completed"):
        answer = progress(client, filled, item, state)
        assert answer.status_code == 200
        assert answer.json()["item"]["annotation_state"] == state
    for state in ("skipped", "in_progress", "unstarted"):
        assert progress(client, filled, item, state).status_code == 400
    assert progress(client, filled, "none", "skipped").json()["reason"] == (
        f"Queue item 'none' not found in queue '{filled}'"
    )


def test_the_last_annotator_is_shown_next_trace_46(client, filled):
    item = items(client, filled)[0]["id"]
    progress(client, filled, item, "completed")
    state = client.get("/__admin/state/export").json()
    for one in state["projects"][P]["records"]["annotation_queue_items"]:
        if one["id"] == item:
            one["progress"].append({"annotator": "another", "state": "in_progress"})
    assert client.post("/__admin/state/load", json=state).status_code == 200
    [found] = items(client, filled, filter={"id": item})
    assert (found["annotation_state"], found["annotator_user_id"]) == ("in_progress", "another")
    assert stats(client, filled) == [(filled, 2, 1)]


def test_stats_are_in_the_order_of_the_request_next_trace_47(client, filled):
    empty = queue(client, "empty")
    assert stats(client, empty, "none", filled) == [(empty, 0, 0), ("none", 0, 0), (filled, 2, 0)]


def test_a_deleted_queue_keeps_its_items_next_trace_48(client, filled):
    assert delete(client, filled).json()["queue"]["deleted_at"]
    assert read(client, filled) == (404, f"Queue {filled} not found")
    for answer in (delete(client, filled), update(client, filled, name="x")):
        assert answer.status_code == 404
        assert answer.json()["reason"] == f"Queue {filled} not found or already deleted"
    assert names(client) == []
    assert len(items(client, filled)) == 2


def test_feedback_is_given_in_a_queue_next_trace_49(client, filled):
    body = {"project_id": P, "weave_ref": f"weave:///{P}/call/a", "feedback_type": "custom"}
    one = {**body, "payload": {}, "queue_id": filled}
    assert client.post("/feedback/create", json=one).status_code == 200
    delete(client, filled)
    batch = {"batch": [{**one, "queue_id": None}, one]}
    for path, sent in (("create", one), ("batch/create", batch)):
        answer = client.post(f"/feedback/{path}", json=sent)
        assert answer.status_code == 400
        assert answer.json()["reason"] == f"Queue {filled} not found or has been deleted"
    found = client.post("/feedback/query", json={"project_id": P, "fields": ["queue_id"]}).json()
    assert found["result"] == [{"queue_id": filled}]


def test_calls_are_found_by_their_queue_next_trace_50(client, filled):
    client.start("alone")
    field = {"$getField": "annotation_queue_items.queue_id"}
    query = {"$expr": {"$eq": [field, {"$literal": filled}]}}
    assert client.ids(query=query) == ["a", "b"]
    either = {"$expr": {"$in": [field, [{"$literal": "x"}, {"$literal": filled}]]}}
    assert client.ids(query=either) == ["a", "b"]
    other = {"$expr": {"$eq": [{"$getField": "annotation_queue_items.id"}, {"$literal": "x"}]}}
    answer = client.post("/calls/stream_query", json={"project_id": P, "query": other})
    assert answer.status_code == 422
