"""The model: a deterministic text of plain English about the subjects of a message.

All variety comes from a digest, so the same key and message give the same words for ever.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from hashlib import shake_128

from mockserver.inference.phrases import CLOSINGS, INVITATIONS, OPENINGS, REMARKS, SMALL_TALK
from mockserver.inference.tokens import split
from mockserver.inference.topic import Topic, topic_of

_SLOT = re.compile(r" {([ab])}")

Sentence = tuple[tuple[str, ...] | int, ...]
"""Tokens, and between them the places of the first (0) and the second (1) subject."""


def _sentence(text: str) -> Sentence:
    fixed, *rest = _SLOT.split(" " + text)
    parts: list[tuple[str, ...] | int] = [tuple(split(fixed))]
    for slot, fixed in zip(rest[::2], rest[1::2], strict=True):
        parts += ["ab".index(slot), tuple(split(fixed))]
    return tuple(parts)


def _sentences(texts: Iterable[str]) -> tuple[Sentence, ...]:
    return tuple(_sentence(text) for text in texts)


_OPENINGS = {act: _sentences(texts) for act, texts in OPENINGS.items()}
_REMARKS = _sentences(REMARKS), _sentences(SMALL_TALK)
_CLOSINGS = _sentences(CLOSINGS), _sentences(INVITATIONS)


class Speech:
    """The choices that one key makes, and the tokens spoken so far."""

    def __init__(self, key: bytes, topic: Topic) -> None:
        opening, self._turn, self._at, stride, length, closing = shake_128(key).digest(6)
        greeting = topic.act == "greet"
        openings, closings = _OPENINGS[topic.act], _CLOSINGS[greeting]
        self._remarks = _REMARKS[greeting]
        self._stride = 1 + stride % (len(self._remarks) - 1)
        self._subjects = topic.subjects
        self.tokens: list[str] = []
        self._say(openings[opening % len(openings)])
        for _ in range(1 + length % 2):
            self.remark()
        self._say(closings[closing % len(closings)])
        self.tokens[0] = self.tokens[0].lstrip()

    def remark(self) -> None:
        """Add one sentence; there is always another."""
        self._at = (self._at + self._stride) % len(self._remarks)
        self._say(self._remarks[self._at])

    def _say(self, sentence: Sentence) -> None:
        subjects, turn, tokens = self._subjects, self._turn, self.tokens
        for part in sentence:
            tokens += subjects[(turn + part) % len(subjects)] if isinstance(part, int) else part
        self._turn = turn + 1


@lru_cache(maxsize=1024)
def reply(key: bytes, message: str) -> tuple[str, ...]:
    """The tokens of the reply to `message`, 25 to 90 of them: a pure function of both."""
    return tuple(Speech(key, topic_of(message)).tokens)


def longer_reply(key: bytes, message: str, least: int) -> tuple[str, ...]:
    """The same reply, carried on to the first end of a sentence at or after `least` tokens."""
    speech = Speech(key, topic_of(message))
    while len(speech.tokens) < least:
        speech.remark()
    return tuple(speech.tokens)
