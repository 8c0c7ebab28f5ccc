"""Long work is done in slices: others are answered between them; what they write is not seen."""

from __future__ import annotations

import asyncio
import json
from functools import partial

import httpx
import pytest

from mockserver import Settings, create_app
from mockserver.core.digest import digest_rows, digest_value
from tests.conftest import CREDENTIAL, P

MANY = 300
"""Records of each kind: some steps at least."""

NEW_OBJECT = {"obj": {"project_id": P, "object_id": "new", "val": {"_type": "Dataset"}}}

ROWS = [{"n": 7 * n % MANY} for n in range(MANY)]
GAP = {"n": MANY}
DIGESTS = [digest_value(row, "sorted") for row in [*ROWS, GAP]]
GAPPED = digest_rows(DIGESTS)
"""A table whose last row comes later."""

NEW_ROW = {"table": {"project_id": P, "rows": [GAP]}}

OPS = f"/v2/{P}/ops"
NEW_OP = {"name": "new", "source_code": "def new(): ..."}

CALL = {"project_id": P, "op_name": "op", "started_at": "2025-01-01T00:00:00Z", "inputs": {}}
CALL |= {"attributes": {}}
END = {"project_id": P, "id": "c1", "ended_at": "2025-01-01T00:00:09Z", "summary": {}}
FEEDBACK = {"project_id": P, "feedback_type": "custom", "payload": {"n": -1}}
FEEDBACK |= {"weave_ref": f"weave:///{P}/call/c1"}
PRICE = {"prompt_token_cost": 1, "completion_token_cost": 2}

LONG = {
    "objects": ("/objs/query", {}, "/obj/create", NEW_OBJECT),
    "objects in order": (
        "/objs/query",
        {"sort_by": [{"field": "object_id", "direction": "desc"}], "metadata_only": True},
        "/obj/create",
        NEW_OBJECT,
    ),
    "rows": ("/table/query", {"digest": GAPPED}, "/table/create", NEW_ROW),
    "lines of rows": ("/table/query_stream", {"digest": GAPPED}, "/table/create", NEW_ROW),
    "rows in order": (
        "/table/query",
        {"digest": GAPPED, "sort_by": [{"field": "n", "direction": "desc"}]},
        "/table/create",
        NEW_ROW,
    ),
    "rows by digest": (
        "/table/query",
        {"digest": GAPPED, "filter": {"row_digests": DIGESTS[10:]}},
        "/table/create",
        NEW_ROW,
    ),
    "sizes of tables": (
        "/table/query_stats_batch",
        {"digests": [GAPPED], "include_storage_size": True},
        "/table/create",
        NEW_ROW,
    ),
    "calls": ("/calls/query", {}, "/call/start", {"start": CALL}),
    "calls in order": (
        "/calls/query",
        {"sort_by": [{"field": "inputs.n", "direction": "desc"}], "columns": ["inputs"]},
        "/call/start",
        {"start": CALL},
    ),
    "threads": ("/threads/stream_query", {}, "/call/end", {"end": END}),
    "feedback": ("/feedback/query", {}, "/feedback/create", FEEDBACK),
    "feedback in order": (
        "/feedback/query",
        {"sort_by": [{"field": "payload.n", "direction": "desc"}], "fields": ["payload.n"]},
        "/feedback/create",
        FEEDBACK,
    ),
    "prices": ("/cost/query", {}, "/cost/create", {"project_id": P, "costs": {"new": PRICE}}),
    "size of files": ("/files/stats", {}, OPS, NEW_OP),
    "sizes of a project": ("/project/stats", {}, "/obj/create", NEW_OBJECT),
}
"""A path, what is asked of it, and a write that changes the answer."""


@pytest.fixture(autouse=True)
def short_slices(monkeypatch):
    """Every step is a slice, so that little work is long."""
    monkeypatch.setattr("mockserver.http.response.SLICE", 1e-6)


@pytest.fixture
async def ask():
    transport = httpx.ASGITransport(create_app(Settings()))
    async with httpx.AsyncClient(
        transport=transport, base_url="http://mock", headers=CREDENTIAL
    ) as client:
        await fill(partial(answered, client))
        yield partial(answered, client)


async def answered(client: httpx.AsyncClient, path: str, body: object) -> bytes:
    answer = await client.post(path, json=body)
    assert answer.status_code == 200, answer.text
    return answer.content


async def fill(ask) -> None:
    for n in range(MANY):
        version = {"project_id": P, "object_id": f"o{n % 20}", "val": {"_type": "Dataset", "n": n}}
        await ask("/obj/create", {"obj": version})
        await ask(OPS, {"name": f"op{n % 20}", "source_code": f"# {n}"})
    calls = [mode for n in range(MANY) for mode in call(n)]
    await ask("/call/upsert_batch", {"batch": calls})
    batch = [{**FEEDBACK, "payload": {"n": n}} for n in range(MANY)]
    await ask("/feedback/batch/create", {"batch": batch})
    prices = {f"model {n}": PRICE for n in range(MANY)}
    await ask("/cost/create", {"project_id": P, "costs": prices})
    await ask("/table/create", {"table": {"project_id": P, "rows": ROWS}})
    await ask("/table/create_from_digests", {"project_id": P, "row_digests": DIGESTS})


def call(n: int) -> list[object]:
    """A call that is the only turn of its thread."""
    name = f"c{n}"
    turn = {"id": name, "thread_id": name, "turn_id": name, "inputs": {"n": n}}
    end = {**END, "id": name, "ended_at": "2025-01-01T00:00:01Z"}
    return [
        {"mode": "start", "req": {"start": {**CALL, **turn}}},
        {"mode": "end", "req": {"end": end}},
    ]


async def overtaken(ask, path: str, body: object, *others: object) -> bytes:
    """The answer to a request that was under way when another one was made and answered."""
    long = asyncio.ensure_future(ask(path, body))
    await asyncio.sleep(0)
    await ask(*others)
    assert not long.done()
    return await long


@pytest.mark.parametrize(("path", "body", "other", "write"), LONG.values(), ids=LONG)
async def test_what_is_written_meanwhile_is_not_seen(ask, path, body, other, write):
    body = {"project_id": P, **body}
    before = await ask(path, body)
    assert await overtaken(ask, path, body, other, write) == before
    assert await ask(path, body) != before


@pytest.mark.parametrize(("path", "body"), [case[:2] for case in LONG.values()], ids=LONG)
async def test_a_reset_meanwhile_is_not_seen(ask, path, body):
    body = {"project_id": P, **body}
    before = await ask(path, body)
    assert await overtaken(ask, path, body, "/__admin/reset", {"to": "empty"}) == before
    assert await ask(path, body) != before


async def test_a_whole_table_is_that_of_the_moment(ask):
    body = {"project_id": P, "digest": digest_rows(DIGESTS[:-1])}
    before = await ask("/table/query", body)
    reset = ("/__admin/reset", {"to": "empty"})
    assert await overtaken(ask, "/table/query", body, *reset) == before
    assert [row["val"] for row in json.loads(before)["rows"]] == ROWS
