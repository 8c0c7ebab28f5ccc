"""Requests made to break a server: each is refused as is stated, soon, and changes nothing."""

from __future__ import annotations

import asyncio
import gzip
import json
import zlib
from time import process_time

import httpx
import pytest

from mockserver import Settings, create_app
from tests.conftest import CREDENTIAL, P
from tests.http.test_bad_input import OTLP, prepare
from tests.pace import slowness
from tests.trace.test_otel import JSON, PROTOBUF, message

MIB = 2**20
LIMIT = 32 * MIB
BOUND = 3.0
"""Seconds that no refusal may take, on a machine that is busy with other things."""

QUERIES = ["/calls/stream_query", "/calls/query", "/calls/query_stats"]
OTHERS = ["/feedback/query", "/cost/query", "/feedback/purge", "/cost/purge"]


def deep(levels):
    expr = {"$eq": [{"$literal": 1}, {"$literal": 1}]}
    for _ in range(levels):
        expr = {"$and": [expr]}
    return expr


def compared(path, literal=1):
    return {"$eq": [{"$getField": path}, {"$literal": literal}]}


LONG_PATH = "inputs" + ".a" * 100_000

EXPRESSIONS = {
    "unknown operator": ({"$regex": [{"$getField": "op_name"}, {"$literal": "(a+)+$"}]}, 422),
    "$ne": ({"$ne": [{"$getField": "op_name"}, {"$literal": "a"}]}, 422),
    "two operators": ({**compared("id"), "$not": [compared("id")]}, 422),
    "no operator": ({}, 422),
    "no object": ([], 422),
    "$and 200 deep": (deep(200), 400),
    "$and of nothing": ({"$and": []}, 400),
    "many operands": ({"$or": [compared("id")] * 20_000}, 400),
    "many wrong operands": ({"$or": [{"$zzz": 1}] * 5_000}, 422),
    "$in of objects": ({"$in": [{"$getField": "id"}, {"$literal": []}]}, 422),
    "a list as a literal": ({"$eq": [{"$getField": "id"}, {"$literal": [{"$literal": 1}]}]}, 400),
    "a time that is none": (compared("started_at", "soon"), 400),
}
PATHS = {
    "a long path": (LONG_PATH, 400),
    "many dots": ("inputs" + "." * 100_000, 400),
    "many backslashes": ("inputs." + "\\." * 100_000, 400),
    "many brackets": ("feedback." + "[" * 100_000, 400),
    "an index beyond reason": ("inputs." + "9" * 400, 200),
    "a private attribute": ("__class__", 422),
    "nothing": ("", 422),
    "a lone surrogate": ("inputs.\ud800", 200),
    "a zero byte": ("inputs.\x00", 200),
}
FIELDS = {
    "limit Infinity": ('"limit": Infinity', 422),
    "limit NaN": ('"limit": NaN', 422),
    "limit 1e400": ('"limit": 1e400', 422),
    "limit true and a half": ('"limit": 1.5', 422),
    "limit of a thousand digits": (f'"limit": {"9" * 1000}', 200),
    "limit of a million digits": (f'"limit": {"9" * MIB}', 400),
    "offset of a thousand digits": (f'"offset": {"9" * 1000}', 200),
    "negative limit": ('"limit": -1', 400),
    "negative offset": ('"offset": -1', 400),
    "literal NaN": ('"query": {"$expr": {"$eq": [{"$literal": NaN}, {"$literal": NaN}]}}', 200),
    "literal Infinity": (
        '"query": {"$expr": {"$gt": [{"$getField": "started_at"}, {"$literal": Infinity}]}}',
        200,
    ),
    "a hundred thousand columns": (f'"columns": {json.dumps(["inputs.x"] * 100_000)}', 200),
    "a hundred thousand columns to expand": (
        f'"expand_columns": {json.dumps(["inputs.x"] * 100_000)}',
        400,
    ),
    "a thousand sort keys": (
        f'"sort_by": {json.dumps([{"field": "id", "direction": "asc"}] * 1000)}',
        400,
    ),
    "a thousand and one ids": (f'"filter": {json.dumps({"call_ids": ["a"] * 1001})}', 400),
    "a member of a filter that is none": ('"filter": {"__init__": []}', 422),
    "a brace too few": ('"filter": {', 422),
}
BODIES = {
    "invalid UTF-8": (b'{"project_id": "\xff\xfe"}', 400),
    "half a UTF-16": ('{"project_id": "a/b"}'.encode("utf-16")[:-1], 400),
    "nested 100,000 deep": (b"[" * 100_000, 400),
    "nothing": (b"", 422),
    "null": (b"null", 422),
    "a number": (b"1", 422),
    "a zero byte": (b"\x00", 422),
    "a million brackets": (b"[" * MIB, 400),
}
EXPORTS = {
    "half a protobuf": (message().SerializeToString()[:-7], PROTOBUF, 400),
    "protobuf of one long varint": (b"\xff" * MIB, PROTOBUF, 400),
    "a million empty groups": (b"\x0a\x00" * MIB, PROTOBUF, 413),
    "groups inside each other": (b"\x0a\x7f" * 64, PROTOBUF, 400),
    "a gzip bomb": (gzip.compress(bytes(8 * LIMIT)), {"content-encoding": "gzip"}, 413),
    "a deflate bomb": (zlib.compress(bytes(8 * LIMIT)), {"content-encoding": "deflate"}, 413),
    "a gzip in a gzip": (
        gzip.compress(gzip.compress(bytes(LIMIT))),
        {**PROTOBUF, "content-encoding": "gzip"},
        400,
    ),
    "JSON nested 100,000 deep": (b'{"resourceSpans":' + b"[" * 100_000, JSON, 400),
    "JSON that is no JSON": (b'{"resourceSpans":', JSON, 422),
    "JSON in UTF-8 that is none": (b'{"resourceSpans": "\xff"}', JSON, 400),
    "32 MiB of attributes": (
        b'{"resourceSpans":[{"scopeSpans":[{"spans":[{"attributes":['
        + b",".join([b'{"key":"a","value":{"intValue":"1"}}'] * 850_000)
        + b"]}]}]}]}",
        JSON,
        413,
    ),
    "32 MiB of spans": (
        b'{"resourceSpans":[{"scopeSpans":[{"spans":['
        + b",".join([b"{}"] * 11_000_000)
        + b"]}]}]}",
        JSON,
        413,
    ),
}


