"""Durations and moments as people write them in a data file."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Annotated, Any

from pydantic import PlainValidator

from mockserver.core.clock import parse
from mockserver.core.durations import duration


def moment(text: Any) -> datetime | timedelta:
    """An ISO 8601 text as that moment; `-2h` as the time back from now. Raises ValueError."""
    if isinstance(text, datetime | timedelta):
        return text
    if isinstance(text, str) and text.startswith("-"):
        return duration(text[1:])
    return _parsed(text)


def _parsed(text: Any) -> datetime:
    try:
        return parse(text)
    except (TypeError, ValueError):
        raise ValueError("not a moment; write it like -2h or 2025-01-31T09:00:00Z") from None


Duration = Annotated[timedelta, PlainValidator(duration)]
Moment = Annotated[datetime | timedelta, PlainValidator(moment)]
