"""Demands on a reply, each with the check that it is met.

The model mends its reply until the checks hold, and the tests use the same checks. Most demands
are bounds on something countable.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from mockserver.chat.model.demands.measures import Measure


@dataclass(frozen=True)
class Demand:
    """Something that a prompt asks of the form of its reply."""

    @property
    def slot(self) -> object:
        """Of two demands with the same slot, the nearer and later one counts."""
        return type(self)

    def met(self, text: str) -> bool:
        """True if a reply is as demanded, or if replies are always written so."""
        return True


@dataclass(frozen=True)
class Bound(Demand):
    """A lower or upper bound on a measure."""

    measure: Measure
    low: int = 0
    high: int | None = None

    @property
    def slot(self) -> object:
        """A measure can have a lower and an upper bound."""
        return self.measure, bool(self.low), self.high is not None

    def met(self, text: str) -> bool:
        """True if the count is within the bounds."""
        count = self.measure.count(text)
        return self.low <= count and (self.high is None or count <= self.high)

    def contradicts(self, other: Demand) -> bool:
        """True if no text can meet both."""
        if not isinstance(other, Bound) or self.measure != other.measure:
            return False
        tops = [each.high for each in (self, other) if each.high is not None]
        return bool(tops) and max(self.low, other.low) > min(tops)


_PLACES = {
    "request": r"\A[\s\"'`]*{}",
    "title": r"<<[^\n]+>>",
    "beginning": r"\A[\s\"'`]*{}",
    "postscript": r"^\s*{}",
    "end": r"{}[\s\"'`]*\Z",
    "quotation marks": r"\A\s*\"[\s\S]*\"\s*\Z",
}
"""Patterns of replies by the place of a fixed text."""


@dataclass(frozen=True)
class Fixed(Demand):
    """A text at one of the places of a reply; its case may differ."""

    place: str
    text: str = ""

    @property
    def slot(self) -> object:
        """Each place has one text."""
        return type(self), self.place

    def met(self, text: str) -> bool:
        """True if the text is there; quotation marks around the whole reply do not count."""
        bare = re.escape(self.text.strip("\"'` \n"))
        looks = _PLACES[self.place].replace("{}", bare)
        return bool(re.search(looks, text, re.IGNORECASE | re.MULTILINE))


@dataclass(frozen=True)
class Case(Demand):
    """All letters of the reply are in one case."""

    change: Callable[[str], str]

    def met(self, text: str) -> bool:
        """True if a change of case changes nothing."""
        return text == self.change(text)


@dataclass(frozen=True)
class Apart(Demand):
    """So many parts with this separator between them."""

    separator: str
    parts: int

    def met(self, text: str) -> bool:
        """True if there are as many parts, and none is empty."""
        mark = re.escape(self.separator[0])  # A longer row of the same mark is no separator.
        parts = re.split(f"(?<!{mark}){re.escape(self.separator)}(?!{mark})", text)
        return len(parts) == self.parts and all(map(str.strip, parts))


@dataclass(frozen=True)
class Opening(Demand):
    """One of the paragraphs begins with a word; -1 is the last paragraph."""

    place: int
    word: str

    @property
    def slot(self) -> object:
        """Each paragraph has its own opening."""
        return type(self), self.place

    def met(self, text: str) -> bool:
        """True if there is such a paragraph and this is its first word."""
        blocks = re.split(r"\n\s*\n", text.strip('" \n'))
        numbered = dict(enumerate(blocks, 1)) | {-1: blocks[-1]}
        first = re.match(r"\W*(\w+(?:['\u2019]\w+)?)", numbered.get(self.place, ""))
        return bool(first and first[1].lower() == self.word.lower())


@dataclass(frozen=True)
class Sections(Demand):
    """So many sections, each with the marker and its number: `Section 1`, `Day 2`."""

    marker: str
    count: int

    def met(self, text: str) -> bool:
        """True if there are enough numbered markers."""
        return len(re.findall(rf"{re.escape(self.marker)}\s?\d+", text)) >= self.count


@dataclass(frozen=True)
class InLanguage(Demand):
    """The reply is in another language, by its two-letter code."""

    code: str


@dataclass(frozen=True)
class Style(Demand):
    """The reply has one of the words by which a character is known."""

    words: tuple[str, ...]

    def met(self, text: str) -> bool:
        """True if one of the words occurs."""
        return any(word.lower() in text.lower() for word in self.words)
