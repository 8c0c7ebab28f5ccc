"""The budget of a constraint, and the errors that say why it cannot be obeyed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from mockserver.core.pauses import pause

_STEPS = 100_000
"""Chosen: the work for one request, a tenth of a second."""

_STEPS_OF_A_CHOICE = 3_000
"""Chosen: the further work for each choice of a request."""

_TURN = 2_000
"""Chosen: steps between two pauses, a few milliseconds."""

_CHARACTERS_A_STEP = 16
"""Chosen: how much of a text is read or made into tokens with a step's work."""


class Unservable(Exception):
    """No text obeys the constraint, or none was found; `path` is a place in the answer."""

    def __init__(self, reason: str, path: str = "$") -> None:
        super().__init__(f"{reason} (at {path})")
        self.reason = reason
        self.path = path


class DeadEnd(Unservable):
    """A choice that leads nowhere; another one may not."""


class TooMuchWork(Unservable):
    """The budget is spent, or the share of it that one draw may cost."""

    def __init__(self) -> None:
        super().__init__("the constraint takes more work than one request may cost")


class Budget:
    """The work that one request may cost, in steps of about a microsecond.

    Whatever may take long spends here before it begins, and pauses now and then.
    """

    def __init__(self, steps: int = _STEPS) -> None:
        self.left = self._given = steps
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
        return self._given - self.left

    def spend(self, steps: int = 1) -> None:
        """Raises TooMuchWork when all is spent, or the share that is being used."""
        self.left -= steps
        if self.left < self._floor:
            raise TooMuchWork
        if self.left < self._next_pause:
            self._next_pause = self.left - _TURN
            pause()

    def spend_on(self, text: str) -> None:
        """The same for making a text into tokens."""
        self.spend(len(text) // _CHARACTERS_A_STEP)

    def spend_on_reading(self, text: bytes) -> None:
        """The same for reading a schema, once however often it is written for."""
        if text not in self._read:
            self._read.add(text)
            self.spend(len(text) // _CHARACTERS_A_STEP)

    @contextmanager
    def share(self, steps: int) -> Iterator[None]:
        """Within the block no more than these steps may be spent."""
        self._floor = max(0, self.left - steps)
        try:
            yield
        finally:
            self._floor = 0
