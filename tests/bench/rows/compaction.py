"""The effect of a compaction on requests."""

from __future__ import annotations

import time
from pathlib import Path
from statistics import median

from tests.bench import process, request
from tests.bench.altered import COMPACTION_BY_SWITCH, SWITCH
from tests.bench.bench import Bench, end_calls
from tests.bench.figures import Duration, Outcome, at_most
from tests.bench.process import POLL, Server
from tests.bench.request import HEALTH
from tests.bench.rows.declared import row

STORED = 100_000
WRITERS = 16


@row("S5", "p99 of call/start, 100k compacted / quiet", at_most(1.25))
def tail(bench: Bench) -> Outcome:
    """The median of rounds, since the load of the disk varies during a compaction."""
    database, server = _server(bench)
    switch = database.with_name(SWITCH)
    quiet, busy = [], []
    for _ in range(bench.effort.rounds):
        quiet.append(bench.slowest_percent(server, request.start(), connections=WRITERS))
        switch.touch()
        busy.append(bench.slowest_percent(server, request.start(), connections=WRITERS))
        switch.unlink()
        _wait_until_quiet(server, database)
    return Outcome(Duration(median(busy)), Duration(median(quiet)))


@row("S5b", "longest wait while 100k are compacted", at_most(5, "ms"))
def stall(bench: Bench) -> Outcome:
    """One connection requests /health repeatedly from the start of a compaction to its end.

    The log is as large as the snapshot, which is when a server compacts. The figure is the best of
    the rounds: delays that a compaction cannot avoid are in each.
    """
    database, server = _server(bench)
    waits = []
    for _ in range(bench.effort.rounds):
        end_calls(server, range(STORED))
        waits.append(process.alone("waits", server.port, database))
    longest, usual = min(waits)
    return Outcome(Duration(longest * 1e3), note=f"median {usual * 1e3:.2f} ms")


def _server(bench: Bench) -> tuple[Path, Server]:
    database = bench.database()
    server = bench.mock("--db", database, stored=STORED, altered=COMPACTION_BY_SWITCH)
    return database, server


def _wait_until_quiet(server: Server, database: Path) -> None:
    """A compaction begins before the server answers, and its file exists until it ends."""
    server.first_answer(HEALTH)
    while database.with_name(database.name + ".tmp").exists():
        time.sleep(POLL)
