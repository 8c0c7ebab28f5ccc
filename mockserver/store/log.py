"""The write-ahead log: the writes since the last snapshot file, in segments."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Lock

from mockserver.store import lines
from mockserver.store.contents import share_mode, sync_folder
from mockserver.store.errors import StoreError


class Log:
    """Segments beside a database file, `db.json.journal.1` and so on, of which the last one grows.

    Methods raise StoreError if the disk fails.
    """

    def __init__(self, database: Path) -> None:
        self._database = database
        self._segment = max(self.numbers(), default=0)
        self._file: int | None = None
        self._former: list[int] = []
        self._length = 0
        self._torn = False
        """True if a failed write left bytes after `_length` in the growing segment."""
        self._unnamed = False
        """True if the name of the growing segment has not been synced."""
        self._syncing = Lock()
        self.size = 0
        """Bytes in all segments."""

    def replay(self) -> Iterator[lines.LogLine]:
        """Read every line, oldest first. Cuts an unfinished write off the last segment."""
        numbers = self.numbers()
        for number in numbers:
            path = self.path(number)
            text = path.read_bytes()
            if number == numbers[-1] and (complete := lines.complete(text)) < len(text):
                os.truncate(path, complete)
                text = text[:complete]
            self.size += len(text)
            yield from lines.read(text, str(path))

    def append(self, text: bytes) -> None:
        """Append the lines of one write, all or none."""
        file = self._open() if self._file is None else self._file
        try:
            if self._torn:
                self._cut(file)
            _write(file, text)
        except OSError as error:
            self._torn = True
            with suppress(OSError):
                self._cut(file)
            raise self._refused(error) from None
        self._length += len(text)
        self.size += len(text)

    def sync(self) -> None:
        """Make everything appended so far survive a loss of power, from any thread."""
        with self._syncing:
            try:
                for file in (*self._former, self._file):
                    if file is not None:
                        _fdatasync(file)
                if self._unnamed:
                    self._unnamed = False
                    sync_folder(self._database.parent)
            except OSError as error:
                raise self._refused(error) from None

    def rotate(self) -> int:
        """Begin a new segment. Returns the number of the previous one, which stays open.

        Does nothing if an earlier one is still open, since it could not be compacted.
        """
        if self._torn and self._file is not None:
            self._cut(self._file)
        if not self._former:
            if self._file is not None:
                self._former.append(self._file)
                self._file = None
            self._segment += 1
        return self._segment - 1

    def drop(self, last: int) -> int:
        """Delete the segments up to `last`. Returns their length in bytes.

        Deleting a long file is slow, so any thread may do it; the caller updates `size`.
        """
        self._close_former()
        dropped = [self.path(number) for number in self.numbers() if number <= last]
        length = sum(path.stat().st_size for path in dropped)
        for path in dropped:
            path.unlink()
        return length

    def close(self) -> None:
        """Close all segments; the next append opens the growing one again."""
        self._close_former()
        with self._syncing:
            if self._file is not None:
                os.close(self._file)
                self._file = None

    def path(self, number: int) -> Path:
        """The file of a segment."""
        return self._database.with_name(f"{self._database.name}.journal.{number}")

    def numbers(self) -> list[int]:
        """The numbers of all segments, rising."""
        pattern = re.compile(re.escape(self._database.name) + r"\.journal\.([1-9][0-9]*)")
        found = (pattern.fullmatch(entry) for entry in os.listdir(self._database.parent))
        return sorted(int(match[1]) for match in found if match)

    def _close_former(self) -> None:
        with self._syncing:
            for file in self._former:
                os.close(file)
            self._former.clear()

    def _open(self) -> int:
        self._segment = max(self._segment, 1)
        path = self.path(self._segment)
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | _BINARY
        try:
            file = self._file = os.open(path, flags, 0o644)
            share_mode(self._database, path)
        except OSError as error:
            raise self._refused(error) from None
        self._length = os.fstat(file).st_size
        self._unnamed = True
        return file

    def _cut(self, file: int) -> None:
        """Cut off the remains of a failed write."""
        os.ftruncate(file, self._length)
        self._torn = False

    def _refused(self, error: OSError) -> StoreError:
        return StoreError(f"cannot write {self.path(self._segment)}: {error.strerror}")


_BINARY = getattr(os, "O_BINARY", 0)
"""Without it, Windows translates line ends."""

_fdatasync = getattr(os, "fdatasync", os.fsync)
"""Syncs data without file times where the system can (Linux)."""


def _write(file: int, text: bytes) -> None:
    """Write all bytes; one call of the system may write only a part."""
    written = os.write(file, text)
    while written < len(text):
        written += os.write(file, text[written:])
