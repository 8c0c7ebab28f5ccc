"""A conversation as the model reads it. Each property is computed on first use."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from mockserver.chat.model.reading.examples import Examples, examples_in, without_worked_cases
from mockserver.chat.model.reading.payload import Payload
from mockserver.chat.model.text.tables import table
from mockserver.chat.models import SYSTEM, ChatMessage, ChatRequest
from mockserver.chat.prompt.messages import Turn

_MODELS = frozenset({"ai", "assistant", "bot"})
_TURN = re.compile(
    r"(?im)^[ \t]*(human|user|assistant|ai|bot|new (?:input|message|question))[ \t]*:[ \t]*"
)
_HISTORY = re.compile(r"(?im)^(?:.{0,60}\b(?:history|conversation so far)[ \t]*:|begin!)[ \t]*\n")
_GAP = re.compile(r"\s{200,}")
_OF_EACH = re.compile(r"(?i)\b(?:each|every|these|following|all)\b[^\n]*\Z")
_NEAR = 200
_ITEMS_IN_LINE = re.compile(r"(?i)(?<=[:?.]) (?:1|a)([.)]) [^\n]{1,400}? (?:2|b)\1 (?=[^\n])")
"""The first item in a line, up to the text of the second one."""

_ITEM_IN_LINE = re.compile(r" (?=(?:\d{1,2}|[a-h])[.)] )")


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

    def without_gaps(self) -> Reading:
        """The same conversation with its long blank parts cut, which are slow to search."""
        if not any(_GAP.search(text) for _, text, _ in self.turns):
            return self
        turns = [(role, _GAP.sub("\n\n", text), media) for role, text, media in self.turns]
        return Reading(self.body, turns)

    def unframed(self) -> Reading:
        """The same conversation with the task alone, if a framework frames its last message."""
        plain = table("reading/payload.txt").changed("framed", self.question)
        plain = without_worked_cases(plain)
        if plain == self.question:
            return self
        role, _, task = plain.rpartition("␞")
        return self._ending(("system", role), ("user", task)) if role else self.asking(task)

    def in_lines(self) -> Reading:
        """The same conversation with the numbered items in a line on lines of their own."""
        for found in _ITEMS_IN_LINE.finditer(self.question):
            start = found.start()
            if _OF_EACH.search(self.question[max(start - _NEAR, 0) : start]):
                line, end, rest = self.question[start:].partition("\n")
                items = _ITEM_IN_LINE.sub("\n", line)
                return self.asking(f"{self.question[:start]}{items}{end}{rest}")
        return self

    def in_role(self) -> Reading:
        """The same conversation with the role that its last message begins with as a system
        message: `Pretend you are a pirate and greet me.`"""
        found = table("reading/payload.txt").find("role to play", self.question)
        if found is None:
            return self
        return self._ending(("system", f"You are {found['role']}."), ("user", found["order"]))

    def under_order(self) -> Reading:
        """The same conversation with the order of its system message to convert data before the
        pairs that its last message consists of: `port is 22, debug is false`."""
        rules = table("reading/payload.txt")
        order = rules.text("order to convert", self.system)
        is_data = order and rules.matches("pairs in words", self.question)
        return self.asking(f"{order}: {self.question}") if is_data else self

    def in_turns(self) -> Reading:
        """The same conversation with the turns that its last message writes out.

        Prompts made for text completion do so: `Human: …`, `AI: …`, and an open `AI:` at the end.
        """
        start = max((each.end() for each in _HISTORY.finditer(self.question)), default=0)
        lead, *parts = _TURN.split(self.question[start:])
        texts = [part.strip() for part in parts[1::2]]
        roles = ["assistant" if name.lower() in _MODELS else "user" for name in parts[::2]]
        is_labelled = start and parts and parts[-2].lower().startswith("new")
        if not is_labelled:
            if texts[-1:] != [""] or roles[-2:] != ["user", "assistant"]:
                return self
            roles, texts = roles[:-1], texts[:-1]
        lead = f"{self.question[:start]}{lead}".strip()
        return self._ending(("system", lead), *zip(roles, texts, strict=True))

    def _ending(self, *spoken: tuple[str, str]) -> Reading:
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
