"""Failures to come, as a test plans them."""

from __future__ import annotations

from typing import Any, Unpack

from mockserver.testing.verbs.arguments import Duration, FaultArguments, FaultCriteria
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


class FaultVerbs:
    """The verbs that plan failures.

    All take `times` (how many requests are befallen; None is all) and what `FaultCriteria` names:
    which of the operation's requests are meant, how many of them pass first, and `optional`.
    """

    channel: Channel
    project: str | None
    planned_faults: list[int]
    """The faults that were planned by these verbs."""

    @property
    def faults(self) -> list[dict[str, Any]]:
        """The faults that stand, with `used` and `remaining`."""
        faults: list[dict[str, Any]] = self.channel.get("/faults")["faults"]
        return faults

    def clear_faults(self) -> None:
        """Take all faults away."""
        self.channel.delete("/faults")

    def plan(self, operation: str = "*", **fault: Unpack[FaultArguments]) -> PlannedFault:
        """Plan any fault, by its members in the control API. Raises Refused."""
        if "headers" not in fault:
            fault = {"project": self.project, **fault}  # type: ignore[typeddict-item]
        record = self.channel.post("/faults", {"operation": operation, **fault})
        self.planned_faults.append(record["id"])
        return PlannedFault(self.channel, record)

    def fail(
        self,
        operation: str = "*",
        status: int = 500,
        *,
        times: int | None = 1,
        message: str | None = None,
        retry_after: Duration | None = None,
        **concerned: Unpack[FaultCriteria],
    ) -> PlannedFault:
        """Refuse requests; `message` and `retry_after` are told to the caller."""
        return self.plan(
            operation,
            status=status,
            times=times,
            message=message,
            retry_after=retry_after,
            **concerned,
        )

    def slow(
        self,
        operation: str = "*",
        delay: Duration = 0,
        *,
        first_token: Duration = 0,
        token: Duration = 0,
        times: int | None = None,
        **concerned: Unpack[FaultCriteria],
    ) -> PlannedFault:
        """Serve late, all requests if `times` is not named: wait before the request is looked at,
        before the first piece of the answer, and before each further one."""
        return self.plan(
            operation, delay=delay, first_token=first_token, token=token, times=times, **concerned
        )

    def cut(
        self,
        operation: str = "*",
        after: int = 1,
        *,
        times: int | None = 1,
        **concerned: Unpack[FaultCriteria],
    ) -> PlannedFault:
        """Close the connection when so many rows or events of an answer are sent."""
        return self.plan(operation, cut=after, times=times, **concerned)

    def spoil(
        self,
        operation: str = "*",
        piece: int = 1,
        *,
        times: int | None = 1,
        **concerned: Unpack[FaultCriteria],
    ) -> PlannedFault:
        """Make one row or event of an answer something that is no JSON."""
        return self.plan(operation, malformed=piece, times=times, **concerned)

    def drop(
        self, operation: str = "*", *, times: int | None = 1, **concerned: Unpack[FaultCriteria]
    ) -> PlannedFault:
        """Close the connection without an answer."""
        return self.plan(operation, drop=True, times=times, **concerned)

    def limit(
        self,
        operation: str,
        requests: int,
        per: Duration = 60,
        *,
        times: int | None = None,
        **concerned: Unpack[FaultCriteria],
    ) -> PlannedFault:
        """Let so many requests pass in so much time; refuse more with a 429 that says when."""
        return self.plan(operation, limit=requests, per=per, times=times, **concerned)
