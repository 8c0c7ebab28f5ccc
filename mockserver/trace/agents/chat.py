"""A trace of an agent as a chat: questions, replies and tool calls in their order."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any, cast

from pydantic_core import from_json

from mockserver.core.clock import sortable
from mockserver.core.model import Record
from mockserver.trace.agents.models import AgentChatMessage, AgentTurn
from mockserver.trace.agents.spans import INVOCATION, duration, total_cost, total_tokens

COMPACTION = ("compaction_summary", "compaction_items_before", "compaction_items_after")

SPENT = (
    "reasoning_tokens", "input_tokens", "output_tokens", "input_cost_usd", "output_cost_usd",
    "total_cost_usd",
)  # fmt: skip
"""The fields of a span that its reply repeats."""

MOST_LEVELS = 100
"""Levels of nested spans that are shown. Chosen."""


def turn(trace_id: str, spans: list[Record]) -> AgentTurn:
    """The chat of a trace; empty for a trace without spans."""
    ordered = sorted(spans, key=lambda span: sortable(span["started_at"]))
    ids = {span["span_id"] for span in ordered}
    roots = [span for span in ordered if span["parent_span_id"] not in ids]
    root: Record = roots[0] if roots else {}
    messages = [*_Walk(ordered).messages_of(roots)]
    if [message["type"] for message in messages[:2]] == ["agent_start", "user_message"]:
        messages[:2] = messages[1], messages[0]
    chat: Record = {name: root.get(name) for name in AgentTurn.__annotations__}
    chat |= {
        "trace_id": trace_id,
        "root_span_name": root.get("agent_name") or root.get("span_name"),
        "provider": next(filter(None, (span["provider_name"] for span in ordered)), None),
        "total_duration_ms": duration(root) if root else None,
        "total_cost_usd": total_cost(ordered),
        **total_tokens(ordered),
        "messages": messages,
    }
    return cast("AgentTurn", chat)


def plain_text(content: str) -> str:
    """The text of a message's content; of several parts, that of the text parts."""
    try:
        parts = from_json(content) if content.startswith("[") else None
    except ValueError:
        parts = None
    if not isinstance(parts, list):
        return content
    texts = (
        part.get("content", part.get("text"))
        for part in parts
        if isinstance(part, dict) and part.get("type", "text") == "text"
    )
    return "\n".join(text for text in texts if isinstance(text, str))


def reply_text(span: Record) -> str:
    """The text of the output messages."""
    texts = (plain_text(message["content"]) for message in span["output_messages"])
    return "\n".join(filter(None, texts))


class _Walk:
    """Walks the spans of a trace by their start, and shows each question and instruction once."""

    def __init__(self, spans: list[Record]) -> None:
        self._below: dict[str, list[Record]] = defaultdict(list)
        for span in spans:
            self._below[span["parent_span_id"]].append(span)
        self._instructions: set[str] = set()
        self._questions: set[str] = set()
        self._start: Any = None
        self._level = 0

    def messages_of(self, spans: list[Record]) -> Iterator[AgentChatMessage]:
        """The messages of spans and of all spans below them."""
        if self._level < MOST_LEVELS:
            self._level += 1
            for span in spans:
                children = self._below.pop(span["span_id"], [])
                if span["operation_name"] == INVOCATION:
                    yield from self._agent(span, children)
                elif span["operation_name"] == "execute_tool":
                    yield _tool_call(span)
                    yield from self.messages_of(children)
                else:
                    yield from self._chat(span, children)
            self._level -= 1

    def _agent(self, span: Record, children: list[Record]) -> Iterator[AgentChatMessage]:
        self._start = {
            "model": span["request_model"] or None,
            "system_instructions": "\n".join(span["system_instructions"]) or None,
            "tool_definitions": span["tool_definitions"] or None,
            "status": span["status_code"],
        }
        self._instructions.update(span["system_instructions"])
        yield _message(span, "agent_start", self._start)
        if span["compaction_summary"] or span["compaction_items_before"]:
            yield _message(span, "context_compacted", {name: span[name] for name in COMPACTION})
        questions_before, below = len(self._questions), [*self.messages_of(children)]
        if len(self._questions) == questions_before:
            yield from self._new_questions(span)
        yield from below
        if not any(message["assistant_message"] for message in below):
            yield from _reply(span)

    def _chat(self, span: Record, children: list[Record]) -> Iterator[AgentChatMessage]:
        new = [each for each in span["system_instructions"] if each not in self._instructions]
        self._instructions.update(new)
        instructions = "\n".join(new)
        if new and self._start is not None and not self._start["system_instructions"]:
            self._start["system_instructions"] = instructions
        elif new:
            payload = {"system_instructions": instructions, "status": span["status_code"]}
            unknown = {"model": None, "tool_definitions": None}
            yield _message(span, "agent_start", {**unknown, **payload})
        yield from self._new_questions(span)
        yield from self.messages_of(children)
        yield from _reply(span)

    def _new_questions(self, span: Record) -> Iterator[AgentChatMessage]:
        """The user's messages at the end of the history that were not shown before."""
        questions: list[str] = []
        for message in reversed(span["input_messages"]):
            if message["role"] != "user":
                break
            questions.insert(0, plain_text(message["content"]))
        for question in questions:
            if question and question not in self._questions:
                self._questions.add(question)
                payload = {"text": question, "content_refs": span["content_refs"]}
                message = _message(span, "user_message", payload)
                yield {**message, "agent_name": "User", "span_id": None}


def _tool_call(span: Record) -> AgentChatMessage:
    payload = {
        "tool_name": span["tool_name"] or None,
        "tool_arguments": span["tool_call_arguments"] or None,
        "tool_result": span["tool_call_result"] or None,
        "duration_ms": duration(span),
        "status": span["status_code"],
        "content_refs": span["content_refs"],
    }
    return _message(span, "tool_call", payload)


def _reply(span: Record) -> Iterator[AgentChatMessage]:
    text, reasoning = reply_text(span), span["reasoning_content"]
    if text or reasoning or span["status_code"] == "ERROR":
        payload = {
            "text": text,
            "model": span["response_model"] or span["request_model"] or None,
            "reasoning_content": reasoning or None,
            **{name: span[name] for name in SPENT},
            "duration_ms": duration(span),
            "status": span["status_code"],
            "content_refs": span["content_refs"],
        }
        yield _message(span, "assistant_message", payload)


def _message(span: Record, kind: str, payload: Record) -> AgentChatMessage:
    message: Record = dict.fromkeys(AgentChatMessage.__annotations__)
    message |= {
        "type": kind,
        "span_id": span["span_id"],
        "agent_name": span["agent_name"] or None,
        "agent_version": span["agent_version"] or None,
        "status_code": span["status_code"],
        "error_type": span["error_type"] or None,
        "status_message": span["status_message"] or None,
        "started_at": span["started_at"],
        kind: payload,
    }
    return cast("AgentChatMessage", message)
