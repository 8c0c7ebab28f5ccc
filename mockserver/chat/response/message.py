"""The parts of a choice in its message: content, reasoning, calls of functions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from typing import Any

from mockserver.chat.decoding.ending import Generation, pieces
from mockserver.chat.reply import Part, Place, text_of_parts
from mockserver.chat.service import Completion

Delta = dict[str, Any]

_CONTENT, _REASONING, _NEWER = ("content",), ("reasoning_content",), ("reasoning",)
"""Older and newer engines have different names for the reasoning; both have the same value."""


def message_of(choice: Generation, completion: Completion) -> dict[str, Any]:
    """The message of a choice, with every key. Parts that were not reached are null."""
    echo = completion.extras.echo
    content: str | None = echo + choice.text
    calls, reasoning = [], None
    if choice.parts:
        texts: dict[Place, str] = {"content": echo} if echo else {}
        for part, start, end in text_of_parts(choice.text, choice.parts):
            if part.place == "call":
                function = {"name": part.name, "arguments": choice.text[start + part.head : end]}
                calls.append({"id": part.id, "type": "function", "function": function})
            else:
                texts[part.place] = texts.get(part.place, "") + choice.text[start:end]
        content, reasoning = texts.get("content"), texts.get("reasoning")
    message: dict[str, Any] = {
        "role": completion.role,
        "content": content,
        "refusal": None,
        "annotations": None,
        "audio": None,
        "function_call": None,
        "tool_calls": calls,
        "reasoning_content": reasoning,
    }
    if completion.newer:
        message["reasoning"] = reasoning
    return message


def reasoning_of_all(completion: Completion) -> int:
    """The number of reasoning tokens of all choices, which only newer engines report."""
    if not completion.newer:
        return 0
    tokens = 0
    for choice in completion.choices:
        if choice.parts:
            tokens += reasoning_tokens(choice)
    return tokens


def reasoning_tokens(choice: Generation) -> int:
    """The number of reasoning tokens of a choice, shown or not."""
    size = sum(part.size for part in choice.parts if part.place in ("reasoning", "unsaid"))
    return tokens_before(choice, size)


def tokens_before(choice: Generation, end: int) -> int:
    """The number of tokens that begin before a place in the text."""
    starts = accumulate(map(len, choice.tokens[:-1]), initial=0)
    return sum(start < end for start in starts)


def deltas(choice: Generation, *, newer: bool) -> Iterator[list[Delta]]:
    """The additions of each token to the message; none if its text is held back, cut or unsaid."""
    shown, reasoning = _shown_parts(choice), _REASONING + _NEWER * newer
    start = 0
    for piece in pieces(choice):
        end = start + len(piece)
        added = []
        for number, part, begin, close in shown:
            if piece and begin < end and start < close:
                text = choice.text[max(start, begin) : min(end, close)]
                if part.place == "call":
                    added.append(_call_delta(part, number, text, max(start - begin, 0)))
                else:
                    names = reasoning if part.place == "reasoning" else _CONTENT
                    added.append(dict.fromkeys(names, text))
        yield added
        start = end


def _shown_parts(choice: Generation) -> list[tuple[int, Part, int, int]]:
    """The parts that are shown, with the number of their call, their start and their end; without
    parts all is content."""
    found, calls = [], 0
    parts = choice.parts or [Part("content", len(choice.text))]
    for part, start, end in text_of_parts(choice.text, parts):
        if part.place != "unsaid":
            found.append((calls, part, start, end))
        calls += part.place == "call"
    return found


def _call_delta(part: Part, number: int, text: str, offset: int) -> Delta:
    """The addition of a text to a call, which begins at `offset` in it."""
    arguments = text[max(part.head - offset, 0) :]
    if offset:
        return {"tool_calls": [{"index": number, "function": {"arguments": arguments}}]}
    function = {"name": part.name, **({"arguments": arguments} if arguments else {})}
    opening = {"id": part.id, "type": "function", "index": number, "function": function}
    return {"tool_calls": [opening]}
