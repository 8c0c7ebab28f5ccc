"""All verbs of a server, and its clock."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Literal, Self

from mockserver.core.model import Record
from mockserver.testing.verbs.arguments import Duration, in_seconds
from mockserver.testing.verbs.channel import ALL, PATIENCE, Channel
from mockserver.testing.verbs.clients import client_variables
from mockserver.testing.verbs.plans import FaultVerbs, ReplyVerbs
from mockserver.testing.verbs.requests import RequestVerbs

__tracebackhide__ = True  # pytest shows the line of the test


class Controls(RequestVerbs, FaultVerbs, ReplyVerbs):
    """A server under the control of a test; `str()` is its URL.

    Verbs raise `Refused` when the server refuses a request, AssertionError when it was not called
    as expected, and `httpx.HTTPError` when it does not respond in time.
    """

    def __init__(self, channel: Channel) -> None:
        self.channel = channel
        self.clock = ServerClock(channel)
        self.project: str | None = None
        """The default project of faults and replies, for workers that share a server."""
        self.planned_faults: list[int] = []
        self.planned_replies: list[int] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection of the verbs."""
        self.channel.close()

    def __str__(self) -> str:
        return self.url

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.url}, {self.state}>"

    @property
    def state(self) -> str:
        """A short description of the state."""
        return "in another process"

    @property
    def url(self) -> str:
        """The base URL, without a trailing slash."""
        return self.channel.url

    @property
    def env(self) -> dict[str, str]:
        """The variables that point the official clients at this server."""
        return client_variables(self.url)

    def url_for(self, path: str) -> str:
        """The URL of a path."""
        return self.url + "/" + path.removeprefix("/")

    def calls(self, project: str | None = None) -> list[Record]:
        """The stored calls, the oldest first."""
        return self.records("calls", project)

    def objects(self, project: str | None = None) -> list[Record]:
        """The stored object versions, the oldest first."""
        return self.records("objects", project)

    def records(self, kind: str, project: str | None = None) -> list[Record]:
        """The stored records of a kind."""
        return list(self.channel.get(f"/state/{kind}", project=project, limit=ALL)["records"])

    def reset(
        self, to: Literal["baseline", "empty"] = "baseline", project: str | None = None
    ) -> Record:
        """Return to the initial state, or to an empty one. Returns what was dropped.

        Requests, faults, clock, ids and settings are reset too. With `project`, only that project
        is reset.
        """
        if project is None:
            self.clear_plans()
        return dict(self.channel.post("/reset", {"to": to, "project": project})["dropped"])

    def clear_plans(self) -> None:
        """Clear the lists of faults and replies planned by these verbs."""
        self.planned_faults.clear()
        self.planned_replies.clear()

    def snapshot(self, name: str) -> None:
        """Take a snapshot of the records; costs one pointer each."""
        self.channel.post("/snapshots", {"name": name})

    def restore(self, name: str) -> None:
        """Restore a snapshot. Raises Refused for an unknown name."""
        self.channel.post(f"/snapshots/{name}/restore")

    @property
    def snapshots(self) -> list[str]:
        """The names of the snapshots."""
        return list(self.channel.get("/snapshots")["snapshots"])

    def clear_snapshots(self) -> None:
        """Drop all snapshots but the baseline."""
        self.channel.delete("/snapshots")

    def load(self, path: str | Path, mode: Literal["merge", "replace"] = "merge") -> None:
        """Load a data file into the state, or replace the state by it. Raises Refused."""
        self.channel.upload("/state/load", Path(path).read_bytes(), mode=mode, name=str(path))

    def save(self, path: str | Path, project: str | None = None) -> None:
        """Write the state, or one project, to a data file."""
        Path(path).write_bytes(self.channel.download("/state/export", project=project))

    def configure(self, **settings: Any) -> None:
        """Change settings until the next reset: `configure(listing="a", auth="none")`."""
        self.channel.put("/settings", settings)

    def configuration(self) -> Record:
        """The current settings, with credentials masked."""
        return dict(self.channel.get("/settings"))

    def counts(self) -> dict[str, int]:
        """The number of records of each kind."""
        return dict(self.channel.get("/state")["counts"])

    def shutdown(self) -> None:
        """End the server, if it was started with `allow_shutdown`. Raises Refused."""
        self.channel.post("/shutdown")

    @contextmanager
    def outage(self, seconds: Duration = 1) -> Iterator[None]:
        """Refuse connections in the block.

        A server of this process returns at the end of the block. A remote server returns after
        `seconds`, and the end of the block waits for it.
        """
        self.channel.post("/outage", {"seconds": seconds})
        try:
            yield
        finally:
            self.channel.is_ready_within(in_seconds(seconds) + PATIENCE)


class ServerClock:
    """The clock by which a server dates its records."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel

    def now(self) -> datetime:
        """Read the clock."""
        return datetime.fromisoformat(self._channel.get("/clock")["now"])

    def freeze(self, moment: datetime | str | None = None) -> None:
        """Stop at a moment (ISO 8601, UTC without a zone), by default now."""
        self._channel.post("/clock", {"freeze": moment or True})

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
        further = timedelta(days=days, hours=hours, minutes=minutes, seconds=seconds)
        self._channel.post("/clock", {"advance": in_seconds(by) + further.total_seconds()})

    def release(self) -> None:
        """Show real time again."""
        self._channel.post("/clock", {"release": True})


def described(state: str, counts: Mapping[str, int]) -> str:
    """Describe a server and the number of its records: `running, calls: 25`."""
    return ", ".join([state, *(f"{kind}: {count}" for kind, count in counts.items())])
