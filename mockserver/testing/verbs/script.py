"""Scripted replies, as a test writes them."""

from __future__ import annotations

from typing import Any

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


class Prompter:
    """The verbs that write scripted replies."""

    channel: Channel

    @property
    def replies(self) -> list[dict[str, Any]]:
        """The scripted replies in the order in which they are asked, with `used`."""
        replies: list[dict[str, Any]] = self.channel.get("/replies")["replies"]
        return replies

    def clear_replies(self) -> None:
        """Take all rules away."""
        self.channel.delete("/replies")

    def reply(
        self, last_user: str | None = None, *, when: dict[str, Any] | None = None, **rule: Any
    ) -> ScriptedReply:
        """Answer chats whose last user message has `last_user` in it, or that fit `when`.

        The other members are those of a rule: `text`, `tool_call`, `error`, `sequence` and their
        like. Raises Refused.
        """
        named = {} if last_user is None else {"last_user": last_user}
        record = self.channel.post("/replies", when={**named, **(when or {})}, **rule)
        return ScriptedReply(self.channel, record)

    def reply_next(self, text: str | None = None, **rule: Any) -> ScriptedReply:
        """Answer the next chat alone, before all other rules."""
        return self.reply(text=text, next=True, **rule)
