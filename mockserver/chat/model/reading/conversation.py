"""A conversation as the model reads it. Each property is computed on first use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from mockserver.chat.model.reading.examples import Examples, examples_in
from mockserver.chat.model.reading.payload import Payload
from mockserver.chat.models import SYSTEM, ChatMessage, ChatRequest
from mockserver.chat.prompt.messages import Turn


class ToolResult(NamedTuple):
    """A tool's result: its name, the arguments of the call as JSON, and the text."""

    name: str
    arguments: str
    text: str


class Reading:
    """A conversation. `turns` are the messages as text, oldest first."""

    def __init__(self, body: ChatRequest, turns: Sequence[Turn]) -> None:
        self.body = body
        self.turns = turns
        self.question = turns[-1][1]
        """The text of the last user message, else of the last message."""
        for role, text, _ in reversed(turns):
            if role == "user":
                self.question = text
                break

    @classmethod
    def of_text(cls, text: str) -> Reading:
        """A conversation of one user's message."""
        return cls({"messages": [{"role": "user", "content": text}]}, [("user", text, 0)])

    @cached_property
    def payload(self) -> Payload:
        """The texts that the last message is about."""
        return Payload(self.question, self.system)

    @cached_property
    def examples(self) -> Examples | None:
        """The examples that the reply has to follow, with the input to do."""
        return examples_in(self.question, self.system, self.turns)

    def with_payload(self, payload: Payload) -> Reading:
        """The same conversation with another payload."""
        other = Reading(self.body, self.turns)
        other.payload = payload
        return other

    def asking(self, question: str) -> Reading:
        """The same conversation with another question, before a reply that is to be continued."""
        users = [place for place, turn in enumerate(self.turns) if turn[0] == "user"]
        at = users[-1] if users and self.turns[-1][0] == "assistant" else len(self.turns) - 1
        turns = [*self.turns[:at], ("user", question, 0), *self.turns[at + 1 :]]
        return Reading(self.body, turns)

    def ending(self, *spoken: tuple[str, str]) -> Reading:
        """The same conversation with turns in place of its last message."""
        turns = [*self.turns[:-1], *((role, text, 0) for role, text in spoken)]
        own: list[ChatMessage] = [{"role": role, "content": text} for role, text in spoken]
        return Reading({**self.body, "messages": [*self.body["messages"][:-1], *own]}, turns)

    @cached_property
    def system(self) -> str:
        """The texts of all system and developer messages, joined by line breaks."""
        return "\n".join(text for role, text, _ in self.turns if role in SYSTEM)

    @cached_property
    def background(self) -> Payload:
        """The texts in the system message."""
        return Payload(self.system)

    @cached_property
    def earlier(self) -> tuple[str, ...]:
        """The texts of the user's messages before the last one, oldest first."""
        return tuple(text for role, text, _ in self.turns if role == "user")[:-1]

    @cached_property
    def answers(self) -> tuple[str, ...]:
        """The texts of the assistant's messages, oldest first."""
        return tuple(text for role, text, _ in self.turns if role == "assistant")

    def has_said(self, text: str) -> bool:
        """True if an earlier reply has a text, which a request for more does not want again."""
        return any(text in each for each in self.answers)

    @cached_property
    def results(self) -> tuple[ToolResult, ...]:
        """The results of tools since the user's last message, oldest first."""
        users = [place for place, turn in enumerate(self.turns) if turn[0] == "user"]
        return tuple(self._results_from(users[-1] if users else 0))

    @cached_property
    def earlier_results(self) -> tuple[ToolResult, ...]:
        """The results of tools before the user's last message, oldest first."""
        return tuple(self._results_from(0))[: -len(self.results) or None]

    def _results_from(self, first: int) -> Iterator[ToolResult]:
        """The results of tools from a turn on. An id belongs to the latest call that has it."""
        calls: dict[str, tuple[str, str]] = {}
        turns = zip(self.body["messages"], self.turns, strict=True)
        for place, (message, (role, text, _)) in enumerate(turns):
            for call in (message.get("tool_calls") or ()) if role == "assistant" else ():
                calls[call["id"]] = (call["function"]["name"], call["function"]["arguments"])
            if role == "tool" and place >= first:
                yield ToolResult(*calls.get(message.get("tool_call_id") or "", ("", "")), text)

    @cached_property
    def tools(self) -> Sequence[Mapping[str, Any]]:
        """The functions that the request offers."""
        return [tool["function"] for tool in self.body.get("tools") or ()]

    @cached_property
    def documents(self) -> tuple[str, ...]:
        """The texts of the documents in the request."""
        return tuple(
            document.get("text") or document.get("content") or " ".join(document.values())
            for document in self.body.get("documents") or ()
        )
