"""The trace API as the console reads it: never checked, struck or remembered, with figures."""

from __future__ import annotations

import json

import pytest

PROJECT = "acme/shop"
LIST = "/__admin/trace/calls/stream_query"


def call(call_id, trace="t", parent=None, **more):
    return {
        "project_id": PROJECT,
        "id": call_id,
        "trace_id": trace,
        "parent_id": parent,
        "op_name": "answer",
        "started_at": f"2026-01-01T00:00:{int(call_id[-2:]):02}Z",
        "ended_at": "2026-01-01T00:01:00Z",
        "attributes": {},
        "inputs": {"text": "x" * 500, "items": [1, 2, 3, 4, 5]},
        "output": None,
        "summary": {},
        **more,
    }


def usage(tokens):
    return {"usage": {"gpt-4o": {"prompt_tokens": tokens, "completion_tokens": 0}}}


@pytest.fixture
def shop(client):
    batch = [
        call("r-01", "t1"),
        call("c-02", "t1", "r-01", summary=usage(700)),
        call("c-03", "t1", "c-02", summary=usage(700)),
        call("c-04", "t1", "r-01", summary=usage(50)),
        call("r-05", "t2", summary=usage(90)),
        call("c-06", "t2", "nobody"),
    ]
    client.post(f"/v2/{PROJECT}/calls/complete", json={"batch": batch})
    return client


def rows(client, **query):
    found = client.post(LIST, json={"project_id": PROJECT, **query})
    assert found.status_code == 200, found.text
    return [json.loads(line) for line in found.text.splitlines()]


def test_a_row_has_the_figures_of_its_calls(shop):
    root, *_ = rows(shop)
    assert root["id"] == "r-01"
    assert {key: root["console"][key] for key in ("tokens", "calls", "feedback", "orphan")} == {
        "tokens": 750,
        "calls": 4,
        "feedback": 0,
        "orphan": False,
    }
    assert root["console"]["cost"] == pytest.approx(750 * 2.5e-6)


def test_rows_are_sorted_and_filtered_by_their_figures(shop):
    by_tokens = rows(
        shop,
        filter={"trace_roots_only": True},
        sort_by=[{"field": "console.tokens", "direction": "asc"}],
    )
    assert [row["id"] for row in by_tokens] == ["r-05", "r-01"]
    orphans = {"$expr": {"$eq": [{"$getField": "console.orphan"}, {"$literal": True}]}}
    assert [row["id"] for row in rows(shop, query=orphans)] == ["c-06"]


def test_the_public_route_does_not_know_the_figures(shop):
    order = [{"field": "console.tokens", "direction": "asc"}]
    query = {"project_id": PROJECT, "sort_by": order}
    assert shop.post("/calls/stream_query", json=query).status_code == 422


def test_a_lean_row_is_short(shop):
    row = rows(shop, lean=True, preview=5, include_costs=True)[1]
    assert row["inputs"] == {"text": "xxxxx…", "items": [1, 2, 3]}
    assert row["summary"]["weave"]["costs"] == {"gpt-4o": pytest.approx(700 * 2.5e-6)}
    assert "output" not in row
    assert "display_name" not in row


def test_calls_whose_parents_go_round_in_a_circle_are_counted_once(client):
    batch = [call("a-01", "t", "b-02"), call("b-02", "t", "a-01")]
    client.post(f"/v2/{PROJECT}/calls/complete", json={"batch": batch})
    assert [row["console"]["calls"] for row in rows(client)] == [2, 2]


def test_projects_are_counted(shop):
    shop.post(
        "/call/start",
        json={
            "start": {
                "project_id": "acme/other",
                "op_name": "f",
                "started_at": "2027-01-01T00:00:00Z",
                "attributes": {},
                "inputs": {},
            }
        },
    )
    assert shop.get("/__admin/projects").json()["projects"] == [
        {
            "project_id": "acme/other",
            "calls": 1,
            "roots": 1,
            "running": 1,
            "errors": 0,
            "last_started_at": "2027-01-01T00:00:00Z",
        },
        {
            "project_id": PROJECT,
            "calls": 6,
            "roots": 2,
            "running": 0,
            "errors": 0,
            "last_started_at": "2026-01-01T00:00:06Z",
        },
    ]


def test_keys_faults_and_the_request_log_leave_the_consoles_reads_alone(make_client):
    client = make_client(api_key=["secret"], listing="a")
    client.post("/__admin/faults", json={"operation": "*", "status": 503})
    assert client.post(
        "/calls/query_stats", json={"project_id": PROJECT}, auth=None
    ).status_code in (401, 503)
    before = len(client.get("/__admin/requests").json()["requests"])
    stats = client.post("/__admin/trace/calls/query_stats", json={"project_id": PROJECT})
    assert stats.json()["count"] == 0
    resources = client.get("/__admin/trace/v2/acme/shop/ops")
    assert resources.status_code == 200
    assert len(client.get("/__admin/requests").json()["requests"]) == before
