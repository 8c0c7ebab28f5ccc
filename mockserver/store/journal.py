"""The journal: what was written since the last snapshot, in segments."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Lock

from mockserver.store import lines
from mockserver.store.contents import sync_folder
from mockserver.store.errors import StoreError
from mockserver.store.ledger import Change


class Journal:
    """Segments beside a database file: `db.json.journal.1` and so on; the last one grows.

    Raises StoreError wherever the disk refuses.
    """

    def __init__(self, database: Path) -> None:
        self._base = database.name + ".journal."
        self._folder = database.parent
        self._segment = max(self._numbers(), default=0)
        self._file: int | None = None
        self._former: list[int] = []
        self._length = 0
        self._torn = False
        """Whether something stands behind `_length` in the growing segment."""
        self._unnamed = False
        """Whether a loss of power may take the growing segment's name."""
        self._syncing = Lock()
        self.failure: StoreError | None = None
        """Why a segment that is still there may not be on the disk."""
        self._failed = 0
        self.size = 0
        """Bytes in all segments that are still there."""

    def replay(self) -> Iterator[lines.Line]:
        """Every line, oldest first. Cuts a torn write off the end of the last segment."""
        numbers = self._numbers()
        for number in numbers:
            path = self._path(number)
            text = path.read_bytes()
            if number == numbers[-1] and (whole := lines.whole(text)) < len(text):
                os.truncate(path, whole)
                text = text[:whole]
            self.size += len(text)
            yield from lines.read(text, str(path))

    def append(self, changes: Sequence[Change]) -> None:
        """Write down changes, all or none."""
        text = lines.written(changes)
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
        call it: no segment is closed while it is being synced.

        A disk that has failed says so once. Its segment is not relied on any more until it is
        dropped, since a snapshot has what it was to hold.
        """
        with self._syncing:
            if self.failure:
                raise self.failure
            try:
                growing = self._file
                for file in (*self._former, growing):
                    if file is not None:
                        _fdatasync(file)
                if self._unnamed:
                    self._unnamed = False
                    sync_folder(self._folder)
            except OSError as error:
                self.failure, self._failed = self._refused(error), self._segment
                raise self.failure from None

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
        dropped = [self._path(number) for number in self._numbers() if number <= last]
        length = sum(path.stat().st_size for path in dropped)
        for path in dropped:
            path.unlink()
        if self._failed <= last:
            self.failure = None
        return length

    def close(self) -> None:
        """Close every segment; the next append opens the growing one again."""
        self._close_former()
        with self._syncing:
            if self._file is not None:
                os.close(self._file)
                self._file = None

    def _close_former(self) -> None:
        with self._syncing:
            for file in self._former:
                os.close(file)
            self._former.clear()

    def _open(self) -> int:
        if self._file is None:
            self._segment = max(self._segment, 1)
            path, flags = self._path(self._segment), os.O_WRONLY | os.O_APPEND | os.O_CREAT
            try:
                self._file = os.open(path, flags, 0o644)
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
        return StoreError(f"cannot write {self._path(self._segment)}: {error.strerror}")

    def _path(self, number: int) -> Path:
        return self._folder / f"{self._base}{number}"

    def _numbers(self) -> list[int]:
        pattern = re.compile(re.escape(self._base) + r"([1-9][0-9]*)")
        found = (pattern.fullmatch(entry) for entry in os.listdir(self._folder))
        return sorted(int(match[1]) for match in found if match)


_fdatasync = getattr(os, "fdatasync", os.fsync)
"""Linux can leave the file's times unsynced; others sync everything."""


def _write(file: int, text: bytes) -> None:
    """A write may take only a part, above all on a disk that is almost full."""
    written = os.write(file, text)
    while written < len(text):
        written += os.write(file, text[written:])
