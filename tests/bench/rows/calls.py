"""Calls over HTTP: started, ended, read, streamed; with `--db` unless the row says otherwise.

The limit always reads the body of a started call, 1.5 KB.
"""

from __future__ import annotations

from tests.bench import request
from tests.bench.bench import Bench, Measure, check
from tests.bench.figures import Amount, Outcome, at_least
from tests.bench.process import Failed
from tests.bench.rows.declared import row

FEW = 8
"""Connections for long bodies and long responses."""

BATCH = 100


@row("H2", "call/read by id / bare POST", at_least(1.00))
def read(bench: Bench) -> Outcome:
    stored = bench.effort.stored
    server = bench.mock("--db", bench.database(), stored=stored)
    return _beside_a_start(bench, bench.load(server, request.read(stored)), _stored(bench))


@row("H3", "call/start, 1.5 KB / bare POST", at_least(0.40))
def start(bench: Bench) -> Outcome:
    return bench.versus("post", request.start(), bench.mock("--db", bench.database()))


@row("H3m", "the same, in memory", at_least(0.45))
def start_in_memory(bench: Bench) -> Outcome:
    return bench.versus("post", request.start())


@row("H4", "call/end / bare POST", at_least(0.48))
def end(bench: Bench) -> Outcome:
    return _ended(bench, "--db", str(bench.database()))


@row("H4m", "the same, in memory", None)
def end_in_memory(bench: Bench) -> Outcome:
    return _ended(bench)


@row("H5", "calls of call/upsert_batch / bare POSTs", at_least(0.95))
def batch(bench: Bench) -> Outcome:
    server = bench.mock("--db", bench.database())
    load = bench.load(server, request.batch(BATCH), connections=FEW, items=BATCH)
    return _beside_a_start(bench, load, f"{BATCH} calls a request")


@row("H9", "calls/stream_query / bare 64 KB sends", at_least(0.55))
def stream(bench: Bench) -> Outcome:
    return _streamed(bench, "batches")


@row("H9b", "the same / StreamingResponse, row by row", at_least(5))
def stream_by_row(bench: Bench) -> Outcome:
    return _streamed(bench, "rows")


@row("S8", "call/start with --fsync / without", at_least(0.5))
def synced(bench: Bench) -> Outcome:
    """Waiting for the disk counts, so rates are judged, not processor time."""
    plain = bench.mock("--db", bench.database())
    waiting = bench.mock("--db", bench.database(), "--fsync")
    loads = [bench.load(server, request.start()) for server in (waiting, plain)]
    ours, limit = (Amount(rate.per_second, "/s") for rate in bench.rounds(*loads))
    return Outcome(ours, limit)


def _ended(bench: Bench, *flags: str) -> Outcome:
    """Ends running calls, then the same ones again: the last end wins, and costs the same."""
    stored = bench.effort.stored
    ours = bench.load(bench.mock(*flags, stored=stored), request.end(stored))
    return _beside_a_start(bench, ours, _stored(bench))


def _beside_a_start(bench: Bench, ours: Measure, note: str) -> Outcome:
    return bench.compare(ours, bench.load(bench.limit("post"), request.start()), note)


def _streamed(bench: Bench, app: str) -> Outcome:
    """All stored calls in one response, and the same bytes from an application of `limits`."""
    server = bench.mock("--db", bench.database(), stored=bench.effort.stored)
    query = request.all_calls()
    body = check(server, query).body
    file = bench.folder() / "calls.jsonl"
    file.write_bytes(body)
    limit = bench.limit(app, LIMIT_FILE=str(file))
    if check(limit, query).body != body:
        raise Failed("the limit sends a different response")
    size = len(body) // bench.effort.stored
    ours, bare = (bench.flow(each, query, size, connections=FEW) for each in (server, limit))
    return bench.compare(ours, bare, _stored(bench))


def _stored(bench: Bench) -> str:
    return f"{bench.effort.stored:,} calls stored"
