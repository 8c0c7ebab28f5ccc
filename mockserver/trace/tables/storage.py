"""Table storage: rows by digest, and their order in parts of a thousand.

A page touches the parts it lies in, so the hundredth page of a large table costs what the first
does. Rows are answered in the bytes in which they are stored.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain

from mockserver.core.codec import decode, encode, peek
from mockserver.core.model import Record
from mockserver.core.steps import Steps
from mockserver.store.store import Store
from mockserver.trace.query.select import page
from mockserver.trace.tables.kinds import PARTS, ROWS, TABLES

PART = 1000
"""Rows whose digests stand in one part."""


Place = tuple[int, str]
"""A position of a table, and the digest of the row there."""


class Roll:
    """The digests of the rows of a table, in order.

    Readers mostly want neighbours, so a search begins in the part where the last one ended. After
    many searches that did not find their row nearby, a set of all digests pays.
    """

    PATIENCE = 20

    def __init__(self, store: Store, project: str, digest: str) -> None:
        self._parts = [*_parts(store, project, digest)]
        self._patience = self.PATIENCE * len(self._parts)
        self._at = 0

    def __contains__(self, row: str) -> bool:
        if self._patience < 0:
            return row in self._rows
        needle, parts = encode(row), self._parts
        for at in (*range(self._at, len(parts)), *range(self._at)):
            self._patience -= 1
            if needle in parts[at]:
                self._at = at
                return True
        return False

    @cached_property
    def _rows(self) -> frozenset[str]:
        return frozenset(_digests(self._parts))


class StoredRows:
    """The rows of one project as they were when this was made; missing rows are left out."""

    def __init__(self, store: Store, project: str) -> None:
        self._texts = store[ROWS].reader(project)
        self._opening = encode({"project_id": project})[:-1] + b","

    def lines(self, places: list[Place]) -> list[bytes]:
        """Rows as an answer has them: `{"digest", "val", "original_index"}`.

        Stored bytes begin with the project, which is no part of the answer.
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
        """The same rows, to be read and not changed."""
        found = self._found(places)
        return [{**peek(text), "original_index": at} for (at, _), text in found if text]

    def _found(self, places: list[Place]) -> Iterable[tuple[Place, bytes | None]]:
        return zip(places, self._texts([row for _, row in places]), strict=True)

    def _rewritten(self, text: bytes, at: int) -> bytes:
        record = decode(text)
        return encode({"digest": record["digest"], "val": record["val"], "original_index": at})


def keep(store: Store, project: str, digest: str, rows: Sequence[str]) -> Steps[None]:
    """Keep the order of rows under the table's digest; a table that is there stays as it is."""
    if store[TABLES].has(project, digest):
        return
    here, whole = store[ROWS], True
    for part, start in enumerate(range(0, len(rows), PART)):
        held = list(rows[start : start + PART])
        whole = whole and all(here.has(project, row) for row in held)
        store[PARTS].insert(
            {"project_id": project, "digest": digest, "part": part, "row_digests": held}
        )
        yield
    store[TABLES].insert(
        {"project_id": project, "digest": digest, "count": len(rows), "whole": whole}
    )


def order(
    store: Store, project: str, digest: str, first: int = 0, limit: int | None = None
) -> Iterator[str]:
    """The digests of at most `limit` rows in order from `first` on, also of missing rows.

    They are those of the moment of the call, however late they are drawn.
    """
    number, skipped = divmod(first, PART)
    touched = None if limit is None else (skipped + limit + PART - 1) // PART
    parts = [*page(_parts(store, project, digest, number), touched, None)]
    return page(_digests(parts), limit, skipped)


def _digests(parts: Iterable[bytes]) -> Iterator[str]:
    return chain.from_iterable(peek(part)["row_digests"] for part in parts)


def _parts(store: Store, project: str, digest: str, first: int = 0) -> Iterator[bytes]:
    part = first
    while text := store[PARTS].text(project, digest, str(part)):
        yield text
        part += 1
