"""The time. Nothing else in the package asks for it."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)


def iso(moment: datetime) -> str:
    """RFC 3339 in UTC: a `Z`, six fraction digits or none. A naive moment is taken as UTC, and so
    is one that UTC would push off the calendar."""
    if moment.tzinfo is None:
        return moment.isoformat() + "Z"
    if moment.utcoffset():
        moment = _in_utc(moment)
    return moment.isoformat()[:-6] + "Z"


def _in_utc(moment: datetime) -> datetime:
    try:
        return moment.astimezone(UTC)
    except OverflowError:
        return moment.replace(tzinfo=UTC)


def sortable(text: str) -> str:
    """An `iso` text in a form whose alphabetical order is the order of time: `Z` sorts above the
    point of a fraction, the end of a text below everything."""
    return text.removesuffix("Z")


def parse(text: str) -> datetime:
    """An ISO 8601 text as an aware moment; a naive one is taken as UTC. Raises ValueError."""
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


class Clock:
    """Wall time in microseconds since the epoch: real, or frozen at one moment."""

    def __init__(self, frozen: datetime | None = None) -> None:
        self._frozen = None if frozen is None else (frozen - EPOCH) // MICROSECOND

    def micros(self) -> int:
        """Microseconds since the epoch."""
        return self._frozen if self._frozen is not None else time.time_ns() // 1_000

    def seconds(self) -> int:
        """Whole seconds since the epoch."""
        return self.micros() // 1_000_000

    def now(self) -> datetime:
        """This moment, in UTC."""
        return EPOCH + timedelta(microseconds=self.micros())

    def iso(self) -> str:
        """This moment as the service writes it."""
        return iso(self.now())


def stopwatch() -> float:
    """Seconds on a clock that only runs forward; for durations, never for records."""
    return time.perf_counter()
