"""Objects, refs and tables over HTTP; the state is kept with `--db`.

The limit reads the same bytes and sends the same bytes, in one piece.
"""

from __future__ import annotations

from tests.bench import values
from tests.bench.bench import Bench, check
from tests.bench.figures import Outcome, at_least
from tests.bench.process import Server
from tests.bench.request import HEALTH, Request
from tests.bench.rows.calls import FEW
from tests.bench.rows.declared import row

ROWS, PAGE, NEW_ROWS = 100_000, 1_000, 10_000


@row("H12", "obj/read / bare answer", at_least(0.80))
def read(bench: Bench) -> Outcome:
    server = _mock(bench)
    return _versus(bench, server, values.object_read(values.publish_objects(server)))


@row("H13", "refs/read_batch, 100 objects / bare answer", at_least(0.07))
def refs(bench: Bench) -> Outcome:
    server = _mock(bench)
    return _versus(bench, server, values.refs_of_objects(values.publish_objects(server)))


@row("H13b", "the same, 100 rows of 100k", at_least(0.01))
def refs_of_rows(bench: Bench) -> Outcome:
    server = _mock(bench)
    table, rows = values.publish_table(server, ROWS)
    dataset = values.publish_dataset(server, table)
    return _versus(bench, server, values.refs_of_rows(dataset, rows[:: ROWS // 100]))


@row("H14", "table/query, 1k rows of 100k / bare answer", at_least(0.07))
def page(bench: Bench) -> Outcome:
    server = _mock(bench)
    table, _ = values.publish_table(server, ROWS)
    return _versus(bench, server, values.table_page(table, PAGE, ROWS // 2))


@row("H15", "table/create, 10k rows / bare answer", at_least(0.01))
def create(bench: Bench) -> Outcome:
    return _versus(bench, _mock(bench), values.table_create(NEW_ROWS), connections=1)


def _mock(bench: Bench) -> Server:
    server = bench.mock("--db", bench.database())
    check(server, HEALTH)
    return server


def _versus(bench: Bench, server: Server, read: Request, *, connections: int = FEW) -> Outcome:
    """The same request to an application of `limits` that always sends our first response."""
    body = bench.folder() / "body"
    body.write_bytes(check(server, read).body)
    limit = bench.limit("whole", LIMIT_FILE=str(body))
    ours = bench.load(server, read, connections=connections)
    return bench.compare(ours, bench.load(limit, read, connections=connections))
