"""The time. Nothing else in the package asks for it."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta

import orjson

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)
_IN_UTC = orjson.OPT_NAIVE_UTC | orjson.OPT_UTC_Z


def iso(moment: datetime) -> str:
    """RFC 3339 in UTC: a `Z`, six fraction digits or none. A naive moment is taken as UTC, and so
    is one that UTC would push off the calendar."""
    text = orjson.dumps(moment, option=_IN_UTC)[1:-1].decode()
    return text if text.endswith("Z") else iso(_in_utc(moment))


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
    """Wall time in microseconds since the epoch: real, moved ahead, or frozen at one moment."""

    def __init__(self, frozen: datetime | None = None) -> None:
        self._beginning = frozen
        self._frozen: int | None = None
        self._ahead = 0
        self.restart()

    @property
    def frozen(self) -> bool:
        """Whether time stands still."""
        return self._frozen is not None

    def restart(self) -> None:
        """Be as it was in the beginning: frozen at the same moment, or real."""
        self.release()
        if self._beginning:
            self.freeze(self._beginning)

    def freeze(self, moment: datetime | None = None) -> None:
        """Stand still at a moment, or at this one. Raises OverflowError for one off UTC's
        calendar."""
        self._frozen = ((moment or self.now()).astimezone(UTC) - EPOCH) // MICROSECOND

    def advance(self, by: timedelta) -> None:
        """Move ahead, frozen or running. Raises OverflowError beyond the year 9999."""
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
        """This moment, in UTC."""
        return EPOCH + timedelta(microseconds=self.micros())

    def iso(self) -> str:
        """This moment as the service writes it."""
        return iso(self.now())


def real_now() -> datetime:
    """This moment whatever a `Clock` shows; for what people read, never for records."""
    return datetime.now(UTC)


stopwatch = time.perf_counter
"""Seconds on a clock that only runs forward; for durations, never for records."""

processor_time = time.thread_time
"""Seconds of the processor that this thread has taken, however busy the machine is."""