@pytest.fixture
def attacked(client):
    """Sends a body and returns the status; whatever it is, the store is as it was."""
    prepare(client)
    store = client.application.services.store

    def attack(path, body, **headers):
        before, began = store.snapshot(), process_time()
        content = body if isinstance(body, bytes) else body.encode("utf-8", "surrogatepass")
        answer = client.post(path, content=content, headers={"project_id": P, **headers})
        assert process_time() - began < BOUND * slowness()
        assert store.snapshot() == before
        return answer.status_code

    return attack


@pytest.mark.parametrize("path", [*QUERIES, *OTHERS])
@pytest.mark.parametrize(("expr", "status"), EXPRESSIONS.values(), ids=EXPRESSIONS)
def test_an_expression_is_refused(attacked, path, expr, status):
    body = json.dumps({"project_id": P, "query": {"$expr": expr}})
    assert attacked(path, body) in ((status,) if path in QUERIES else (status, 400))


@pytest.mark.parametrize("path", QUERIES)
@pytest.mark.parametrize(("field", "status"), PATHS.values(), ids=PATHS)
def test_a_path_leads_nowhere(attacked, path, field, status):
    body = json.dumps({"project_id": P, "query": {"$expr": compared(field)}})
    assert attacked(path, body) == status
    body = json.dumps({"project_id": P, "sort_by": [{"field": field, "direction": "asc"}]})
    assert path == "/calls/query_stats" or attacked(path, body) == status
    body = json.dumps({"project_id": P, "columns": [field], "expand_columns": [field]})
    assert path == "/calls/query_stats" or attacked(path, body) in (200, status)


@pytest.mark.parametrize(("member", "status"), FIELDS.values(), ids=FIELDS)
def test_a_member_is_refused(attacked, member, status):
    assert attacked("/calls/stream_query", f'{{"project_id": "{P}", {member}}}') == status


@pytest.mark.parametrize("sort_by", [[], [{"field": "inputs.x", "direction": "asc"}]])
@pytest.mark.parametrize("path", ["/calls/query", "/threads/stream_query"])
def test_a_page_may_be_as_large_as_numbers_are(attacked, path, sort_by):
    sort_by = sort_by if path == "/calls/query" else []
    page = {"project_id": P, "limit": 10**30, "offset": 10**30, "sort_by": sort_by}
    assert attacked(path, json.dumps(page)) == 200
    assert attacked(path, json.dumps({**page, "offset": 0})) == 200


@pytest.mark.parametrize(
    "path",
    [*QUERIES, "/call/start", "/call/upsert_batch", "/feedback/create", "/cost/create",
     "/threads/stream_query"],
)  # fmt: skip
@pytest.mark.parametrize(("body", "status"), BODIES.values(), ids=BODIES)
def test_what_is_no_body_is_refused(attacked, path, body, status):
    assert attacked(path, body) == status


@pytest.mark.parametrize("path", ["/otel/v1/traces", "/agents/otel/v1/traces"])
@pytest.mark.parametrize("name", EXPORTS)
def test_an_export_is_refused(attacked, path, name):
    body, headers, status = EXPORTS[name]
    assert attacked(path, body, **headers) == status


def test_more_than_32_mib_are_413(attacked):
    assert attacked("/calls/query", b" " * (LIMIT + 1)) == 413


async def test_nobody_waits_for_a_long_export():
    [group] = OTLP["resourceSpans"]
    [scope] = group["scopeSpans"]
    spans = [{**scope["spans"][0], "spanId": f"{n:016x}"} for n in range(1, 2000)]
    body = json.dumps({"resourceSpans": [{**group, "scopeSpans": [{"spans": spans}]}]})
    transport = httpx.ASGITransport(create_app(Settings()))
    async with httpx.AsyncClient(
        transport=transport, base_url="http://mock", headers=CREDENTIAL
    ) as client:
        export = asyncio.ensure_future(client.post("/otel/v1/traces", content=body, headers=JSON))
        answered = 0
        while not export.done():
            assert (await client.get("/health")).status_code == 200
            answered += 1
            await asyncio.sleep(0)
        assert export.result().json() == {"partial_success": None}
    assert answered > 100
