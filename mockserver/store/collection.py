"""Collections: the records of one kind, as slices use them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from mockserver.core.model import Record
from mockserver.store.index import Indexes, Where
from mockserver.store.order import EVERYTHING, ValueRange
from mockserver.store.rows import Rows

FEW = 500
"""Records that are faster to sort than to find in an ordered walk."""

Reader = Callable[[Iterable[str]], list[bytes | None]]
"""Returns the JSON of records by their keys."""


class FoundRecords(NamedTuple):
    """The JSON of records; `ordered` is True if they come in the requested order."""

    texts: Iterator[bytes]
    ordered: bool


class Collection:
    """The records of one kind. Records are copied when they are stored and when they are read.

    A record is identified by its project (`scope`) and the parts of its key. `text` and `texts`
    are stored JSON, for responses that need no parsing.
    """

    def __init__(self, rows: Rows, indexes: Indexes) -> None:
        self._rows = rows
        self._indexes = indexes

    def get(self, scope: str, *key: str) -> Record | None:
        """The record, or None."""
        number = self._indexes.number(scope, key)
        return None if number is None else self._rows.record(number)

    def text(self, scope: str, *key: str) -> bytes | None:
        """The record's JSON, or None."""
        number = self._indexes.number(scope, key)
        return None if number is None else self._rows.text(number)

    def has(self, scope: str, *key: str) -> bool:
        """True if there is such a record."""
        return self._indexes.number(scope, key) is not None

    def reader(self, scope: str) -> Reader:
        """A reader of the present state, for a kind whose key has one part.

        It returns None for a key without a record, and does not see later changes.
        """
        numbers, text = self._indexes.keys(scope), self._rows.reader()
        return lambda keys: [text(numbers[key]) if key in numbers else None for key in keys]

    def last(self, scope: str, field: str, value: str) -> bytes | None:
        """The JSON of the newest record whose indexed field has this value."""
        matches = self._indexes.matching(scope, {field: [value]})
        return self._rows.text(matches[-1]) if matches else None

    def insert(self, record: Record) -> bytes:
        """Store a record whose key is not in use. Returns its JSON."""
        return self._rows.insert(self._rows.next_number(), record)

    def put(self, record: Record) -> None:
        """Store a record in place of the one with its key, if there is one."""
        kind = self._indexes.kind
        self.drop(str(record[kind.scope]), *(str(record[field]) for field in kind.key))
        self.insert(record)

    def amend(self, change: Callable[[Record], None], scope: str, *key: str) -> bool:
        """Change a record: `change` replaces values in it. False if there is no such record."""
        number = self._indexes.number(scope, key)
        if number is None:
            return False
        self._rows.amend(number, change)
        return True

    def drop(self, scope: str, *key: str) -> bool:
        """Delete a record. False if there is no such record."""
        number = self._indexes.number(scope, key)
        if number is None:
            return False
        self._rows.delete(number)
        return True

    def scopes(self) -> list[str]:
        """The projects that have records."""
        return self._indexes.scopes()

    def count(self, scope: str) -> int:
        """The number of records in the project."""
        return self._indexes.count(scope)

    def values(self, scope: str, field: str) -> list[str]:
        """The values that an indexed field has in the project."""
        return self._indexes.values(scope, field)

    def find(
        self, scope: str, where: Where, span: ValueRange = EVERYTHING, *, falling: bool = False
    ) -> FoundRecords:
        """Find the records that match `where` and `span`, as far as indexes can tell.

        The result shows the present state, however slowly it is read. Few matches are returned
        unordered, since sorting them is cheap; of many, an ordered walk finds a page sooner.
        """
        matches = self._indexes.matching(scope, where)
        if matches is not None and len(matches) <= FEW:
            return FoundRecords(iter([*map(self._rows.text, matches)]), ordered=False)
        numbers = self._indexes.walk(scope, span, falling=falling)
        if matches is not None:
            numbers = filter(set(matches).__contains__, numbers)
        return FoundRecords(self._rows.texts(numbers), ordered=True)
