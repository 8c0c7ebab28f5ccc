"""Measures: what can be counted in a text, and bounded by a prompt.

Most add up from sentence to sentence, so a reply can be filled without counting it anew.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from mockserver.chat.model.patterns import pattern

_SENTENCE = pattern(r"[.!?]+[\"')\]*]*(?=\s|$)")
_BULLET = pattern(r"(?m)^\s*(?:[-\u2022]|\*(?!\*))(?=\s)")
_NUMBERED = pattern(r"(?m)^\s*\d{1,3}[.)]\s")
_HIGHLIGHT = pattern(r"\*{1,2}[^*\n]+\*{1,2}")
_PLACEHOLDER = pattern(r"\[[^\]\n]+\]")
_EMOJI = pattern("[\U0001f000-\U0001faff\u2600-\u27bf]")


@dataclass(frozen=True)
class Measure:
    """Something countable. Two measures are one if they have the same name and object."""

    name: str
    object: str = ""

    def count(self, text: str) -> int:
        """The number of times it occurs in a text."""
        return self._counter(text)

    @cached_property
    def _counter(self) -> Callable[[str], int]:
        if self.name in _BY_OBJECT:
            return _BY_OBJECT[self.name](self.object)
        return _PLAIN[self.name]


def _occurrences(word: str) -> Callable[[str], int]:
    """Of a word inside longer words too, in any case."""
    needle = word.lower()
    return lambda text: text.lower().count(needle)


def _whole_words(word: str) -> Callable[[str], int]:
    pattern = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)", re.IGNORECASE)
    return lambda text: len(pattern.findall(text))


def _pattern(pattern: re.Pattern[str]) -> Callable[[str], int]:
    return lambda text: len(pattern.findall(text))


def _capital_words(text: str) -> int:
    return sum(word.isupper() for word in re.findall(r"[\w'\u2019-]+", text))


def _paragraphs(text: str) -> int:
    return sum(bool(block.strip()) for block in re.split(r"\n\s*\n", text))


def _lines(text: str) -> int:
    return sum(bool(line.strip()) for line in text.split("\n"))


_BY_OBJECT: dict[str, Callable[[str], Callable[[str], int]]] = {
    "keyword": _occurrences,
    "letter": _occurrences,
    "whole word": _whole_words,
}

_PLAIN: dict[str, Callable[[str], int]] = {
    "words": _pattern(re.compile(r"\w+")),
    "sentences": _pattern(_SENTENCE),
    "paragraphs": _paragraphs,
    "lines": _lines,
    "characters": len,
    "bullets": _pattern(_BULLET),
    "numbered": _pattern(_NUMBERED),
    "highlights": _pattern(_HIGHLIGHT),
    "bold": _pattern(re.compile(r"\*\*[^*\n]+\*\*")),
    "placeholders": _pattern(_PLACEHOLDER),
    "capital words": _capital_words,
    "digits": _pattern(re.compile(r"\d")),
    "emoji": _pattern(_EMOJI),
    "hashtags": _pattern(re.compile(r"#\w+")),
}

WORDS, SENTENCES, PARAGRAPHS, LINES, CHARACTERS = map(
    Measure, ("words", "sentences", "paragraphs", "lines", "characters")
)
BULLETS, NUMBERED, HIGHLIGHTS, PLACEHOLDERS = map(
    Measure, ("bullets", "numbered", "highlights", "placeholders")
)
BOLD = Measure("bold")
CAPITALS, DIGITS, EMOJI, HASHTAGS = map(Measure, ("capital words", "digits", "emoji", "hashtags"))

UNITS = (
    WORDS, SENTENCES, PARAGRAPHS, LINES, CHARACTERS, BULLETS, PLACEHOLDERS, HIGHLIGHTS, HASHTAGS,
    EMOJI,
)  # fmt: skip
"""Measures that prompts name as the unit of a number."""


def keyword(word: str) -> Measure:
    """A word or phrase, inside longer words too."""
    return Measure("keyword", word.strip().lower())


def letter(character: str) -> Measure:
    """A letter or mark, in any case."""
    return Measure("letter", character.lower())


def whole_word(word: str) -> Measure:
    """A word that stands alone."""
    return Measure("whole word", word.strip().lower())
