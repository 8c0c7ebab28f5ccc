"""All verbs together, as a server offers them."""

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
    """A server as a test controls it; `str()` is its URL.

    Verbs raise `Refused` when the server says no, AssertionError when it was not called as it
    should have been, and `httpx.HTTPError` when it does not answer in time.
    """

    def __init__(self, channel: Channel) -> None:
        self.channel = channel
        self.clock = ServerClock(channel)
        self.project: str | None = None
        """The project of faults and replies that name none, for workers that share a server."""
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
        """The state in words."""
        return "in another process"

    @property
    def url(self) -> str:
        """The base URL, without a slash at its end."""
        return self.channel.url

    @property
    def env(self) -> dict[str, str]:
        """The variables that point the official clients at this server."""
        return client_variables(self.url)

    def url_for(self, path: str) -> str:
        """The URL of a path."""
        return self.url + "/" + path.removeprefix("/")

    def calls(self, project: str | None = None) -> list[dict[str, Any]]:
        """The stored calls, the oldest first."""
        return self.records("calls", project)

    def objects(self, project: str | None = None) -> list[dict[str, Any]]:
        """The stored object versions, the oldest first."""
        return self.records("objects", project)

    def records(self, kind: str, project: str | None = None) -> list[dict[str, Any]]:
        """The stored records of a kind."""
        found = self.channel.get(f"/state/{kind}", project=project, limit=ALL)
        records: list[dict[str, Any]] = found["records"]
        return records

    def reset(
        self, to: Literal["baseline", "empty"] = "baseline", project: str | None = None
    ) -> dict[str, Any]:
        """Return to the state of the start, or to none. Returns what was dropped.

        Requests, faults, clock, ids and settings begin anew as well. With `project`, only that
        project is reset.
        """
        if project is None:
            self.clear_plans()
        answer = self.channel.post("/reset", {"to": to, "project": project})
        dropped: dict[str, Any] = answer["dropped"]
        return dropped

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
        names: list[str] = self.channel.get("/snapshots")["snapshots"]
        return names

    def clear_snapshots(self) -> None:
        """Drop all snapshots but the baseline."""
        self.channel.delete("/snapshots")

    def load(self, path: str | Path, mode: Literal["merge", "replace"] = "merge") -> None:
        """Load a data file, added to the state or in place of it. Raises Refused."""
        self.channel.upload("/state/load", Path(path).read_bytes(), mode=mode, name=str(path))

    def save(self, path: str | Path, project: str | None = None) -> None:
        """Write the state, or one project, to a data file."""
        Path(path).write_bytes(self.channel.download("/state/export", project=project))

    def configure(self, **settings: Any) -> None:
        """Change settings until the next reset: `configure(listing="a", auth="none")`."""
        self.channel.put("/settings", **settings)

    def configuration(self) -> dict[str, Any]:
        """The present settings, with credentials masked."""
        settings: dict[str, Any] = self.channel.get("/settings")
        return settings

    def counts(self) -> dict[str, int]:
        """The number of records of each kind."""
        counts: dict[str, int] = self.channel.get("/state")["counts"]
        return counts

    def shutdown(self) -> None:
        """End the server, if it was started with `allow_shutdown`. Raises Refused."""
        self.channel.post("/shutdown")

    @contextmanager
    def outage(self, seconds: Duration = 1) -> Iterator[None]:
        """Refuse connections in the block.

        A server of this process is back at the end of the block. One that runs elsewhere is back
        after `seconds`, and the end of the block waits for it.
        """
        self.channel.post("/outage", {"seconds": seconds})
        try:
            yield
        finally:
            self.channel.is_ready_within(in_seconds(seconds) + PATIENCE)


def in_words(counts: Mapping[str, int]) -> list[str]:
    """Write the number of records of each kind: `calls: 25`."""
    return [f"{kind}: {count}" for kind, count in counts.items()]
