"""One process at a time has a database file."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from mockserver.store.errors import StoreError


class FileLock:
    """Holds `db.json.lock` until released; the system releases it when the process ends."""

    def __init__(self, path: Path) -> None:
        if path.is_dir():
            raise StoreError(f"{path} is a directory; the database is a file")
        lock = path.with_name(path.name + ".lock")
        try:
            self._file: int | None = os.open(lock, os.O_RDWR | os.O_CREAT, 0o644)
        except OSError as error:
            raise StoreError(f"cannot keep a database in {path.parent}: {error.strerror}") from None
        try:
            _take(self._file)
        except OSError:
            self.release()
            raise StoreError(f"{path} is in use by another mockserver") from None

    def release(self) -> None:
        """Let another process have the file; a second time, nothing."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


if sys.platform == "win32":
    import msvcrt

    def _take(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _take(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
