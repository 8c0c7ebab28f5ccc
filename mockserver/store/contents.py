"""File contents by digest, kept beside the database."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

from mockserver.store.errors import StoreError


class Contents:
    """Contents in the folder `db.json.files`, one file each, or in memory if there is no database.

    A content is stored before the record that names it. A file is written aside and renamed, and
    never removed: a restored state may name it again.
    """

    def __init__(self, database: Path | None = None, *, durable: bool = False) -> None:
        self._database = database
        self._folder = database.with_name(database.name + ".files") if database else None
        self._durable = durable
        self._memory: dict[str, bytes] = {}

    def keep(self, digest: str, content: bytes) -> None:
        """Store a content unless it is stored already. Raises StoreError."""
        if self._folder is None:
            self._memory.setdefault(digest, content)
            return
        path = self._folder / digest
        try:
            if not path.exists():
                self._write(path, content)
        except OSError as error:
            raise StoreError(f"cannot write {path}: {error.strerror}") from None

    def read(self, digest: str) -> bytes | None:
        """A content, or None. Raises StoreError if it cannot be read.

        A digest has only letters and digits; in an edited file it might be a path.
        """
        if self._folder is None:
            return self._memory.get(digest)
        if not digest.isalnum():
            return None
        path = self._folder / digest
        try:
            return path.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise StoreError(f"cannot read {path}: {error.strerror}") from None

    def _write(self, path: Path, content: bytes) -> None:
        path.parent.mkdir(exist_ok=True)
        aside = path.with_name(path.name + ".tmp")
        try:
            with aside.open("wb") as file:
                if self._database:
                    share_mode(self._database, aside)
                file.write(content)
                if self._durable:
                    file.flush()
                    os.fsync(file.fileno())
            os.replace(aside, path)
        finally:
            aside.unlink(missing_ok=True)
        if self._durable:
            sync_folder(path.parent)
            sync_folder(path.parent.parent)


def share_mode(database: Path, path: Path) -> None:
    """Give a file the permissions of the database, if there is one."""
    with suppress(FileNotFoundError):
        os.chmod(path, stat.S_IMODE(database.stat().st_mode))


def sync_folder(folder: Path) -> None:
    """Make renames in a folder survive a loss of power."""
    if os.name == "posix":
        file = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(file)
        finally:
            os.close(file)
