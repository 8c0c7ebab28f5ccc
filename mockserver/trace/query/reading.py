"""Conversions of a JSON value to text, a number, a boolean or a time.

`$convert` and `$size` apply them to a field. None is NULL: the value cannot be converted.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any

from mockserver.core.clock import parse
from mockserver.core.codec import encode
from mockserver.core.model import Record
from mockserver.trace.query.fields import Comparison, QueryField
from mockserver.trace.query.models import Conversion

Reading = Callable[[Any], Any]

Number = int | float

_NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_TRUTHS: dict[str, bool] = {"true": True, "True": True, "false": False, "False": False}
_BITS: dict[str | int, bool] = {"1": True, "0": False, 1: True, 0: False}


def converted(field: QueryField, to: Conversion) -> QueryField:
    """`$convert`: a field with converted values."""
    read, convert = field.read, _conversion(field, to)
    return QueryField(lambda record: convert(read(record)), Comparison.COLUMN, field.each)


def measured(field: QueryField) -> QueryField:
    """`$size`: the number of items, keys or characters of a value; NULL for any other value."""
    read = field.read

    def size(record: Record) -> int | None:
        value = read(record)
        return len(value) if isinstance(value, str | list | dict) else None

    return QueryField(size, Comparison.COLUMN, field.each)


def text(value: Any) -> str:
    """A string unchanged, anything else as compact JSON."""
    return value if isinstance(value, str) else encode(value).decode()


def json_text(value: Any) -> str:
    """A JSON value as text; an absent one as an empty string."""
    return "" if value is None else text(value)


def number(value: Any) -> Number | None:
    """A number, or a string that is entirely a number."""
    if type(value) is float or type(value) is int:
        return value
    if not isinstance(value, str) or not _NUMBER.fullmatch(value):
        return None
    try:
        return int(value)
    except ValueError:
        return float(value)


def integer(value: Any) -> int | None:
    """A whole number, or a string that is one without a point or an exponent."""
    found = number(value)
    if isinstance(found, float):
        return int(found) if found.is_integer() and not isinstance(value, str) else None
    return found


def truth(value: Any) -> bool | None:
    """A boolean in JSON or as a string, or 1 or 0."""
    if isinstance(value, dict | list):
        return None
    return _TRUTHS.get(value, _BITS.get(value))


def spelled_truth(words: str) -> bool | None:
    """The boolean that a string represents in JSON or Python."""
    return _TRUTHS.get(words)


def seconds(value: Any) -> Number | None:
    """Seconds since the epoch: a number, or a string in ISO 8601 or that is a number."""
    if not isinstance(value, str):
        return number(value)
    try:
        return parse(value).timestamp()
    except (ValueError, OverflowError):
        return number(value)


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
        case "string" if field.kind is Comparison.JSON:
            return json_text
        case "string":
            return lambda value: None if value is None else text(value)


def _whole_seconds(value: Any) -> int | None:
    moment = seconds(value)
    return None if moment is None else math.floor(moment)
