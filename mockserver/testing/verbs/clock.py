"""The clock of a server, for a test to change."""

from __future__ import annotations

from datetime import datetime, timedelta

from mockserver.testing.verbs.arguments import Duration, in_seconds
from mockserver.testing.verbs.channel import Channel

__tracebackhide__ = True  # pytest shows the line of the test


class ServerClock:
    """The clock by which a server dates its records."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel

    def now(self) -> datetime:
        """Read the clock."""
        return datetime.fromisoformat(self._channel.get("/clock")["now"])

    def freeze(self, moment: datetime | str | None = None) -> None:
        """Stand still at a moment (ISO 8601, UTC without a zone), by default now."""
        text = moment.isoformat() if isinstance(moment, datetime) else moment
        self._channel.post("/clock", {"freeze": text or True})

    def advance(
        self,
        by: Duration = 0,
        *,
        days: float = 0,
        hours: float = 0,
        minutes: float = 0,
        seconds: float = 0,
    ) -> None:
        """Move ahead: `advance(300)`, `advance("5m")` or `advance(minutes=5)`."""
        ahead = timedelta(days=days, hours=hours, minutes=minutes, seconds=seconds)
        self._channel.post("/clock", {"advance": in_seconds(by) + ahead.total_seconds()})

    def release(self) -> None:
        """Show real time."""
        self._channel.post("/clock", {"release": True})
