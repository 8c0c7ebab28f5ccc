"""Create tables from rows, from digests and from another table; measure them."""

from __future__ import annotations

import json
from typing import NamedTuple

from mockserver.core.digest import DigestOrder, check_digest, digest_rows, digest_value
from mockserver.core.errors import invalid, not_found
from mockserver.core.model import JsonObject, Record
from mockserver.core.steps import Steps, each, in_steps
from mockserver.store.store import Store
from mockserver.trace.kinds import ROWS, TABLES
from mockserver.trace.tables import models, storage


class Made(NamedTuple):
    """The digests of a new table, and of the rows that were added or removed to make it."""

    digest: str
    rows: list[str]


def create(store: Store, table: models.NewTable, order: DigestOrder) -> Steps[Made]:
    """Store rows and their table. Raises a 409 if the client expected another digest."""
    project = table.project
    rows = yield from in_steps(table.rows, lambda some: [digest_value(row, order) for row in some])
    digest = digest_rows(rows)
    check_digest(digest, table.expected_digest, "table")
    pairs = zip(rows, table.rows, strict=True)
    yield from each(pairs, lambda pair: _keep_row(store, project, *pair))
    yield from storage.keep(store, project, digest, rows)
    return Made(digest, rows)


def create_from_digests(store: Store, request: models.TableCreateFromDigestsReq) -> Steps[str]:
    """Store a table of existing rows; missing rows are gaps in it."""
    project = request.project
    digest = digest_rows(request.row_digests)
    check_digest(digest, request.expected_digest, "table")
    yield from storage.keep(store, project, digest, request.row_digests)
    return digest


def update(store: Store, request: models.TableUpdateReq, order: DigestOrder) -> Steps[Made]:
    """Store a table made from another by changes, in their order; the other one stays.

    Raises a 404 for an unknown base, a 400 for an index outside the table.
    """
    project = request.project
    _check_table(store, project, request.base_digest)
    rows = list(storage.order(store, project, request.base_digest))
    touched = yield from in_steps(
        request.updates,
        lambda changes: [_apply(change, store, project, rows, order) for change in changes],
    )
    digest = digest_rows(rows)
    yield from storage.keep(store, project, digest, rows)
    return Made(digest, touched)


def count(store: Store, project: str, digest: str) -> int:
    """The number of rows of a table. Raises a 404."""
    return int(_check_table(store, project, digest)["count"])


def measure(
    store: Store, request: models.TableQueryStatsBatchReq
) -> Steps[list[models.TableStatsRow]]:
    """The number of rows of each known table and, on request, their bytes.

    Bytes are counted in JSON as the service writes it; repeated rows count each time.
    """
    project = request.project
    digests = dict.fromkeys(request.digests or ())
    tables = [table for digest in digests if (table := store[TABLES].get(project, digest))]
    reader = storage.StoredRows(store, project)
    stats: list[models.TableStatsRow] = []
    for table in tables:
        size = None
        if request.include_storage_size:
            places = enumerate(storage.order(store, project, table["digest"]))
            sizes = in_steps(
                places, lambda some: [len(json.dumps(row["val"])) for row in reader.records(some)]
            )
            size = sum((yield from sizes))
        stats.append(
            {"count": table["count"], "digest": table["digest"], "storage_size_bytes": size}
        )
    return stats


def _keep_row(store: Store, project: str, digest: str, value: JsonObject) -> None:
    if not store[ROWS].has(project, digest):
        store[ROWS].insert({"project_id": project, "digest": digest, "val": value})


def _check_table(store: Store, project: str, digest: str) -> Record:
    record = store[TABLES].get(project, digest)
    if record is None:
        raise not_found(f"Table {project}:{digest} not found")
    return record


def _apply(
    change: models.Update, store: Store, project: str, rows: list[str], order: DigestOrder
) -> str:
    """Change `rows` in place. Returns the digest of the row that was added or removed."""
    match change:
        case models.TablePopSpec(pop=models.Index(index=index)) if 0 <= index < len(rows):
            return rows.pop(index)
        case models.TableAppendSpec(append=models.NewRow(row=row)):
            index = len(rows)
        case models.TableInsertSpec(insert=models.RowAtIndex(index=index, row=row)) if (
            0 <= index <= len(rows)
        ):
            pass
        case _:
            raise invalid("Index out of range")
    digest = digest_value(row, order)
    _keep_row(store, project, digest, row)
    rows.insert(index, digest)
    return digest
