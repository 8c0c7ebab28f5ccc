"""The state of one server."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from threading import RLock

from mockserver.store import file
from mockserver.store.collection import Collection
from mockserver.store.database import Database
from mockserver.store.kind import Kind

Snapshot = Mapping[str, Mapping[int, bytes]]
"""Every document of every table at one moment; sharing the bytes with the live state."""


class Store:
    """Collections over one TinyDB database, in memory or kept in a file.

    `lock` is held by whoever reads or writes: the server for the length of a handler, a test for
    the length of a reset.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self.lock = RLock()
        self.database = Database()
        self._collections: dict[str, Collection] = {}
        if path:
            self._load(path)

    def __getitem__(self, kind: Kind) -> Collection:
        collection = self._collections.get(kind.name)
        if collection is None:
            rows = self.database.rows.rows(kind.name)
            collection = self._collections[kind.name] = Collection(kind, rows)
        return collection

    def __len__(self) -> int:
        return sum(len(rows) for rows in self.database.rows.tables.values())

    def counts(self) -> dict[str, int]:
        """How many records each table holds."""
        return {name: len(rows) for name, rows in self.database.rows.tables.items() if len(rows)}

    def save(self) -> None:
        """Write the file, if there is one. Raises StoreError and leaves the old file as it was."""
        if self.path:
            file.save(self.path, self.database.rows.tables)

    def snapshot(self) -> Snapshot:
        """The whole state, to come back to."""
        return {name: rows.snapshot() for name, rows in self.database.rows.tables.items()}

    def restore(self, snapshot: Snapshot) -> None:
        """Become `snapshot` again."""
        for name, rows in self.database.rows.tables.items():
            rows.restore(snapshot.get(name, {}))

    def _load(self, path: Path) -> None:
        if path.is_dir():
            raise file.StoreError(f"{path} is a directory; --db names a file")
        if not path.parent.is_dir():
            raise file.StoreError(f"{path.parent} is not a directory")
        if not os.access(path.parent, os.W_OK):
            raise file.StoreError(f"{path.parent} cannot be written to")
        for name, documents in file.load(path).items():
            rows = self.database.rows.rows(name)
            for number, document in documents.items():
                rows.insert(number, document)
