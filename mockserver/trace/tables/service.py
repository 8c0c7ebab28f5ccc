"""Tables: made from rows, from digests and from another table."""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import zip_longest
from typing import NamedTuple

from mockserver.core.digest import DigestOrder, digest_rows, digest_value
from mockserver.core.errors import ApiError, conflict, invalid, not_found
from mockserver.core.model import JsonObject, Record
from mockserver.core.project import check_project
from mockserver.core.steps import Steps, each, in_steps
from mockserver.store.store import Store
from mockserver.trace.tables import storage
from mockserver.trace.tables.kinds import ROWS, TABLES
from mockserver.trace.tables.models import (
    NewTable,
    TableAppendSpec,
    TableCreateFromDigestsReq,
    TablePopSpec,
    TableQueryStatsBatchReq,
    TableStatsRow,
    TableUpdateReq,
    Update,
)


class Made(NamedTuple):
    """A new table's digest, and those of the rows that were added or removed to make it."""

    digest: str
    rows: list[str]


class RowReader:
    """Reads rows of one table by their digests."""

    def __init__(self, store: Store, project: str, digest: str) -> None:
        self._rows = store[ROWS]
        self._project = project
        self._roll = storage.Roll(store, project, digest)

    def read(self, row: str) -> JsonObject:
        """The value of a row. Raises a 404."""
        record = self._rows.get(self._project, row)
        if record is None or row not in self._roll:
            raise not_found(f"Row digest {row} not found")
        value: JsonObject = record["val"]
        return value


def create(store: Store, table: NewTable, order: DigestOrder) -> Steps[Made]:
    """Keep rows and the table of them. Raises a 409 if the client expected another digest."""
    project = check_project(table.project_id)
    rows = yield from in_steps(table.rows, lambda some: [digest_value(row, order) for row in some])
    digest = _expected(digest_rows(rows), table.expected_digest)
    pairs = zip(rows, table.rows, strict=True)
    yield from each(pairs, lambda pair: _keep_row(store, project, *pair))
    yield from storage.keep(store, project, digest, rows)
    return Made(digest, rows)


def create_from_digests(store: Store, request: TableCreateFromDigestsReq) -> Steps[str]:
    """Keep a table of rows that are there already; missing rows are gaps in it."""
    project = check_project(request.project_id)
    digest = _expected(digest_rows(request.row_digests), request.expected_digest)
    yield from storage.keep(store, project, digest, request.row_digests)
    return digest


def update(store: Store, request: TableUpdateReq, order: DigestOrder) -> Steps[Made]:
    """Make a table from another by changes in their order; the other one stays.

    Raises a 404 for an unknown base, a 400 for an index outside the table.
    """
    project = check_project(request.project_id)
    _check_table(store, project, request.base_digest)
    rows = list(storage.order(store, project, request.base_digest))
    touched = yield from in_steps(
        request.updates,
        lambda changes: [_apply(change, store, project, rows, order) for change in changes],
    )
    digest = digest_rows(rows)
    yield from storage.keep(store, project, digest, rows)
    return Made(digest, touched)


def count(store: Store, project_id: str, digest: str) -> int:
    """The number of rows of a table. Raises a 404."""
    return int(_check_table(store, check_project(project_id), digest)["count"])


def measure(store: Store, request: TableQueryStatsBatchReq) -> Steps[list[TableStatsRow]]:
    """The number of rows of each known table and, on request, their bytes."""
    project, sized = check_project(request.project_id), bool(request.include_storage_size)
    digests = dict.fromkeys(request.digests or ())
    tables = [table for digest in digests if (table := store[TABLES].get(project, digest))]
    rows = [storage.order(store, project, table["digest"]) for table in tables if sized]
    reader = storage.StoredRows(store, project)
    stats: list[TableStatsRow] = []
    for table, order in zip_longest(tables, rows):
        size = (yield from _size(order, reader)) if order else None
        stats.append(
            {"count": table["count"], "digest": table["digest"], "storage_size_bytes": size}
        )
    return stats


def _expected(digest: str, expected: str | None) -> str:
    if expected not in (None, digest):
        raise conflict(f"Expected digest {expected}, but the table has {digest}")
    return digest


def _keep_row(store: Store, project: str, digest: str, value: JsonObject) -> None:
    if not store[ROWS].has(project, digest):
        store[ROWS].insert({"project_id": project, "digest": digest, "val": value})


def _check_table(store: Store, project: str, digest: str) -> Record:
    record = store[TABLES].get(project, digest)
    if record is None:
        raise not_found(f"Table {project}:{digest} not found")
    return record


def _apply(change: Update, store: Store, project: str, rows: list[str], order: DigestOrder) -> str:
    """Change `rows` in place. Returns the digest of the row that was added or removed."""
    if isinstance(change, TablePopSpec):
        if not 0 <= change.pop.index < len(rows):
            raise _out_of_range()
        return rows.pop(change.pop.index)
    new = change.append if isinstance(change, TableAppendSpec) else change.insert
    index = len(rows) if isinstance(change, TableAppendSpec) else change.insert.index
    if not 0 <= index <= len(rows):
        raise _out_of_range()
    digest = digest_value(new.row, order)
    _keep_row(store, project, digest, new.row)
    rows.insert(index, digest)
    return digest


def _out_of_range() -> ApiError:
    return invalid("Index out of range")


def _size(rows: Iterable[str], reader: storage.StoredRows) -> Steps[int]:
    """Bytes of rows in JSON as the service writes it; duplicates count again."""

    def size(group: list[storage.Place]) -> list[int]:
        return [len(json.dumps(record["val"])) for record in reader.records(group)]

    return sum((yield from in_steps(enumerate(rows), size)))
