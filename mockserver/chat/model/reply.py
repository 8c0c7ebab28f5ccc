"""A reply before the limits of a request end it: its tokens, and the place of each stretch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from mockserver.chat.prompt.tokens import split
from mockserver.chat.prompt.vocabulary import END

FinishReason = Literal["stop", "length", "tool_calls"]

Place = Literal["reasoning", "content", "call", "unsaid"]
"""The place of a stretch in the answer; one that is unsaid counts, but is not shown."""


class Part(NamedTuple):
    """A stretch of a reply that has a place of its own. Sizes are in characters."""

    place: Place
    size: int
    name: str = ""
    """The function that is called."""

    head: int = 0
    """The length of the function's name in a call; the rest are the arguments."""

    id: str = ""


class Called(NamedTuple):
    """A function and its arguments as JSON; without an id the call gets one of its own."""

    name: str
    arguments: str
    id: str = ""


class ModelReply(NamedTuple):
    """A whole reply."""

    tokens: Sequence[str]
    parts: Sequence[Part] = ()
    """None if everything is content."""

    finish: FinishReason = "stop"
    """Why it ends when it ends by itself."""


def after(thoughts: Sequence[str], place: Place, reply: ModelReply) -> ModelReply:
    """The same reply with thoughts before it."""
    parts = reply.parts or [Part("content", sum(map(len, reply.tokens)))]
    tokens = (*thoughts, *reply.tokens)
    return ModelReply(tokens, [Part(place, sum(map(len, thoughts))), *parts], reply.finish)


def text_of_parts(text: str, parts: Sequence[Part]) -> Iterator[tuple[Part, int, int]]:
    """The parts that a text comes to, which may be cut, with their beginnings and ends in it."""
    start, length = 0, len(text)
    for part in parts:
        end = start + part.size
        if start < length or not part.size:
            yield part, start, min(end, length)
        start = end


def calling(calls: Sequence[Called], *, content: str | None, named: bool) -> ModelReply:
    """Calls of functions, perhaps after some words.

    Observed: who names the function himself is not told by the model which one it is, so there
    the name costs no token. Chosen: any other name is one token.
    """
    spoken = [] if content is None else [Part("content", len(content))]
    tokens = split(content) if content else []
    for name, arguments, call_id in calls:
        said = [] if named else [name]
        tokens += [*said, *split(arguments)]
        head = 0 if named else len(name)
        spoken.append(Part("call", head + len(arguments), name, head, call_id))
    return ModelReply(tokens or [END], spoken, "tool_calls" if calls and not named else "stop")
