"""The budget of work for a constraint, and the errors of constraints that cannot be obeyed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from mockserver.core.pauses import pause

_STEPS = 100_000
"""Chosen: the work of one request, about a tenth of a second."""

_STEPS_OF_A_CHOICE = 3_000
"""Chosen: additional work for each choice of a request."""

_TURN = 2_000
"""Chosen: steps between two pauses, a few milliseconds."""

_CHARACTERS_A_STEP = 16
"""Chosen: the characters that are read or tokenized in one step."""


class Unservable(Exception):
    """No text obeys the constraint, or none was found; `path` is a position in the document."""

    def __init__(self, reason: str, path: str = "$") -> None:
        super().__init__(f"{reason} (at {path})")
        self.reason = reason
        self.path = path


class DeadEnd(Unservable):
    """A draw that leads to no value; another draw may succeed."""


class TooMuchWork(Unservable):
    """The budget is spent, or the share of it for one draw."""

    def __init__(self) -> None:
        super().__init__("the constraint takes more work than one request may use")


class Budget:
    """The work that one request may use, in steps of about a microsecond.

    Code that may run long spends steps before it begins, and pauses from time to time.
    """

    def __init__(self, steps: int = _STEPS) -> None:
        self.left = self._total = steps
        self._floor = 0
        self._next_pause = steps - _TURN
        self._read: set[bytes] = set()

    @classmethod
    def of_choices(cls, choices: int) -> Budget:
        """The budget that the choices of one request share."""
        return cls(_STEPS + choices * _STEPS_OF_A_CHOICE)

    @property
    def spent(self) -> int:
        """The steps so far."""
        return self._total - self.left

    def spend(self, steps: int = 1) -> None:
        """Raises TooMuchWork if the budget or the current share has too few steps left."""
        self.left -= steps
        if self.left < self._floor:
            raise TooMuchWork
        if self.left < self._next_pause:
            self._next_pause = self.left - _TURN
            pause()

    def spend_on(self, text: str) -> None:
        """Spend steps for tokenizing a text."""
        self.spend(len(text) // _CHARACTERS_A_STEP)

    def spend_on_reading(self, text: bytes) -> None:
        """Spend steps for reading a schema; the same schema costs them once."""
        if text not in self._read:
            self._read.add(text)
            self.spend(len(text) // _CHARACTERS_A_STEP)

    @contextmanager
    def share(self, steps: int) -> Iterator[None]:
        """Limit the steps that may be spent within the block."""
        self._floor = max(0, self.left - steps)
        try:
            yield
        finally:
            self._floor = 0
