"""The records as a TinyDB: `MockServer.db`, for tests in the same process.

TinyDB reads and rewrites a whole table for each operation, through two methods of its Table. Here
one returns a view of the rows, and the other writes the documents of a draft that were touched, so
every documented behaviour of TinyDB stays. A read sees one moment, and a write is one transaction
of the store; one that would leave a record that the server cannot serve changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, MutableMapping
from typing import Any

import tinydb
from pydantic import ValidationError
from tinydb.storages import Storage
from tinydb.table import Table

from mockserver.core.codec import decode, encode
from mockserver.core.model import Record, misfit
from mockserver.store.index import Indexes
from mockserver.store.rows import Rows, Tables


class View(Mapping[str, Record]):
    """A table at one moment, as TinyDB reads it: documents by number, each a copy."""

    def __init__(self, rows: Rows) -> None:
        self._texts = {str(number): text for number, text in rows.items()}

    def __getitem__(self, number: str) -> Record:
        record: Record = decode(self._texts[number])
        return record

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)


class Draft(MutableMapping[int, Record]):
    """A table as one TinyDB update sees it. `commit` writes the documents that it touched."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows
        self._touched: dict[int, Record] = {}
        self._dropped: set[int] = set()

    def __contains__(self, number: object) -> bool:
        return number in self._touched or (number in self._rows and number not in self._dropped)

    def __getitem__(self, number: int) -> Record:
        if number not in self._touched:
            if number in self._dropped:
                raise KeyError(number)
            self._touched[number] = self._rows.record(number)
        return self._touched[number]

    def __setitem__(self, number: int, record: Record) -> None:
        self._touched[number] = record

    def __delitem__(self, number: int) -> None:
        if number not in self:
            raise KeyError(number)
        self._touched.pop(number, None)
        self._dropped.add(number)

    def __iter__(self) -> Iterator[int]:
        yield from (number for number in self._rows.numbers() if number in self)
        yield from tuple(number for number in self._touched if number not in self._rows)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def clear(self) -> None:
        """Drop every document."""
        self._touched.clear()
        self._dropped.update(self._rows.numbers())

    def commit(self) -> None:
        """Write the deleted, changed and added documents, in this order. Raises ValueError."""
        rows = self._rows
        for number in self._dropped:
            if number in rows and number not in self._touched:
                rows.delete(number)
        for number, touched in self._touched.items():
            record = servable(touched, number, rows.indexes)
            if number not in rows:
                rows.insert(number, record)
            elif rows.text(number) != encode(record):  # to Python, 1 equals true and 1.0
                rows.replace(number, rows.record(number), record)


def servable(record: Record, number: int, indexes: Indexes | None) -> Record:
    """A record with all fields of its kind. Raises ValueError if the server cannot serve it."""
    if indexes is None:
        return record
    whole, kind = indexes.completed(record), indexes.kind
    try:
        kind.model.model_validate(whole)
    except ValidationError as error:
        raise ValueError(f"{kind.name}: {misfit(error)}") from None
    key = [str(whole[field]) for field in kind.key]
    if indexes.number(str(whole[kind.scope]), key) not in (None, number):
        raise ValueError(f"{kind.name}: there is {' '.join(key)!r} already")
    return whole


class RowsStorage(Storage):
    """A TinyDB storage whose tables are rows in memory."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    def read(self) -> Any:
        """Views of every table that is not empty; None if all are."""
        with self.tables.transaction:
            return {name: View(rows) for name, rows in self.tables.items() if len(rows)} or None

    def write(self, data: Mapping[str, Mapping[Any, Mapping[str, Any]]]) -> None:
        """Replace the content of all tables by `data`; equal documents are not touched."""
        with self.tables.transaction:
            for name in self.tables.keys() | data.keys():
                draft = Draft(self.tables[name])
                new = {int(number): dict(record) for number, record in data.get(name, {}).items()}
                for number in [number for number in draft if number not in new]:
                    del draft[number]
                draft.update(new)
                draft.commit()


class RowsTable(Table):
    """A TinyDB table over rows. It has no query cache, since requests change the same rows."""

    def __init__(self, storage: RowsStorage, name: str, **options: Any) -> None:
        super().__init__(storage, name, **{**options, "cache_size": 0})
        self._rows = storage.tables[name]
        self._transaction = storage.tables.transaction

    def insert(self, document: Mapping[str, Any]) -> int:
        """Insert a document. Returns its number. Raises ValueError if it cannot be served.

        A plain dict has no number of its own, so it replaces nothing and needs no draft.
        """
        with self._transaction:
            if type(document) is not dict:
                return super().insert(document)
            number = self._get_next_id()
            self._rows.insert(number, servable(document, number, self._rows.indexes))
            return number

    def _read_table(self) -> Any:
        with self._transaction:
            return View(self._rows)

    def _update_table(self, updater: Callable[[Any], None]) -> None:
        with self._transaction:
            draft = Draft(self._rows)
            updater(draft)
            draft.commit()

    def _get_next_id(self) -> int:
        reserved: int = self._next_id or 0
        number = max(reserved, self._rows.next_number())
        self._next_id = number + 1  # type: ignore[assignment]
        return number


class Database(tinydb.TinyDB):
    """A TinyDB over rows in memory. Closing it does not affect the server.

    The server waits while a function updates documents, so that function must not send requests.
    """

    table_class: type[Table] = RowsTable

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables, storage=RowsStorage)
