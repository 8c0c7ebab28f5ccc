"""A reply before a limit of the request cuts it: its tokens and its parts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from mockserver.chat.prompt.tokens import split
from mockserver.chat.prompt.vocabulary import END

FinishReason = Literal["stop", "length", "tool_calls"]

Place = Literal["reasoning", "content", "call", "unsaid"]
"""The place of a part in the message; an `unsaid` part counts as tokens but is not shown."""


class Part(NamedTuple):
    """A part of a reply. Sizes are in characters."""

    place: Place
    size: int
    name: str = ""
    """The function that is called."""

    head: int = 0
    """The size of the function's name at the start of a call; the rest are the arguments."""

    id: str = ""


class Called(NamedTuple):
    """A call of a function, with its arguments as JSON. A call without an id gets a new one."""

    name: str
    arguments: str
    id: str = ""


class ModelReply(NamedTuple):
    """The tokens and the parts of a reply."""

    tokens: Sequence[str]
    parts: Sequence[Part] = ()
    """Empty if the whole reply is content."""

    finish: FinishReason = "stop"
    """The finish reason, unless a limit cuts the reply."""


def after(thoughts: Sequence[str], place: Place, reply: ModelReply) -> ModelReply:
    """A reply with thoughts before it, which are in `place`."""
    parts = reply.parts or [Part("content", sum(map(len, reply.tokens)))]
    tokens = (*thoughts, *reply.tokens)
    return ModelReply(tokens, [Part(place, sum(map(len, thoughts))), *parts], reply.finish)


def text_of_parts(text: str, parts: Sequence[Part]) -> Iterator[tuple[Part, int, int]]:
    """The parts of a text that may have been cut, each with its start and end in the text."""
    start, length = 0, len(text)
    for part in parts:
        end = start + part.size
        if start < length or not part.size:
            yield part, start, min(end, length)
        start = end


def calling(calls: Sequence[Called], *, content: str | None, named: bool) -> ModelReply:
    """A reply that calls functions, after `content` if there is any.

    Observed: a call forced by name costs no token for the name: the caller already knows it.
    Chosen: any other name is one token.
    """
    parts = [] if content is None else [Part("content", len(content))]
    tokens = split(content) if content else []
    for name, arguments, call_id in calls:
        tokens += [*([] if named else [name]), *split(arguments)]
        head = 0 if named else len(name)
        parts.append(Part("call", head + len(arguments), name, head, call_id))
    return ModelReply(tokens or [END], parts, "tool_calls" if calls and not named else "stop")
