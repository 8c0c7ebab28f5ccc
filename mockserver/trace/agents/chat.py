"""A trace of an agent as a chat: questions, replies and tool calls in their order. Observed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any, cast

from pydantic_core import from_json

from mockserver.core.clock import sortable
from mockserver.core.model import JsonObject, Record
from mockserver.trace.agents.models import AgentChatMessage, AgentTurn
from mockserver.trace.agents.spans import INVOCATION, duration, total_cost, total_tokens
from mockserver.trace.query.statistics import known_sum

EXECUTION = "execute_tool"
"""The operation of a tool call."""

COMPACTION = ("compaction_summary", "compaction_items_before", "compaction_items_after")

SPENT = (
    "reasoning_tokens", "input_tokens", "output_tokens", "input_cost_usd", "output_cost_usd",
    "total_cost_usd",
)  # fmt: skip
"""The fields of a span that its reply repeats."""

USER = "user"
CONTEXT = frozenset({"assistant", "system", "tool", "tool_call", "tool_result"})
"""The roles of messages that nobody asked. Any unknown role is a user's."""

MEDIA = ("uri", "blob", "file")
"""The types of message parts that are shown as refs, not as text."""

MOST_LEVELS = 100
"""Levels of nested spans that are shown. Chosen."""


def turn(trace_id: str, spans: list[Record]) -> AgentTurn:
    """The chat of a trace; empty for a trace without spans."""
    root = _root(spans)
    chat: Record = {name: root.get(name) for name in AgentTurn.__annotations__}
    chat |= {
        "trace_id": trace_id,
        "root_span_name": root.get("agent_name") or root.get("span_name"),
        "provider": root.get("provider_name") or None,
        "total_duration_ms": duration(root) if root else None,
        "total_cost_usd": total_cost(spans),
        **total_tokens(spans),
        "messages": _messages(spans),
    }
    return cast("AgentTurn", chat)


def plain_text(content: str) -> str:
    """The text of a message's content; of several parts, without reasoning and media."""
    parts = _parts(content)
    if parts is None:
        return content
    return "\n".join(text for part in parts if isinstance(text := _text_of(part), str))


def reply_text(span: Record) -> str:
    """The text of the output messages."""
    outputs = (message for message in span["output_messages"] if message["role"] != USER)
    return "\n\n".join(filter(None, (plain_text(message["content"]) for message in outputs)))


def questions(span: Record) -> list[str]:
    """The texts of the user's messages in the history of a span."""
    messages = span["input_messages"]
    asked = [each for each in messages if each["role"] == USER] or filter(_is_asked, messages)
    return [*filter(None, (plain_text(message["content"]) for message in asked))]


def _root(spans: list[Record]) -> Record:
    """The only span without a parent; of several or none, the span that ended last."""
    tops = [span for span in spans if not span["parent_span_id"]]
    if len(tops) == 1:
        return tops[0]
    return max(spans, key=lambda span: (sortable(span["ended_at"]), span["span_id"]), default={})


def _messages(spans: list[Record]) -> list[AgentChatMessage]:
    """The messages of a chat; the user's question comes before the agent's start."""
    walk = _Walk(spans)
    messages = walk.messages()
    if walk.question is None:
        messages[:0] = _opening(spans)
    if [message["type"] for message in messages[:2]] == ["agent_start", "user_message"]:
        messages[:2] = messages[1], messages[0]
    return messages


def _opening(spans: list[Record]) -> Iterator[AgentChatMessage]:
    """The last question in the history of an invocation, else of any other span."""
    for span in sorted(
        spans, key=lambda span: (span["operation_name"] != INVOCATION, sortable(span["started_at"]))
    ):
        if asked := questions(span):
            found = (_media(each, filter(_is_asked, each["input_messages"])) for each in spans)
            yield _question(span, asked[-1], [*dict.fromkeys(chain.from_iterable(found))])
            return


