"""Word problems: the quantities of a text, the rates between them, and what its question asks for.

Two quantities next to each other may be a rate, such as `each box holds 12 eggs`; another one of
either kind then gives the fourth. `formulas.txt` has the words between them, and of questions.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from mockserver.chat.model.content.cues import FORMULAS
from mockserver.chat.model.content.quantities.quantity import Quantity, quantities_in
from mockserver.chat.model.content.quantities.rounding import as_asked
from mockserver.chat.model.text.numbers import in_figures
from mockserver.chat.model.text.texts import sentences


class Rate(NamedTuple):
    """So much of one thing for so much of another: 12 eggs for a box."""

    much: Quantity
    per: Quantity


class WordProblem:
    """The quantities of a text and what it asks for."""

    def __init__(self, text: str, request: str) -> None:
        every = sentences(text)
        parts = [each for each in every if not FORMULAS.matches("how to answer", each)] or every
        asking = [each for each in parts if each.rstrip("\"' ").endswith("?")] or parts[-1:]
        self.request = request
        self.text, self.asks = (in_figures(" ".join(each)) for each in (parts, asking))
        self.quantities = quantities_in(self.text)
        self.plain = [each for each in self.quantities if not each.mark]
        """The quantities that are neither one of their unit nor a percentage."""

        self.percentages = [each for each in self.quantities if each.mark == "%"]
        found = FORMULAS.find("asks how many", self.asks)
        words = found["what"] if found else FORMULAS.text("asked unit", self.asks)
        self.wanted = Quantity(words=words)
        """One of the unit that is asked for, which may have no name."""

    def is_asked(self, name: str) -> bool:
        """True if the question has a named pattern."""
        return FORMULAS.matches(name, self.asks)

    def rounded(self, number: Fraction) -> str:
        """A number as the text asks to round it; things that are needed are whole."""
        is_whole = self.is_asked("needs whole ones") and not self.wanted.kind
        return as_asked(Fraction(math.ceil(number)) if is_whole else number, self.request)

    def pairs(self, name: str) -> Iterator[tuple[Quantity, Quantity]]:
        """Quantities next to each other with a named pattern between them."""
        for one, two in pairwise(self.quantities):
            if "%" not in (one.mark, two.mark) and FORMULAS.pattern(name).fullmatch(one.after):
                yield one, two

    @cached_property
    def rates(self) -> list[Rate]:
        """The rates of the text, such as so much per hour, or so many in a box."""
        found = [Rate(much, per) for much, per in self.pairs("directly") if per.mark]
        known = {rate.per for rate in found}
        for per, much in self.pairs("goes with"):
            if per.mark and not much.mark and per not in known:
                found.append(Rate(much, per))
        for per, much in self.pairs("costs as much"):
            if per.words and much.words and not (per.mark or much.mark):
                found.append(Rate(much, per))
        return found

    def group(self) -> list[Quantity]:
        """The largest group of like quantities, of those that are asked for if these are named."""
        groups = [
            [two for two in self.plain if bool(two.words) == bool(one.words) and two.is_like(one)]
            for one in self.plain
        ]
        wanted = [group for group in groups if self.wanted.is_like(group[0])]
        return max(wanted or groups, key=len, default=[])
