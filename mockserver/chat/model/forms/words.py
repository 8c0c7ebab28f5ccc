"""Words for writing forms, and patterns of the names that prompts use.

`stock.txt` has plain sentences that fit any subject, and `names.txt` the patterns of names.
"""

from __future__ import annotations

from functools import cache, lru_cache

from mockserver.chat.model.content.found import lowered
from mockserver.chat.model.talk.phrases import PLAIN_WORDS
from mockserver.chat.model.text import meaning
from mockserver.chat.model.text.tables import parts, table

NAMES = table("forms/names.txt")
"""Patterns of the names of keys, options and places, and of what requests call things."""


@cache
def stock() -> tuple[str, ...]:
    """All sentences of the stock, in the order of the file."""
    lines = parts("forms/stock.txt")[0].splitlines()
    return tuple(line for line in lines if line and not line.startswith("#"))


def continued(text: str) -> str:
    """A text as it goes on within a sentence: a small letter begins its first word, if plain."""
    is_plain = text.partition(" ")[0].lower() in PLAIN_WORDS - {"i"}
    return lowered(text) if is_plain else text


def as_words(name: str) -> str:
    """The words of a name: `max score` for `maxScore` and `max_score`."""
    return " ".join(meaning.words_of(name))


@lru_cache(maxsize=4096)
def is_named(kind: str, name: str) -> bool:
    """True if the words of a name have the pattern of a kind."""
    return NAMES.matches(kind, as_words(name))
