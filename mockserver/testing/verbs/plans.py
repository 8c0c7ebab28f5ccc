"""The verbs that plan faults and script replies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Unpack

from mockserver.core.model import Record
from mockserver.testing.verbs.arguments import (
    Duration,
    FaultArguments,
    FaultScope,
    RefusalArguments,
    ReplyArguments,
    Times,
)
from mockserver.testing.verbs.channel import Channel

__tracebackhide__ = True  # pytest shows the line of the test


class Numbered:
    """A fault or a reply rule of a server, by its number."""

    kind: str

    def __init__(self, channel: Channel, record: Record) -> None:
        self._channel = channel
        self._path = f"/{self.kind}/{record['id']}"
        self.id: int = record["id"]

    @property
    def used(self) -> int:
        """The number of requests it has applied to so far."""
        return int(self._channel.get(self._path)["used"])

    def remove(self) -> None:
        """Remove it. Raises Refused if it no longer exists."""
        self._channel.delete(self._path)


class PlannedFault(Numbered):
    """A planned fault."""

    kind = "faults"

    def __init__(self, channel: Channel, record: Record) -> None:
        super().__init__(channel, record)
        self.text: str = record["text"]

    @property
    def remaining(self) -> int | None:
        """The number of requests it will still apply to; None for no limit."""
        remaining: int | None = self._channel.get(self._path)["remaining"]
        return remaining

    def __repr__(self) -> str:
        return f"<fault {self.id}: {self.text}>"


class ScriptedReply(Numbered):
    """A scripted reply."""

    kind = "replies"

    def __init__(self, channel: Channel, record: Record) -> None:
        super().__init__(channel, record)
        self.shadowed_by: int | None = record["shadowed_by"]
        """An earlier rule that answers everything this one could."""

    def __repr__(self) -> str:
        return f"<reply {self.id}>"


class FaultVerbs:
    """The verbs that plan faults.

    All take `times`, the number of requests that the fault applies to (None is all), and the fields
    of `FaultScope`: which requests, how many of them pass first, and `optional`.
    """

    channel: Channel
    project: str | None
    planned_faults: list[int]
    """The numbers of the faults planned by these verbs."""

    @property
    def faults(self) -> list[Record]:
        """The planned faults, with `used` and `remaining`."""
        return list(self.channel.get("/faults")["faults"])

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
        times: Times = 1,
        **fault: Unpack[RefusalArguments],
    ) -> PlannedFault:
        """Refuse requests, with a `message` and a `retry_after` for the caller."""
        return self.plan(operation, status=status, times=times, **fault)

    def slow(
        self,
        operation: str = "*",
        delay: Duration = 0,
        *,
        first_token: Duration = 0,
        token: Duration = 0,
        times: Times = None,
        **fault: Unpack[FaultScope],
    ) -> PlannedFault:
        """Delay requests, all of them by default: before the request is served, before the first
        piece of the response, and before each further piece."""
        return self.plan(
            operation, delay=delay, first_token=first_token, token=token, times=times, **fault
        )

    def cut(
        self, operation: str = "*", after: int = 1, *, times: Times = 1, **fault: Unpack[FaultScope]
    ) -> PlannedFault:
        """Close the connection after so many rows or events of the response."""
        return self.plan(operation, cut=after, times=times, **fault)

    def spoil(
        self, operation: str = "*", piece: int = 1, *, times: Times = 1, **fault: Unpack[FaultScope]
    ) -> PlannedFault:
        """Replace one row or event of the response by invalid JSON."""
        return self.plan(operation, malformed=piece, times=times, **fault)

    def drop(
        self, operation: str = "*", *, times: Times = 1, **fault: Unpack[FaultScope]
    ) -> PlannedFault:
        """Close the connection without a response."""
        return self.plan(operation, drop=True, times=times, **fault)

    def limit(
        self,
        operation: str,
        requests: int,
        per: Duration = 60,
        *,
        times: Times = None,
        **fault: Unpack[FaultScope],
    ) -> PlannedFault:
        """Limit the rate of requests; refuse more with a 429 and its `Retry-After`."""
        return self.plan(operation, limit=requests, per=per, times=times, **fault)


class ReplyVerbs:
    """The verbs that script replies."""

    channel: Channel
    project: str | None
    planned_replies: list[int]
    """The numbers of the rules added by these verbs."""

    @property
    def replies(self) -> list[Record]:
        """The scripted replies in the order of matching, with `used`."""
        return list(self.channel.get("/replies")["replies"])

    def misses(self) -> list[Record]:
        """The rules that were not used often enough, each with the nearest request."""
        return list(self.channel.get("/replies/misses")["misses"])

    def clear_replies(self) -> None:
        """Remove all rules."""
        self.channel.delete("/replies")

    def reply(
        self,
        last_user: str | None = None,
        text: str | None = None,
        *,
        when: Mapping[str, Any] | None = None,
        **rule: Unpack[ReplyArguments],
    ) -> ScriptedReply:
        """Reply `text` to chats whose last user message contains `last_user`, or that fit `when`.

        A rule that is used less often than it requires, once by default, fails the test unless it
        is `optional`. Raises Refused.
        """
        conditions = {"last_user": last_user, **(when or {})}
        return self._add(conditions, {"text": text, **rule})

    def reply_next(self, text: str | None = None, **rule: Unpack[ReplyArguments]) -> ScriptedReply:
        """Answer the next chat alone, before all other rules."""
        return self._add({}, {"text": text, "next": True, **rule})

    def _add(self, conditions: Record, rule: Record) -> ScriptedReply:
        if not {"headers", "header"} & conditions.keys():
            conditions = {"project": self.project, **conditions}
        when = {name: value for name, value in conditions.items() if value is not None}
        record = self.channel.post("/replies", {"when": when, **rule})
        self.planned_replies.append(record["id"])
        return ScriptedReply(self.channel, record)
