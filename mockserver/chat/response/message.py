"""The parts of a choice in its message: content, reasoning, calls of functions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from typing import Any

from mockserver.chat.decoding.ending import Generation, pieces
from mockserver.chat.model.reply import Part, Place, text_of_parts
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
                calls.append(_call(part, choice.text[start + part.head : end]))
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
    places, reasoning = _places(choice), _REASONING + _NEWER * newer
    start = 0
    for piece in pieces(choice):
        end = start + len(piece)
        yield [
            _delta(
                choice.text, number, place, (max(start, place[1]), min(end, place[2])), reasoning
            )
            for number, place in places
            if piece and place[1] < end and start < place[2]
        ]
        start = end


def _places(choice: Generation) -> list[tuple[int, tuple[Part, int, int]]]:
    """The parts that are shown, each with the number of its call; without parts all is content."""
    found, calls = [], 0
    for place in text_of_parts(choice.text, choice.parts or [Part("content", len(choice.text))]):
        if place[0].place != "unsaid":
            found.append((calls, place))
        calls += place[0].place == "call"
    return found


def _delta(
    text: str,
    number: int,
    place: tuple[Part, int, int],
    span: tuple[int, int],
    reasoning: tuple[str, ...],
) -> Delta:
    (part, begin, _), (start, end) = place, span
    if part.place != "call":
        fields = reasoning if part.place == "reasoning" else _CONTENT
        return dict.fromkeys(fields, text[start:end])
    arguments = text[max(start, begin + part.head) : end]
    if start > begin:
        return {"tool_calls": [{"index": number, "function": {"arguments": arguments}}]}
    function = {"name": part.name, **({"arguments": arguments} if arguments else {})}
    opening = {"id": part.id, "type": "function", "index": number, "function": function}
    return {"tool_calls": [opening]}


def _call(part: Part, arguments: str) -> dict[str, Any]:
    function = {"name": part.name, "arguments": arguments}
    return {"id": part.id, "type": "function", "function": function}
