"""Servers killed under load."""

from __future__ import annotations

from pathlib import Path

import tinydb

from tests.bench.bench import Bench
from tests.bench.figures import Amount, Outcome, at_most
from tests.bench.process import Failed
from tests.bench.rows.declared import row
from tests.store.test_crash import Server, killed_run, outputs

Fact = tuple[str, str]
"""The id of a call, and `started` or `ended`."""


@row("S6", "acknowledged writes that kill -9 loses", at_most(0, "lost"))
def kills(bench: Bench) -> Outcome:
    """A server that compacts continuously is killed while four writers start and end calls."""
    database = bench.database()
    acknowledged: list[Fact] = []
    lost: set[Fact] = set()
    for kill in range(bench.effort.kills):
        acknowledged += killed_run(database, first=kill, writes=20 + 37 * kill % 101)
        _check_stock_opens(database)
        lost |= set(acknowledged) - _kept(database)
    note = f"{bench.effort.kills} kills, {len(acknowledged):,} writes acknowledged"
    return Outcome(Amount(len(lost), "lost"), note=note)


def _check_stock_opens(database: Path) -> None:
    if not database.exists():
        return
    try:
        with tinydb.TinyDB(database) as stock:
            stock.table("calls").all()
    except ValueError as error:
        raise Failed(f"stock TinyDB cannot open the file: {error}") from None


def _kept(database: Path) -> set[Fact]:
    """The facts that a restarted server has. The output of an ended call is its id."""
    server = Server(database)
    kept = outputs(server.url)
    server.kill()
    ended = {(call_id, "ended") for call_id, output in kept.items() if output == call_id}
    return ended | {(call_id, "started") for call_id in kept}
