"""Quantities: the numbers of a text with their units.

A quantity is `12 eggs`, `$3` or `20%`, and also `a box` and `per hour`, which are one of their
unit. `formulas.txt` has their pattern.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise, product
from typing import NamedTuple

from mockserver.chat.model.content.cues import FORMULAS
from mockserver.chat.model.content.quantities.units import Unit, units
from mockserver.chat.model.text.lists import data
from mockserver.chat.model.text.meaning import senses_of, stems_of
from mockserver.chat.model.text.numbers import number_of, written

_SHORT = 3
"""Longer stems are the same if one begins with the other, as with plurals in other languages."""


class Quantity(NamedTuple):
    """A number and the words of its unit, with the texts up to the quantities around it."""

    number: Fraction = Fraction(1)
    words: str = ""
    mark: str = ""
    """`one` for `a box`, `per` for `per hour` and `each`, `%` for a percentage and `half of`."""

    before: str = ""
    after: str = ""
    start: int = 0

    def __str__(self) -> str:
        return written(self.number)

    @property
    def unit(self) -> Unit | None:
        """The unit of measurement, None for things that are counted."""
        return units().get(self.words.lower().partition(" ")[0])

    @property
    def kind(self) -> str:
        """The kind of a measured quantity, such as `time` or `money`; empty for a count."""
        if FORMULAS.matches("money", self.words):
            return "money"
        if self.unit:
            return self.unit.quantity
        return self.words if self.words in data("content/quantities/units.json") else ""

    @property
    def are_people(self) -> bool:
        """True for `3 friends` and `three of us`."""
        return FORMULAS.matches("people", self.words or self.after.strip())

    def is_like(self, other: Quantity) -> bool:
        """True if both are of one kind, or one has no unit."""
        if not self.words or not other.words:
            return True
        if self.kind or other.kind:
            return self.kind == other.kind
        own, others = stems_of(self.words), stems_of(other.words)
        pairs = (sorted(pair, key=len) for pair in product(own, others))
        are_same = any(a == b or (len(a) > _SHORT and b.startswith(a)) for a, b in pairs)
        return are_same or bool(senses_of(own) & senses_of(others))

    def of_unit(self, other: Quantity) -> Quantity:
        """This quantity in the unit of another one of the same kind."""
        one, two = self.unit, other.unit
        if one and two and one.quantity == two.quantity:
            return self._replace(number=self.number * one.size / two.size)
        return self


def quantities_in(text: str) -> list[Quantity]:
    """The quantities of a text in their order.

    A number without a unit has that of the next one in a list, or of the one before it.
    """
    every = FORMULAS.pattern("quantity").finditer(text)
    matches = [each for each in every if any(each.group("number", "part", "per", "thing"))]
    ends = [0, *(match.end() for match in matches)]
    starts = [*(match.start() for match in matches), len(text)]
    gaps = [text[end:start] for end, start in zip(ends, starts, strict=True)]
    found: list[Quantity] = []
    for match, (before, after) in zip(matches, pairwise(gaps), strict=True):
        quantity = _quantity(match, before, found)
        found.append(quantity._replace(before=before, after=after, start=match.start()))
    for place in reversed(range(len(found) - 1)):
        one, two = found[place : place + 2]
        if not (one.words or two.mark) and FORMULAS.pattern("list of numbers").fullmatch(one.after):
            found[place] = one._replace(words=two.words)
    latest = ""
    for place, each in enumerate(found):
        if not each.mark:
            if not each.words and not each.after.lstrip().startswith("of "):
                found[place] = each._replace(words=latest)
            latest = each.words or latest
    return found


def _quantity(match: re.Match[str], before: str, earlier: Sequence[Quantity]) -> Quantity:
    """The quantity of a match, after a text and the earlier quantities."""
    if match["number"]:
        number = number_of(match["number"]) * number_of((match["scale"] or "1").strip())
        words = f"{match['money'] or ''} {match['unit'] or ''}".strip()
        if not words and FORMULAS.matches("names a price", before):
            words = "money"
        if match["percent"]:
            return Quantity(number, words, "%")
        return Quantity(number, words, "per" if match["by"] else "")
    if match["part"]:
        whole = Fraction(FORMULAS.meaning("parts", match["part"]))
        return Quantity(100 * number_of(match["times"] or "1") / whole, mark="%")
    if match["per"]:  # In `4 pens at $3 each`, each of the pens.
        counted = [each.words for each in earlier[:-1] if each.kind != "money" and each.words]
        if earlier and (priced := FORMULAS.find("priced thing", earlier[-1].before)):
            counted.append(priced["thing"])
        return Quantity(words=match["thing"] or (counted[-1] if counted else ""), mark="per")
    return Quantity(words=match["thing"], mark="one")
