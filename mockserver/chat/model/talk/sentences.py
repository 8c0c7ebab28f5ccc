"""Plain English text about the subjects of a message: a pure function of a key and the message."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import shake_128
from itertools import cycle
from sys import intern

from mockserver.chat.model.talk import phrases
from mockserver.chat.model.talk.topic import topic_of
from mockserver.chat.prompt.tokens import split

_SLOT = " {a}"

Tokens = tuple[str, ...]

Sentence = tuple[Tokens, Tokens]
"""Tokens before and after the slot for a subject; the second are none if there is no slot."""


def _sentences(texts: Iterable[str], blank: str = " ") -> list[Sentence]:
    """Texts as sentences with a space before each."""
    parts = (f"{blank}{text}".partition(_SLOT) for text in texts)
    return [(_tokens(before), _tokens(after)) for before, _, after in parts]


def _tokens(text: str) -> Tokens:
    return tuple(map(intern, split(text)))


_FOLLOWING = {
    "greet": (phrases.SMALL_TALK, phrases.INVITATIONS),
    "introduce": (phrases.ABILITIES, phrases.INVITATIONS),
    "report": (phrases.CONCERNS, phrases.FOLLOW_UPS),
}
_USUAL = (phrases.REMARKS, phrases.CLOSINGS)
_PHRASES = {
    act: (_sentences(texts, blank=""), *map(_sentences, _FOLLOWING.get(act, _USUAL)))
    for act, texts in phrases.OPENINGS.items()
}
"""The sentences for an act: those that begin a reply, continue it and end it."""


def reply(key: bytes, message: str, least: int = 0) -> list[str]:
    """The tokens of the reply to `message`: a pure function of the arguments.

    An opening, one or two remarks and a closing are 25 to 90 tokens; more remarks follow until
    there are `least`. All remarks are made before one comes again, and subjects take turns.
    """
    act, subjects, _ = topic_of(message)
    openings, remarks, closings = _PHRASES[act]
    opening, place, stride, longer, closing = shake_128(key).digest(5)
    step, most = 1 + stride % (len(remarks) - 1), 1 + longer % 2
    tokens: list[str] = []
    subject = cycle(subjects)
    sentence, number = openings[opening % len(openings)], 0
    while number <= most + 1 or len(tokens) < least:
        before, after = sentence
        tokens += before
        if after:
            tokens += next(subject)
            tokens += after
        if number == most:
            sentence = closings[closing % len(closings)]
        else:
            place += step
            sentence = remarks[place % len(remarks)]
        number += 1
    return tokens
