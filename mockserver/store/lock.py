"""The lock by which one process at a time has a database file."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from mockserver.store.errors import StoreError


class FileLock:
    """A lock on `db.json.lock`; the system releases it when the process ends."""

    def __init__(self, database: Path) -> None:
        if database.is_dir():
            raise StoreError(f"{database} is a directory; the database is a file")
        self._database = database
        self._path = f"{database}.lock"
        self._file: int | None = None
        self._take(os.O_RDWR | os.O_CREAT)

    def verify(self) -> None:
        """Check that the lock is still ours, and take it again if its file was deleted.

        Raises StoreError if another process may have it, since the two would overwrite each other.
        """
        try:
            if _identity(os.stat(self._path)) == self._identity:
                return
        except FileNotFoundError:
            self.release()
            self._take(os.O_RDWR | os.O_CREAT | os.O_EXCL)
            return
        except OSError as error:
            raise StoreError(f"cannot read {self._path}: {error.strerror}") from None
        raise StoreError(f"{self._path} was replaced; another mockserver may have the database")

    def release(self) -> None:
        """Release the lock, if it is held."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _take(self, flags: int) -> None:
        database = self._database
        try:
            self._file = os.open(self._path, flags, 0o644)
        except OSError as error:
            reason = error.strerror
            raise StoreError(f"cannot keep a database in {database.parent}: {reason}") from None
        self._identity = _identity(os.fstat(self._file))
        try:
            _lock(self._file)
        except OSError:
            self.release()
            raise StoreError(f"{database} is in use by another mockserver") from None


def _identity(file: os.stat_result) -> tuple[int, int]:
    return file.st_dev, file.st_ino


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
