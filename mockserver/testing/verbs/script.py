"""Scripted replies, as a test writes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Unpack

from mockserver.testing.verbs.arguments import ReplyArguments
from mockserver.testing.verbs.channel import Channel

__tracebackhide__ = True  # pytest shows the line of the test


class ScriptedReply:
    """A rule that was written, and what has become of it."""

    def __init__(self, channel: Channel, record: dict[str, Any]) -> None:
        self._channel = channel
        self.id: int = record["id"]
        self.shadowed_by: int | None = record["shadowed_by"]
        """The earlier rule that leaves this one nothing to answer."""

    @property
    def used(self) -> int:
        """How many requests it has answered so far."""
        return int(self._channel.get(f"/replies/{self.id}")["used"])

    def remove(self) -> None:
        """Take it away. Raises Refused if it is gone already."""
        self._channel.delete(f"/replies/{self.id}")

    def __repr__(self) -> str:
        return f"<reply {self.id}>"


class ReplyVerbs:
    """The verbs that write scripted replies."""

    channel: Channel
    project: str | None
    planned_replies: list[int]
    """The rules that were written by these verbs."""

    @property
    def replies(self) -> list[dict[str, Any]]:
        """The scripted replies in the order in which they are asked, with `used`."""
        replies: list[dict[str, Any]] = self.channel.get("/replies")["replies"]
        return replies

    def misses(self) -> list[dict[str, Any]]:
        """The rules that were not used as often as they should, and why each did not fit the
        request that is nearest to it."""
        misses: list[dict[str, Any]] = self.channel.get("/replies/misses")["misses"]
        return misses

    def clear_replies(self) -> None:
        """Take all rules away."""
        self.channel.delete("/replies")

    def reply(
        self,
        last_user: str | None = None,
        *,
        when: Mapping[str, Any] | None = None,
        text: str | None = None,
        **rule: Unpack[ReplyArguments],
    ) -> ScriptedReply:
        """Answer chats whose last user message has `last_user` in it, or that fit `when`.

        A rule that is not used as often as it says, once if it says nothing, fails the test,
        unless it is `optional`. Raises Refused.
        """
        return self._write(last_user, when, {"text": text, **rule})

    def reply_next(self, text: str | None = None, **rule: Unpack[ReplyArguments]) -> ScriptedReply:
        """Answer the next chat alone, before all other rules."""
        return self._write(None, None, {"text": text, "next": True, **rule})

    def _write(
        self, last_user: str | None, when: Mapping[str, Any] | None, rule: dict[str, Any]
    ) -> ScriptedReply:
        conditions = {"last_user": last_user, "project": self.project, **(when or {})}
        if "headers" in conditions or "header" in conditions:
            conditions = {**conditions, "project": (when or {}).get("project")}
        named = {name: wanted for name, wanted in conditions.items() if wanted is not None}
        record = self.channel.post("/replies", {"when": named, **rule})
        self.planned_replies.append(record["id"])
        return ScriptedReply(self.channel, record)
