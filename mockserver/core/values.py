"""Types of settings given as text: lists, moments, paces, origins."""

from __future__ import annotations

import math
import re
from datetime import UTC, datetime
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field

from mockserver.core.durations import duration

_PROGRESSION = r"^(immediate|reads:[0-9]{1,9}|after:[0-9]{1,9}(\.[0-9]{1,6})?)$"
_ORIGIN = re.compile(r"\*|https?://[^/?#@\s]+", re.IGNORECASE)
_SPEED = r"^(none|recorded|[0-9]{1,4}(\.[0-9]{1,3})?x)$"
_PACE = re.compile(r"(.+)=([^=+]+)\+([^=+]+)")


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
    match = _PACE.fullmatch(text)
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
        if not _ORIGIN.fullmatch(text):
            raise ValueError("not an origin; write it like https://app.example:8443, or *")
    return tuple(text.lower() for text in texts)


def _progression(value: Any) -> Any:
    if isinstance(value, str) and not re.match(_PROGRESSION, value):
        raise ValueError("write it like immediate, reads:3 or after:2.5")
    return value


Progression = Annotated[str, BeforeValidator(_progression), Field(pattern=_PROGRESSION)]
Speed = Annotated[str, BeforeValidator(_speed), Field(pattern=_SPEED)]
Several = Annotated[
    tuple[str, ...], BeforeValidator(_several, json_schema_input_type=list[str] | str)
]
Paces = Annotated[Several, AfterValidator(_paces)]
Origins = Annotated[Several, AfterValidator(_origins)]
Moment = Annotated[datetime, BeforeValidator(in_utc)]
