"""Tables: created from rows, from digests and from another table; measured and read.

Rows are stored by digest, and the order of a table in parts of a thousand. A page reads only its
own parts, so the hundredth page of a large table costs as much as the first. Responses copy the
stored bytes of rows.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from mockserver.core.codec import decode, encode, peek
from mockserver.core.digest import DigestOrder, check_digest, digest_rows, digest_value
from mockserver.core.errors import invalid, not_found
from mockserver.core.model import JsonObject, Record
from mockserver.core.steps import Steps, each, in_steps
from mockserver.store.store import Store
from mockserver.trace.kinds import PARTS, ROWS, TABLES
from mockserver.trace.query.select import page
from mockserver.trace.tables import models

PART = 1000
"""Row digests in one part."""

Place = tuple[int, str]
"""A position in a table, and the digest of the row there."""


class Made(NamedTuple):
    """The digests of a new table, and of the rows that were added or removed to make it."""

    digest: str
    rows: list[str]


class RowReader:
    """Reads rows of one table by their digests.

    Most reads are of neighbouring rows, so the search for a digest begins in the part where the
    last one was found. After many long searches, a set of all digests is faster. To make the set
    for each request takes 13 ms instead of 0.7 for one of 100,000 rows.
    """

    PATIENCE = 20

    def __init__(self, store: Store, project: str, digest: str) -> None:
        self._rows, self._project = store[ROWS], project
        self._parts = [*_parts(store, project, digest)]
        self._patience = self.PATIENCE * len(self._parts)
        self._at = 0

    def read(self, row: str) -> JsonObject:
        """The value of a row. Raises a 404."""
        record = self._rows.get(self._project, row)
        if record is None or not self._has(row):
            raise not_found(f"Row digest {row} not found")
        value: JsonObject = record["val"]
        return value

    def _has(self, row: str) -> bool:
        if self._patience < 0:
            return row in self._digests
        needle, parts = encode(row), self._parts
        for at in (*range(self._at, len(parts)), *range(self._at)):
            self._patience -= 1
            if needle in parts[at]:
                self._at = at
                return True
        return False

    @cached_property
    def _digests(self) -> frozenset[str]:
        return frozenset(_digests(self._parts))


class StoredRows:
    """The rows of one project, as of the creation of this reader; missing rows are left out."""

    def __init__(self, store: Store, project: str) -> None:
        self._texts = store[ROWS].reader(project)
        self._opening = encode({"project_id": project})[:-1] + b","

    def lines(self, places: list[Place]) -> list[bytes]:
        """Rows as in responses: `{"digest", "val", "original_index"}`.

        Stored bytes begin with the project, which responses leave out.
        """
        opening = self._opening
        start = len(opening)
        return [
            b'{%b,"original_index":%d}' % (text[start:-1], at)
            if text.startswith(opening)
            else self._rewritten(text, at)
            for (at, _), text in self._found(places)
            if text
        ]

    def records(self, places: list[Place]) -> list[Record]:
        """The same rows as records, which must not be changed."""
        found = self._found(places)
        return [{**peek(text), "original_index": at} for (at, _), text in found if text]

    def _found(self, places: list[Place]) -> Iterable[tuple[Place, bytes | None]]:
        return zip(places, self._texts([row for _, row in places]), strict=True)

    def _rewritten(self, text: bytes, at: int) -> bytes:
        record = decode(text)
        return encode({"digest": record["digest"], "val": record["val"], "original_index": at})


def create(store: Store, table: models.NewTable, order: DigestOrder) -> Steps[Made]:
    """Store rows and their table. Raises a 409 if the client expected another digest."""
    project = table.project
    rows = yield from in_steps(table.rows, lambda some: [digest_value(row, order) for row in some])
    digest = digest_rows(rows)
    check_digest(digest, table.expected_digest, "table")
    pairs = zip(rows, table.rows, strict=True)
    yield from each(pairs, lambda pair: _keep_row(store, project, *pair))
    yield from keep_order(store, project, digest, rows)
    return Made(digest, rows)


def create_from_digests(store: Store, request: models.TableCreateFromDigestsReq) -> Steps[str]:
    """Store a table of existing rows; missing rows are gaps in it."""
    project = request.project
    digest = digest_rows(request.row_digests)
    check_digest(digest, request.expected_digest, "table")
    yield from keep_order(store, project, digest, request.row_digests)
    return digest


def update(store: Store, request: models.TableUpdateReq, order: DigestOrder) -> Steps[Made]:
    """Store a table made from another by changes, in their order; the other one stays.

    Raises a 404 for an unknown base, a 400 for an index outside the table.
    """
    project = request.project
    _check_table(store, project, request.base_digest)
    rows = list(row_order(store, project, request.base_digest))
    touched = yield from in_steps(
        request.updates,
        lambda changes: [_apply(change, store, project, rows, order) for change in changes],
    )
    digest = digest_rows(rows)
    yield from keep_order(store, project, digest, rows)
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
    reader = StoredRows(store, project)

    def sizes(places: list[Place]) -> list[int]:
        return [len(json.dumps(row["val"])) for row in reader.records(places)]

    stats: list[models.TableStatsRow] = []
    for table in tables:
        digest, size = table["digest"], None
        if request.include_storage_size:
            places = enumerate(row_order(store, project, digest))
            size = sum((yield from in_steps(places, sizes)))
        stats.append({"count": table["count"], "digest": digest, "storage_size_bytes": size})
    return stats


def keep_order(store: Store, project: str, digest: str, rows: Sequence[str]) -> Steps[None]:
    """Store the order of rows under the table's digest; an existing table does not change."""
    if store[TABLES].has(project, digest):
        return
    table, whole = {"project_id": project, "digest": digest}, True
    for part, start in enumerate(range(0, len(rows), PART)):
        digests = list(rows[start : start + PART])
        whole = whole and all(store[ROWS].has(project, row) for row in digests)
        store[PARTS].insert({**table, "part": part, "row_digests": digests})
        yield
    store[TABLES].insert({**table, "count": len(rows), "whole": whole})


def row_order(
    store: Store, project: str, digest: str, first: int = 0, limit: int | None = None
) -> Iterator[str]:
    """The digests of at most `limit` rows from `first` on, including missing rows.

    They are as of the call, however late the iterator is drained.
    """
    number, skipped = divmod(first, PART)
    touched = None if limit is None else (skipped + limit + PART - 1) // PART
    parts = [*page(_parts(store, project, digest, number), touched, None)]
    return page(_digests(parts), limit, skipped)


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


def _digests(parts: Iterable[bytes]) -> Iterator[str]:
    return chain.from_iterable(peek(part)["row_digests"] for part in parts)


def _parts(store: Store, project: str, digest: str, first: int = 0) -> Iterator[bytes]:
    part = first
    while text := store[PARTS].text(project, digest, str(part)):
        yield text
        part += 1