class _Walk:
    """Walks the spans of a trace by their start.

    Each span repeats the history of the conversation: only a question or an instruction that
    differs from the last one is new.
    """

    def __init__(self, spans: list[Record]) -> None:
        self.question: tuple[str, list[str]] | None = None
        """The text and the media of the last question."""
        self._spans = sorted(
            spans,
            key=lambda span: (
                *map(sortable, (span["started_at"], span["ended_at"])),
                span["span_id"],
            ),
        )
        self._below: dict[str, list[Record]] = defaultdict(list)
        for span in self._spans:
            self._below[span["parent_span_id"]].append(span)
        self._instructions = ""
        self._bare_start: tuple[str | None, JsonObject] | None = None
        """The agent and the payload of a start that still lacks instructions."""
        self._messages: list[AgentChatMessage] = []
        self._level = 0

    def messages(self) -> list[AgentChatMessage]:
        """The messages of all spans, beginning with those whose parent is not in the trace."""
        ids = {span["span_id"] for span in self._spans}
        self._through([span for span in self._spans if span["parent_span_id"] not in ids], None)
        return self._messages

    def _through(self, spans: list[Record], agent: str | None) -> bool:
        """Walk spans and all below them. True if one of them replied with a text."""
        if self._level == MOST_LEVELS:
            return False
        self._level += 1
        steps = {INVOCATION: self._invocation, EXECUTION: self._execution}
        replied = [steps.get(span["operation_name"], self._chat)(span, agent) for span in spans]
        self._level -= 1
        return any(replied)

    def _invocation(self, span: Record, agent: str | None) -> bool:
        """An agent's turn. Its own reply is shown if no step of it replied."""
        own = _agent_of(span)
        if own or span["request_model"] or span["system_instructions"] or span["tool_definitions"]:
            start = self._start(span, own)
            self._instructions = start["system_instructions"] or self._instructions
            self._bare_start = None if start["system_instructions"] else (own, start)
        agent = own or agent
        if span["compaction_summary"] or span["compaction_items_before"]:
            compaction = {name: span[name] for name in COMPACTION}
            self._messages.append(_message(span, agent, "context_compacted", compaction))
        if self._through(self._below[span["span_id"]], agent):
            return True
        reply = _reply(span, agent, [*self._with_descendants(span)])
        self._messages += [reply] if reply else []
        return reply is not None

    def _execution(self, span: Record, agent: str | None) -> bool:
        agent = _agent_of(span) or agent
        self._messages.append(_message(span, agent, "tool_call", _tool_call(span)))
        return self._through(self._below[span["span_id"]], agent)

    def _chat(self, span: Record, agent: str | None) -> bool:
        agent = _agent_of(span) or agent
        self._instruct(span, agent)
        self._ask(span)
        began, children = len(self._messages), self._below[span["span_id"]]
        replied = self._through(children, agent)
        reply = _reply(span, agent, [span])
        if reply is None:
            return replied
        ids = {child["span_id"] for child in children}
        below = [each for each in self._messages[began:] if each["span_id"] in ids]
        if not _is_merged(reply, below):
            self._messages.append(reply)
        return replied or bool(_text(reply))

    def _start(self, span: Record, agent: str | None) -> JsonObject:
        """Add the start of an agent and return its payload."""
        payload = {
            "model": span["request_model"] or None,
            "system_instructions": "\n".join(span["system_instructions"]) or None,
            "tool_definitions": span["tool_definitions"] or None,
            "status": span["status_code"],
        }
        self._messages.append(_message(span, agent, "agent_start", payload))
        return payload

    def _instruct(self, span: Record, agent: str | None) -> None:
        """Show new instructions: in the agent's start if it has none, else in one of their own."""
        instructions = "\n".join(span["system_instructions"])
        if not instructions or instructions == self._instructions:
            return
        self._instructions = instructions
        bare, self._bare_start = self._bare_start, None
        if bare and bare[0] == agent:
            bare[1]["system_instructions"] = instructions
        else:
            self._start(span, agent)

    def _ask(self, span: Record) -> None:
        """Show the new questions, which are the user's messages at the end of the history."""
        asked: list[Record] = []
        for message in reversed(span["input_messages"]):
            if not _is_asked(message):
                break
            asked.insert(0, message)
        for message in asked:
            question = plain_text(message["content"]), _media(span, [message])
            if any(question) and question != self.question:
                self.question, self._bare_start = question, None
                self._messages.append(_question(span, *question))

    def _with_descendants(self, span: Record) -> Iterator[Record]:
        pending = [span]
        while pending:
            span = pending.pop()
            yield span
            pending += reversed(self._below[span["span_id"]])


