"""The state of one server."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from mockserver.core.steps import Steps, at_once
from mockserver.store.collection import Collection
from mockserver.store.commit import GroupCommit
from mockserver.store.contents import Contents
from mockserver.store.database import Database
from mockserver.store.disk import Disk
from mockserver.store.kind import Kind
from mockserver.store.rows import Snapshot
from mockserver.store.transaction import Result, Transaction

State = Mapping[str, Snapshot]
"""Every document of every table at one moment; shares the bytes with the live state."""

FEW = 256
"""Records that are written in a few milliseconds."""


class Store:
    """Collections over one TinyDB database, in memory or kept in a file.

    `with store.transaction:` holds the state still for a reader, and makes the changes of a
    writer one: all of them are kept, or none.
    """

    def __init__(
        self, kinds: Iterable[Kind], path: Path | None = None, *, durable: bool = False
    ) -> None:
        path = _behind_links(path) if path else None
        self.transaction = Transaction()
        self.database = Database(kinds, self.transaction)
        self.tables = self.database.rows.tables
        self.disk = Disk(path, self.database.rows, self.transaction) if path else None
        self.commit = GroupCommit(self.disk) if self.disk and durable else None
        """Waited for before an answer, if what it tells must survive a loss of power."""
        self.contents = Contents(path, durable=durable)
        self._collections = {
            name: Collection(rows, rows.indexes)
            for name, rows in self.tables.items()
            if rows.indexes
        }

    def __getitem__(self, kind: Kind) -> Collection:
        """Raises StoreError if the store has stopped."""
        if self.disk:
            self.disk.check()
        return self._collections[kind.name]

    def __len__(self) -> int:
        return sum(map(len, self.tables.values()))

    def in_one(self, steps: Steps[Result], size: int) -> Steps[Result]:
        """Write about so many records in steps as one transaction. Others have their turn between
        the steps of many; few are written without a pause."""
        if size <= FEW:
            return at_once(steps)
        return (yield from self.transaction.in_one(steps))

    def counts(self) -> dict[str, int]:
        """How many records each table holds, for tables that hold any."""
        return {name: len(rows) for name, rows in self.tables.items() if len(rows)}

    def snapshot(self) -> State:
        """The whole state, to come back to."""
        with self.transaction:
            return {name: rows.snapshot() for name, rows in self.tables.items()}

    def clear(self) -> None:
        """Drop every record. What requests write that began before is kept nevertheless."""
        with self.transaction:
            for rows in self.tables.values():
                rows.restore({})

    def restore(self, state: State, scope: str | None = None) -> None:
        """Become `state` again, whole or in one project.

        What a request writes that began before counts as late, and is dropped.
        """
        with self.transaction:
            for name, rows in self.tables.items():
                if scope is None:
                    rows.restore(state.get(name, {}))
                else:
                    rows.restore_scope(state.get(name, {}), scope)
            self.transaction.replaced(scope)

    def abandon(self) -> None:
        """Let go of the file as it is: whatever was acknowledged is in the log."""
        if self.disk:
            self.disk.release()

    def close(self) -> None:
        """Save, and let go of the file. Raises StoreError and leaves the log if it cannot."""
        if self.disk:
            self.disk.close()


def _behind_links(path: Path) -> Path:
    """The file itself: a link would be replaced, and each name of a file has a lock."""
    return Path(os.path.realpath(path)) if path.is_symlink() else path
