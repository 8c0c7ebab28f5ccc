"""The records as a TinyDB: `MockServer.db`, for tests in the same process.

TinyDB reads and rewrites a whole table for each operation, through two methods of its Table. Here
one returns a view of the rows, and the other writes the documents that an update has changed, so
every documented behaviour of TinyDB stays. A read sees one moment, and a write is one transaction
of the store; one that would leave a record that the server cannot serve changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
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


def commit(rows: Rows, documents: Mapping[int, Record]) -> None:
    """Make these documents, by number, the content of a table. Raises ValueError.

    Documents that are equal already are not touched: they are compared as JSON, since to Python 1
    equals true and 1.0.
    """
    former = dict(rows.items())
    for number in former.keys() - documents.keys():
        rows.delete(number)
    for number, document in documents.items():
        if number in former and former[number] == encode(document):
            continue
        record = servable(document, number, rows.indexes)
        if number in former:
            rows.replace(number, rows.record(number), record)
        else:
            rows.insert(number, record)


def servable(record: Record, number: int, indexes: Indexes | None) -> Record:
    """A record with all fields of its kind. Raises ValueError if the server cannot serve it."""
    if indexes is None:
        return record
    kind = indexes.kind
    whole = {**kind.blank, **record}
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
                documents = data.get(name, {}).items()
                commit(self.tables[name], {int(number): dict(each) for number, each in documents})


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
            documents = {number: decode(text) for number, text in self._rows.items()}
            updater(documents)
            commit(self._rows, documents)

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
