"""The store of one server: its collections, transactions and files."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from mockserver.core.steps import Steps, at_once
from mockserver.store.collection import Collection
from mockserver.store.contents import Contents
from mockserver.store.errors import StoreError
from mockserver.store.kind import Kind
from mockserver.store.rows import Snapshot, Tables
from mockserver.store.transaction import Result, Transaction

if TYPE_CHECKING:
    from mockserver.store.database import Database
    from mockserver.store.disk import Disk, GroupCommit

State = Mapping[str, Snapshot]
"""All documents of all tables at one moment; the bytes are shared with the live state."""

FEW = 256
"""Records that are written in a few milliseconds."""


class Store:
    """Collections over one TinyDB database, in memory or in a file.

    Within `with store.transaction:` nobody else changes the state, and either all changes of the
    block are kept or none.
    """

    def __init__(
        self, kinds: Iterable[Kind], path: Path | None = None, *, durable: bool = False
    ) -> None:
        if path and path.is_symlink():  # saving would replace the link, and the lock would differ
            path = Path(os.path.realpath(path))
        self.transaction = Transaction()
        self.tables = Tables(kinds, self.transaction)
        self.disk: Disk | None = None
        self.commit: GroupCommit | None = None
        """Awaited before each answer if writes must survive a loss of power."""
        if path:
            from mockserver.store.disk import Disk, GroupCommit

            self.disk = Disk(path, self.tables)
            self.commit = GroupCommit(self.disk) if durable else None
        self.contents = Contents(path, durable=durable)
        self._collections = {
            name: Collection(rows, rows.indexes)
            for name, rows in self.tables.items()
            if rows.indexes
        }

    @cached_property
    def database(self) -> Database:
        """The records as a TinyDB, which few servers use and which takes 3 ms to import."""
        from mockserver.store.database import Database

        return Database(self.tables)

    def __getitem__(self, kind: Kind) -> Collection:
        """Raises StoreError if the store has stopped."""
        if self.disk and self.disk.failure:
            raise StoreError(self.disk.failure)
        return self._collections[kind.name]

    def __len__(self) -> int:
        return sum(map(len, self.tables.values()))

    def in_one(self, steps: Steps[Result], size: int) -> Steps[Result]:
        """Write about `size` records in steps, as one transaction.

        Other requests are served between the steps; few records are written without a pause.
        """
        if size <= FEW:
            return at_once(steps)
        return (yield from self.transaction.in_one(steps))

    def counts(self) -> dict[str, int]:
        """The number of records in each table that is not empty."""
        return {name: len(rows) for name, rows in self.tables.items() if len(rows)}

    def snapshot(self) -> State:
        """The whole state, for `restore`."""
        with self.transaction:
            return {name: rows.snapshot() for name, rows in self.tables.items()}

    def clear(self) -> None:
        """Delete every record. Requests that began before may still write."""
        with self.transaction:
            for rows in self.tables.values():
                rows.restore({})

    def restore(self, state: State, scope: str | None = None) -> None:
        """Restore a state, whole or in one project.

        Requests that began before are late: their writes are dropped.
        """
        with self.transaction:
            for name, rows in self.tables.items():
                if scope is None:
                    rows.restore(state.get(name, {}))
                else:
                    rows.restore_scope(state.get(name, {}), scope)
            self.transaction.replaced(scope)

    def abandon(self) -> None:
        """Release the files as they are; every acknowledged write is in the log."""
        if self.disk:
            self.disk.release()

    def close(self) -> None:
        """Save and release the files. Raises StoreError, and leaves the log, if that fails."""
        if self.disk:
            self.disk.close()
