"""Durations as people write them."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Annotated, Any

from pydantic import BeforeValidator, Field

_UNITS = {"ms": "milliseconds", "s": "seconds", "m": "minutes", "h": "hours", "d": "days"}
_PART = re.compile(r"(\d{1,9}(?:\.\d{1,9})?)(ms|[smhd])")
_WHOLE = re.compile(rf"(?:{_PART.pattern})+")


def duration(text: Any) -> timedelta:
    """`1.4s`, `200ms`, `1h30m`; one that is a duration already stays it. Raises ValueError."""
    if isinstance(text, timedelta):
        return text
    if not isinstance(text, str) or not _WHOLE.fullmatch(text):
        raise ValueError("not a duration; write it like 1.4s, 200ms or 1h30m")
    parts = (timedelta(**{_UNITS[unit]: float(count)}) for count, unit in _PART.findall(text))
    try:
        return sum(parts, timedelta())
    except OverflowError:
        raise ValueError("too long a duration") from None


def seconds(given: Any) -> Any:
    """`300ms` as 0.3; a number is seconds already. Raises ValueError."""
    if not isinstance(given, str) or given.replace(".", "", 1).isdigit():
        return given
    return duration(given).total_seconds()


Seconds = Annotated[float, BeforeValidator(seconds), Field(ge=0, le=600)]
"""How long something waits, at most ten minutes."""
