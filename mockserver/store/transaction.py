"""Transactions: the changes of one handler are kept together, or undone together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import RLock
from types import TracebackType
from typing import NamedTuple, Protocol


class Changeable(Protocol):
    """The rows of a table, as a transaction needs them."""

    name: str

    def current(self, number: int) -> bytes | None:
        """The document as it stands; None if there is none."""

    def put_back(self, number: int, text: bytes | None) -> None:
        """Make a document what it was, indexes included."""


class Change(NamedTuple):
    """What a transaction has made of one document; None if it has removed it."""

    rows: Changeable
    number: int
    after: bytes | None


class Transaction:
    """The changes of one handler: all of them are kept, or none.

    One is open at a time, so that entering also holds the state still for a reader. Entered again
    by its holder it is the same one, and the outermost exit ends it: that appends the changes to
    the write-ahead log. If the block failed, or the log refuses them, they are undone in memory
    and the error goes on.
    """

    def __init__(self) -> None:
        self.append: Callable[[Sequence[Change]], None] = lambda _: None
        """Appends changes to the log, all or none. Raises StoreError."""
        self.generation = 0
        """How often the state was replaced; a request belongs to the one that it began in."""
        self._replaced = 0
        self._replaced_scopes: dict[str, int] = {}
        self._lock = RLock()
        self._depth = 0
        self._before: dict[tuple[Changeable, int], bytes | None] = {}

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

    def undo(self) -> None:
        """Undo what the open transaction has changed so far."""
        before, self._before = self._before, {}
        for (rows, number), text in before.items():
            rows.put_back(number, text)

    def replaced(self, scope: str | None = None) -> None:
        """Begin another generation, of the whole state or of one project."""
        self.generation += 1
        if scope is None:
            self._replaced = self.generation
            self._replaced_scopes.clear()
        else:
            self._replaced_scopes[scope] = self.generation

    def is_late(self, generation: int, scope: str) -> bool:
        """True if what began in this generation concerns a state that was replaced since."""
        return generation < max(self._replaced, self._replaced_scopes.get(scope, 0))

    def _keep(self) -> None:
        try:
            self.append(
                [Change(rows, number, rows.current(number)) for rows, number in self._before]
            )
        except BaseException:
            self.undo()
            raise
        self._before.clear()
