"""What a constraint may cost, and what is said when it cannot be obeyed."""

from __future__ import annotations

_STEPS = 100_000
"""Chosen: the work for one request, a fraction of a second at most."""

_STEPS_OF_A_CHOICE = 3_000
"""Chosen: what each further choice of a request may cost."""

_CHARACTERS_A_STEP = 16
"""Chosen: how much of a text is made into tokens with a step's work."""


class Unservable(Exception):
    """No text obeys the constraint, or none was found; `path` is a place in the answer."""

    def __init__(self, reason: str, path: str = "$") -> None:
        super().__init__(f"{reason} (at {path})")
        self.reason = reason
        self.path = path


class DeadEnd(Unservable):
    """What was tried leads nowhere; another choice may."""


class Effort:
    """Counts steps. Whatever may take long on purpose spends here, and so nothing does."""

    def __init__(self, steps: int = _STEPS) -> None:
        self._left = self._given = steps

    @classmethod
    def of_choices(cls, choices: int) -> Effort:
        """What the choices of one request may cost together: twice what one may, at most."""
        return cls(_STEPS + min(choices * _STEPS_OF_A_CHOICE, _STEPS))

    @property
    def spent(self) -> int:
        """The steps so far."""
        return self._given - self._left

    def spend_on(self, text: str) -> None:
        """The same for making a text into tokens."""
        self.spend(len(text) // _CHARACTERS_A_STEP)

    def spend(self, steps: int = 1) -> None:
        """Raises Unservable when all is spent."""
        self._left -= steps
        if self._left < 0:
            raise Unservable("the constraint takes more work than one request may cost")
