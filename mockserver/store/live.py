"""The state of a running server as a TinyDB, for tests in the same process.

A read sees one moment. A write is one transaction of the store. A write that would leave a record
that the server cannot serve is refused and changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import tinydb
from pydantic import ValidationError
from tinydb.table import Table

from mockserver.core.codec import decode
from mockserver.core.model import Record, misfit
from mockserver.store.database import Draft, RowsStorage, RowsTable
from mockserver.store.rows import Rows


class Moment(Mapping[str, Record]):
    """A table at one moment: documents by number, each a copy."""

    def __init__(self, rows: Rows) -> None:
        self._texts = {str(number): text for number, text in rows.items()}

    def __getitem__(self, number: str) -> Record:
        record: Record = decode(self._texts[number])
        return record

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)


class CheckedDraft(Draft):
    """A draft that checks records before it writes them."""

    def _write(self, number: int, record: Record) -> None:
        super()._write(number, self._checked(number, record))

    def _checked(self, number: int, record: Record) -> Record:
        """Complete and validate a record. Raises ValueError."""
        indexes = self._rows.indexes
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


class LiveTable(RowsTable):
    """A table of the running server."""

    def insert(self, document: Mapping[str, Any]) -> int:
        """Insert a document. Returns its number. Raises ValueError if it cannot be served."""
        return super(RowsTable, self).insert(document)

    def _read_table(self) -> Any:
        with self._transaction:
            return Moment(self._rows)

    def _update_table(self, updater: Callable[[Any], None]) -> None:
        with self._transaction:
            draft = CheckedDraft(self._rows)
            updater(draft)
            draft.commit()


class Live(tinydb.TinyDB):
    """A TinyDB over the tables of a running server. Closing it does not affect the server.

    The server waits while a function updates documents, so that function must not send requests.
    """

    table_class: type[Table] = LiveTable

    def __init__(self, storage: RowsStorage) -> None:
        super().__init__(storage=lambda: storage)
