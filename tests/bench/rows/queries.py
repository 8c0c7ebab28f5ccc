"""Queries over a hundred thousand calls, by an index or by a scan."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

from tests.bench import process, request
from tests.bench.bench import Bench, check, store_relatives
from tests.bench.client import exchange
from tests.bench.figures import Duration, Outcome, at_most
from tests.bench.process import Server
from tests.bench.request import HEALTH, PROJECT, Request
from tests.bench.rows.declared import row

STORED = 100_000
PAGE, LIMIT = 100, 50
MIDDLE = STORED // 2


@row("Q1", "three terms asked of 100k / parsing them", at_most(1.3))
def three_terms(bench: Bench) -> Outcome:
    parsed, three, _ = process.alone("scan_costs", bench.effort.rounds, STORED)
    return Outcome(Duration(three * 1e3), Duration(parsed * 1e3))


@row("Q2", "a rare text sought in 100k / parsing them", at_most(0.35))
def rare_text(bench: Bench) -> Outcome:
    parsed, _, rare = process.alone("scan_costs", bench.effort.rounds, STORED)
    return Outcome(Duration(rare * 1e3), Duration(parsed * 1e3))


@row("Q3", "p99 of /health, 100k scanned / quiet", at_most(2))
def responsiveness(bench: Bench) -> Outcome:
    busy, quiet = _waits(bench, connections=32)
    return Outcome(busy, quiet)


@row("Q3b", "p99 of /health while 100k are scanned", at_most(6, "ms"))
def wait(bench: Bench) -> Outcome:
    """One connection, so that every request meets the scan."""
    busy, quiet = _waits(bench, connections=1)
    return Outcome(busy, note=f"quiet {quiet.ms:.2f} ms")


@row("Q5", "50 of 100k calls by trace, processor time", at_most(5, "ms"))
def by_trace(bench: Bench) -> Outcome:
    return _page(bench, request.filtered(LIMIT, trace_ids=[f"trace-{MIDDLE}"]))


@row("Q5b", "the same by parent", at_most(5, "ms"))
def by_parent(bench: Bench) -> Outcome:
    parent = f"01900000-0000-7000-8000-{MIDDLE:0{request.WIDTH}}"
    return _page(bench, request.filtered(LIMIT, parent_ids=[parent]))


@row("Q5c", "the same by op", at_most(5, "ms"))
def by_op(bench: Bench) -> Outcome:
    return _page(bench, request.filtered(LIMIT, op_names=[f"weave:///{PROJECT}/op/step-7:*"]))


@row("Q5d", "the same by thread", at_most(5, "ms"))
def by_thread(bench: Bench) -> Outcome:
    return _page(bench, request.filtered(LIMIT, thread_ids=[f"thread-{MIDDLE // 500}"]))


@row("Q6", "the newest 100 of 100k, processor time", at_most(5, "ms"))
def newest(bench: Bench) -> Outcome:
    return _page(bench, request.last_calls(PAGE))


def _page(bench: Bench, query: Request) -> Outcome:
    """The server's processor time for a request, on one connection."""
    server = _filled(bench)
    rows = check(server, query).body.count(b"\n")
    [rate] = bench.rounds(bench.load(server, query, connections=1))
    return Outcome(Duration(rate.cpu_us / 1e3), note=f"{rows} calls")


def _waits(bench: Bench, connections: int) -> tuple[Duration, Duration]:
    """The best of rounds with a continuous scan, and of rounds without."""
    server = _filled(bench)
    busy, quiet = [], []
    for _ in range(bench.effort.rounds):
        quiet.append(bench.slowest_percent(server, HEALTH, connections=connections))
        with _scanned(server):
            busy.append(bench.slowest_percent(server, HEALTH, connections=connections))
    return Duration(min(busy)), Duration(min(quiet))


@contextmanager
def _scanned(server: Server) -> Iterator[None]:
    """Scan every call continuously during the block."""
    over = Event()
    query = request.counted(request.THREE_TERMS).numbered(0)

    def scan() -> None:
        while not over.is_set():
            exchange(server.port, query)

    scanning = Thread(target=scan)
    scanning.start()
    try:
        yield
    finally:
        over.set()
        scanning.join()


def _filled(bench: Bench) -> Server:
    server = bench.mock("--db", bench.database())
    store_relatives(server, range(STORED))
    return server
