"""Transactions: the changes of one handler, kept together until they are safe or undone.

Where answers leave together, so may the transactions behind them be written down: those that end
while the ledger is `deferring` wait for `settle`, and nobody may be told of them before. Any other
transaction has them written down when it begins, so that it never sees what may yet be undone.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from threading import RLock, get_ident
from types import TracebackType
from typing import NamedTuple, Protocol

from mockserver.store.errors import StoreError


class Change(NamedTuple):
    """One document before and after; None where there is none."""

    rows: Undoable
    number: int
    before: bytes | None
    after: bytes | None


class Undoable(Protocol):
    """The rows of a table, as a transaction needs them."""

    name: str

    def put_back(self, number: int, text: bytes | None) -> None:
        """Make a document what it was, indexes included."""


class Ledger:
    """The one transaction of a store that can be open; also the lock that makes it the only one.

    Entered again by its holder it is the same transaction: the outermost exit ends it.
    """

    def __init__(self) -> None:
        self.keep: Callable[[Sequence[Change]], None] = lambda _: None
        """Writes changes down, all or none. Raises StoreError."""
        self.deferring: int | None = None
        """The thread whose transactions may wait for `settle` when they end now."""
        self.decided = 0
        """How often changes were written down or undone."""
        self.written = 0
        """How often changes were written down."""
        self.unsafe: deque[tuple[int, Sequence[Change]]] | None = None
        """What was written down and may yet be revoked, each with what `written` was then; None
        where nothing ever is."""
        self.generation = 0
        """How often the state was replaced; a request belongs to the one that it began in."""
        self._replaced = 0
        self._replaced_scopes: dict[str, int] = {}
        self._lock = RLock()
        self._depth = 0
        self._changes: list[Change] = []
        self._deferred: list[Change] = []
        self._lost: StoreError | None = None
        """Why what was deferred is undone, until somebody asks."""
        self._refused = False
        """Whether the last changes could not be written down."""

    def __enter__(self) -> None:
        self._lock.acquire()
        self._depth += 1
        if self._deferred and self.deferring != get_ident():
            self._keep_deferred()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            if self._depth == 1 and self._changes:
                self._end(failed=kind is not None)
        finally:
            self._depth -= 1
            self._lock.release()

    @property
    def waits(self) -> bool:
        """Whether something deferred is neither written down nor undone yet."""
        return bool(self._deferred)

    def settle(self) -> StoreError | None:
        """Have everything deferred written down; why it is undone instead, if it had to be."""
        with self._lock:
            self._keep_deferred()
            lost, self._lost = self._lost, None
        return lost

    def revoke(self) -> None:
        """Undo what is unsafe, and write down what was before; if that is refused too, the next
        snapshot tells it."""
        with self._lock:
            self._keep_deferred()
            changes = [change for _, group in self.unsafe or () for change in group]
            _undo(changes)
            self.unsafe = deque()
            self.decided += 1
            if changes:
                with suppress(StoreError):
                    self.keep([change._replace(after=change.before) for change in changes[::-1]])

    def secure(self, written: int) -> None:
        """Revoke nothing any more of the first so many that were written down."""
        while self.unsafe and self.unsafe[0][0] <= written:
            self.unsafe.popleft()

    def replaced(self, scope: str | None = None) -> None:
        """Begin another generation, of the whole state or of one project."""
        self.generation += 1
        if scope is None:
            self._replaced = self.generation
            self._replaced_scopes.clear()
        else:
            self._replaced_scopes[scope] = self.generation

    def is_late(self, generation: int, scope: str) -> bool:
        """Whether what began in this generation concerns a state that was replaced since."""
        return generation < max(self._replaced, self._replaced_scopes.get(scope, 0))

    def discard(self) -> None:
        """Undo what the open transaction has changed so far."""
        changes, self._changes = self._changes, []
        _undo(changes)

    def note(self, change: Change) -> None:
        """Take down a change that was just made in memory."""
        if not self._depth:
            change.rows.put_back(change.number, change.before)
            raise RuntimeError("a write outside a transaction")
        self._changes.append(change)

    def _end(self, *, failed: bool) -> None:
        changes, self._changes = self._changes, []
        if failed:
            _undo(changes)
        elif self.deferring == get_ident() and not self._refused:
            self._deferred += changes
        else:
            self._keep(changes)

    def _keep_deferred(self) -> None:
        changes, self._deferred = self._deferred, []
        try:
            if changes:
                self._keep(changes)
        except StoreError as error:
            self._lost = error

    def _keep(self, changes: Sequence[Change]) -> None:
        """After a refusal nothing is deferred until a write succeeds: each is refused alone."""
        self._refused = True
        self.decided += 1
        try:
            self.keep(changes)
        except BaseException:
            _undo(changes)
            raise
        self._refused = False
        self.written += 1
        if self.unsafe is not None:
            self.unsafe.append((self.written, changes))


def _undo(changes: Sequence[Change]) -> None:
    for change in reversed(changes):
        change.rows.put_back(change.number, change.before)
