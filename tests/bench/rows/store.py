"""The store compared with stock TinyDB, and its memory."""

from __future__ import annotations

import json

from tests.bench import process, request
from tests.bench.bench import Bench, check, store_calls
from tests.bench.figures import Amount, Duration, Outcome, at_least, at_most
from tests.bench.process import Server
from tests.bench.rows.declared import row

WARM, STORED = 1_000, 100_000
_FORGETFUL = ("--journal", "1")


@row("S1", "Table.insert at 1k / stock TinyDB's", at_least(5_000))
def insert(bench: Bench) -> Outcome:
    return _insert(1_000)


@row("S1b", "Table.insert at 10k / stock TinyDB's", at_least(50_000))
def insert_in_ten_thousand(bench: Bench) -> Outcome:
    return _insert(10_000)


@row("S4", "memory a call takes beyond its JSON", at_most(600, "B"))
def memory(bench: Bench) -> Outcome:
    """Memory of the server process, with `--db` or without, whichever is more. The request log is
    not included, since its size is bounded."""
    kept = _overhead(bench.mock(*_FORGETFUL, "--db", bench.database()))
    in_memory = _overhead(bench.mock(*_FORGETFUL))
    note = f"with --db {kept:.0f} B, in memory {in_memory:.0f} B"
    return Outcome(Amount(max(kept, in_memory), "B"), note=note)


@row("S7", "100k calls opened / json.load of the file", at_most(0.60))
def reopening(bench: Bench) -> Outcome:
    """Each in a new interpreter: a server that starts, and stock TinyDB that reads."""
    path = bench.database()
    with process.mock("--db", str(path)) as server:
        store_calls(server, range(STORED))
    timings = [
        [process.alone(name, str(path)) for name in ("opened", "loaded")]
        for _ in range(bench.effort.rounds)
    ]
    ours, limit = (Duration(min(times) * 1e3) for times in zip(*timings, strict=True))
    return Outcome(ours, limit)


def _insert(size: int) -> Outcome:
    """In process: ours with its log, stock with its JSONStorage, both from the same file."""
    ours, stock = (Amount(1 / cost, "/s") for cost in process.alone("insert_costs", size))
    return Outcome(ours, stock)


def _overhead(server: Server) -> float:
    """Resident bytes per call, beyond the call's JSON."""
    store_calls(server, range(WARM))
    before = server.resident()
    store_calls(server, range(WARM, WARM + STORED))
    per_call = (server.resident() - before) / STORED
    call = json.loads(check(server, request.read(STORED)).body)["call"]
    return per_call - len(json.dumps(call, separators=(",", ":")))
