"""How a table is kept: its rows by digest, and the order of them in parts of a thousand.

A page touches the parts it lies in, so the hundredth page of a large table costs what the first
does. Rows are answered as the bytes they are stored in.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mockserver.core.codec import decode, encode, peek
from mockserver.core.model import Record
from mockserver.store.store import Store
from mockserver.tables.kinds import PARTS, ROWS, TABLES

PART = 1000
"""Rows whose digests stand in one part."""


class Place(NamedTuple):
    """One position of a table, and the digest of the row that stands there."""

    at: int
    row: str


def keep(store: Store, project: str, digest: str, rows: Sequence[str]) -> None:
    """Keep the order of rows under the table's digest; a table that is there stays as it is."""
    if store[TABLES].has(project, digest):
        return
    here = store[ROWS]
    whole = all(here.has(project, row) for row in rows)
    store[TABLES].insert(
        {"project_id": project, "digest": digest, "count": len(rows), "whole": whole}
    )
    for part, start in enumerate(range(0, len(rows), PART)):
        store[PARTS].insert(
            {
                "project_id": project,
                "digest": digest,
                "part": part,
                "row_digests": list(rows[start : start + PART]),
            }
        )


def places(store: Store, project: str, digest: str, first: int = 0) -> Iterator[Place]:
    """The positions of a table from `first` on, those left out whose row is not there."""
    here = store[ROWS]
    for part in _parts(store, project, digest, first // PART):
        record = peek(part)
        start = record["part"] * PART
        skipped = max(first - start, 0)
        for at, row in enumerate(record["row_digests"][skipped:], start + skipped):
            if here.has(project, row):
                yield Place(at, row)


def order(store: Store, project: str, digest: str) -> list[str]:
    """The digests of all rows in order, also of those that are not there."""
    parts = _parts(store, project, digest)
    return [row for part in parts for row in peek(part)["row_digests"]]


def holds(store: Store, project: str, digest: str, row: str) -> bool:
    """Whether the row stands in the table."""
    needle = encode(row)
    return any(needle in part for part in _parts(store, project, digest))


class Reader:
    """Reads rows of one project as they are answered: `{"digest", "val", "original_index"}`."""

    def __init__(self, store: Store, project: str) -> None:
        self._rows = store[ROWS]
        self._project = project
        self._opening = encode({"project_id": project})[:-1] + b","

    def text(self, place: Place) -> bytes:
        """The row at a place. Its stored bytes begin with the project, which is not answered."""
        text = self._rows.text(self._project, place.row) or b""
        if text.startswith(self._opening):
            rest = text[len(self._opening) : -1]
            return b'{%b,"original_index":%d}' % (rest, place.at)
        record = decode(text)
        members = {"digest": record["digest"], "val": record["val"]}
        return encode({**members, "original_index": place.at})

    def record(self, place: Place) -> Record:
        """The row at a place, for looking only."""
        record: Record = peek(self._rows.text(self._project, place.row) or b"")
        return {**record, "original_index": place.at}


def _parts(store: Store, project: str, digest: str, first: int = 0) -> Iterator[bytes]:
    part = first
    while text := store[PARTS].text(project, digest, str(part)):
        yield text
        part += 1
