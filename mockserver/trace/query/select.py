"""Selection of records: by a query, then an order, then a page; purges of prices and feedback.

Observed of the order on the production engine: in either direction, absent values come last and
numbers before strings. Equal rows are sorted by rising id. Observed of purges: they select by ids
only. Costs may be selected by `$eq`, `$in`, or an `$or` of `$eq`; feedback not by `$in`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from heapq import merge
from itertools import islice
from operator import itemgetter
from typing import Any, TypeVar

from mockserver.core.codec import decode, encode_items
from mockserver.core.errors import invalid
from mockserver.core.limits import MOST_SORT_KEYS
from mockserver.core.model import Record
from mockserver.core.steps import Steps, in_steps, let_go
from mockserver.store.collection import Collection
from mockserver.trace.query import models
from mockserver.trace.query.compile import compile_query
from mockserver.trace.query.conditions import equalities
from mockserver.trace.query.fields import (
    Comparison,
    Getter,
    Number,
    QueryField,
    QueryFields,
    number,
    seconds,
    text,
)
from mockserver.trace.query.models import SortBy

T = TypeVar("T")

COUNT = "count(*)"
"""The field of a request that stands for the number of records."""

_WITHIN = "Can only purge by specifying one or more ids"

NUMBERS, TEXTS, ABSENT = range(3)

RUN = 128
"""Rows that are sorted at a time."""

SortValue = tuple[int, Number, str]
"""The group (numbers, strings, absent), then the number, then the string."""

Rank = tuple[SortValue, ...]
"""The sort value of a record for each key of the order."""

Ranked = tuple[Rank, T]
"""A row with its rank."""

Ranking = Callable[[Any], Rank]


class Falling(str):
    """A string that sorts in reverse."""

    __slots__ = ()

    __lt__ = str.__gt__


def matching(
    records: Collection, request: models.RecordsQuery, fields: QueryFields, names: Iterable[str]
) -> Steps[tuple[list[Record], dict[str, Getter]]]:
    """The records on all pages, in order, and a getter for each requested field.

    Raises a 400 for an unknown field and for a negative page.
    """
    project, query, order = request.project, request.query, request.sort_by
    check_page(request.limit, request.offset, "non-negative")
    reads = {name: fields.find(name).read for name in names if name.lower() != COUNT}
    test = compile_query(query, fields) if query else None
    rank = ranking(order, fields) if order else None
    texts = records.find(project, equalities(query)).texts
    matches = yield from in_steps(texts, lambda some: filter(test, map(decode, some)))
    if rank:
        ranked = yield from in_steps(matches, lambda some: [(rank(each), each) for each in some])
        matches = yield from in_order(ranked)
    return matches, reads


def shown_page(
    matches: list[Record], request: models.RecordsQuery, show: Callable[[Record], Record]
) -> Steps[list[bytes]]:
    """The JSON of a page, several rows in each text. Empties `matches`."""
    chosen = page(matches, request.limit, request.offset)
    rows = yield from in_steps(chosen, lambda some: [encode_items([*map(show, some)])])
    yield from let_go(matches)
    return rows


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


def page_in_order(ranked: list[Ranked[T]], request: models.PageRequest) -> Steps[list[T]]:
    """The rows on the page of a request, by rank. Empties `ranked`."""
    last = last_row(request.limit, request.offset)
    return (yield from in_order(ranked, last))[request.offset or 0 : last]


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


def purge(
    records: Collection, request: models.RecordsPurge, refusal: str, *, lists: bool = False
) -> None:
    """Delete records by their ids; unknown ids are ignored. `lists` allows `$in`.

    Raises a 400, with the text `refusal` for a query of another form.
    """
    project = request.project
    for record_id in _purged_ids(request.query, refusal, lists=lists):
        records.drop(project, record_id)


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


def _purged_ids(query: models.Query, refusal: str, *, lists: bool) -> list[str]:
    match query.expr_:
        case models.EqOperation(eq_=(field, value)):
            _check_field(field, refusal)
            return [_literal_id(value)]
        case models.InOperation(in_=(field, values)) if lists:
            _check_field(field, refusal)
            return [_literal_id(value) for value in values]
        case models.OrOperation(or_=[]):
            raise invalid("Empty OR operation")
        case models.OrOperation(or_=choices):
            return [_equal_id(choice) for choice in choices]
    raise invalid(refusal)


def _equal_id(choice: models.Operand) -> str:
    if not isinstance(choice, models.EqOperation):
        raise invalid(_WITHIN)
    field, value = choice.eq_
    _check_field(field, _WITHIN)
    return _literal_id(value)


def _check_field(field: models.Operand, refusal: str) -> None:
    if not isinstance(field, models.GetFieldOperator):
        raise invalid(f"Expected key get_field_, got {_key(field)}")
    if field.get_field_ != "id":
        raise invalid(refusal)


def _literal_id(value: models.Operand) -> str:
    if not isinstance(value, models.LiteralOperation):
        raise invalid(f"Expected key literal_, got {_key(value)}")
    if not isinstance(value.literal_, str):
        raise invalid(f"Expected value of type {str}, got {type(value.literal_)}")
    return value.literal_


def _key(operand: models.Operand) -> str:
    return next(iter(type(operand).model_fields))
