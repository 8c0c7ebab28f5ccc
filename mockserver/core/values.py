"""Types of values given as text: durations such as `1h30m`, moments, paces, origins, lists."""

from __future__ import annotations

import math
import re
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field, PlainSerializer

LONGEST_BARE = 60
"""The largest number without a unit: above it people mean milliseconds as often as seconds."""

_UNITS = {"ms": "milliseconds", "s": "seconds", "m": "minutes", "h": "hours", "d": "days"}
_PART = r"(\d{1,9}(?:\.\d{1,9})?)(ms|[smhd])"
_WHOLE = rf"(?:{_PART})+"
_NUMBER = r"\d+\.?\d*|\.\d+"
_PROGRESSION = r"^(immediate|reads:[0-9]{1,9}|after:[0-9]{1,9}(\.[0-9]{1,6})?)$"
_ORIGIN = r"(?i)\*|https?://[^/?#@\s]+"
_SPEED = r"^(none|recorded|[0-9]{1,4}(\.[0-9]{1,3})?x)$"
_PACE = r"(.+)=([^=+]+)\+([^=+]+)"


def duration(text: Any) -> timedelta:
    """Parse `1.4s`, `200ms` or `1h30m`. Raises ValueError."""
    if isinstance(text, timedelta):
        return text
    if not isinstance(text, str) or not re.fullmatch(_WHOLE, text):
        raise ValueError("not a duration; write it like 1.4s, 200ms or 1h30m")
    parts = (timedelta(**{_UNITS[unit]: float(count)}) for count, unit in re.findall(_PART, text))
    try:
        return sum(parts, timedelta())
    except OverflowError:
        raise ValueError("too long a duration") from None


def seconds(value: Any) -> Any:
    """Parse `300ms` as 0.3; a number is seconds already. Raises ValueError."""
    if isinstance(value, timedelta):
        return value.total_seconds()
    if not isinstance(value, str) or re.fullmatch(_NUMBER, value):
        return value
    return duration(value).total_seconds()


def _seconds_with_a_unit(value: Any) -> Any:
    """Parse seconds, but refuse a large number without a unit."""
    bare = isinstance(value, int | float) or (
        isinstance(value, str) and re.fullmatch(_NUMBER, value)
    )
    if bare and float(value) > LONGEST_BARE:
        raise ValueError(f"{value}s or {value}ms? A number without a unit is seconds")
    return seconds(value)


def _formatted(value: float) -> float | str:
    """Format seconds so that they can be parsed again."""
    return f"{value:f}".rstrip("0").rstrip(".") + "s" if value > LONGEST_BARE else value


def _several(value: Any) -> Any:
    """Split the value of an environment variable at its commas."""
    return tuple(filter(None, value.split(","))) if isinstance(value, str) else value


def in_utc(value: Any) -> Any:
    """Parse a moment; one without a time zone is in UTC."""
    if isinstance(value, str):
        value = _moment(value)
    if isinstance(value, datetime) and value.tzinfo is None:
        return value.replace(tzinfo=UTC)
    return value


def _moment(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        raise ValueError("not a moment; write it like 2025-01-01T09:00Z") from None


def pace(text: str) -> tuple[str, tuple[float, float]]:
    """Parse the pace of a model, such as `small=300ms+20ms`: the seconds before the first token
    and before each further one. Raises ValueError."""
    match = re.fullmatch(_PACE, text)
    if not match:
        raise ValueError("not a pace; write it like small=300ms+20ms")
    first, further = (duration(part).total_seconds() for part in match.group(2, 3))
    return match[1], (first, further)


def speed(text: str) -> float:
    """A speed relative to the recorded one: `recorded` is 1, `2x` is 2, `none` is infinite."""
    return {"none": math.inf, "recorded": 1.0}.get(text) or float(text.removesuffix("x"))


def _speed(value: Any) -> Any:
    if isinstance(value, str) and (not re.match(_SPEED, value) or not speed(value)):
        raise ValueError("write it like recorded, none or 2x")
    return value


def _paces(texts: tuple[str, ...]) -> tuple[str, ...]:
    for text in texts:
        pace(text)
    return texts


def _origins(texts: tuple[str, ...]) -> tuple[str, ...]:
    for text in texts:
        if not re.fullmatch(_ORIGIN, text):
            raise ValueError("not an origin; write it like https://app.example:8443, or *")
    return tuple(text.lower() for text in texts)


def _progression(value: Any) -> Any:
    if isinstance(value, str) and not re.match(_PROGRESSION, value):
        raise ValueError("write it like immediate, reads:3 or after:2.5")
    return value


AnySeconds = Annotated[float, BeforeValidator(seconds, json_schema_input_type=float | str)]
"""A duration in seconds, of any length."""

Seconds = Annotated[
    float,
    BeforeValidator(_seconds_with_a_unit, json_schema_input_type=float | str),
    Field(ge=0, le=600),
    PlainSerializer(_formatted, return_type=Any),
]
"""A duration in seconds, at most ten minutes."""
Progression = Annotated[str, BeforeValidator(_progression), Field(pattern=_PROGRESSION)]
Speed = Annotated[str, BeforeValidator(_speed), Field(pattern=_SPEED)]
Several = Annotated[
    tuple[str, ...], BeforeValidator(_several, json_schema_input_type=list[str] | str)
]
Paces = Annotated[Several, AfterValidator(_paces)]
Origins = Annotated[Several, AfterValidator(_origins)]
Moment = Annotated[datetime, BeforeValidator(in_utc)]
