"""Numbers within bounds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import gcd, lcm
from typing import Any, NamedTuple

from mockserver.chat.structured.budget import DeadEnd
from mockserver.chat.structured.draws import Draws
from mockserver.chat.structured.plan import Plan

_LARGEST = 10**300


class Range(NamedTuple):
    """A closed range of multiples of `unit`."""

    low: int
    high: int
    unit: Fraction = Fraction(1)

    @property
    def span(self) -> tuple[float, float]:
        """The bounds as numbers."""
        return float(self.low * self.unit), float(self.high * self.unit)


def write_number(plan: Plan, draws: Draws, usual: Range, *, whole: bool) -> int | float:
    """A number that keeps all bounds, from the usual range as far as that is allowed."""
    multiples = plan.all("multipleOf")
    unit = _unit(multiples, usual.unit, whole=whole)
    first, last = _within(*_bounds(plan, unit), _rescaled(usual, unit))
    if first <= last:
        return _plain(draws.between(first, last) * unit, whole=whole)
    if whole or multiples:
        raise DeadEnd("`minimum`, `maximum` and `multipleOf` leave no number")
    return _middle(plan)


def _unit(multiples: Sequence[Any], usual: Fraction, *, whole: bool) -> Fraction:
    """The largest step: every allowed number is a multiple of it."""
    units = [_exact(multiple) for multiple in multiples]
    if whole:
        units.append(Fraction(1))
    if not units:
        return usual
    return Fraction(
        lcm(*(unit.numerator for unit in units)), gcd(*(unit.denominator for unit in units))
    )


def _exact(number: Any) -> Fraction:
    """A JSON number as it is written, so that 0.01 is a hundredth."""
    return Fraction(str(number))


def _bounds(plan: Plan, unit: Fraction) -> tuple[int | None, int | None]:
    """The least and the greatest multiple of `unit` that is allowed."""
    lows = [-(-bound // unit) for bound in _exactly(plan.all("minimum"))]
    lows += [bound // unit + 1 for bound in _exactly(plan.all("exclusiveMinimum"))]
    highs = [bound // unit for bound in _exactly(plan.all("maximum"))]
    highs += [-(-bound // unit) - 1 for bound in _exactly(plan.all("exclusiveMaximum"))]
    return max(lows, default=None), min(highs, default=None)


def _exactly(bounds: Iterable[Any]) -> list[Fraction]:
    """Without the booleans that older drafts have in `exclusiveMinimum`."""
    return [_exact(bound) for bound in bounds if not isinstance(bound, bool)]


def _rescaled(usual: Range, unit: Fraction) -> tuple[int, int]:
    first = -(-usual.low * usual.unit // unit)
    return first, max(usual.high * usual.unit // unit, first)


def _within(low: int | None, high: int | None, wished: tuple[int, int]) -> tuple[int, int]:
    """The wished range as far as it lies within the bounds, else what lies beside a bound."""
    first, last = wished
    width = last - first
    if low is not None and low > last:
        first, last = low, low + width
    if high is not None and high < first:
        first, last = high - width, high
    return (
        first if low is None else max(first, low),
        last if high is None else min(last, high),
    )


def _middle(plan: Plan) -> float:
    """For bounds that lie closer together than two usual numbers."""
    lows = _exactly([*plan.all("minimum"), *plan.all("exclusiveMinimum")])
    highs = _exactly([*plan.all("maximum"), *plan.all("exclusiveMaximum")])
    if not lows or not highs or max(lows) > min(highs):
        raise DeadEnd("`minimum` and `maximum` leave no number")
    return float((max(lows) + min(highs)) / 2)


def _plain(number: Fraction, *, whole: bool) -> int | float:
    if abs(number) > _LARGEST:
        raise DeadEnd("the bounds leave only numbers that JSON readers cannot keep")
    return int(number) if whole else float(number)
