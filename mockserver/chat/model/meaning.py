"""Meaning: words as stems, and which stems stand for the same thing.

Synonyms are the lines of `synonyms.txt`, which anybody may extend: the words of a line are one.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from importlib.resources import files

from mockserver.chat.model.lists import by_word, lists, words
from mockserver.chat.model.patterns import pattern

_WORD = pattern(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\W\d_A-Za-z]+|\d+")
_LONGEST_WORD = 32
_ENDINGS = [each.split(":") for each in lists("text")["endings"]]
"""Endings, the longest first, and what a stem has in their place."""

_SHORTEST_STEM = 3
STOP_WORDS = words("text.stop")
"""Words without a meaning of their own."""


_ABROAD = by_word("abroad")
_QUOTED_OR_WORD = pattern(r"\"[^\"\n]{0,1000}\"|“[^”\n]{0,1000}”|\w+")


def in_english(text: str) -> str:
    """A request with common words of other languages in English, except in quotes."""
    return _QUOTED_OR_WORD.sub(lambda found: _ABROAD.get(found[0].lower(), found[0]), text)


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """The stem of a word without its ending, so that `booking` and `books` are one."""
    bare = word.lower()
    if len(bare) <= _SHORTEST_STEM or len(bare) > _LONGEST_WORD or not bare.isalpha():
        return bare
    for ending, instead in _ENDINGS:
        if bare.endswith(ending) and len(bare) - len(ending) >= _SHORTEST_STEM:
            kept = bare[: len(bare) - len(ending)] + instead
            return stem(kept) if instead or ending == "ly" else _single(kept)
    return bare


def _single(bare: str) -> str:
    """A doubled consonant at the end is one: `planning`, `plan`."""
    doubled = len(bare) > _SHORTEST_STEM and bare[-1] == bare[-2] and bare[-1] not in "aeiou"
    return bare[:-1] if doubled else bare.removesuffix("e")


@lru_cache(maxsize=4096)
def words_of(text: str) -> tuple[str, ...]:
    """The words of a text or a name in small letters, split at case, digits and strokes."""
    return tuple(word.lower() for word in _WORD.findall(text))


@lru_cache(maxsize=4096)
def stems_of(text: str) -> tuple[str, ...]:
    """The stems of a text in their order, without words that say nothing."""
    return tuple(stem(word) for word in words_of(text) if word not in STOP_WORDS)


def senses_of(stems: Iterable[str]) -> frozenset[int]:
    """The lines of synonyms with any of these stems."""
    return frozenset().union(*(_SENSES.get(each, ()) for each in stems))


@lru_cache(maxsize=4096)
def senses(one: str) -> frozenset[int]:
    """The lines of synonyms with a stem."""
    return frozenset(_SENSES.get(one, ()))


def _read_senses() -> dict[str, set[int]]:
    lines = files(__package__).joinpath("synonyms.txt").read_text("utf-8").splitlines()
    found: dict[str, set[int]] = {}
    for number, line in enumerate(lines):
        for word in line.partition("#")[0].split():
            found.setdefault(stem(word), set()).add(number)
    return found


_SENSES = _read_senses()
