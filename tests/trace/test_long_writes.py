"""A large write keeps nobody waiting, and is kept whole or not at all."""

from __future__ import annotations

import asyncio
import gc
import json
from time import process_time
from typing import Any

import httpx
import pytest

from mockserver.app import create_app
from mockserver.settings import Settings
from tests.conftest import CREDENTIAL, P
from tests.pace import slowness

PATIENCE = 0.15
"""Seconds of processor time; on a machine of its own a third of that."""

STARTED = {"project_id": P, "op_name": "op", "trace_id": "t", "started_at": 0}
STARTED |= {"attributes": {}, "inputs": {"x": 1}}
FEEDBACK = {"project_id": P, "feedback_type": "custom", "payload": {"x": 1}}
FEEDBACK |= {"weave_ref": f"weave:///{P}/call/a"}


@pytest.fixture(autouse=True)
def no_garbage_of_other_tests():
    """A server of its own looks for its own alone."""
    gc.disable()
    yield
    gc.enable()


def item(number: int) -> dict[str, Any]:
    return {"mode": "start", "req": {"start": {**STARTED, "id": f"c{number}"}}}


async def waits(app: Any, path: str, content: bytes, status: int = 200) -> tuple[float, bytes]:
    """The longest processor time between two turns of the loop, and what is answered."""
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://m") as client:
        headers = {**CREDENTIAL, "content-type": "application/json"}
        if path.startswith("/otel"):
            headers |= {"content-type": "application/x-protobuf"}
        await client.post(path, content=b"{}", headers=headers)
        asked = asyncio.ensure_future(client.post(path, content=content, headers=headers))
        longest = 0.0
        while not asked.done():
            began = process_time()
            await asyncio.sleep(0)
            longest = max(longest, process_time() - began)
        answer = await asked
    assert answer.status_code == status, answer.text[:300]
    return longest, answer.content


BATCHES = {
    "calls": ("/call/upsert_batch", [item(number) for number in range(20_000)]),
    "calls that are over": (
        "/v2/acme/demo/calls/complete",
        [{**STARTED, "id": f"c{number}", "ended_at": 1, "summary": {}} for number in range(20_000)],
    ),
    "feedback": ("/feedback/batch/create", [FEEDBACK] * 20_000),
}


@pytest.mark.parametrize(("path", "batch"), BATCHES.values(), ids=BATCHES)
async def test_a_large_batch_keeps_nobody_waiting(path, batch):
    app = create_app(Settings())
    longest, _ = await waits(app, path, json.dumps({"batch": batch}).encode())
    assert longest < PATIENCE * slowness()
    kind = "feedback" if "feedback" in path else "calls"
    assert app.services.store.counts()[kind] == 20_000


async def test_a_large_table_keeps_nobody_waiting():
    rows = [{"a": number} for number in range(300_000)]
    body = json.dumps({"table": {"project_id": P, "rows": rows}}).encode()
    longest, made = await waits(create_app(Settings()), "/table/create", body)
    assert longest < 2 * PATIENCE * slowness()
    assert len(json.loads(made)["row_digests"]) == 300_000


async def test_many_changes_of_a_table_keep_nobody_waiting():
    app, rows = create_app(Settings()), [{"a": number} for number in range(100_000)]
    body = json.dumps({"table": {"project_id": P, "rows": rows}}).encode()
    base = json.loads((await waits(app, "/table/create", body))[1])["digest"]
    pops = [{"pop": {"index": 0}}] * 99_999
    body = json.dumps({"project_id": P, "base_digest": base, "updates": pops}).encode()
    longest, made = await waits(app, "/table/update", body)
    assert longest < PATIENCE * slowness()
    assert len(json.loads(made)["updated_row_digests"]) == 99_999


async def test_a_million_spans_keep_nobody_waiting_until_they_are_refused():
    scope = b"\x12\x00" * 1_000_000
    group = b"\x12" + length(len(scope)) + scope
    body = b"\x0a" + length(len(group)) + group
    longest, _ = await waits(create_app(Settings()), "/otel/v1/traces", body, 413)
    assert longest < PATIENCE * slowness()


def length(number: int) -> bytes:
    """A number as protobuf writes it."""
    low, rest = number & 0x7F, number >> 7
    return bytes([low | 0x80]) + length(rest) if rest else bytes([low])


async def test_an_item_that_is_wrong_refuses_a_large_batch_whole():
    app = create_app(Settings())
    batch = [item(number) for number in range(20_000)]
    batch[15_000]["req"]["start"]["op_name"] = 7
    _, told = await waits(app, "/call/upsert_batch", json.dumps({"batch": batch}).encode(), 422)
    assert json.loads(told)["detail"][0]["loc"][:3] == ["body", "batch", 15_000]
    assert app.services.store.counts() == {}


async def test_others_write_while_a_large_batch_is_kept():
    app = create_app(Settings())
    batch = json.dumps({"batch": BATCHES["calls"][1]}).encode()
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://m") as client:
        client.headers.update({**CREDENTIAL, "content-type": "application/json"})
        long = asyncio.ensure_future(client.post("/call/upsert_batch", content=batch))
        others = 0
        while not long.done():
            body = {"start": {**STARTED, "id": f"other {others}"}}
            assert (await client.post("/call/start", json=body)).status_code == 200
            others += 1
            for _ in range(50):
                await asyncio.sleep(0)
    assert others > 5
    assert app.services.store.counts()["calls"] == 20_000 + others
