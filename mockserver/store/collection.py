"""A collection: the door through which slices keep their records."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from collections.abc import Collection as Values

from mockserver.core.model import Record
from mockserver.store.index import Indexes
from mockserver.store.kind import key_text
from mockserver.store.rows import Rows


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
        number = self._indexes.number(scope, key_text(*key))
        return None if number is None else self._rows.record(number)

    def text(self, scope: str, *key: str) -> bytes | None:
        """The record's JSON, or None."""
        number = self._indexes.number(scope, key_text(*key))
        return None if number is None else self._rows.text(number)

    def has(self, scope: str, *key: str) -> bool:
        """Whether the record is there."""
        return self._indexes.number(scope, key_text(*key)) is not None

    def insert(self, record: Record) -> bytes:
        """Keep a record whose key is not in use; its JSON is returned."""
        return self._rows.insert(self._rows.next_number(), record)

    def amend(self, change: Callable[[Record], None], scope: str, *key: str) -> bool:
        """Let `change` alter the record in place. False if there is no such record."""
        number = self._indexes.number(scope, key_text(*key))
        if number is None:
            return False
        old = self._rows.record(number)
        new = old.copy()
        change(new)
        self._rows.replace(number, old, new)
        return True

    def drop(self, scope: str, *key: str) -> bool:
        """Forget the record. False if there is no such record."""
        number = self._indexes.number(scope, key_text(*key))
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

    def walk(self, scope: str, *, reverse: bool = False) -> Iterator[bytes]:
        """The JSON of the project's records in the kind's order."""
        return map(self._rows.text, self._indexes.walk(scope, reverse=reverse))

    def matching(self, scope: str, where: Mapping[str, Values[str]]) -> Iterator[bytes]:
        """The JSON of records that fit the narrowest indexed condition in `where`.

        `where` maps a field to the values it may have; a field without an index narrows nothing,
        so the caller still filters. In the order of arrival, or in the kind's order if no
        condition is indexed.
        """
        numbers = self._indexes.matching(scope, where)
        if numbers is None:
            return self.walk(scope)
        return map(self._rows.text, numbers)
