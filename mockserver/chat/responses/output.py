"""The items of a choice of the chat: reasoning, a message, calls of functions.

The order of the items is that in which they are said, and of their keys the engine's.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import blake2b
from typing import Any, NamedTuple

from mockserver.chat.decoding.ending import Generation
from mockserver.chat.decoding.logprobs import entries
from mockserver.chat.decoding.prompt_logprobs import Extras
from mockserver.chat.model.reply import Part, text_of_parts
from mockserver.chat.response.message import tokens_before
from mockserver.chat.responses.models import Item
from mockserver.core.codec import decode

_PREFIXES = {"reasoning": "rs", "content": "msg", "call": "fc", "custom": "ctc"}


class Stretch(NamedTuple):
    """An item, and which characters of the choice it is made of."""

    kind: str
    """A key of `_PREFIXES`."""

    start: int
    end: int
    item: Item
    """The whole item, as it is in the end."""


class Wanted(NamedTuple):
    """The options of a request for its items."""

    summary: bool
    """Chosen: true if reasoning is also in a summary, with the same words."""

    custom: frozenset[str]
    """Tools that take text."""

    extras: Extras


def stretches(choice: Generation, response_id: str, wanted: Wanted) -> list[Stretch]:
    """The items of a choice. One that says nothing is an empty message."""
    parts = choice.parts or [Part("content", len(choice.text))]
    shown = [
        (part, start, end)
        for part, start, end in text_of_parts(choice.text, parts)
        if part.place != "unsaid" and (start < end or part.place == "call")
    ]
    if not shown:
        shown = [(Part("content", 0), len(choice.text), len(choice.text))]
    made = []
    for index, (part, start, end) in enumerate(shown):
        is_cut = choice.finish_reason == "length" and index == len(shown) - 1
        status = "incomplete" if is_cut else "completed"
        name = _item_id(part, response_id, index, wanted.custom)
        text = choice.text[start + part.head : end]
        if part.place == "reasoning":
            item = _reasoning(name, text, status, wanted)
        elif part.place == "content":
            logprobs = _logprobs(choice, start, end, wanted.extras)
            item = _message(name, text, status, logprobs)
        else:
            item = _call(name, part, text, status)
        kind = "custom" if part.name in wanted.custom else part.place
        made.append(Stretch(kind, start + part.head, end, item))
    return made


def tokens_of(choice: Generation, start: int, end: int) -> slice:
    """The tokens of a choice that begin in a stretch of its text."""
    return slice(tokens_before(choice, start), tokens_before(choice, end))


def _item_id(part: Part, response_id: str, index: int, custom: frozenset[str]) -> str:
    prefix = _PREFIXES["custom" if part.name in custom else part.place]
    digest = blake2b(
        f"{response_id} {index}".encode(errors="surrogatepass"), digest_size=16
    ).hexdigest()
    return f"{prefix}_{digest}"


def _reasoning(name: str, text: str, status: str, wanted: Wanted) -> Item:
    summary = [{"type": "summary_text", "text": text}] if wanted.summary else []
    return {
        "id": name,
        "summary": summary,
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


def _call(name: str, part: Part, arguments: str, status: str) -> Item:
    if name.startswith(_PREFIXES["custom"]):
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
    """The text that a tool is given; arguments that were cut are the text themselves."""
    try:
        return str(json.loads(arguments)["input"])
    except (ValueError, KeyError, TypeError):
        return arguments


def _logprobs(choice: Generation, start: int, end: int, extras: Extras) -> list[Any] | None:
    """An entry for each token of a stretch, if that was asked for."""
    if not extras.logprobs:
        return None
    logprobs = [*entries(choice.tokens, extras.key, extras.logprobs)]
    return [decode(entry) for entry in logprobs[tokens_of(choice, start, end)]]


def in_events(entries: Sequence[Any]) -> list[Any]:
    """The same entries as events have them: without bytes."""
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
