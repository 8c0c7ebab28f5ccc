"""The verbs themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal, Self

from mockserver.testing.verbs.arguments import Duration, in_seconds
from mockserver.testing.verbs.channel import ALL, PATIENCE, Channel
from mockserver.testing.verbs.clock import ServerClock
from mockserver.testing.verbs.plan import FaultVerbs
from mockserver.testing.verbs.requests import RequestVerbs
from mockserver.testing.verbs.script import ReplyVerbs
from mockserver.testing.verbs.variables import client_variables

__tracebackhide__ = True  # pytest shows the line of the test


class Controls(RequestVerbs, FaultVerbs, ReplyVerbs):
    """A server as a test handles it; `str()` is its URL.

    Verbs raise `Refused` when the server says no, AssertionError when it was not called as it
    should have been, and `httpx.HTTPError` when it does not answer in time.
    """

    def __init__(self, channel: Channel) -> None:
        self.channel = channel
        self.clock = ServerClock(channel)
        self.project: str | None = None
        """The project of faults and replies that name none: workers share a server by it."""
        self.planned_faults: list[int] = []
        self.planned_replies: list[int] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the connection that the verbs use."""
        self.channel.close()

    def __str__(self) -> str:
        return self.url

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.url}, {self.state}>"

    @property
    def state(self) -> str:
        """What it is doing, in words."""
        return "in another process"

    @property
    def url(self) -> str:
        """The base URL, without a slash at its end."""
        return self.channel.url

    @property
    def env(self) -> dict[str, str]:
        """The variables that point the official clients here."""
        return client_variables(self.url)

    def url_for(self, path: str) -> str:
        """The URL of a path."""
        return self.url + "/" + path.removeprefix("/")

    def calls(self, project: str | None = None) -> list[dict[str, Any]]:
        """The calls that are kept, as they are stored, the oldest first."""
        return self.records("calls", project)

    def objects(self, project: str | None = None) -> list[dict[str, Any]]:
        """The object versions that are kept, the oldest first."""
        return self.records("objects", project)

    def records(self, kind: str, project: str | None = None) -> list[dict[str, Any]]:
        """The records of any kind."""
        found = self.channel.get(f"/state/{kind}", project=project, limit=ALL)
        records: list[dict[str, Any]] = found["records"]
        return records

    def reset(
        self, to: Literal["baseline", "empty"] = "baseline", project: str | None = None
    ) -> dict[str, Any]:
        """Back to the state that the server started with, or to none; what was dropped.

        Requests, faults, clock, ids and settings begin anew as well. With `project`, only what
        belongs to it.
        """
        if project is None:
            self.forget_plans()
        answer = self.channel.post("/reset", {"to": to, "project": project})
        dropped: dict[str, Any] = answer["dropped"]
        return dropped

    def forget_plans(self) -> None:
        """Begin anew to remember which faults and replies were planned by these verbs."""
        self.planned_faults.clear()
        self.planned_replies.clear()

    def snapshot(self, name: str) -> None:
        """Remember the records under a name; costs a pointer for each."""
        self.channel.post("/snapshots", {"name": name})

    def restore(self, name: str) -> None:
        """Return to records that were remembered. Raises Refused for an unknown name."""
        self.channel.post(f"/snapshots/{name}/restore")

    @property
    def snapshots(self) -> list[str]:
        """The names that `restore` knows."""
        names: list[str] = self.channel.get("/snapshots")["snapshots"]
        return names

    def clear_snapshots(self) -> None:
        """Forget every state but the one that the server started with."""
        self.channel.delete("/snapshots")

    def load(self, path: str | Path, mode: Literal["merge", "replace"] = "merge") -> None:
        """Add what a data file holds, or put it in the place of all. Raises Refused."""
        self.channel.upload("/state/load", Path(path).read_bytes(), mode=mode, name=str(path))

    def save(self, path: str | Path, project: str | None = None) -> None:
        """Write the state, or one project, as a data file."""
        Path(path).write_bytes(self.channel.download("/state/export", project=project))

    def configure(self, **settings: Any) -> None:
        """Change settings until the next reset: `configure(listing="a", auth="none")`."""
        self.channel.put("/settings", **settings)

    def configuration(self) -> dict[str, Any]:
        """The settings as they are now, keys reduced."""
        settings: dict[str, Any] = self.channel.get("/settings")
        return settings

    def counts(self) -> dict[str, int]:
        """How many records there are of each kind."""
        counts: dict[str, int] = self.channel.get("/state")["counts"]
        return counts

    def shutdown(self) -> None:
        """End the server, if it was started with `allow_shutdown`. Raises Refused."""
        self.channel.post("/shutdown")

    @contextmanager
    def outage(self, seconds: Duration = 1) -> Iterator[None]:
        """Refuse connections in the block. A server of this process comes back at its end, one
        that runs elsewhere after `seconds`; the block ends when it has."""
        self.channel.post("/outage", {"seconds": seconds})
        try:
            yield
        finally:
            self.channel.is_ready_within(in_seconds(seconds) + PATIENCE)


def in_words(counts: Mapping[str, int]) -> list[str]:
    """How many records of each kind: `calls: 25`."""
    return [f"{kind}: {count}" for kind, count in counts.items()]
