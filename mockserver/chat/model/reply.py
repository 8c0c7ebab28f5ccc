"""A reply before the limits of a request end it: its tokens and its parts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from mockserver.chat.prompt.tokens import split
from mockserver.chat.prompt.vocabulary import END

FinishReason = Literal["stop", "length", "tool_calls"]

Place = Literal["reasoning", "content", "call", "unsaid"]
"""The place of a part in the message; an unsaid one is counted, but not shown."""


class Part(NamedTuple):
    """A part of a reply. Sizes are in characters."""

    place: Place
    size: int
    name: str = ""
    """The function that is called."""

    head: int = 0
    """The length of the function's name in a call; the rest are the arguments."""

    id: str = ""


class Called(NamedTuple):
    """A call of a function, with its arguments as JSON. Without an id it gets a new one."""

    name: str
    arguments: str
    id: str = ""


class ModelReply(NamedTuple):
    """The tokens and the parts of a reply."""

    tokens: Sequence[str]
    parts: Sequence[Part] = ()
    """Empty if everything is content."""

    finish: FinishReason = "stop"
    """The reason if no limit ends it."""


def after(thoughts: Sequence[str], place: Place, reply: ModelReply) -> ModelReply:
    """The same reply with thoughts before it."""
    parts = reply.parts or [Part("content", sum(map(len, reply.tokens)))]
    tokens = (*thoughts, *reply.tokens)
    return ModelReply(tokens, [Part(place, sum(map(len, thoughts))), *parts], reply.finish)


def text_of_parts(text: str, parts: Sequence[Part]) -> Iterator[tuple[Part, int, int]]:
    """The parts of a text, which may be cut, with their beginnings and ends in it."""
    start, length = 0, len(text)
    for part in parts:
        end = start + part.size
        if start < length or not part.size:
            yield part, start, min(end, length)
        start = end


def calling(calls: Sequence[Called], *, content: str | None, named: bool) -> ModelReply:
    """A reply of calls, perhaps after text.

    Observed: a call forced by name costs no token for the name: the caller already knows it.
    Chosen: any other name is one token.
    """
    spoken = [] if content is None else [Part("content", len(content))]
    tokens = split(content) if content else []
    for name, arguments, call_id in calls:
        names = [] if named else [name]
        tokens += [*names, *split(arguments)]
        head = 0 if named else len(name)
        spoken.append(Part("call", head + len(arguments), name, head, call_id))
    return ModelReply(tokens or [END], spoken, "tool_calls" if calls and not named else "stop")
