"""The write-ahead log: what was written since the last snapshot, in segments."""

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
    """Segments beside a database file: `db.json.journal.1` and so on; the last one grows.

    Raises StoreError wherever the disk refuses.
    """

    def __init__(self, database: Path) -> None:
        self._database = database
        self._segment = max(self.numbers(), default=0)
        self._file: int | None = None
        self._former: list[int] = []
        self._length = 0
        self._torn = False
        """True if something stands behind `_length` in the growing segment."""
        self._unnamed = False
        """True if a loss of power may take the growing segment's name."""
        self._syncing = Lock()
        self.size = 0
        """Bytes in all segments that are still there."""

    def replay(self) -> Iterator[lines.Line]:
        """Every line, oldest first. Cuts a torn write off the end of the last segment."""
        numbers = self.numbers()
        for number in numbers:
            path = self.path(number)
            text = path.read_bytes()
            if number == numbers[-1] and (whole := lines.whole(text)) < len(text):
                os.truncate(path, whole)
                text = text[:whole]
            self.size += len(text)
            yield from lines.read(text, str(path))

    def append(self, text: bytes) -> None:
        """Write down the lines of one write, all or none."""
        file = self._open()
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
        """Return when everything appended so far would survive a loss of power. Any thread may
        call it: no segment is closed while it is being synced."""
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
        """Begin a new segment, at once; the number of the one before it, which stays open.

        While one stays open, since it could not be folded in, the growing one goes on growing.
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
        """Remove the segments up to `last`, which a snapshot has; how many bytes they were.

        Removing a long file takes its time, so any thread may do it; `size` is left to the caller.
        """
        self._close_former()
        dropped = [self.path(number) for number in self.numbers() if number <= last]
        length = sum(path.stat().st_size for path in dropped)
        for path in dropped:
            path.unlink()
        return length

    def close(self) -> None:
        """Close every segment; the next append opens the growing one again."""
        self._close_former()
        with self._syncing:
            if self._file is not None:
                os.close(self._file)
                self._file = None

    def path(self, number: int) -> Path:
        """The file of a segment."""
        return self._database.with_name(f"{self._database.name}.journal.{number}")

    def numbers(self) -> list[int]:
        """The segments that there are, rising."""
        pattern = re.compile(re.escape(self._database.name) + r"\.journal\.([1-9][0-9]*)")
        found = (pattern.fullmatch(entry) for entry in os.listdir(self._database.parent))
        return sorted(int(match[1]) for match in found if match)

    def _close_former(self) -> None:
        with self._syncing:
            for file in self._former:
                os.close(file)
            self._former.clear()

    def _open(self) -> int:
        if self._file is None:
            self._segment = max(self._segment, 1)
            path = self.path(self._segment)
            flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | _BINARY
            try:
                self._file = os.open(path, flags, 0o644)
                share_mode(self._database, path)
            except OSError as error:
                raise self._refused(error) from None
            self._length = os.fstat(self._file).st_size
            self._unnamed = True
        return self._file

    def _cut(self, file: int) -> None:
        """Remove what a write has left that was refused."""
        os.ftruncate(file, self._length)
        self._torn = False

    def _refused(self, error: OSError) -> StoreError:
        return StoreError(f"cannot write {self.path(self._segment)}: {error.strerror}")


_BINARY = getattr(os, "O_BINARY", 0)
"""Windows would else write line ends of its own."""

_fdatasync = getattr(os, "fdatasync", os.fsync)
"""Linux can leave the file's times unsynced; others sync everything."""


def _write(file: int, text: bytes) -> None:
    """A write may take only a part, above all on a disk that is almost full."""
    written = os.write(file, text)
    while written < len(text):
        written += os.write(file, text[written:])
