"""A store's files: taken, read, journaled into, compacted, let go.

The package's docstring has the format and the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import closing, suppress
from pathlib import Path

from mockserver.store import snapshot
from mockserver.store.database import RowsStorage
from mockserver.store.errors import StoreError
from mockserver.store.journal import Journal
from mockserver.store.ledger import Ledger
from mockserver.store.lock import FileLock

SMALL = 8 * 1024 * 1024
"""Bytes up to which a snapshot is rewritten whenever it is quiet."""

LARGE = 32 * 1024 * 1024
"""Bytes that a journal may always have: they are replayed in a fraction of a second."""

OUTGROWN = 2
"""How many times as long as the snapshot a longer one may become. Under steady writing a document
is then copied one and a half times."""

_END = object()


class Disk:
    """The files of one database. Raises StoreError wherever they cannot be had or used."""

    def __init__(self, path: Path, storage: RowsStorage, ledger: Ledger) -> None:
        self.path = path
        self._aside = path.with_name(path.name + ".tmp")
        self._storage = storage
        self._ledger = ledger
        self._lock = FileLock(path)
        try:
            self._journal = Journal(path)
            self._recover()
        except OSError as error:
            self._lock.release()
            raise StoreError(f"cannot use {error.filename}: {error.strerror}") from None
        except BaseException:
            self._lock.release()
            raise
        ledger.keep = self._journal.append

    @property
    def journaled(self) -> int:
        """Bytes in the journal."""
        return self._journal.size

    def sync(self) -> None:
        """Make what is journaled survive a loss of power. Blocks; for a thread."""
        self._journal.sync()

    def wants_compaction(self, *, quiet: bool) -> bool:
        """Whether the journal has outgrown the snapshot, may be folded in as it is quiet, or must
        be as the disk has failed it."""
        if self._journal.failure or not self._journal.size:
            return self._journal.failure is not None
        size = self._size()
        return self._journal.size > max(LARGE, OUTGROWN * size) or (quiet and size < SMALL)

    def compact(self) -> Generator[Callable[[], None] | None, None, None]:
        """Fold the journal into the snapshot, in steps. To be closed if it is left early.

        Yields None where other work may go on, and once a function that blocks for the disk and
        may be run in a thread before the next step.
        """
        try:
            with self._ledger:
                last = self._journal.rotate()
            slices = snapshot.write(self._aside, self._storage.tables)
            while self._wrote(slices):
                yield None
            dropped: list[int] = []
            yield lambda: dropped.append(self._settle(last))
            self._journal.size -= sum(dropped)
        except OSError as error:
            raise self._refused(error) from None
        finally:
            with suppress(OSError):
                self._aside.unlink(missing_ok=True)

    def close(self) -> None:
        """Fold in what is journaled and let go of the files."""
        try:
            self._journal.close()
            if self._journal.size:
                with closing(self.compact()) as steps:
                    for step in filter(None, steps):
                        step()
        finally:
            self.release()

    def release(self) -> None:
        """Let go of the files as they are."""
        self._journal.close()
        self._lock.release()

    def _size(self) -> int:
        """Bytes of the snapshot; none if there is none to be seen."""
        try:
            return self.path.stat().st_size
        except OSError:
            return 0

    def _wrote(self, slices: Iterator[None]) -> bool:
        """Write one slice, of nothing but what is in the journal; whether there was one."""
        with self._ledger:
            return next(slices, _END) is not _END

    def _settle(self, last: int) -> int:
        """Runs where the caller likes, out of reach of the generator's own handler."""
        try:
            snapshot.settle(self._aside, self.path)
            return self._journal.drop(last)
        except OSError as error:
            raise self._refused(error) from None

    def _refused(self, error: OSError) -> StoreError:
        return StoreError(f"cannot write {self.path}: {error.strerror}")

    def _recover(self) -> None:
        self._aside.unlink(missing_ok=True)
        tables = snapshot.read(self.path)
        for line in self._journal.replay():
            documents = tables.setdefault(line.table, {})
            if line.text is None:
                documents.pop(line.number, None)
            else:
                documents[line.number] = line.text
        for name, documents in tables.items():
            try:
                self._storage.rows(name).load(documents)
            except ValueError as error:
                raise StoreError(f"{self.path} is damaged in table {name}: {error}") from None
