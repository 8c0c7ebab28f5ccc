"""A store's files: taken, read, written to, compacted, let go.

The package's docstring has the format and the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import closing, suppress
from pathlib import Path

from mockserver.store import snapshot_file
from mockserver.store.database import RowsStorage
from mockserver.store.errors import REPAIR, StoreError
from mockserver.store.lock import FileLock
from mockserver.store.log import Log
from mockserver.store.rows import BAD_DOCUMENT
from mockserver.store.transaction import Transaction

SMALL = 8 * 1024 * 1024
"""Bytes up to which a snapshot is rewritten whenever it is quiet."""

LARGE = 32 * 1024 * 1024
"""Bytes that a log may always have: they are replayed in a fraction of a second."""

OUTGROWN = 2
"""How many times as long as the snapshot a longer log may become. Under steady writing a document
is then copied one and a half times."""

_END = object()


class Disk:
    """The files of one database. Raises StoreError wherever they cannot be had or used."""

    def __init__(self, path: Path, storage: RowsStorage, transaction: Transaction) -> None:
        self.path = path
        self._aside = path.with_name(path.name + ".tmp")
        self._storage = storage
        self._transaction = transaction
        self.failure = ""
        """Why the store has stopped: nobody can tell any more what the disk holds."""
        self.written = self.synced = 0
        """How many writes were appended to the log, and how many of them a sync has."""
        self._lock = FileLock(path)
        try:
            self._log = Log(path)
            self._recover()
        except OSError as error:
            self._lock.release()
            raise StoreError(f"cannot use {error.filename}: {error.strerror}") from None
        except BaseException:
            self._lock.release()
            raise
        transaction.append = self._append

    @property
    def logged(self) -> int:
        """Bytes in the log."""
        return self._log.size

    def check(self) -> None:
        """Raises StoreError if the store has stopped."""
        if self.failure:
            raise StoreError(self.failure)

    def sync(self) -> None:
        """Make what is written survive a loss of power. Blocks; for a thread.

        A disk that has failed says so once and may hold anything after that: the store stops.
        """
        written = self.written
        try:
            self._log.sync()
        except StoreError as error:
            self.failure = str(error)
        else:
            self.synced = written

    def wants_compaction(self, *, quiet: bool) -> bool:
        """True if the log has outgrown the snapshot, or may be folded in as it is quiet."""
        if self.failure or not self._log.size:
            return False
        size = self._size()
        return self._log.size > max(LARGE, OUTGROWN * size) or (quiet and size < SMALL)

    def compact(self) -> Generator[Callable[[], None] | None, None, None]:
        """Fold the log into the snapshot, in steps. To be closed if it is left early.

        Yields None where other work may go on, and once a function that blocks for the disk and
        may be run in a thread before the next step. A long write is waited for: a snapshot that
        has a part of it is kept only if all of it is, and given up if it is undone.
        """
        self._verify_lock()
        transaction = self._transaction
        try:
            while transaction.long:
                yield None
            undone = transaction.undone
            with transaction:
                last = self._log.rotate()
            slices = snapshot_file.write(self._aside, self.path, self._storage.tables)
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
        """Fold in what is logged and let go of the files, or leave them as they are if the store
        has stopped."""
        try:
            self.check()
            self._transaction.undo_long()
            self._log.close()
            if self._log.size or not self._is_there():
                with closing(self.compact()) as steps:
                    for step in filter(None, steps):
                        step()
        finally:
            self.release()

    def release(self) -> None:
        """Let go of the files as they are."""
        self._log.close()
        self._lock.release()

    def _append(self, text: bytes) -> None:
        self.check()
        self._verify_lock()
        self._log.append(text)
        self.written += 1

    def _verify_lock(self) -> None:
        """Stop the store if somebody else may have its files, or if their folder is gone."""
        try:
            self._lock.verify()
        except StoreError as error:
            self.failure = str(error)
            raise

    def _is_there(self) -> bool:
        """True if the snapshot file holds what the tables do, unless they hold nothing."""
        return self.path.exists() or not any(map(len, self._storage.tables.values()))

    def _size(self) -> int:
        """Bytes of the snapshot file; none if there is none to be seen."""
        try:
            return self.path.stat().st_size
        except OSError:
            return 0

    def _wrote(self, slices: Iterator[None]) -> bool:
        """Write one slice, of nothing but what is in the log; whether there was one."""
        with self._transaction:
            return next(slices, _END) is not _END

    def _settle(self, last: int) -> int:
        """Runs where the caller likes, out of reach of the generator's own handler."""
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
            documents = tables.setdefault(line.table, {})
            if line.text is None:
                documents.pop(line.number, None)
            else:
                documents[line.number] = line.text
        for name, documents in tables.items():
            try:
                self._storage.rows(name).load(documents)
            except BAD_DOCUMENT as error:
                raise StoreError(
                    f"{self.path} is damaged in table {name}: {error}; {REPAIR}"
                ) from None
