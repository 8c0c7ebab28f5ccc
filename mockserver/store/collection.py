"""A collection: the door through which slices keep their records."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from mockserver.core.model import Record
from mockserver.store.index import Indexes, Where
from mockserver.store.order import EVERYTHING, ValueRange
from mockserver.store.rows import Rows

FEW = 500
"""Records that are sorted in less time than a walk takes to meet them."""


Reader = Callable[[Iterable[str]], list[bytes | None]]
"""From keys to the JSON of records."""


class FoundRecords(NamedTuple):
    """The JSON of records, and whether they come in the order that was asked for."""

    texts: Iterator[bytes]
    ordered: bool


class Collection:
    """The records of one kind. What goes in is copied, and so is what comes out.

    Methods that name a record take its project and the parts of its key. Texts are the stored
    JSON itself, for answers that need no look inside.
    """

    def __init__(self, rows: Rows, indexes: Indexes) -> None:
        self._rows = rows
        self._indexes = indexes

    def get(self, scope: str, *key: str) -> Record | None:
        """The record, or None."""
        number = self._indexes.number(scope, *key)
        return None if number is None else self._rows.record(number)

    def text(self, scope: str, *key: str) -> bytes | None:
        """The record's JSON, or None."""
        number = self._indexes.number(scope, *key)
        return None if number is None else self._rows.text(number)

    def has(self, scope: str, *key: str) -> bool:
        """Whether the record is there."""
        return self._indexes.number(scope, *key) is not None

    def reader(self, scope: str) -> Reader:
        """Gives the JSON of records whose kind has a key of one part, None for each not there.

        However late it is asked, it tells of now.
        """
        numbers, text = self._indexes.keys(scope), self._rows.reader()
        return lambda keys: [text(numbers[key]) if key in numbers else None for key in keys]

    def last(self, scope: str, field: str, value: str) -> bytes | None:
        """The JSON of the record kept last of those whose indexed field has this value."""
        matches = self._indexes.matching(scope, {field: [value]})
        return self._rows.text(matches[-1]) if matches else None

    def insert(self, record: Record) -> bytes:
        """Keep a record whose key is not in use; its JSON is returned."""
        return self._rows.insert(self._rows.next_number(), record)

    def amend(self, change: Callable[[Record], None], scope: str, *key: str) -> bool:
        """Let `change` alter the record in place. False if there is no such record."""
        number = self._indexes.number(scope, *key)
        if number is None:
            return False
        old = self._rows.record(number)
        new = old.copy()
        change(new)
        self._rows.replace(number, old, new)
        return True

    def rewrite(self, change: Callable[[bytes], bytes], scope: str, *key: str) -> bool:
        """Let `change` make new JSON of a record's. False if there is no such record.

        The caller vouches that no field changes by which the record is found, and that the bytes
        have no spare room.
        """
        number = self._indexes.number(scope, *key)
        if number is None:
            return False
        self._rows.rewrite(number, change(self._rows.text(number)))
        return True

    def drop(self, scope: str, *key: str) -> bool:
        """Forget the record. False if there is no such record."""
        number = self._indexes.number(scope, *key)
        if number is None:
            return False
        self._rows.delete(number)
        return True

    def scopes(self) -> list[str]:
        """The projects that have records."""
        return self._indexes.scopes()

    def count(self, scope: str) -> int:
        """How many records the project has."""
        return self._indexes.count(scope)

    def values(self, scope: str, field: str) -> list[str]:
        """The values that an indexed field has in the project."""
        return self._indexes.values(scope, field)

    def find(
        self, scope: str, where: Where, span: ValueRange = EVERYTHING, *, falling: bool = False
    ) -> FoundRecords:
        """Records that fit `where` and `span` as far as an index tells, in order if that is cheap.

        However slowly they are read, they are those of now. Few matches are cheaper to sort than
        to be met on a walk through the project; of many, a page is found sooner on the walk, which
        only touches those that match.
        """
        matches = self._indexes.matching(scope, where)
        if matches is not None and len(matches) <= FEW:
            return FoundRecords(iter([*map(self._rows.text, matches)]), ordered=False)
        numbers = self._indexes.walk(scope, span, falling=falling)
        if matches is not None:
            numbers = filter(set(matches).__contains__, numbers)
        return FoundRecords(self._rows.texts(numbers), ordered=True)
