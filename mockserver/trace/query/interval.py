"""The interval of a time field that the conjunction of a query allows.

For the store to walk only a part of its order: the interval is never too narrow, and the compiled
query still decides on each record.
"""

from __future__ import annotations

from typing import NamedTuple

from mockserver.trace.query import models
from mockserver.trace.query.conditions import conjuncts
from mockserver.trace.query.reading import Number, seconds


class Interval(NamedTuple):
    """Seconds since the epoch, both ends included; None where there is no end."""

    low: Number | None = None
    high: Number | None = None


def interval_of(query: models.Query | None, field: str) -> Interval:
    """The interval in which `field` must lie for a record to match."""
    lows, highs = [], []
    for relation in conjuncts(query.expr_) if query else ():
        low, high = _bounds(relation, field)
        lows += [low] if low is not None else []
        highs += [high] if high is not None else []
    return Interval(max(lows, default=None), min(highs, default=None))


def _bounds(relation: models.Operand, field: str) -> Interval:
    match relation:
        case models.GtOperation(gt_=[left, right]) | models.GteOperation(gte_=[left, right]):
            return Interval(low=_moment(left, right, field))
        case models.LtOperation(lt_=[left, right]) | models.LteOperation(lte_=[left, right]):
            return Interval(high=_moment(left, right, field))
    return Interval()


def _moment(left: models.Operand, right: models.Operand, field: str) -> Number | None:
    """The literal that `field` is compared with; None for any other comparison."""
    if isinstance(left, models.GetFieldOperator) and isinstance(right, models.LiteralOperation):
        literal = right.literal_
        if left.get_field_ == field and isinstance(literal, str | int | float):
            return None if isinstance(literal, bool) else seconds(literal)
    return None
