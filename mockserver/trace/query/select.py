"""Selection of records: by a query, then an order, then a page.

Observed of the order on the production engine: in either direction, absent values come last and
numbers before strings. Equal rows are sorted by rising id.
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

SortValue = tuple[int, Number, str]
"""The group (numbers, strings, absent), then the number, then the string."""

Rank = tuple[SortValue, ...]
"""The sort value of a record for each key of the order."""

Ranked = tuple[Rank, T]
"""A row with its rank."""

Ranking = Callable[[Record], Rank]


class Falling(str):
    """A string that sorts in reverse."""

    __slots__ = ()

    __lt__ = str.__gt__


def select(
    texts: Iterable[bytes], query: Query | None, sort_by: list[SortBy] | None, fields: QueryFields
) -> Steps[list[Record]]:
    """The matching records, in the requested order or else in that of `texts`.

    Raises a 400 for an invalid query or order, and the errors of `fields`.
    """
    test = compile_query(query, fields) if query else None
    rank = ranking(sort_by, fields) if sort_by else None
    matches = yield from in_steps(texts, lambda some: filter(test, map(decode, some)))
    if rank is None:
        return matches
    ranked = yield from in_steps(matches, lambda some: [(rank(record), record) for record in some])
    return (yield from in_order(ranked))


def ranking(sort_by: Sequence[SortBy], fields: QueryFields, tie: str = "id") -> Ranking:
    """A function from a record to its rank; the last key is `tie`, a field with unique values.

    Raises the errors of `fields` for an unknown field, a 400 for too many keys.
    """
    if len(sort_by) > MOST_SORT_KEYS:
        raise invalid(f"More than {MOST_SORT_KEYS} sort keys")
    sort_values = [
        _sort_value(fields.find(key.field), falling=key.direction == "desc")
        for key in (*sort_by, SortBy(field=tie, direction="asc"))
    ]
    return lambda record: tuple([sort_value(record) for sort_value in sort_values])


def in_order(ranked: list[Ranked[T]], enough: int | None = None) -> Steps[list[T]]:
    """The rows by rank, all or the first `enough`, in short steps.

    It empties `ranked` in parts, since freeing many ranks at once would be a long step.
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


def check_page(limit: int | None, offset: int | None, rule: str = "a positive integer") -> None:
    """Refuse a negative limit or offset with a 400 that states the `rule`; zero is allowed."""
    for name, value in (("Limit", limit), ("Offset", offset)):
        if value is not None and value < 0:
            raise invalid(f"{name} must be {rule}")


def page(rows: Iterable[T], limit: int | None, offset: int | None) -> Iterator[T]:
    """At most `limit` rows after the first `offset`; none after them is read."""
    start = min(offset or 0, sys.maxsize)
    stop = None if limit is None else min(start + limit, sys.maxsize)
    return islice(rows, start, stop)


def last_row(limit: int | None, offset: int | None) -> int | None:
    """The number of rows up to the end of the page; None without a limit."""
    return None if limit is None else min((offset or 0) + limit, sys.maxsize)


_rank = itemgetter(0)


def _rows(ranked: list[Ranked[T]]) -> list[T]:
    return [row for _, row in ranked]


def _sort_value(field: QueryField, *, falling: bool) -> Callable[[Record], SortValue]:
    read, as_number = field.read, _NUMBERS[field.kind]
    sign, as_text = (-1, Falling) if falling else (1, str)

    def sort_value(record: Record) -> SortValue:
        value = read(record)
        if value is None:
            return ABSENT, 0, ""
        found = as_number(value)
        if found is None:
            return TEXTS, 0, as_text(text(value))
        return NUMBERS, sign * found, as_text(text(value))

    return sort_value


_NUMBERS: dict[Comparison, Callable[[Any], Number | None]] = {
    Comparison.COLUMN: lambda value: None if isinstance(value, str) else number(value),
    Comparison.TIME: seconds,
    Comparison.JSON: number,
}
