"""The model: a deterministic text of plain English about the subjects of a message.

All variety comes from a digest, so the same key and message give the same words for ever.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from hashlib import shake_128
from itertools import islice
from typing import NamedTuple

from mockserver.inference.phrases import CLOSINGS, INVITATIONS, OPENINGS, REMARKS, SMALL_TALK
from mockserver.inference.tokens import split
from mockserver.inference.topic import topic_of

_SLOT = re.compile(r" {([ab])}")


class Sentence(NamedTuple):
    """Tokens up to the first subject, then each subject (0 or 1) with the tokens behind it."""

    first: tuple[str, ...]
    rest: tuple[tuple[int, tuple[str, ...]], ...]


def _sentence(text: str) -> Sentence:
    first, *rest = _SLOT.split(" " + text)
    slots = map("ab".index, rest[::2])
    behind = (tuple(split(fixed)) for fixed in rest[1::2])
    return Sentence(tuple(split(first)), tuple(zip(slots, behind, strict=True)))


def _sentences(texts: Iterable[str]) -> tuple[Sentence, ...]:
    return tuple(_sentence(text) for text in texts)


_OPENINGS = {act: _sentences(texts) for act, texts in OPENINGS.items()}
_REMARKS = _sentences(REMARKS), _sentences(SMALL_TALK)
_CLOSINGS = _sentences(CLOSINGS), _sentences(INVITATIONS)


@lru_cache(maxsize=1024)
def reply(key: bytes, message: str) -> tuple[str, ...]:
    """The tokens of the reply to `message`, 25 to 90 of them: a pure function of both."""
    return longer_reply(key, message, 0)


def longer_reply(key: bytes, message: str, least: int) -> tuple[str, ...]:
    """The same reply, carried on to the first end of a sentence at or after `least` tokens."""
    act, subjects = topic_of(message)
    opening, turn, at, stride, length, closing = shake_128(key).digest(6)
    openings, closings = _OPENINGS[act], _CLOSINGS[act == "greet"]
    remarks = _walk(_REMARKS[act == "greet"], at, stride)
    tokens: list[str] = []
    script = [openings[opening % len(openings)], *islice(remarks, 1 + length % 2)]
    turn = _say([*script, closings[closing % len(closings)]], subjects, turn, tokens)
    while len(tokens) < least:
        turn = _say([next(remarks)], subjects, turn, tokens)
    tokens[0] = tokens[0].lstrip()
    return tuple(tokens)


def _walk(sentences: Sequence[Sentence], at: int, stride: int) -> Iterator[Sentence]:
    """Sentences without end; all of them before one comes again."""
    step = 1 + stride % (len(sentences) - 1)
    while True:
        at = (at + step) % len(sentences)
        yield sentences[at]


def _say(
    sentences: Iterable[Sentence], subjects: Sequence[Sequence[str]], turn: int, tokens: list[str]
) -> int:
    """Add sentences to `tokens`. Subjects take turns; the turn of the next sentence is returned."""
    for first, rest in sentences:
        tokens += first
        for slot, behind in rest:
            tokens += subjects[(turn + slot) % len(subjects)]
            tokens += behind
        turn += 1
    return turn
