"""The model: a deterministic text of plain English about the subjects of a message.

All variety comes from a digest, so the same key and message give the same words for ever.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from hashlib import shake_128
from itertools import count
from sys import intern
from typing import NamedTuple

from mockserver.chat.model.content.phrases import (
    ABILITIES,
    CLOSINGS,
    INVITATIONS,
    OPENINGS,
    REMARKS,
    SMALL_TALK,
)
from mockserver.chat.model.content.topic import topic_of
from mockserver.chat.prompt.tokens import split

_SLOT = " {a}"


class Sentence(NamedTuple):
    """Tokens before and behind the place of a subject; `last` is empty if there is none."""

    first: tuple[str, ...]
    last: tuple[str, ...] = ()


def _sentence(text: str) -> Sentence:
    return Sentence(*(tuple(map(intern, split(part))) for part in f" {text}".split(_SLOT)))


def _sentences(texts: Iterable[str]) -> tuple[Sentence, ...]:
    return tuple(_sentence(text) for text in texts)


class Phrases(NamedTuple):
    """The sentences for an act: how a reply begins, goes on and ends."""

    openings: tuple[Sentence, ...]
    remarks: tuple[Sentence, ...]
    closings: tuple[Sentence, ...]


_FOLLOWING = {"greet": (SMALL_TALK, INVITATIONS), "introduce": (ABILITIES, INVITATIONS)}
_PHRASES = {
    act: Phrases(*map(_sentences, (texts, *_FOLLOWING.get(act, (REMARKS, CLOSINGS)))))
    for act, texts in OPENINGS.items()
}


@lru_cache(maxsize=64)
def reply(key: bytes, message: str) -> tuple[str, ...]:
    """The tokens of the reply to `message`, 25 to 90 of them: a pure function of both."""
    return longer_reply(key, message, 0)


def longer_reply(key: bytes, message: str, least: int) -> tuple[str, ...]:
    """The same reply, carried on to the first end of a sentence at or after `least` tokens."""
    act, subjects = topic_of(message)
    draws = shake_128(key).digest(5)
    remarks = 1 + draws[3] % 2
    tokens = _say(_script(_PHRASES[act], draws, remarks), subjects, remarks + 2, least)
    tokens[0] = tokens[0].lstrip()
    return tuple(tokens)


def _script(phrases: Phrases, draws: bytes, remarks: int) -> Iterator[Sentence]:
    """Sentences without end: an opening, so many remarks, a closing, and remarks again.

    All remarks are made before one comes again.
    """
    openings, known, closings = phrases
    opening, at, stride, _, closing = draws
    step = 1 + stride % (len(known) - 1)
    yield openings[opening % len(openings)]
    for made in count(1):
        at = (at + step) % len(known)
        yield known[at]
        if made == remarks:
            yield closings[closing % len(closings)]


def _say(
    script: Iterator[Sentence], subjects: Sequence[Sequence[str]], sentences: int, least: int
) -> list[str]:
    """Tokens of so many sentences, and of more until there are `least`. Subjects take turns."""
    tokens: list[str] = []
    turn = 0
    for said, (first, last) in enumerate(script, 1):
        if last:
            tokens += (*first, *subjects[turn % len(subjects)], *last)
            turn += 1
        else:
            tokens += first
        if said >= sentences and len(tokens) >= least:
            break
    return tokens
