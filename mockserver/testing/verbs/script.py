"""The verbs that script replies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Unpack

from mockserver.testing.verbs.arguments import ReplyArguments
from mockserver.testing.verbs.channel import Channel

__tracebackhide__ = True  # pytest shows the line of the test


class ScriptedReply:
    """A scripted reply."""

    def __init__(self, channel: Channel, record: dict[str, Any]) -> None:
        self._channel = channel
        self.id: int = record["id"]
        self.shadowed_by: int | None = record["shadowed_by"]
        """An earlier rule that answers everything this one could."""

    @property
    def used(self) -> int:
        """The number of requests it has answered so far."""
        return int(self._channel.get(f"/replies/{self.id}")["used"])

    def remove(self) -> None:
        """Remove the reply. Raises Refused if it is gone already."""
        self._channel.delete(f"/replies/{self.id}")

    def __repr__(self) -> str:
        return f"<reply {self.id}>"


class ReplyVerbs:
    """The verbs that script replies."""

    channel: Channel
    project: str | None
    planned_replies: list[int]
    """The numbers of the rules added by these verbs."""

    @property
    def replies(self) -> list[dict[str, Any]]:
        """The scripted replies in the order of matching, with `used`."""
        replies: list[dict[str, Any]] = self.channel.get("/replies")["replies"]
        return replies

    def misses(self) -> list[dict[str, Any]]:
        """The rules that were not used often enough, each with the nearest request."""
        misses: list[dict[str, Any]] = self.channel.get("/replies/misses")["misses"]
        return misses

    def clear_replies(self) -> None:
        """Remove all rules."""
        self.channel.delete("/replies")

    def reply(
        self,
        last_user: str | None = None,
        *,
        when: Mapping[str, Any] | None = None,
        text: str | None = None,
        **rule: Unpack[ReplyArguments],
    ) -> ScriptedReply:
        """Answer chats whose last user message contains `last_user`, or that fit `when`.

        A rule that is not used as often as it says, or once by default, fails the test unless it
        is `optional`. Raises Refused.
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
