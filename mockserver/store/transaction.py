"""Transactions: the changes of one handler are kept or undone together."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from threading import RLock
from types import TracebackType
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from mockserver.store.lines import LogLine, encode

if TYPE_CHECKING:
    from mockserver.store.rows import Rows

GROUP = 1000
"""Changes of a long write that are encoded at a time."""

Result = TypeVar("Result")

Document = tuple["Rows", int]
"""The rows of a table, and a number in them."""

Images = dict[Document, bytes | None]
"""The JSON of documents before their change; None for a new document."""


class Change(NamedTuple):
    """A change of one document: its JSON before and after, or None."""

    table: str
    before: bytes | None
    after: bytes | None


Follower = Callable[[list[Change]], None]
"""Called with the changes of each transaction, in its thread and before it ends."""


class LongWrite:
    """The changes so far of a handler that works in time slices."""

    def __init__(self) -> None:
        self.before: Images = {}
        self.late = False
        """True if the state was replaced meanwhile."""
        self.overtaken = False
        """True if another transaction has changed one of its documents since the lines were
        encoded."""


class Transaction:
    """The changes of one handler: all of them are kept, or none.

    Only one is open at a time, so nobody else changes the state in the block. It may be nested; the
    outermost exit ends it and appends the changes to the write-ahead log. If the block fails, or
    the log cannot be written, they are undone in memory and the error propagates.
    """

    def __init__(self) -> None:
        self.append: Callable[[bytes], None] | None = None
        """Appends lines to the log, all or none. None if there is no log. Raises StoreError."""
        self.long: LongWrite | None = None
        """The running long write, if any."""
        self.undone = 0
        """The number of long writes that were undone."""
        self.generation = 0
        """The number of times that the state was replaced. A request records it when it begins."""
        self._replaced = 0
        self._replaced_scopes: dict[str, int] = {}
        self._followers: list[Follower] = []
        self._lock = RLock()
        self._depth = 0
        self._before: Images = {}
        self._overtaken: Images = {}
        """Documents of the long write that the open transaction has changed."""

    def __enter__(self) -> None:
        self._lock.acquire()
        self._depth += 1

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            if self._depth == 1 and self._before:
                if kind is None:
                    self._keep()
                else:
                    self.undo()
        finally:
            self._depth -= 1
            self._lock.release()

    def note(self, rows: Rows, number: int, before: bytes | None) -> None:
        """Record that a document has changed in memory.

        Of several changes to one document, only the first `before` and the last value are used.
        """
        if not self._depth:
            rows.put_back(number, before)
            raise RuntimeError("a write outside a transaction")
        self._before.setdefault((rows, number), before)
        if self.long and self._before is not self.long.before:
            self._overtake(self.long, (rows, number))

    def undo(self) -> None:
        """Undo what the open transaction has changed so far."""
        before, self._before = self._before, {}
        _put_back(before)
        if self.long:
            self.long.before |= self._overtaken
        self._overtaken = {}

    def in_one(self, steps: Generator[None, None, Result]) -> Generator[None, None, Result]:
        """Write in steps, as one transaction, while other requests are served.

        They see changes that are not in the log yet. A document that another transaction changes
        belongs to that one from then on: it logs the document, and undoing the long write does not
        touch it. Only one long write runs at a time.
        """
        while self.long:
            yield
        write = self.long = LongWrite()
        try:
            result = yield from self._sliced(write, steps)
            if write.late:
                self.undo_long()
            yield from self._keep_long(write)
            return result
        except BaseException:
            self.undo_long()
            raise
        finally:
            self.long = None

    def undo_long(self) -> None:
        """Undo the changes of the running long write, if any."""
        with self:
            if self.long and self.long.before:
                before, self.long.before = self.long.before, {}
                _put_back(before)
                self.undone += 1

    def replaced(self, scope: str | None = None) -> None:
        """Record that the state was replaced, whole or in one project."""
        self.generation += 1
        if scope is None:
            self._replaced = self.generation
            self._replaced_scopes.clear()
        else:
            self._replaced_scopes[scope] = self.generation
        if self.long and (scope is None or self._overtaken):
            self.long.late = True

    def is_late(self, generation: int, scope: str) -> bool:
        """True if the state of this generation and project has been replaced."""
        return generation < max(self._replaced, self._replaced_scopes.get(scope, 0))

    @contextmanager
    def followed(self, follower: Follower) -> Iterator[None]:
        """Call `follower` with all changes that are kept during the block."""
        self._followers.append(follower)
        try:
            yield
        finally:
            self._followers.remove(follower)

    def _keep(self) -> None:
        try:
            if self.append and (lines := _changed(self._before.items())):
                self.append(encode(lines))
        except BaseException:
            self.undo()
            raise
        if self._followers:
            self._notify(self._before)
        self._before.clear()
        self._overtaken.clear()

    def _overtake(self, write: LongWrite, document: Document) -> None:
        """Take a document from the long write, whose log line would be outdated."""
        if document in write.before:
            self._overtaken[document] = write.before.pop(document)
            write.overtaken = True

    def _sliced(
        self, write: LongWrite, steps: Generator[None, None, Result]
    ) -> Generator[None, None, Result]:
        while True:
            with self._slice_of(write):
                try:
                    next(steps)
                except StopIteration as end:
                    result: Result = end.value
                    return result
            yield

    @contextmanager
    def _slice_of(self, write: LongWrite) -> Iterator[None]:
        """Add the changes of a block to the long write."""
        with self:
            outer, self._before = self._before, write.before
            try:
                yield
            finally:
                write.before, self._before = self._before, outer

    def _keep_long(self, write: LongWrite) -> Generator[None, None, None]:
        """Encode the lines in slices, again if a document was overtaken; append them at once."""
        write.overtaken, text = True, b""
        while write.overtaken and self.append:
            write.overtaken = False
            text = yield from _lines_of(write.before)
        if text and self.append:
            self.append(text)
        if self._followers:
            self._notify(write.before)

    def _notify(self, images: Images) -> None:
        kept = [
            Change(rows.name, before, after)
            for (rows, number), before in images.items()
            if (after := rows.current(number)) is not before
        ]
        for follower in tuple(self._followers):
            follower(kept)


def _changed(before: Iterable[tuple[Document, bytes | None]]) -> list[LogLine]:
    """The lines of documents that differ from before."""
    return [
        (rows.name, number, now)
        for (rows, number), text in before
        if (now := rows.current(number)) is not text
    ]


def _lines_of(before: Images) -> Generator[None, None, bytes]:
    """Encode the lines of one write, group by group."""
    items, parts, lines = iter(list(before.items())), list[bytes](), list[LogLine]()
    while group := list(islice(items, GROUP)):
        lines += _changed(group)
        parts.append(encode(lines[:-1], goes_on=True))
        lines = lines[-1:]
        yield
    return b"".join((*parts, encode(lines)))


def _put_back(before: Images) -> None:
    for (rows, number), text in before.items():
        rows.put_back(number, text)
