"""Behaviour that evaluation runs, predictions and scores share."""

from __future__ import annotations

import json

import pytest

from tests.conftest import P
from tests.trace.runs import (
    BASE,
    ITEMS,
    NAMES,
    delete,
    each,
    everything,
    finish,
    ids,
    lines,
    read,
    trial,
)


@each
def test_it_is_created_listed_read_deleted_and_gone(client, kind):
    item = dict(zip(ITEMS, everything(client), strict=True))[kind]
    found = read(client, kind, item)
    assert lines(client, kind) == [found]
    answer = delete(client, kind, params={f"{ITEMS[kind]}s": item})
    assert answer.json()["num_deleted"] >= 1
    assert lines(client, kind) == []
    gone = client.get(f"{BASE}{kind}/{item}")
    assert (gone.status_code, gone.json()) == (404, {"reason": f"{NAMES[kind]} {item} not found"})


@each
def test_an_unknown_item_is_404_by_its_name_objects_98(client, kind):
    answer = client.get(f"{BASE}{kind}/nope")
    assert (answer.status_code, answer.json()) == (404, {"reason": f"{NAMES[kind]} nope not found"})


@pytest.mark.parametrize("kind", ["evaluation_runs", "predictions"])
def test_an_unknown_item_cannot_be_finished(client, kind):
    answer = finish(client, kind, "nope", json={})
    assert (answer.status_code, answer.json()) == (404, {"reason": f"{NAMES[kind]} nope not found"})


@each
def test_a_list_is_paged_the_oldest_first(client, kind):
    rounds = [dict(zip(ITEMS, everything(client), strict=True))[kind] for _ in range(3)]
    assert ids(client, kind) == rounds
    assert ids(client, kind, limit=1, offset=1) == rounds[1:2]
    assert ids(client, kind, offset=2) == rounds[2:]
    assert client.get(f"{BASE}{kind}?limit=0").content == b""


@pytest.mark.parametrize(
    "where",
    [
        lambda item: {"params": {"evaluation_run_ids": [item]}},
        lambda item: {"content": json.dumps([item])},
        lambda item: {"params": {"evaluation_run_ids": item}, "content": b"{}"},
    ],
    ids=["query", "body", "query wins"],
)
def test_a_deleted_run_takes_its_trace_along_objects_96(client, where):
    items = dict(zip(ITEMS, everything(client), strict=True))
    run_id = items["evaluation_runs"]
    assert delete(client, "evaluation_runs", **where(run_id)).json() == {"num_deleted": 4}
    for kind, item in items.items():
        assert client.get(f"{BASE}{kind}/{item}").status_code == 404
    assert client.query(filter={"trace_ids": [run_id]}) == []


def test_a_deleted_prediction_leaves_trial_and_scores(client):
    run_id, prediction, scored = everything(client)
    above = trial(client, prediction)["id"]
    delete(client, "predictions", params={"prediction_ids": prediction})
    assert client.ids(filter={"trace_ids": [run_id]}) == [run_id, above, scored]


@each
def test_no_body_is_422_and_an_empty_list_deletes_nothing_objects_97(client, kind):
    everything(client)
    for body in (b"", b"null"):
        answer = delete(client, kind, content=body)
        assert (answer.status_code, answer.json()["detail"][0]["type"]) == (422, "missing")
    assert delete(client, kind, content=b"[]").json() == {"num_deleted": 0}
    assert len(lines(client, kind)) == 1


def test_more_than_a_thousand_ids_are_413(client):
    answer = delete(client, "scores", content=json.dumps(["x"] * 1001))
    assert answer.status_code == 413


@each
def test_calls_deleted_by_other_routes_are_gone_here_too(client, kind):
    item = dict(zip(ITEMS, everything(client), strict=True))[kind]
    client.post("/calls/delete", json={"project_id": P, "call_ids": [item]})
    assert client.get(f"{BASE}{kind}/{item}").status_code == 404
    assert ids(client, kind) == []
