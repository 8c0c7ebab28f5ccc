"""Numbers for schemas: multiples of a unit, within bounds, and plausible if possible."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm
from typing import Any, NamedTuple

from mockserver.chat.structured.budget import DeadEnd
from mockserver.chat.structured.draws import Draws
from mockserver.chat.structured.plan import Plan

_LARGEST = 10**300
_BOUNDS = ("minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum")


class Range(NamedTuple):
    """A closed range of multiples of `unit`."""

    low: int
    high: int
    unit: Fraction = Fraction(1)


def write_number(plan: Plan, draws: Draws, usual: Range, *, whole: bool) -> int | float:
    """A number within all bounds, from the usual range if the bounds allow that."""
    multiples = plan.all("multipleOf")
    bounds = tuple(_numbers(plan, keyword) for keyword in _BOUNDS)
    first, last, unit = _steps(bounds, _numbers(plan, "multipleOf"), usual, whole=whole)
    if first > last and (whole or multiples):
        raise DeadEnd("`minimum`, `maximum` and `multipleOf` leave no number")
    if first > last:
        return _middle(plan)
    number = draws.between(first, last) * unit
    if abs(number) > _LARGEST:
        raise DeadEnd("the bounds leave only numbers that JSON readers cannot represent")
    return int(number) if whole else float(number)


def _numbers(plan: Plan, keyword: str) -> tuple[Any, ...]:
    """The numbers of a keyword. Booleans are skipped, since `exclusiveMinimum` is one in older
    drafts."""
    return tuple([each for each in plan.all(keyword) if not isinstance(each, bool)])


@lru_cache(maxsize=1024)
def _steps(
    bounds: tuple[Sequence[Any], ...], multiples: Sequence[Any], usual: Range, *, whole: bool
) -> Range:
    """The allowed range that is most usual, in units of the largest step."""
    unit = _unit(multiples, usual.unit, whole=whole)
    return Range(*_allowed(bounds, usual, unit), unit)


def _unit(multiples: Sequence[Any], usual: Fraction, *, whole: bool) -> Fraction:
    """The largest step: every allowed number is a multiple of it."""
    units = _exact(multiples)
    if whole:
        units.append(Fraction(1))
    if not units:
        return usual
    return Fraction(
        lcm(*(unit.numerator for unit in units)), gcd(*(unit.denominator for unit in units))
    )


def _exact(numbers: Iterable[Any]) -> list[Fraction]:
    """JSON numbers as decimals, so that 0.01 is a hundredth."""
    return [Fraction(str(each)) for each in numbers]


def _allowed(bounds: tuple[Sequence[Any], ...], usual: Range, unit: Fraction) -> tuple[int, int]:
    """The part of the usual range within the bounds, in units; else a range next to a bound."""
    least, above, most, below = map(_exact, bounds)
    lows = [-(-bound // unit) for bound in least] + [bound // unit + 1 for bound in above]
    highs = [bound // unit for bound in most] + [-(-bound // unit) - 1 for bound in below]
    first = -(-usual.low * usual.unit // unit)
    last = max(usual.high * usual.unit // unit, first)
    width = last - first
    if lows and max(lows) > last:
        first, last = max(lows), max(lows) + width
    if highs and min(highs) < first:
        first, last = min(highs) - width, min(highs)
    return max([first, *lows]), min([last, *highs])


def _middle(plan: Plan) -> float:
    """The middle between bounds that are closer together than two usual numbers."""
    least, above, most, below = (_exact(_numbers(plan, keyword)) for keyword in _BOUNDS)
    lows, highs = least + above, most + below
    if not lows or not highs or max(lows) > min(highs):
        raise DeadEnd("`minimum` and `maximum` leave no number")
    return float((max(lows) + min(highs)) / 2)
