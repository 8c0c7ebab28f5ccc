"""Clocks and moments. Nothing else in the package reads the time."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta

import orjson

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)
_IN_UTC = orjson.OPT_NAIVE_UTC | orjson.OPT_UTC_Z


def iso(moment: datetime) -> str:
    """Format a moment as RFC 3339 in UTC, with a `Z` and six fraction digits or none.

    A naive moment is taken as UTC, and so is one whose conversion would leave the calendar.
    """
    text = orjson.dumps(moment, option=_IN_UTC)[1:-1].decode()
    if text.endswith("Z"):
        return text
    try:
        return iso(moment.astimezone(UTC))
    except OverflowError:
        return iso(moment.replace(tzinfo=UTC))


def sortable(text: str) -> str:
    """Change an `iso` text so that it sorts by time.

    A `Z` sorts after the point of a fraction, the end of a text before everything.
    """
    return text.removesuffix("Z")


def parse(text: str) -> datetime:
    """Parse an ISO 8601 text; a naive moment is taken as UTC. Raises ValueError."""
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


class Clock:
    """Wall time in microseconds since the epoch: real, moved ahead, or frozen."""

    def __init__(self, frozen: datetime | None = None) -> None:
        self._beginning = frozen
        self._frozen: int | None = None
        self._ahead = 0
        self.restart()

    @property
    def frozen(self) -> bool:
        """True if the clock is stopped."""
        return self._frozen is not None

    def restart(self) -> None:
        """Restore the initial state: frozen at the same moment, or real."""
        self.release()
        if self._beginning:
            self.freeze(self._beginning)

    def freeze(self, moment: datetime | None = None) -> None:
        """Stop at a moment, by default now. Raises OverflowError if it is outside the calendar in
        UTC."""
        self._frozen = ((moment or self.now()).astimezone(UTC) - EPOCH) // MICROSECOND

    def advance(self, by: timedelta) -> None:
        """Move ahead, whether frozen or running. Raises OverflowError beyond the year 9999."""
        _ = self.now() + by
        if self._frozen is None:
            self._ahead += by // MICROSECOND
        else:
            self._frozen += by // MICROSECOND

    def release(self) -> None:
        """Show real time."""
        self._frozen = None
        self._ahead = 0

    def micros(self) -> int:
        """Microseconds since the epoch."""
        if self._frozen is not None:
            return self._frozen
        return time.time_ns() // 1_000 + self._ahead

    def seconds(self) -> int:
        """Whole seconds since the epoch."""
        return self.micros() // 1_000_000

    def now(self) -> datetime:
        """The present moment in UTC."""
        return EPOCH + timedelta(microseconds=self.micros())

    def iso(self) -> str:
        """The present moment in the service's format."""
        return iso(self.now())


def moment_of(seconds: int) -> datetime:
    """The moment at a number of seconds since the epoch."""
    return EPOCH + timedelta(seconds=seconds)


def real_now() -> datetime:
    """The real present moment, for people to read; never for records."""
    return datetime.now(UTC)


stopwatch = time.perf_counter
"""Seconds on a monotonic clock; for durations, never for records."""

processor_time = time.thread_time
"""Processor seconds of this thread, independent of other load on the machine."""
