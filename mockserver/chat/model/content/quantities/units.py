"""Units of measurement, from `units.json`, and the conversion of amounts between them."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import NamedTuple

from mockserver.chat.model.content.cues import FORMULAS
from mockserver.chat.model.content.quantities.rounding import as_asked
from mockserver.chat.model.text.lists import data
from mockserver.chat.model.text.numbers import number_of


class Unit(NamedTuple):
    """A unit of a quantity, with its size and zero point in the quantity's basic unit."""

    quantity: str
    name: str
    plural: str
    size: Fraction
    zero: Fraction


@cache
def units() -> dict[str, Unit]:
    """The units by their words."""
    found = {}
    for quantity, known in data("content/quantities/units.json").items():
        for names, (factor, words, *zero) in known.items():
            name, _, plural = names.partition(", ")
            unit = Unit(quantity, name, plural or f"{name}s", Fraction(factor), Fraction(*zero))
            found.update(dict.fromkeys(words.split(), unit))
    return found


def converted(amount: str, one: str, other: str, request: str) -> str:
    """An amount in another unit of the same quantity, rounded as the request asks."""
    unit, target = (units()[word.lower().split(" ")[-1]] for word in (one, other))
    if unit.quantity != target.quantity:
        raise LookupError(other)
    number = Fraction(1) if amount[0].isalpha() else number_of(amount)
    result = (number * unit.size + unit.zero - target.zero) / target.size
    is_near = unit.zero != target.zero and not FORMULAS.matches("places asked", request)
    shown = as_asked(Fraction(round(result * 100), 100) if is_near else result, request)
    return f"{shown} {target.name if shown == '1' else target.plural}"


def in_two_units(amount: str, one: str, large: str, small: str, request: str) -> str:
    """An amount in whole large units, and the rest in small ones: `2 hours and 15 minutes`."""
    unit, above, below = (units()[word.lower()] for word in (one, large, small))
    if not unit.quantity == above.quantity == below.quantity:
        raise LookupError(large)
    whole, rest = divmod(number_of(amount) * unit.size, above.size)
    counted = (str(whole), above), (as_asked(rest / below.size, request), below)
    return " and ".join(
        f"{count} {each.name if count == '1' else each.plural}" for count, each in counted
    )
