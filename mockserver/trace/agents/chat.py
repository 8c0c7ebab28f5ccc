"""A trace of an agent as a chat: what people and agents said, and which tools were called."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from pydantic_core import from_json

from mockserver.core.clock import parse, sortable
from mockserver.core.model import Record
from mockserver.trace.agents.costs import added
from mockserver.trace.agents.models import AgentChatMessage, AgentTurn

TOKENS = (
    "input_tokens", "output_tokens", "reasoning_tokens", "cache_creation_input_tokens",
    "cache_read_input_tokens",
)  # fmt: skip

COMPACTION = ("compaction_summary", "compaction_items_before", "compaction_items_after")

MOST_LEVELS = 100
"""Spans inside each other that are told. Chosen."""


def turn(trace_id: str, spans: list[Record]) -> AgentTurn:
    """The chat of one trace; empty for one that is not there."""
    ordered = sorted(spans, key=lambda span: sortable(span["started_at"]))
    ids = {span["span_id"] for span in ordered}
    roots = [span for span in ordered if span["parent_span_id"] not in ids]
    root: Record = roots[0] if roots else {}
    messages = [*_Walk(ordered).messages_of(roots)]
    if [message["type"] for message in messages[:2]] == ["agent_start", "user_message"]:
        messages[:2] = messages[1], messages[0]
    return {
        "trace_id": trace_id,
        "root_span_name": (root.get("agent_name") or root.get("span_name")) if root else None,
        "agent_name": root.get("agent_name"),
        "agent_version": root.get("agent_version"),
        "status_code": root.get("status_code"),
        "provider": next((s["provider_name"] for s in ordered if s["provider_name"]), None),
        "started_at": root.get("started_at"),
        "ended_at": root.get("ended_at"),
        "wb_user_id": root.get("wb_user_id"),
        "total_duration_ms": duration(root) if root else None,
        "total_cost_usd": added(ordered),
        **totals(ordered),  # type: ignore[typeddict-item]
        "messages": messages,
        "feedback": None,
    }


def totals(spans: list[Record]) -> Record:
    """The tokens of spans."""
    return {f"total_{name}": sum(span[name] for span in spans) for name in TOKENS}


def duration(span: Record) -> int:
    """Milliseconds of a span."""
    took = parse(span["ended_at"]) - parse(span["started_at"])
    return round(took.total_seconds() * 1000)


def words(content: str) -> str:
    """The text of a message: that of its parts, without reasoning and media."""
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
    return "\n".join(each for each in texts if isinstance(each, str))


class _Walk:
    """Walks the spans of a trace by their start, and shows each thing once."""

    def __init__(self, spans: list[Record]) -> None:
        self._below: dict[str, list[Record]] = defaultdict(list)
        for span in spans:
            self._below[span["parent_span_id"]].append(span)
        self._instructions: set[str] = set()
        self._shown_questions: set[str] = set()
        self._start: Any = None
        self._level = 0

    def messages_of(self, spans: list[Record]) -> Iterator[AgentChatMessage]:
        """The messages of spans and of all below them."""
        if self._level < MOST_LEVELS:
            self._level += 1
            for span in spans:
                yield from self._span(span)
            self._level -= 1

    def _span(self, span: Record) -> Iterator[AgentChatMessage]:
        children = self._below.pop(span["span_id"], [])
        if span["operation_name"] == "invoke_agent":
            yield from self._agent(span, children)
        elif span["operation_name"] == "execute_tool":
            yield _message(span, "tool_call", tool_call(span))
            yield from self.messages_of(children)
        else:
            yield from self._chat(span, children)

    def _agent(self, span: Record, children: list[Record]) -> Iterator[AgentChatMessage]:
        self._start = started = {
            "model": span["request_model"] or None,
            "system_instructions": "\n".join(span["system_instructions"]) or None,
            "tool_definitions": span["tool_definitions"] or None,
            "status": span["status_code"],
        }
        self._instructions.update(span["system_instructions"])
        yield _message(span, "agent_start", started)
        if span["compaction_summary"] or span["compaction_items_before"]:
            yield _message(span, "context_compacted", {name: span[name] for name in COMPACTION})
        questions_before, below = len(self._shown_questions), [*self.messages_of(children)]
        if len(self._shown_questions) == questions_before:
            yield from self._questions(span)
        yield from below
        if not any(message["assistant_message"] for message in below):
            yield from _answer(span)

    def _chat(self, span: Record, children: list[Record]) -> Iterator[AgentChatMessage]:
        new = [each for each in span["system_instructions"] if each not in self._instructions]
        self._instructions.update(new)
        if new and self._start is not None and not self._start["system_instructions"]:
            self._start["system_instructions"] = "\n".join(new)
        elif new:
            payload = {"system_instructions": "\n".join(new), "status": span["status_code"]}
            no_model = {"model": None, "tool_definitions": None}
            yield _message(span, "agent_start", {**no_model, **payload})
        yield from self._questions(span)
        yield from self.messages_of(children)
        yield from _answer(span)

    def _questions(self, span: Record) -> Iterator[AgentChatMessage]:
        """The messages of a user at the end of the history that were not told before."""
        questions: list[str] = []
        for given in reversed(span["input_messages"]):
            if given["role"] != "user":
                break
            questions.insert(0, words(given["content"]))
        for question in questions:
            if question and question not in self._shown_questions:
                self._shown_questions.add(question)
                payload = {"text": question, "content_refs": span["content_refs"]}
                shown = _message(span, "user_message", payload)
                yield {**shown, "agent_name": "User", "span_id": None}


def tool_call(span: Record) -> Record:
    """The arguments and the result of a tool."""
    return {
        "tool_name": span["tool_name"] or None,
        "tool_arguments": span["tool_call_arguments"] or None,
        "tool_result": span["tool_call_result"] or None,
        "duration_ms": duration(span),
        "status": span["status_code"],
        "content_refs": span["content_refs"],
    }


def answer_of(span: Record) -> str:
    """The text of an agent's or a model's answer."""
    texts = (words(message["content"]) for message in span["output_messages"])
    return "\n".join(filter(None, texts))


def _answer(span: Record) -> Iterator[AgentChatMessage]:
    text, reasoning = answer_of(span), span["reasoning_content"]
    if text or reasoning or span["status_code"] == "ERROR":
        payload = {
            "text": text,
            "model": span["response_model"] or span["request_model"] or None,
            "reasoning_content": reasoning or None,
            "reasoning_tokens": span["reasoning_tokens"],
            "input_tokens": span["input_tokens"],
            "output_tokens": span["output_tokens"],
            "input_cost_usd": span["input_cost_usd"],
            "output_cost_usd": span["output_cost_usd"],
            "total_cost_usd": span["total_cost_usd"],
            "duration_ms": duration(span),
            "status": span["status_code"],
            "content_refs": span["content_refs"],
        }
        yield _message(span, "assistant_message", payload)


def _message(span: Record, kind: str, payload: Record) -> AgentChatMessage:
    return {
        "type": kind,
        "span_id": span["span_id"],
        "agent_name": span["agent_name"] or None,
        "agent_version": span["agent_version"] or None,
        "status_code": span["status_code"],
        "error_type": span["error_type"] or None,
        "status_message": span["status_message"] or None,
        "started_at": span["started_at"],
        "feedback": None,
        "agent_handoff": None,
        "context_compacted": payload if kind == "context_compacted" else None,
        "user_message": payload if kind == "user_message" else None,
        "assistant_message": payload if kind == "assistant_message" else None,
        "tool_call": payload if kind == "tool_call" else None,
        "agent_start": payload if kind == "agent_start" else None,
    }
