"""A cue: what a prompt says, and the demand that it makes with that."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from mockserver.chat.model.demands.demand import Demand
from mockserver.chat.model.demands.wording import B, Q, Wording
from mockserver.chat.model.patterns import pattern

NOT = (
    r"(?:\b(?:not|never|no|without|avoid\w*|refrain\w*|exclud\w*|omit\w*|free of|skip\w*|zero|cannot"
    r"|dont|forbidden|prohibited|banned|leave out)|n't)\b(?! (?:forget|fail|hesitate|only))"
)
"""Words by which a sentence says that something is unwanted."""

SAME = r"[^.!?\n]"
"""Any character within one sentence."""

QUOTES = rf"{Q}(?:\s*(?:,|;|/|and|or|&|\n)*\s*(?:and |or |the (?:key)?words? )?{Q})*"
"""One quotation, or a list of them."""

Make = Callable[[re.Match[str], Wording], "Demand | Iterable[Demand] | None"]


_MOST = 24
"""Places of one message in which a cue is looked at."""


class Cue(NamedTuple):
    """One row: a message with any of these words or marks is searched for the pattern."""

    words: frozenset[str]
    pattern: re.Pattern[str]
    make: Make
    raw: bool = False
    """True if quotations are searched as well."""

    def demands(self, wording: Wording) -> Iterator[Demand]:
        """The demands of every place in a message that fits the pattern."""
        text = wording.message if self.raw else wording.text
        for found in islice(self.pattern.finditer(text), _MOST):
            made = self.make(found, wording)
            if isinstance(made, Demand):
                yield made
            elif made:
                yield from made


def cue(words: str, text: str, make: Make, *, raw: bool = False) -> Cue:
    """A row of a table of cues."""
    return Cue(frozenset(words.split(" ")), pattern(text, re.IGNORECASE), make, raw)


def always(demand: Demand) -> Make:
    """The same demand wherever the pattern fits."""
    return lambda _found, _wording: demand


def is_negated(found: re.Match[str], reach: int = 48) -> bool:
    """True if the sentence says `not` shortly before the place that was found."""
    return bool(
        re.search(NOT, re.split(r",|\bbut\b", clause_before(found, reach))[-1], re.IGNORECASE)
    )


def clause_before(found: re.Match[str], reach: int = 80) -> str:
    """The part of the sentence before the place that was found."""
    before = found.string[max(found.start() - reach, 0) : found.start()]
    return re.split(r"[.!?;\n]", before)[-1]


def clause_behind(found: re.Match[str], reach: int = 80) -> str:
    """The part of the sentence behind the place that was found."""
    behind = found.string[found.end() : found.end() + reach]
    return re.split(r"[.!?;\n]", behind)[0]


def clause_around(found: re.Match[str]) -> str:
    """The sentence that holds the place that was found."""
    return f"{clause_before(found)}{found[0]}{clause_behind(found)}"


__all__ = [
    "NOT",
    "QUOTES",
    "SAME",
    "B",
    "Cue",
    "Q",
    "always",
    "clause_around",
    "clause_before",
    "clause_behind",
    "cue",
    "is_negated",
]
