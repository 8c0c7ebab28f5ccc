"""Transactions: the changes of one handler are kept together, or undone together."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from threading import RLock
from types import TracebackType
from typing import NamedTuple, Protocol, TypeVar

from mockserver.store.lines import Line, written

GROUP = 1000
"""Changes of a long write that become lines of the log at a time."""

Result = TypeVar("Result")


class Changeable(Protocol):
    """The rows of a table, as a transaction needs them."""

    name: str

    def current(self, number: int) -> bytes | None:
        """The document as it stands; None if there is none."""

    def put_back(self, number: int, text: bytes | None) -> None:
        """Make a document what it was, indexes included."""


Document = tuple[Changeable, int]
"""The rows of a table, and a number in them."""

Images = dict[Document, bytes | None]
"""What documents were before they changed."""


class Kept(NamedTuple):
    """A change of one document that is kept; None where there is none."""

    table: str
    before: bytes | None
    after: bytes | None


Follower = Callable[[list[Kept]], None]
"""Is told what a transaction has changed, in its thread and before others have their turn."""


class LongWrite:
    """What a handler that works in slices has changed so far."""

    def __init__(self) -> None:
        self.before: Images = {}
        self.late = False
        """True if the state it works on was replaced meanwhile."""
        self.robbed = False
        """True if another transaction has changed some of it since this was last False."""


class Transaction:
    """The changes of one handler: all of them are kept, or none.

    One is open at a time, so that entering also holds the state still for a reader. Entered again
    by its holder it is the same one, and the outermost exit ends it: that appends the changes to
    the write-ahead log. If the block failed, or the log refuses them, they are undone in memory
    and the error goes on.
    """

    def __init__(self) -> None:
        self.append: Callable[[bytes], None] | None = None
        """Appends lines to the log, all or none; None if there is no log. Raises StoreError."""
        self.long: LongWrite | None = None
        """The long write that is under way, if there is one."""
        self.undone = 0
        """How many long writes were undone."""
        self.generation = 0
        """How often the state was replaced; a request belongs to the one that it began in."""
        self._replaced = 0
        self._replaced_scopes: dict[str, int] = {}
        self._followers: list[Follower] = []
        self._lock = RLock()
        self._depth = 0
        self._before: Images = {}
        self._robbed: Images = {}
        """What the open transaction has changed of the long write."""

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

    def note(self, rows: Changeable, number: int, before: bytes | None) -> None:
        """Remember that a document has just changed in memory. Of several changes to one document
        the first `before` counts and what stands there in the end, so that a batch costs what it
        leaves behind."""
        if not self._depth:
            rows.put_back(number, before)
            raise RuntimeError("a write outside a transaction")
        self._before.setdefault((rows, number), before)
        if self.long and self._before is not self.long.before:
            self._rob(self.long, (rows, number))

    def undo(self) -> None:
        """Undo what the open transaction has changed so far."""
        before, self._before = self._before, {}
        _put_back(before)
        if self.long:
            self.long.before |= self._robbed
        self._robbed = {}

    def in_one(self, steps: Generator[None, None, Result]) -> Generator[None, None, Result]:
        """Work in steps between which others have their turn; all changes are kept in the end, or
        none.

        Others see in memory what is not kept yet. A document that one of them changes is theirs
        from then on: it is in their lines of the log, and stays as they left it if the long write
        is undone. One long write is under way at a time.
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
        """Undo what the long write under way has changed so far, if there is one."""
        with self:
            if self.long and self.long.before:
                before, self.long.before = self.long.before, {}
                _put_back(before)
                self.undone += 1

    def replaced(self, scope: str | None = None) -> None:
        """Begin another generation, of the whole state or of one project."""
        self.generation += 1
        if scope is None:
            self._replaced = self.generation
            self._replaced_scopes.clear()
        else:
            self._replaced_scopes[scope] = self.generation
        if self.long and (scope is None or self._robbed):
            self.long.late = True

    def is_late(self, generation: int, scope: str) -> bool:
        """True if what began in this generation concerns a state that was replaced since."""
        return generation < max(self._replaced, self._replaced_scopes.get(scope, 0))

    @contextmanager
    def followed(self, follower: Follower) -> Iterator[None]:
        """Tell `follower` every change that is kept meanwhile."""
        self._followers.append(follower)
        try:
            yield
        finally:
            self._followers.remove(follower)

    def _keep(self) -> None:
        try:
            lines = [*_changed(self._before.items())]
            if lines and self.append:
                self.append(written(lines))
        except BaseException:
            self.undo()
            raise
        if self._followers:
            self._tell(self._before)
        self._before.clear()
        self._robbed.clear()

    def _rob(self, write: LongWrite, document: Document) -> None:
        """Take a document over from the long write, whose line of it would be the older one."""
        if document in write.before:
            self._robbed[document] = write.before.pop(document)
            write.robbed = True

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
        """Count the changes of a block as those of the long write."""
        with self:
            outer, self._before = self._before, write.before
            try:
                yield
            finally:
                write.before, self._before = self._before, outer

    def _keep_long(self, write: LongWrite) -> Generator[None, None, None]:
        """Append the lines at once; they are made in slices, and anew if one has grown old."""
        write.robbed, text = True, b""
        while write.robbed and self.append:
            write.robbed = False
            text = yield from _lines_of(write.before)
        if text and self.append:
            self.append(text)
        if self._followers:
            self._tell(write.before)

    def _tell(self, images: Images) -> None:
        kept = [
            Kept(rows.name, before, after)
            for (rows, number), before in images.items()
            if (after := rows.current(number)) is not before
        ]
        for follower in tuple(self._followers):
            follower(kept)


def _changed(before: Iterable[tuple[Document, bytes | None]]) -> Iterator[Line]:
    """The lines of documents that are not what they were."""
    for (rows, number), text in before:
        if (now := rows.current(number)) is not text:
            yield Line(rows.name, number, now)


def _lines_of(before: Images) -> Generator[None, None, bytes]:
    """The same as the text of one write, group by group."""
    items, parts, lines = iter(list(before.items())), list[bytes](), list[Line]()
    while group := list(islice(items, GROUP)):
        lines += _changed(group)
        parts.append(written(lines[:-1], goes_on=True))
        lines = lines[-1:]
        yield
    return b"".join((*parts, written(lines)))


def _put_back(before: Images) -> None:
    for (rows, number), text in before.items():
        rows.put_back(number, text)
