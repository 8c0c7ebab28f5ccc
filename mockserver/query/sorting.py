"""The order of records.

Observed on the production engine: absent values come last in either direction, numbers before
texts in either direction, and equal rows in rising order of their id.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal

from mockserver.core.model import Record
from mockserver.query.fields import Field, Fields, Kind
from mockserver.query.models import SortBy
from mockserver.query.reading import Number, number, seconds, text

Rank = tuple[int, Number, str]
"""Group (numbers, texts, absent), then the number, then the text."""


def sort_records(
    records: Iterable[Record], sort_by: list[SortBy], fields: Fields, tie: str = "id"
) -> list[Record]:
    """The records in order, as a new list; rising `tie`, a field of unique values, is the last key.

    Raises what `fields` raises for a field that is not there.
    """
    keys = [*sort_by, SortBy(field=tie, direction="asc")]
    ranks = [(_rank(fields.find(key.field), key.direction), key.direction) for key in keys]
    rows = list(records)
    for rank, direction in reversed(ranks):
        rows.sort(key=rank, reverse=direction == "desc")
    return rows


def _rank(field: Field, direction: Literal["asc", "desc"]) -> Callable[[Record], Rank]:
    read, as_number = field.read, _NUMBERS[field.kind]
    numbers, texts, absent = (0, 1, 2) if direction == "asc" else (2, 1, 0)
    nothing = (absent, 0, "")

    def rank(record: Record) -> Rank:
        value = read(record)
        if value is None:
            return nothing
        found = as_number(value)
        return (texts, 0, text(value)) if found is None else (numbers, found, text(value))

    return rank


def _number_not_text(value: Any) -> Number | None:
    return None if isinstance(value, str) else number(value)


_NUMBERS: dict[Kind, Callable[[Any], Number | None]] = {
    Kind.COLUMN: _number_not_text,
    Kind.TIME: seconds,
    Kind.JSON: number,
}