def _is_asked(message: Record) -> bool:
    return message["role"] not in CONTEXT


def _agent_of(span: Record) -> str | None:
    return span["agent_name"] or span["agent_id"] or None


def _reply(span: Record, agent: str | None, spending: list[Record]) -> AgentChatMessage | None:
    """The reply of a span, with what these spans spent; None without text, reasoning and error."""
    text = reply_text(span)
    if not (text or span["reasoning_content"] or span["status_code"] == "ERROR"):
        return None
    reasoning = filter(None, (each["reasoning_content"] for each in spending))
    payload = {
        "text": text,
        "model": span["response_model"] or span["request_model"] or None,
        "reasoning_content": next(reasoning, None),
        **{name: known_sum(each[name] for each in spending) for name in SPENT},
        "duration_ms": duration(span),
        "status": span["status_code"],
        "content_refs": _media(span, span["output_messages"]),
    }
    return _message(span, agent, "assistant_message", payload)


def _text(message: AgentChatMessage) -> str | None:
    """The text of a reply; None for any other message."""
    payload = message["assistant_message"]
    return payload["text"] if payload else None


def _is_merged(reply: AgentChatMessage, below: list[AgentChatMessage]) -> bool:
    """True if the last of these messages with the same text took over what it lacked."""
    payload = reply["assistant_message"] or {}
    for message in reversed(below):
        known = message["assistant_message"]
        if known and known["text"] and known["text"] == payload["text"]:
            refs = [*dict.fromkeys(known["content_refs"] + payload["content_refs"])]
            missing = {name: value for name, value in payload.items() if not known[name]}
            known |= {**missing, "content_refs": refs}
            message["agent_version"] = message["agent_version"] or reply["agent_version"]
            return True
    return False


def _tool_call(span: Record) -> JsonObject:
    return {
        "tool_name": span["tool_name"] or span["span_name"].removeprefix(f"{EXECUTION} "),
        "tool_arguments": span["tool_call_arguments"] or None,
        "tool_result": span["tool_call_result"] or None,
        "duration_ms": duration(span),
        "status": span["status_code"],
        "content_refs": span["content_refs"],
    }


def _question(span: Record, text: str, refs: list[str]) -> AgentChatMessage:
    message: Record = dict.fromkeys(AgentChatMessage.__annotations__)
    message |= {
        "type": "user_message",
        "agent_name": "User",
        "started_at": span["started_at"],
        "user_message": {"text": text, "content_refs": refs},
    }
    return cast("AgentChatMessage", message)


def _message(span: Record, agent: str | None, kind: str, payload: JsonObject) -> AgentChatMessage:
    message: Record = dict.fromkeys(AgentChatMessage.__annotations__)
    message |= {
        "type": kind,
        "span_id": span["span_id"],
        "agent_name": agent,
        "agent_version": span["agent_version"] or None,
        "status_code": span["status_code"],
        "error_type": span["error_type"] or None,
        "status_message": span["status_message"] or None,
        "started_at": span["started_at"],
        kind: payload,
    }
    return cast("AgentChatMessage", message)


def _parts(content: str) -> list[Any] | None:
    """The parts of a content that is the JSON of a list; None for a plain text."""
    try:
        parts = from_json(content) if content.startswith("[") else None
    except ValueError:
        return None
    return parts if isinstance(parts, list) else None


def _text_of(part: Any) -> Any:
    """The text of a part, if it is a string."""
    if not isinstance(part, dict):
        return part
    if part.get("type") in ("reasoning", *MEDIA):
        return None
    content = part.get("content")
    return content if isinstance(content, str) else part.get("text")


def _media(span: Record, messages: Iterable[Record]) -> list[str]:
    """The refs to contents of a span that parts of these messages name, by their digests."""
    parts = [part for message in messages for part in _parts(message["content"]) or ()]
    uris = [
        part.get("uri") for part in parts if isinstance(part, dict) and part.get("type") in MEDIA
    ]
    digests = {_digest(uri) for uri in uris if isinstance(uri, str)}
    return [ref for ref in span["content_refs"] if _digest(ref) in digests]


def _digest(ref: str) -> str:
    return ref.rpartition(":")[2]
