"""TinyDB over rows of bytes.

TinyDB reads and rewrites a whole table for each operation, through two methods of its Table.
Replacing these by views on the rows keeps every documented behaviour of TinyDB, and an operation
costs only what it touches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping
from typing import Any

import tinydb
from tinydb.storages import Storage
from tinydb.table import Table

from mockserver.core.codec import decode, encode
from mockserver.core.model import Record
from mockserver.store.index import Indexes
from mockserver.store.kind import Kind
from mockserver.store.rows import Rows
from mockserver.store.transaction import Transaction


class View(Mapping[str, Record]):
    """A table as TinyDB reads it: documents by number, each a copy."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows

    def __getitem__(self, number: str) -> Record:
        return self._rows.record(int(number))

    def __iter__(self) -> Iterator[str]:
        return map(str, self._rows.numbers())

    def __len__(self) -> int:
        return len(self._rows)

    def items(self) -> Any:
        """Number and document of each row at the moment of the call."""
        return ((str(number), decode(text)) for number, text in list(self._rows.items()))


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
        """Write the deleted, changed and added documents, in this order."""
        for number in self._dropped:
            if number in self._rows and number not in self._touched:
                self._rows.delete(number)
        for number, record in self._touched.items():
            self._write(number, record)

    def _write(self, number: int, record: Record) -> None:
        """Write a document if its JSON differs: to Python, 1 equals true and 1.0."""
        if number not in self._rows:
            self._rows.insert(number, record)
        elif self._rows.text(number) != encode(record):
            self._rows.replace(number, self._rows.record(number), record)


class RowsStorage(Storage):
    """A TinyDB storage whose tables are rows in memory; those of a known kind have indexes."""

    def __init__(self, kinds: Iterable[Kind], transaction: Transaction) -> None:
        self.transaction = transaction
        self.tables = {kind.name: Rows(kind.name, transaction, Indexes(kind)) for kind in kinds}

    def rows(self, name: str) -> Rows:
        """The rows of a table, made if there is no such table yet."""
        return self.tables.setdefault(name, Rows(name, self.transaction))

    def read(self) -> Any:
        """Views of every table that is not empty; None if all are."""
        return {name: View(rows) for name, rows in self.tables.items() if len(rows)} or None

    def write(self, data: Mapping[str, Mapping[Any, Mapping[str, Any]]]) -> None:
        """Replace the content of all tables by `data`; equal documents are not touched."""
        with self.transaction:
            for name in self.tables.keys() | data.keys():
                draft = Draft(self.rows(name))
                new = {int(number): dict(record) for number, record in data.get(name, {}).items()}
                for number in [number for number in draft if number not in new]:
                    del draft[number]
                draft.update(new)
                draft.commit()


class RowsTable(Table):
    """A TinyDB table whose operations cost what they touch.

    It has no query cache, since collections change the same rows.
    """

    def __init__(self, storage: RowsStorage, name: str, **options: Any) -> None:
        super().__init__(storage, name, **{**options, "cache_size": 0})
        self._rows = storage.rows(name)
        self._transaction = storage.transaction

    def insert(self, document: Mapping[str, Any]) -> int:
        """Insert a document. Returns its number.

        A plain dict has no number of its own, so it replaces nothing and needs no draft.
        """
        if type(document) is not dict:
            return super().insert(document)
        with self._transaction:
            number = self._get_next_id()
            self._rows.insert(number, document)
        return number

    def _read_table(self) -> Any:
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
    """A TinyDB whose state is rows of bytes in memory."""

    table_class: type[Table] = RowsTable

    def __init__(self, kinds: Iterable[Kind] = (), transaction: Transaction | None = None) -> None:
        super().__init__(kinds, transaction or Transaction(), storage=RowsStorage)

    @property
    def rows(self) -> RowsStorage:
        """The storage, under its own type."""
        storage = self.storage
        assert isinstance(storage, RowsStorage), "a Database always makes its own storage"
        return storage
