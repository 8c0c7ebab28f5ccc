"""The verbs that plan faults."""

from __future__ import annotations

from typing import Any, Unpack

from mockserver.testing.verbs.arguments import Duration, FaultArguments, FaultCriteria
from mockserver.testing.verbs.channel import Channel

__tracebackhide__ = True  # pytest shows the line of the test


class PlannedFault:
    """A planned fault."""

    def __init__(self, channel: Channel, record: dict[str, Any]) -> None:
        self._channel = channel
        self.id: int = record["id"]
        self.text: str = record["text"]

    @property
    def used(self) -> int:
        """The number of requests it has applied to so far."""
        return int(self._now()["used"])

    @property
    def remaining(self) -> int | None:
        """The number of requests it will still apply to; None for no limit."""
        remaining: int | None = self._now()["remaining"]
        return remaining

    def remove(self) -> None:
        """Remove the fault. Raises Refused if it is gone already."""
        self._channel.delete(f"/faults/{self.id}")

    def __repr__(self) -> str:
        return f"<fault {self.id}: {self.text}>"

    def _now(self) -> dict[str, Any]:
        record: dict[str, Any] = self._channel.get(f"/faults/{self.id}")
        return record


class FaultVerbs:
    """The verbs that plan faults.

    All take `times`, the number of requests that the fault applies to (None is all), and the fields
    of `FaultCriteria`: which requests, how many of them pass first, and `optional`.
    """

    channel: Channel
    project: str | None
    planned_faults: list[int]
    """The numbers of the faults planned by these verbs."""

    @property
    def faults(self) -> list[dict[str, Any]]:
        """The planned faults, with `used` and `remaining`."""
        faults: list[dict[str, Any]] = self.channel.get("/faults")["faults"]
        return faults

    def clear_faults(self) -> None:
        """Remove all faults."""
        self.channel.delete("/faults")

    def plan(self, operation: str = "*", **fault: Unpack[FaultArguments]) -> PlannedFault:
        """Plan any fault, by its fields in the control API. Raises Refused."""
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
        """Refuse requests, with a `message` and a `retry_after` for the caller."""
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
        """Serve requests late, all of them by default: wait before the request is served, before
        the first piece of the response, and before each further one."""
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
        """Close the connection after so many rows or events of the response."""
        return self.plan(operation, cut=after, times=times, **concerned)

    def spoil(
        self,
        operation: str = "*",
        piece: int = 1,
        *,
        times: int | None = 1,
        **concerned: Unpack[FaultCriteria],
    ) -> PlannedFault:
        """Replace one row or event of the response by invalid JSON."""
        return self.plan(operation, malformed=piece, times=times, **concerned)

    def drop(
        self, operation: str = "*", *, times: int | None = 1, **concerned: Unpack[FaultCriteria]
    ) -> PlannedFault:
        """Close the connection without a response."""
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
        """Limit the rate of requests; refuse more with a 429 and its `Retry-After`."""
        return self.plan(operation, limit=requests, per=per, times=times, **concerned)
