"""The model: a deterministic text of plain English about the subjects of a message.

All variety comes from a digest, so the same key and message give the same words for ever.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from hashlib import shake_128
from itertools import count
from sys import intern
from typing import NamedTuple

from mockserver.chat.model.content.phrases import (
    CLOSINGS,
    INVITATIONS,
    OPENINGS,
    REMARKS,
    SMALL_TALK,
)
from mockserver.chat.model.content.topic import topic_of
from mockserver.chat.prompt.tokens import split

_SLOT = re.compile(r" {([ab])}")
_SLOTS = ("a", "b", "")
_NO_SLOTS = ("", "") * 2


class Sentence(NamedTuple):
    """Tokens around two places for what is said there: a subject (0 or 1), or nothing (2)."""

    first: tuple[str, ...]
    one: int
    middle: tuple[str, ...]
    other: int
    last: tuple[str, ...]


def _sentence(text: str) -> Sentence:
    parts = [*_SLOT.split(" " + text), *_NO_SLOTS][:5]
    first, middle, last = (tuple(map(intern, split(fixed))) for fixed in parts[::2])
    one, other = map(_SLOTS.index, parts[1::2])
    return Sentence(first, one, middle, other, last)


def _sentences(texts: Iterable[str]) -> tuple[Sentence, ...]:
    return tuple(_sentence(text) for text in texts)


class Phrases(NamedTuple):
    """The sentences for an act: how a reply begins, goes on and ends."""

    openings: tuple[Sentence, ...]
    remarks: tuple[Sentence, ...]
    closings: tuple[Sentence, ...]


_USUAL = _sentences(REMARKS), _sentences(CLOSINGS)
_GREETING = _sentences(SMALL_TALK), _sentences(INVITATIONS)
_PHRASES = {
    act: Phrases(_sentences(texts), *(_GREETING if act == "greet" else _USUAL))
    for act, texts in OPENINGS.items()
}


@lru_cache(maxsize=64)
def reply(key: bytes, message: str) -> tuple[str, ...]:
    """The tokens of the reply to `message`, 25 to 90 of them: a pure function of both."""
    return longer_reply(key, message, 0)


def longer_reply(key: bytes, message: str, least: int) -> tuple[str, ...]:
    """The same reply, carried on to the first end of a sentence at or after `least` tokens."""
    act, subjects = topic_of(message)
    draws = shake_128(key).digest(6)
    _, turn, _, _, length, _ = draws
    remarks = 1 + length % 2
    script = _script(_PHRASES[act], draws, remarks)
    tokens = _say(script, subjects, turn & ~1, remarks + 2, least)
    tokens[0] = tokens[0].lstrip()
    return tuple(tokens)


def _script(phrases: Phrases, draws: bytes, remarks: int) -> Iterator[Sentence]:
    """Sentences without end: an opening, so many remarks, a closing, and remarks again.

    All remarks are made before one comes again.
    """
    openings, known, closings = phrases
    opening, _, at, stride, _, closing = draws
    step = 1 + stride % (len(known) - 1)
    yield openings[opening % len(openings)]
    for made in count(1):
        at = (at + step) % len(known)
        yield known[at]
        if made == remarks:
            yield closings[closing % len(closings)]


def _say(
    script: Iterator[Sentence],
    subjects: Sequence[Sequence[str]],
    turn: int,
    sentences: int,
    least: int,
) -> list[str]:
    """Tokens of so many sentences, and of more until there are `least`. Subjects take turns."""
    tokens: list[str] = []
    end, variety = turn + sentences, len(subjects)
    for first, one, middle, other, last in script:
        said = subjects[turn % variety], subjects[(turn + 1) % variety], ()
        tokens += (*first, *said[one], *middle, *said[other], *last)
        turn += 1
        if turn >= end and len(tokens) >= least:
            break
    return tokens
