"""Amounts with what is said around them: `at least three`, `50-60`, `fewer than ten`."""

from __future__ import annotations

from typing import Any, Protocol

from mockserver.chat.model.demands.cue import CUES
from mockserver.chat.model.numbers import amount_of

_NEGATED = {"above": "at most", "below": "at least", "exactly": "below"}
"""Said behind `not`, a comparison is the other one."""


class Groups(Protocol):
    """The groups of a match: `low`, `high`, `relation` and `behind`, as far as it has them."""

    def __getitem__(self, name: str, /) -> Any:
        """The text of a group."""


def bounds_of(found: Groups, *, negated: bool = False, behind: str = "") -> tuple[int, int | None]:
    """The closed range that an amount stands for: `more than 3` is 4 or more. `behind` stands
    behind what it counts."""
    low = amount_of(found["low"])
    if found["high"] and (high := amount_of(found["high"])) > low:
        return low, high
    how = _comparison(found["relation"] or "", found["behind"] or behind)
    ranges: dict[str, tuple[int, int | None]] = {
        "at least": (low, None), "above": (low + 1, None), "exactly": (low, low),
        "at most": (0, low), "below": (0, max(low - 1, 0)),
    }  # fmt: skip
    return ranges[_NEGATED.get(how, how) if negated else how]


def _comparison(before: str, behind: str) -> str:
    """The way in which the words around a number compare with it."""
    for how in ("at least", "at most"):
        if behind and CUES.pattern(f"{how} behind").fullmatch(behind.strip()):
            return how
    for how in ("at least", "above", "at most", "below"):
        if before and CUES.pattern(how).fullmatch(" ".join(before.split())):
            return how
    return "exactly"
