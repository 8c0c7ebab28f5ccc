"""Choosing among records: a query, then an order, then a page.

Observed of the order on the production engine: absent values come last in either direction,
numbers before texts in either direction, and equal rows in rising order of their id.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from heapq import merge
from itertools import islice
from operator import itemgetter
from typing import Any, TypeVar

from mockserver.core.codec import decode
from mockserver.core.errors import invalid
from mockserver.core.limits import MOST_SORT_KEYS
from mockserver.core.model import Record
from mockserver.core.steps import Steps, in_steps
from mockserver.trace.query.compile import compile_query
from mockserver.trace.query.fields import Comparison, QueryField, QueryFields
from mockserver.trace.query.models import Query, SortBy
from mockserver.trace.query.reading import Number, number, seconds, text

T = TypeVar("T")

NUMBERS, TEXTS, ABSENT = range(3)

RUN = 128
"""Rows that are sorted at a time."""

Place = tuple[int, Number, str]
"""Group (numbers, texts, absent), then the number, then the text."""

Rank = tuple[Place, ...]
"""The place of a record for each key of the order."""

Ranked = tuple[Rank, T]
"""A row with its rank."""

Ranking = Callable[[Record], Rank]


class Falling(str):
    """A text that sorts before the texts it follows."""

    __slots__ = ()

    __lt__ = str.__gt__


def select(
    texts: Iterable[bytes], query: Query | None, sort_by: list[SortBy] | None, fields: QueryFields
) -> Steps[list[Record]]:
    """The records that match, in the order of the request; without one, in that of their texts.

    Raises a 400 for a query or an order that has no meaning, and what `fields` raises.
    """
    test = compile_query(query, fields) if query else None
    rank = ranking(sort_by, fields) if sort_by else None
    matches = yield from in_steps(texts, lambda some: filter(test, map(decode, some)))
    if rank is None:
        return matches
    ranked = yield from in_steps(matches, lambda some: [(rank(record), record) for record in some])
    return (yield from in_order(ranked))


def ranking(sort_by: Sequence[SortBy], fields: QueryFields, tie: str = "id") -> Ranking:
    """From a record to its rank; `tie`, a field of unique values, is the last key, rising.

    Raises what `fields` raises for an unknown field, a 400 for too many keys.
    """
    if len(sort_by) > MOST_SORT_KEYS:
        raise invalid(f"More than {MOST_SORT_KEYS} sort keys")
    places = [
        _place(fields.find(key.field), falling=key.direction == "desc")
        for key in (*sort_by, SortBy(field=tie, direction="asc"))
    ]
    return lambda record: tuple([place(record) for place in places])


def in_order(ranked: list[Ranked[T]], enough: int | None = None) -> Steps[list[T]]:
    """The rows by rank, all or the first `enough`, a short run at a time.

    Empties `ranked` bit by bit: to free many ranks at once would be a long step.
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


def check_page(limit: int | None, offset: int | None, wanted: str = "a positive integer") -> None:
    """Refuse a negative limit or offset with a 400 that says what is `wanted`; zero is fine."""
    for name, value in (("Limit", limit), ("Offset", offset)):
        if value is not None and value < 0:
            raise invalid(f"{name} must be {wanted}")


def page(rows: Iterable[T], limit: int | None, offset: int | None) -> Iterator[T]:
    """At most `limit` rows after the first `offset`; no row is drawn beyond the last of them."""
    start = min(offset or 0, sys.maxsize)
    stop = None if limit is None else min(start + limit, sys.maxsize)
    return islice(rows, start, stop)


def last_row(limit: int | None, offset: int | None) -> int | None:
    """The number of rows up to the end of the page; None if it has none."""
    return None if limit is None else min((offset or 0) + limit, sys.maxsize)


_rank = itemgetter(0)


def _rows(ranked: list[Ranked[T]]) -> list[T]:
    return [row for _, row in ranked]


def _place(field: QueryField, *, falling: bool) -> Callable[[Record], Place]:
    """From a record to its place for one key of the order."""
    read, as_number = field.read, _NUMBERS[field.kind]
    sign, as_text = (-1, Falling) if falling else (1, str)
    nothing = (ABSENT, 0, "")

    def place(record: Record) -> Place:
        value = read(record)
        if value is None:
            return nothing
        found = as_number(value)
        if found is None:
            return TEXTS, 0, as_text(text(value))
        return NUMBERS, sign * found, as_text(text(value))

    return place


def _number_not_text(value: Any) -> Number | None:
    return None if isinstance(value, str) else number(value)


_NUMBERS: dict[Comparison, Callable[[Any], Number | None]] = {
    Comparison.COLUMN: _number_not_text,
    Comparison.TIME: seconds,
    Comparison.JSON: number,
}
