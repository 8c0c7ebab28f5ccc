"""What a message is about, from its words alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from mockserver.inference.phrases import (
    CUES,
    DETERMINERS,
    GREETINGS,
    PLAIN_WORDS,
    SUBJECTS,
)
from mockserver.inference.tokens import split

_WORD = re.compile(r"\w+(?:['’-]\w+)*|[^\w\s]")
_LONGEST_WORD = 24
_READ = 600


class Topic(NamedTuple):
    """What the user is after, and two to six subjects as tokens, each led by a blank."""

    act: str
    subjects: tuple[tuple[str, ...], ...]


def topic_of(text: str) -> Topic:
    """The topic of a message; of a long one, that of its end."""
    if len(text) > _READ:
        text = text[-_READ:].partition(" ")[2]
    return _topic(text)


@lru_cache(maxsize=2048)
def _topic(text: str) -> Topic:
    words = _WORD.findall(text)
    lowered = [word.lower() for word in words]
    found = list(dict.fromkeys(_subjects(words, lowered)))
    act = next((CUES[word] for word in lowered if word in CUES), "tell")
    if not found and not GREETINGS.isdisjoint(lowered):
        act = "greet"
    chosen = found[:3] + found[3:][-3:] if len(found) > 1 else (found + [*SUBJECTS])[:2]
    return Topic(act, tuple(tuple(split(" " + subject)) for subject in chosen))


def _subjects(words: list[str], lowered: list[str]) -> Iterator[str]:
    """Telling words in order; two that stand side by side make one subject."""
    pending = ""
    for before, word, low in zip(("", *lowered), words, lowered, strict=False):
        telling = _is_telling(word, low)
        if pending:
            yield f"{pending} {word}" if telling else pending
            pending = ""
        elif telling:
            pending = DETERMINERS.get(before, "") + word
    if pending:
        yield pending


def _is_telling(word: str, low: str) -> bool:
    length = len(word)
    if not 2 <= length <= _LONGEST_WORD or low in PLAIN_WORDS or word.isdecimal():
        return False
    return length > 2 or word.isupper()
