"""Long work gives way to other requests, and answers as of the moment it began."""

from __future__ import annotations

import asyncio
import json

import httpx
import pytest

from mockserver import Settings, create_app
from tests.conftest import CREDENTIAL, P

MANY = 3000
"""Calls that take more than a slice of time to look at."""

NEVER = {"$expr": {"$gt": [{"$getField": "inputs.n"}, {"$literal": MANY}]}}
ALWAYS = {"$expr": {"$gte": [{"$getField": "inputs.n"}, {"$literal": 0}]}}
BY_INPUT = [{"field": "inputs.n", "direction": "desc"}]
FEEDBACK = {"$expr": {"$eq": [{"$getField": "payload.n"}, {"$literal": -1}]}}

LONG = {
    "a scan": ("/calls/stream_query", {"query": NEVER}),
    "an order": ("/calls/query", {"sort_by": BY_INPUT, "limit": 1}),
    "a count": ("/calls/query_stats", {"query": NEVER}),
    "sizes": ("/calls/query_stats", {"include_total_storage_size": True}),
    "the size of a trace": ("/call/read", {"id": "0", "include_total_storage_size": True}),
    "costs": ("/calls/query", {"include_costs": True}),
    "threads": ("/threads/stream_query", {}),
    "feedback": ("/feedback/query", {"query": FEEDBACK}),
}


def call(n):
    return {
        "project_id": P, "id": str(n), "trace_id": "t", "op_name": "op", "started_at": n,
        "attributes": {}, "inputs": {"n": n}, "thread_id": "th", "turn_id": str(n),
    }  # fmt: skip


def said(n):
    return {"project_id": P, "weave_ref": "r", "feedback_type": "x", "payload": {"n": n}}


@pytest.fixture(scope="module")
def app():
    return create_app(Settings())


@pytest.fixture
async def client(app):
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(
        transport=transport, base_url="http://mock", headers=CREDENTIAL
    ) as client:
        batch = [{"req": {"start": call(n)}} for n in range(MANY)]
        await client.post("/call/upsert_batch", json={"batch": batch})
        batch = [said(n) for n in range(MANY)]
        await client.post("/feedback/batch/create", json={"batch": batch})
        yield client


@pytest.mark.parametrize(("path", "request_"), LONG.values(), ids=LONG)
async def test_others_are_answered_meanwhile(client, path, request_):
    finished = []

    async def ask(name, path, **request):
        answer = await client.post(path, json={"project_id": P, **request})
        finished.append((name, answer.status_code))

    await asyncio.gather(ask("long", path, **request_), ask("short", "/call/read", id="1"))
    assert finished == [("short", 200), ("long", 200)]


@pytest.mark.parametrize(
    "request_", [{"query": ALWAYS}, {"sort_by": BY_INPUT}, {"columns": ["id"]}], ids=str
)
async def test_the_answer_is_of_the_moment_it_began(client, request_):
    async def ask(path, **request):
        return await client.post(path, json={"project_id": P, **request})

    before = [json.loads(line)["id"] for line in (await ask("/calls/stream_query")).iter_lines()]
    scan, _, _ = await asyncio.gather(
        ask("/calls/stream_query", **request_),
        ask("/calls/delete", call_ids=[str(n) for n in range(500, 1500)]),
        client.post("/call/start", json={"start": {**call(0), "id": "new"}}),
    )
    ids = [json.loads(line)["id"] for line in scan.iter_lines()]
    assert sorted(ids) == sorted(before)
