"""Measures: countable properties of a text that a prompt can bound.

Most of them add up from sentence to sentence, so a growing reply need not be counted again.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from mockserver.chat.model.text.tables import table

_COUNTED = table("demands/measures.txt")


@dataclass(frozen=True)
class Measure:
    """Something countable: words, lines, occurrences of a keyword or letter."""

    name: str
    object: str = ""
    """The keyword, letter or word in lower case."""

    @cached_property
    def count(self) -> Callable[[str], int]:
        """Counts the occurrences in a text."""
        if self.name == "characters":
            return len
        if self.name == "capital words":
            return lambda text: sum(map(str.isupper, re.findall(r"[\w'\u2019-]+", text)))
        if self.name in ("keyword", "letter"):
            return lambda text: text.lower().count(self.object)
        if self.name == "whole word":
            word = re.compile(rf"(?<!\w){re.escape(self.object)}(?!\w)", re.IGNORECASE)
            return lambda text: len(word.findall(text))
        counted = _COUNTED.pattern(self.name)
        return lambda text: len(counted.findall(text))


WORDS, SENTENCES, PARAGRAPHS, LINES, CHARACTERS = map(
    Measure, ("words", "sentences", "paragraphs", "lines", "characters")
)
BULLETS, NUMBERED, HIGHLIGHTS, PLACEHOLDERS, BOLD = map(
    Measure, ("bullets", "numbered", "highlights", "placeholders", "bold")
)
CAPITALS, EMOJI, HASHTAGS, HEADINGS = map(
    Measure, ("capital words", "emoji", "hashtags", "headings")
)
UNITS = (
    WORDS, SENTENCES, PARAGRAPHS, LINES, CHARACTERS, BULLETS, PLACEHOLDERS, HIGHLIGHTS, HASHTAGS,
    EMOJI,
)  # fmt: skip
"""Measures that prompts use as the unit of a number."""
