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
from mockserver.trace.query.fields import Comparison, QueryField
from mockserver.trace.query.models import Conversion

Reading = Callable[[Any], Any]

Number = int | float

_NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_TRUTHS: dict[str, bool] = {"true": True, "True": True, "false": False, "False": False}
_BITS: dict[str | int, bool] = {"1": True, "0": False, 1: True, 0: False}


def converted(field: QueryField, to: Conversion) -> QueryField:
    """`$convert`: a field with converted values."""
    match to:
        case "double":
            return changed(field, seconds if field.kind is Comparison.TIME else number)
        case "int":
            return changed(field, _whole_seconds if field.kind is Comparison.TIME else integer)
        case "bool":
            return changed(field, truth)
        case "exists":
            return changed(field, lambda value: value is not None)
        case "string" if field.kind is Comparison.JSON:
            return changed(field, json_text)
        case "string":
            return changed(field, lambda value: None if value is None else text(value))


def changed(field: QueryField, change: Reading) -> QueryField:
    """A field with changed values."""
    read = field.read
    return QueryField(lambda record: change(read(record)), Comparison.COLUMN, field.each)


def size(value: Any) -> int | None:
    """`$size`: the number of items, keys or characters of a value; NULL for any other value."""
    return len(value) if isinstance(value, str | list | dict) else None


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


def _whole_seconds(value: Any) -> int | None:
    moment = seconds(value)
    return None if moment is None else math.floor(moment)
