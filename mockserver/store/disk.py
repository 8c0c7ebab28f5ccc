"""The files of a store: locking, recovery, appending, compaction, closing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, suppress
from pathlib import Path

from mockserver.core.clock import stopwatch
from mockserver.store import lines, snapshot_file
from mockserver.store.errors import REPAIR, StoreError
from mockserver.store.lock import FileLock
from mockserver.store.log import Log
from mockserver.store.rows import BAD_DOCUMENT, Tables

SMALL = 8 * 1024 * 1024
"""Bytes up to which a snapshot file is rewritten whenever the server is quiet."""

LARGE = 32 * 1024 * 1024
"""Bytes to which the log may always grow: it is replayed in a fraction of a second."""

OUTGROWN = 2
"""A longer log may grow to this many times the size of the snapshot file. Under steady writes, each
document is then copied one and a half times."""

TRUST = 0.001
"""Seconds for which a lock that was just verified counts as ours: another server takes longer to
start. Verifying it for every write takes 9 % of H4."""

_END = object()


class Disk:
    """The files of one database. Every method raises StoreError if they cannot be used."""

    def __init__(self, path: Path, tables: Tables) -> None:
        self.path = path
        self._aside = Path(f"{path}.tmp")
        self._tables = tables
        self._transaction = tables.transaction
        self.failure = ""
        """The reason why the store has stopped; empty while it works."""
        self.written = self.synced = 0
        """The number of writes appended to the log, and of those that a sync covers."""
        self._lock = FileLock(path)
        self._trusted_until = 0.0
        try:
            self._log = Log(path)
            self._recover()
        except OSError as error:
            self._lock.release()
            raise StoreError(f"cannot use {error.filename}: {error.strerror}") from None
        except BaseException:
            self._lock.release()
            raise
        self._transaction.append = self._append

    @property
    def logged(self) -> int:
        """Bytes in the log."""
        return self._log.size

    def check(self) -> None:
        """Raises StoreError if the store has stopped."""
        if self.failure:
            raise StoreError(self.failure)

    def sync(self) -> None:
        """Make all writes survive a loss of power. Blocks, so it runs in a thread.

        A disk reports a failed sync once and may hold anything afterwards, so the store stops.
        """
        written = self.written
        try:
            self._log.sync()
        except StoreError as error:
            self.failure = str(error)
        else:
            self.synced = written

    def wants_compaction(self, *, quiet: bool) -> bool:
        """True if the log has outgrown the snapshot, or if the server is quiet and has time."""
        if self.failure or not self._log.size:
            return False
        size = self._size()
        return self._log.size > max(LARGE, OUTGROWN * size) or (quiet and size < SMALL)

    def compact(self) -> Generator[Callable[[], None] | None, None, None]:
        """Fold the log into the snapshot file, in steps. The generator must be closed.

        Yields None where other work may continue, and once a blocking function that the caller
        runs, perhaps in a thread, before the next step. It waits for a long write: a snapshot with
        part of one is kept only if the whole write is.
        """
        self._verify_lock()
        transaction = self._transaction
        try:
            while transaction.long:
                yield None
            undone = transaction.undone
            with transaction:
                last = self._log.rotate()
            slices = snapshot_file.write(self._aside, self.path, self._tables)
            while self._wrote(slices) or transaction.long:
                yield None
            if transaction.undone != undone:
                return
            dropped: list[int] = []
            yield lambda: dropped.append(self._settle(last))
            self._log.size -= sum(dropped)
        except OSError as error:
            raise self._refused(error) from None
        finally:
            with suppress(OSError):
                self._aside.unlink(missing_ok=True)

    def close(self) -> None:
        """Fold the log into the snapshot file and release the files. Raises StoreError.

        A store that has stopped leaves its files as they are.
        """
        try:
            self.check()
            self._transaction.undo_long()
            self._log.close()
            has_content = any(map(len, self._tables.values()))
            if self._log.size or (has_content and not self.path.exists()):
                with closing(self.compact()) as steps:
                    for step in filter(None, steps):
                        step()
        finally:
            self.release()

    def release(self) -> None:
        """Release the files as they are."""
        self._log.close()
        self._lock.release()

    def _append(self, text: bytes) -> None:
        self.check()
        if stopwatch() > self._trusted_until:
            self._verify_lock()
        self._log.append(text)
        self.written += 1

    def _verify_lock(self) -> None:
        """Stop the store if another process may use its files, or if their folder is gone."""
        try:
            self._lock.verify()
        except StoreError as error:
            self.failure = str(error)
            raise
        self._trusted_until = stopwatch() + TRUST

    def _size(self) -> int:
        """Bytes of the snapshot file; 0 if there is none."""
        try:
            return self.path.stat().st_size
        except OSError:
            return 0

    def _wrote(self, slices: Iterator[None]) -> bool:
        """Write one slice of a snapshot, outside any transaction. False if it is complete."""
        with self._transaction:
            return next(slices, _END) is not _END

    def _settle(self, last: int) -> int:
        """Rename the snapshot and drop the log up to `last`. Returns the bytes dropped."""
        try:
            snapshot_file.settle(self._aside, self.path)
            return self._log.drop(last)
        except OSError as error:
            raise self._refused(error) from None

    def _refused(self, error: OSError) -> StoreError:
        return StoreError(f"cannot write {self.path}: {error.strerror}")

    def _recover(self) -> None:
        self._aside.unlink(missing_ok=True)
        tables = snapshot_file.read(self.path)
        for line in self._log.replay():
            lines.apply(line, tables)
        for name, documents in tables.items():
            try:
                self._tables[name].load(documents)
            except BAD_DOCUMENT as error:
                raise StoreError(
                    f"{self.path} is damaged in table {name}: {error}; {REPAIR}"
                ) from None


class GroupCommit:
    """Group commit: one sync of the disk for all responses that wait for it.

    Syncs run one after another, each in a thread. A write during a sync waits for the next one,
    since only a sync that begins after the write is sure to cover it.
    """

    def __init__(self, disk: Disk) -> None:
        self._disk = disk
        self._running: asyncio.Task[None] | None = None
        self._next: asyncio.Task[None] | None = None

    @property
    def settled(self) -> bool:
        """True if everything written so far would survive a loss of power."""
        return self._disk.synced == self._disk.written

    async def settle(self) -> None:
        """Wait until everything written before this call would survive. Raises StoreError."""
        if not self.settled:
            if self._next is None:
                self._next = asyncio.ensure_future(self._round(self._running))
            await asyncio.shield(self._next)
        self._disk.check()

    async def _round(self, previous: asyncio.Task[None] | None) -> None:
        if previous:
            await asyncio.wait([previous])
        self._running, self._next = self._next, None
        await asyncio.to_thread(self._disk.sync)
