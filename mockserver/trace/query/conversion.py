"""`$convert` and `$size`: a field read as another type, and how long it is."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from mockserver.trace.query.fields import Comparison, QueryField
from mockserver.trace.query.models import Conversion
from mockserver.trace.query.reading import integer, number, seconds, text, truth

Reading = Callable[[Any], Any]


def converted(field: QueryField, to: Conversion) -> QueryField:
    """The same field with another reading of its values."""
    read, convert = field.read, _conversion(field, to)
    return QueryField(lambda record: convert(read(record)), Comparison.COLUMN, field.each)


def measured(field: QueryField) -> QueryField:
    """The number of items, keys or characters of a field's value; NULL for any other value."""
    read = field.read
    return QueryField(lambda record: _size(read(record)), Comparison.COLUMN, field.each)


def _size(value: Any) -> int | None:
    return len(value) if isinstance(value, str | list | dict) else None


def _conversion(field: QueryField, to: Conversion) -> Reading:
    match to:
        case "double":
            return seconds if field.kind is Comparison.TIME else number
        case "int":
            return _whole_seconds if field.kind is Comparison.TIME else integer
        case "bool":
            return truth
        case "exists":
            return lambda value: value is not None
        case "string":
            return json_text if field.kind is Comparison.JSON else _plain_text


def _whole_seconds(value: Any) -> int | None:
    moment = seconds(value)
    return None if moment is None else math.floor(moment)


def _plain_text(value: Any) -> str | None:
    return None if value is None else text(value)


def json_text(value: Any) -> str:
    """A JSON value as text; what is not there is the empty one."""
    return "" if value is None else text(value)
