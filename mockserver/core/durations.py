"""Durations in text, such as `1.4s` and `1h30m`."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, PlainSerializer

LONGEST_BARE = 60
"""The largest number without a unit: above it people mean milliseconds as often as seconds."""

_UNITS = {"ms": "milliseconds", "s": "seconds", "m": "minutes", "h": "hours", "d": "days"}
_PART = re.compile(r"(\d{1,9}(?:\.\d{1,9})?)(ms|[smhd])")
_WHOLE = re.compile(rf"(?:{_PART.pattern})+")
_NUMBER = re.compile(r"\d+\.?\d*|\.\d+")


def duration(text: Any) -> timedelta:
    """Parse `1.4s`, `200ms` or `1h30m`. Raises ValueError."""
    if isinstance(text, timedelta):
        return text
    if not isinstance(text, str) or not _WHOLE.fullmatch(text):
        raise ValueError("not a duration; write it like 1.4s, 200ms or 1h30m")
    parts = (timedelta(**{_UNITS[unit]: float(count)}) for count, unit in _PART.findall(text))
    try:
        return sum(parts, timedelta())
    except OverflowError:
        raise ValueError("too long a duration") from None


def seconds(value: Any) -> Any:
    """Parse `300ms` as 0.3; a number is seconds already. Raises ValueError."""
    if isinstance(value, timedelta):
        return value.total_seconds()
    if not isinstance(value, str) or _NUMBER.fullmatch(value):
        return value
    return duration(value).total_seconds()


def _seconds_with_a_unit(value: Any) -> Any:
    """Parse seconds, but refuse a large number without a unit."""
    bare = isinstance(value, int | float) or (isinstance(value, str) and _NUMBER.fullmatch(value))
    if bare and float(value) > LONGEST_BARE:
        raise ValueError(f"{value}s or {value}ms? A number without a unit is seconds")
    return seconds(value)


def _formatted(value: float) -> float | str:
    """Format seconds so that they can be parsed again."""
    return f"{value:f}".rstrip("0").rstrip(".") + "s" if value > LONGEST_BARE else value


AnySeconds = Annotated[float, BeforeValidator(seconds, json_schema_input_type=float | str)]
"""A duration in seconds, of any length."""

Seconds = Annotated[
    float,
    BeforeValidator(_seconds_with_a_unit, json_schema_input_type=float | str),
    Field(ge=0, le=600),
    PlainSerializer(_formatted, return_type=Any),
]
"""A duration in seconds, at most ten minutes."""
