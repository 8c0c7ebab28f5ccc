"""The order of records.

Observed on the production engine: absent values come last in either direction, numbers before
texts in either direction, and equal rows in rising order of their id.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import merge
from itertools import islice
from operator import itemgetter
from typing import Any, TypeVar

from mockserver.core.errors import invalid
from mockserver.core.limits import MOST_SORT_KEYS
from mockserver.core.model import Record
from mockserver.core.steps import Steps, in_steps
from mockserver.trace.query.fields import Comparison, QueryField, QueryFields
from mockserver.trace.query.models import SortBy
from mockserver.trace.query.reading import Number, number, seconds, text

Row = TypeVar("Row")

NUMBERS, TEXTS, ABSENT = range(3)


RUN = 128
"""Rows that are sorted at a time."""

Place = tuple[int, Number, str]
"""Group (numbers, texts, absent), then the number, then the text."""

Rank = tuple[Place, ...]
"""Where a record stands: a place for each key of the order."""

Ranked = tuple[Rank, Row]

Ranking = Callable[[Record], Rank]


class Falling(str):
    """A text that sorts before the texts it follows."""

    __slots__ = ()

    __lt__ = str.__gt__


def ranking(sort_by: list[SortBy], fields: QueryFields, tie: str = "id") -> Ranking:
    """From a record to its rank; `tie`, a field of unique values, is the last key, rising.

    Raises what `fields` raises for a field that is not there, a 400 for too many keys.
    """
    if len(sort_by) > MOST_SORT_KEYS:
        raise invalid(f"More than {MOST_SORT_KEYS} sort keys")
    places = [
        _place(fields.find(key.field), falling=key.direction == "desc")
        for key in (*sort_by, SortBy(field=tie, direction="asc"))
    ]
    return lambda record: tuple([place(record) for place in places])


def in_order(ranked: list[Ranked[Row]], enough: int | None = None) -> Steps[list[Row]]:
    """The rows by rank, all or the first that are `enough`, a short run at a time.

    `ranked` is used up: to let go of many ranks at once would be a long step.
    """
    if len(ranked) <= RUN:
        return _rows(sorted(ranked, key=_rank)[:enough])
    runs = yield from in_steps(
        range(0, len(ranked), RUN),
        lambda starts: [sorted(ranked[at : at + RUN], key=_rank) for at in starts],
        at_a_time=1,
    )
    merged = islice(merge(*runs, key=_rank), enough)
    rows = yield from in_steps(merged, _rows)
    del merged
    while runs:
        del runs[-1], ranked[-RUN:]
        yield
    return rows


_rank = itemgetter(0)


def _rows(ranked: list[Ranked[Row]]) -> list[Row]:
    return [row for _, row in ranked]


def _place(field: QueryField, *, falling: bool) -> Callable[[Record], Place]:
    read, as_number = field.read, _NUMBERS[field.kind]
    sign, words = (-1, Falling) if falling else (1, str)
    nothing = (ABSENT, 0, "")

    def place(record: Record) -> Place:
        value = read(record)
        if value is None:
            return nothing
        found = as_number(value)
        if found is None:
            return TEXTS, 0, words(text(value))
        return NUMBERS, sign * found, words(text(value))

    return place


def _number_not_text(value: Any) -> Number | None:
    return None if isinstance(value, str) else number(value)


_NUMBERS: dict[Comparison, Callable[[Any], Number | None]] = {
    Comparison.COLUMN: _number_not_text,
    Comparison.TIME: seconds,
    Comparison.JSON: number,
}
