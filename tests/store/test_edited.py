"""A database file that a hand has edited: what it leaves out does no harm."""

from __future__ import annotations

import json

import pytest

from tests.conftest import P

TABLES = {
    "calls": {"1": {"id": "a", "project_id": P, "op_name": "op"}, "2": {"project_id": P}},
    "call_ends": {"1": {"id": "b", "project_id": P, "ended_at": "2024-01-01T00:00:01Z"}},
    "feedback": {"1": {"project_id": P, "weave_ref": f"weave:///{P}/call/a"}},
    "costs": {"1": {"project_id": P, "llm_id": "m"}},
}
CONDITION = {"$expr": {"$not": [{"$eq": [{"$getField": "id"}, {"$literal": "z"}]}]}}
REQUESTS = {
    "/calls/query": {
        "query": CONDITION,
        "filter": {"trace_roots_only": True},
        "sort_by": [{"field": "summary.weave.latency_ms", "direction": "desc"}],
        "include_costs": True,
        "include_feedback": True,
        "include_storage_size": True,
        "include_total_storage_size": True,
    },
    "/calls/query_stats": {"query": CONDITION, "include_total_storage_size": True},
    "/call/read": {"id": "a"},
    "/call/update": {"call_id": "a", "display_name": "n"},
    "/calls/delete": {"call_ids": ["a"]},
    "/threads/stream_query": {},
    "/feedback/query": {"query": CONDITION},
    "/cost/query": {"query": CONDITION},
}


@pytest.fixture
def client(make_client, tmp_path):
    path = tmp_path / "db.json"
    path.write_text(json.dumps(TABLES))
    return make_client(db=str(path))


@pytest.mark.parametrize(("path", "request_"), REQUESTS.items())
def test_a_record_without_its_members_is_served(client, path, request_):
    answer = client.post(path, json={"project_id": P, **request_})
    assert answer.status_code == 200, answer.text


def test_a_record_has_blanks_in_place_of_what_it_lacks(client):
    call = client.read("a")
    assert (call["op_name"], call["inputs"], call["parent_id"]) == ("op", {}, None)
    assert call["summary"]["weave"]["status"] == "running"
    client.end("a")
    assert client.read("a")["summary"]["weave"]["status"] == "success"


def test_an_end_without_its_members_waits_for_its_start(client):
    client.start("b")
    assert client.read("b")["ended_at"] == "2024-01-01T00:00:01Z"
