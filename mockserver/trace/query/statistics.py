"""Statistics over time: a window divided into buckets, and aggregates of the values in a bucket.

Observed on the newest engine: buckets are aligned in a time zone, the response has all of them, and
the default granularity depends on the length of the window.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from datetime import UTC, datetime, timedelta, timezone
from typing import Annotated, Any, Literal, NamedTuple, Self
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import AwareDatetime, BeforeValidator, Field, model_validator
from typing_extensions import TypedDict

from mockserver.core.clock import iso, parse
from mockserver.core.errors import Malformed
from mockserver.core.model import Record
from mockserver.core.project import ProjectRequest
from mockserver.core.records import Timestamp
from mockserver.core.values import in_utc

Aggregation = Literal["sum", "avg", "min", "max", "count", "count_true", "count_false"]
Percentiles = list[Annotated[float, Field(ge=0, le=100)]]
Moment = Annotated[AwareDatetime, BeforeValidator(in_utc)]

LONGEST = timedelta(days=31)
MOST_BUCKETS = 10_000

_STEPS = (
    (timedelta(hours=2), 300),
    (timedelta(hours=12), 3_600),
    (timedelta(days=3), 21_600),
    (timedelta(days=14), 43_200),
    (LONGEST, 86_400),
)
"""Seconds of a bucket by the length of the window."""


class Windowed(ProjectRequest):
    """A request for a window of at most 31 days."""

    start: Moment
    end: Moment | None = None

    @model_validator(mode="after")
    def _not_too_long(self) -> Self:
        if not all(1970 <= moment.year < 9999 for moment in (self.start, self.end) if moment):
            raise ValueError("start and end must lie between the years 1970 and 9998")
        if self.end is not None:
            check_window(self.start, self.end)
        return self


class Bucketed(Windowed):
    """A request for a window in buckets of `granularity` seconds, aligned in a time zone."""

    granularity: int | None = Field(None, ge=1, le=LONGEST // timedelta(seconds=1))
    timezone: str = "UTC"

    @model_validator(mode="after")
    def _known_zone(self) -> Self:
        zone(self.timezone)
        return self


class Timeline(TypedDict):
    """The window of a response, and the seconds of a bucket."""

    start: Timestamp
    end: Timestamp
    granularity: int
    timezone: str


class Window(NamedTuple):
    """A window without its end, in buckets of `granularity` seconds that begin at `first`."""

    start: float
    end: float
    granularity: int
    first: float
    timeline: Timeline
    """The window in the response."""

    def starts(self) -> list[str]:
        """The beginnings of the buckets."""
        return [
            iso(datetime.fromtimestamp(self.first + at * self.granularity, UTC))
            for at in range(math.ceil((self.end - self.first) / self.granularity))
        ]

    def buckets(self, records: Iterable[Record], field: str) -> list[tuple[str, list[Record]]]:
        """The beginning of each bucket, and the records in it by the moment in a field."""
        buckets: list[tuple[str, list[Record]]] = [(start, []) for start in self.starts()]
        for record in records:
            moment = parse(record[field]).timestamp()
            if self.start <= moment < self.end:
                buckets[int((moment - self.first) // self.granularity)][1].append(record)
        return buckets


def window(request: Bucketed, now: datetime) -> Window:
    """The window of a request. Raises a 422 for an open one that is too long."""
    end = request.end or now
    try:
        check_window(request.start, end)
    except ValueError as error:
        problem = {"type": "value_error", "loc": ["body", "start"], "msg": str(error)}
        raise Malformed([{**problem, "input": iso(request.start)}]) from None
    length = end - request.start
    step = request.granularity or next(step for longest, step in _STEPS if length <= longest)
    step = max(step, math.ceil(length.total_seconds() / MOST_BUCKETS))
    offset = request.start.astimezone(zone(request.timezone)).utcoffset() or timedelta()
    began, away = request.start.timestamp(), offset.total_seconds()
    shown: Timeline = {
        "start": iso(request.start),
        "end": iso(end),
        "granularity": step,
        "timezone": request.timezone,
    }
    first = (began + away) // step * step - away
    return Window(began, end.timestamp(), step, first, shown)


def check_window(start: datetime, end: datetime) -> None:
    """Raises ValueError for a window that is too long or ends before it starts."""
    if end < start:
        raise ValueError("end must not be before start")
    if end - start > LONGEST:
        raise ValueError(f"the window must not be longer than {LONGEST.days} days")


def zone(name: str) -> timezone | ZoneInfo:
    """A time zone by its name. Raises ValueError."""
    try:
        return UTC if name == "UTC" else ZoneInfo(name)
    except (ZoneInfoNotFoundError, OSError, ValueError):
        raise ValueError("unknown timezone") from None


def aggregated(
    values: Sequence[Any],
    name: str,
    aggregations: Iterable[Aggregation],
    percentiles: Iterable[float],
    nothing: int | None = 0,
) -> Record:
    """`<aggregation>_<name>` and `p95_<name>` of values; `nothing` is the average of no values."""
    numbers = numbers_in(values)
    found: dict[Aggregation, Any] = {
        "sum": sum(numbers),
        "avg": mean(numbers) if numbers else nothing,
        "min": min(numbers, default=None),
        "max": max(numbers, default=None),
        "count": len(values),
        "count_true": sum(1 for value in values if value is True),
        "count_false": sum(1 for value in values if value is False),
    }
    return {
        **{f"{each}_{name}": found[each] for each in aggregations},
        **{f"p{share:g}_{name}": percentile(numbers, share / 100) for share in percentiles},
    }


def number(value: Any) -> float | None:
    """A JSON number, or a boolean as 1 or 0; None for anything else or a number too large."""
    try:
        return float(value) if isinstance(value, bool | int | float) else None
    except OverflowError:
        return None


def numbers_in(values: Iterable[Any]) -> list[float]:
    """The numbers among JSON values, truth values included."""
    return [count for value in values if (count := number(value)) is not None]


def mean(numbers: Collection[float]) -> float | None:
    """The mean of numbers; None without any."""
    return sum(numbers) / len(numbers) if numbers else None


def known_sum(counts: Iterable[Any]) -> Any:
    """The sum of the counts that are not null; None if all are."""
    known = [count for count in counts if count is not None]
    return sum(known) if known else None


def percentile(values: Sequence[float], share: float) -> float | None:
    """The value below which `share` of the values lie, interpolated between two of them."""
    if not values:
        return None
    ranked = sorted(values)
    position = share * (len(ranked) - 1)
    low = math.floor(position)
    high = min(low + 1, len(ranked) - 1)
    return ranked[low] + (ranked[high] - ranked[low]) * (position - low)
