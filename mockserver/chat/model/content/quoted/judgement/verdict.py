"""Verdicts: whether a text passes, by the share from 0 to 1 that speaks for it."""

from __future__ import annotations

from typing import NamedTuple

from mockserver.chat.model.talk.phrases import PHRASES

_LEAST_TO_HOLD = 0.5


class Verdict(NamedTuple):
    """A judgement of a text: whether it holds, the share that supports it, and the reason."""

    holds: bool
    share: float
    reason: str
    is_fault: bool = False
    """True if a verdict that holds speaks against the text, as for toxicity."""
    is_open: bool = False
    """True if nothing speaks for the text or against it."""

    is_contrary: bool = False
    """True if the text says the contrary, rather than nothing of the kind."""

    @property
    def is_good(self) -> bool:
        """True if the verdict is in favour of the text."""
        return self.holds != self.is_fault


def by_share(share: float, *, is_fault: bool = False) -> Verdict:
    """The verdict for a share, with the reason that agrees with it."""
    reason = reason_for(1 - share if is_fault else share)
    return Verdict(share >= _LEAST_TO_HOLD, share, reason, is_fault)


def reason_for(share: float) -> str:
    """A sentence that agrees with a share: praise for a high one."""
    return next(str(text) for least, text in PHRASES["verdicts"] if share >= least)


def scaled(share: float, low: float, high: float) -> float:
    """The point of a scale that corresponds to a share."""
    is_whole = float(low).is_integer() and float(high).is_integer() and high - low > 1
    return round(low + (high - low) * share, None if is_whole else 2)
