"""Convert a choice of the chat to output items: reasoning, a message, tool calls.

Items are in the order of the text, and their keys in the order of the engine.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from mockserver.chat.decoding.ending import Generation
from mockserver.chat.decoding.logprobs import entries
from mockserver.chat.decoding.prompt_logprobs import Extras
from mockserver.chat.reply import Part, text_of_parts
from mockserver.chat.response.message import tokens_before
from mockserver.chat.responses.items import item_id
from mockserver.chat.responses.models import Item
from mockserver.core.codec import decode

_PREFIXES = {"reasoning": "rs", "content": "msg", "call": "fc", "custom": "ctc"}


class ItemSpan(NamedTuple):
    """An output item, and the range of characters of the choice that it consists of."""

    kind: str
    """A key of `_PREFIXES`."""

    start: int
    end: int
    item: Item
    """The complete item."""


def item_spans(
    choice: Generation,
    response_id: str,
    extras: Extras,
    *,
    custom: frozenset[str],
    has_summary: bool,
) -> list[ItemSpan]:
    """The output items of a choice. For an empty choice, that is one empty message.

    `custom` are the names of custom tools, which take text. Chosen: a summary of reasoning has the
    same text.
    """
    parts = choice.parts or [Part("content", len(choice.text))]
    shown = [
        (part, start, end)
        for part, start, end in text_of_parts(choice.text, parts)
        if part.place != "unsaid" and (start < end or part.place == "call")
    ]
    if not shown:
        shown = [(Part("content", 0), len(choice.text), len(choice.text))]
    spans = []
    for index, (part, start, end) in enumerate(shown):
        is_cut = choice.finish_reason == "length" and index == len(shown) - 1
        status = "incomplete" if is_cut else "completed"
        kind = "custom" if part.name in custom else part.place
        name = item_id(_PREFIXES[kind], f"{response_id} {index}")
        text = choice.text[start + part.head : end]
        if part.place == "reasoning":
            item = _reasoning(name, text, status, has_summary=has_summary)
        elif part.place == "content":
            logprobs = _logprobs(choice, start, end, extras)
            item = _message(name, text, status, logprobs)
        else:
            item = _call(name, part, text, status, is_custom=kind == "custom")
        spans.append(ItemSpan(kind, start + part.head, end, item))
    return spans


def _reasoning(name: str, text: str, status: str, *, has_summary: bool) -> Item:
    return {
        "id": name,
        "summary": [{"type": "summary_text", "text": text}] if has_summary else [],
        "type": "reasoning",
        "content": [{"text": text, "type": "reasoning_text"}],
        "encrypted_content": None,
        "status": status,
    }


def _message(name: str, text: str, status: str, logprobs: Sequence[Any] | None) -> Item:
    part = {"annotations": [], "text": text, "type": "output_text", "logprobs": logprobs}
    return {
        "id": name,
        "content": [part],
        "role": "assistant",
        "status": status,
        "type": "message",
        "phase": None,
    }


def _call(name: str, part: Part, arguments: str, status: str, *, is_custom: bool) -> Item:
    if is_custom:
        return {
            "type": "custom_tool_call",
            "id": name,
            "call_id": part.id,
            "name": part.name,
            "input": _input_of(arguments),
        }
    return {
        "arguments": arguments,
        "call_id": part.id,
        "name": part.name,
        "type": "function_call",
        "id": name,
        "namespace": None,
        "status": status,
    }


def _input_of(arguments: str) -> str:
    """The text for a custom tool. Arguments that were cut off are returned as they are."""
    try:
        return str(json.loads(arguments)["input"])
    except (ValueError, KeyError, TypeError):
        return arguments


def _logprobs(choice: Generation, start: int, end: int, extras: Extras) -> list[Any] | None:
    """Log probabilities for each token that begins in a range of the text, if requested."""
    if not extras.logprobs:
        return None
    logprobs = [*entries(choice.tokens, extras.key, extras.logprobs)]
    first, last = tokens_before(choice, start), tokens_before(choice, end)
    return [decode(entry) for entry in logprobs[first:last]]


def in_events(entries: Sequence[Any]) -> list[Any]:
    """Log probabilities as events have them: without bytes."""
    return [
        {
            "token": entry["token"],
            "logprob": entry["logprob"],
            "top_logprobs": [
                {"token": other["token"], "logprob": other["logprob"]}
                for other in entry["top_logprobs"]
            ],
        }
        for entry in entries
    ]
