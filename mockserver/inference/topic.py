"""What a message is about, from its words alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from mockserver.inference.phrases import (
    CUES,
    DETERMINERS,
    GREETINGS,
    PLAIN_WORDS,
    SUBJECTS,
)
from mockserver.inference.tokens import split

_WORD = re.compile(r"\w(?:[\w'\u2019.-]*\w)?")
_LONGEST_WORD = 24
_READ = 300


class Topic(NamedTuple):
    """What the user is after, and two to four subjects as tokens, each led by a blank."""

    act: str
    subjects: tuple[tuple[str, ...], ...]


class Sense(NamedTuple):
    """What a word says about its message. An empty text stands for nothing."""

    word: str
    telling: bool
    last: bool
    """Whether a mark stands behind it, so that the next word belongs to something else."""

    act: str
    determiner: str


def topic_of(text: str) -> Topic:
    """The topic of a message; of a long one, that of its end."""
    if len(text) > _READ:
        text = text[-_READ:].partition(" ")[2]
    senses = list(map(_sense, text.split()))
    found = list(dict.fromkeys(islice(_subjects(senses), 4)))
    chosen = found if len(found) > 1 else [*found, *SUBJECTS][:2]
    act = _act(senses, is_about_something=bool(found))
    return Topic(act, tuple(map(_tokens, chosen)))


@lru_cache(maxsize=1024)
def _tokens(subject: str) -> tuple[str, ...]:
    return tuple(split(" " + subject))


def _act(senses: list[Sense], *, is_about_something: bool) -> str:
    acts = (sense.act for sense in senses if sense.act)
    first = next(acts, "tell")
    if first != "greet":
        return first
    return next((act for act in acts if act != "greet"), "tell" if is_about_something else "greet")


def _subjects(senses: list[Sense]) -> Iterator[str]:
    """Telling words in order; two that stand side by side make one subject."""
    pending = lead = ""
    for word, telling, last, _, determiner in senses:
        if pending and telling:
            yield f"{pending} {word}"
            pending = ""
        elif pending:
            yield pending
            pending = ""
        elif telling and last:
            yield lead + word
        elif telling:
            pending = lead + word
        lead = determiner
    if pending:
        yield pending


@lru_cache(maxsize=4096)
def _sense(written: str) -> Sense:
    found = _WORD.search(written)
    if not found:
        return Sense("", False, True, "", "")
    word, low = found[0], found[0].lower()
    act = "greet" if low in GREETINGS else CUES.get(low, "")
    last = found.end() < len(written)
    return Sense(word, _is_telling(word, low), last, act, DETERMINERS.get(low, ""))


def _is_telling(word: str, low: str) -> bool:
    length = len(word)
    if not 2 <= length <= _LONGEST_WORD or low in PLAIN_WORDS or word.isdecimal():
        return False
    return length > 2 or word.isupper()
