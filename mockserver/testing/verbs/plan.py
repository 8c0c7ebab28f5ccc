"""Failures to come, as a test plans them."""

from __future__ import annotations

from typing import Any

from mockserver.testing.verbs.channel import Channel

__tracebackhide__ = True  # pytest shows the line of the test


class PlannedFault:
    """A fault that was planned, and what has become of it."""

    def __init__(self, channel: Channel, record: dict[str, Any]) -> None:
        self._channel = channel
        self.id: int = record["id"]
        self.text: str = record["text"]

    @property
    def used(self) -> int:
        """How many requests it has befallen so far."""
        return int(self._now()["used"])

    @property
    def remaining(self) -> int | None:
        """How many requests it will still befall; None if there is no end to it."""
        remaining: int | None = self._now()["remaining"]
        return remaining

    def remove(self) -> None:
        """Take it away. Raises Refused if it is gone already."""
        self._channel.delete(f"/faults/{self.id}")

    def __repr__(self) -> str:
        return f"<fault {self.id}: {self.text}>"

    def _now(self) -> dict[str, Any]:
        record: dict[str, Any] = self._channel.get(f"/faults/{self.id}")
        return record


class Planner:
    """The verbs that plan failures.

    All take `times` (how many requests are befallen; None is all), `skip` (how many pass first),
    `probability`, `project`, and `optional` (no test fails because the fault was not used).
    """

    channel: Channel

    @property
    def faults(self) -> list[dict[str, Any]]:
        """The faults that stand, with `used` and `remaining`."""
        faults: list[dict[str, Any]] = self.channel.get("/faults")["faults"]
        return faults

    def clear_faults(self) -> None:
        """Take all faults away."""
        self.channel.delete("/faults")

    def plan(self, operation: str, **fault: Any) -> PlannedFault:
        """Plan any fault, by its members in the control API. Raises Refused."""
        return PlannedFault(
            self.channel, self.channel.post("/faults", operation=operation, **fault)
        )

    def fail(
        self, operation: str, status: int = 500, *, times: int | None = 1, **fault: Any
    ) -> PlannedFault:
        """Refuse requests; `message` and `retry_after` (seconds) are told to the caller."""
        return self.plan(operation, status=status, times=times, **fault)

    def slow(
        self,
        operation: str = "*",
        delay: float = 0,
        *,
        first_token: float = 0,
        token: float = 0,
        **fault: Any,
    ) -> PlannedFault:
        """Serve late, all requests if `times` is not named: seconds before the request is looked
        at, before the first piece of the answer, and before each further one."""
        waits = {"delay": delay, "first_token": first_token, "token": token}
        return self.plan(operation, **waits, **fault)

    def cut(
        self, operation: str, after: int = 1, *, times: int | None = 1, **fault: Any
    ) -> PlannedFault:
        """Close the connection when so many rows or events of an answer are sent."""
        return self.plan(operation, cut=after, times=times, **fault)

    def spoil(
        self, operation: str, piece: int = 1, *, times: int | None = 1, **fault: Any
    ) -> PlannedFault:
        """Make one row or event of an answer something that is no JSON."""
        return self.plan(operation, malformed=piece, times=times, **fault)

    def drop(self, operation: str, *, times: int | None = 1, **fault: Any) -> PlannedFault:
        """Close the connection without an answer."""
        return self.plan(operation, drop=True, times=times, **fault)

    def limit(self, operation: str, requests: int, per: float = 60, **fault: Any) -> PlannedFault:
        """Let so many requests pass in so many seconds; refuse more with a 429 that says when."""
        return self.plan(operation, limit=requests, per=per, **fault)
