"""Plain English text about the subjects of a message: a pure function of a key and the message."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import shake_128
from itertools import count, cycle
from sys import intern
from typing import NamedTuple

from mockserver.chat.model.content.phrases import (
    ABILITIES,
    CLOSINGS,
    CONCERNS,
    FOLLOW_UPS,
    INVITATIONS,
    OPENINGS,
    REMARKS,
    SMALL_TALK,
)
from mockserver.chat.model.content.topic import topic_of
from mockserver.chat.prompt.tokens import split

_SLOT = " {a}"


class Sentence(NamedTuple):
    """Tokens before and after the slot for a subject; `last` is empty if there is no slot."""

    first: tuple[str, ...]
    last: tuple[str, ...] = ()


def _sentences(texts: Iterable[str], blank: str = " ") -> tuple[Sentence, ...]:
    """Texts as sentences with a space before each."""
    return tuple(
        Sentence(*(tuple(map(intern, split(part))) for part in f"{blank}{text}".split(_SLOT)))
        for text in texts
    )


class Phrases(NamedTuple):
    """The sentences for an act: those that begin a reply, continue it and end it."""

    openings: tuple[Sentence, ...]
    remarks: tuple[Sentence, ...]
    closings: tuple[Sentence, ...]


_FOLLOWING = {
    "greet": (SMALL_TALK, INVITATIONS),
    "introduce": (ABILITIES, INVITATIONS),
    "report": (CONCERNS, FOLLOW_UPS),
}
_PHRASES = {
    act: Phrases(
        _sentences(texts, blank=""), *map(_sentences, _FOLLOWING.get(act, (REMARKS, CLOSINGS)))
    )
    for act, texts in OPENINGS.items()
}


def reply(key: bytes, message: str, least: int = 0) -> list[str]:
    """The tokens of the reply to `message`: a pure function of the arguments.

    An opening, one or two remarks and a closing are 25 to 90 tokens; more remarks follow until
    there are `least`. All remarks are made before one comes again, and subjects take turns.
    """
    act, subjects = topic_of(message)
    openings, remarks, closings = _PHRASES[act]
    opening, remark, stride, longer, closing = shake_128(key).digest(5)
    size, place_of_closing = len(remarks), 2 + longer % 2
    tokens: list[str] = []
    subject = cycle(subjects)
    for place in count():
        if place == 0:
            first, last = openings[opening % len(openings)]
        elif place == place_of_closing:
            first, last = closings[closing % len(closings)]
        elif place < place_of_closing or len(tokens) < least:
            remark += 1 + stride % (size - 1)
            first, last = remarks[remark % size]
        else:
            break
        tokens += first
        if last:
            tokens += next(subject)
            tokens += last
    return tokens
