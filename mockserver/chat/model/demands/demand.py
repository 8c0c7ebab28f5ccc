"""Demands on a reply; each one can check whether a text meets it.

The model mends its reply until it passes the checks, and the tests use the same checks. Most
demands are bounds on something countable.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, TypeVar

from mockserver.chat.model.demands import measures
from mockserver.chat.model.demands.measures import Measure
from mockserver.chat.model.text.texts import bullets_in, sentences

D = TypeVar("D", bound="Demand")


@dataclass(frozen=True)
class Demand:
    """A requirement of a prompt on the form of its reply."""

    rank: ClassVar[int] = 1
    """A demand replaces earlier ones in its slot that are not of a higher rank."""

    @property
    def slot(self) -> object:
        """Of several demands with the same slot, one for each type and place, the last counts."""
        return type(self), getattr(self, "place", None)

    def after(self, previous: Demand | None) -> Demand:
        """The demand that replaces an earlier one in its slot."""
        return self

    def is_met_by(self, text: str) -> bool:
        """True if a text meets the demand. Demands that are met by construction need no check."""
        return True


def first_of(kind: type[D], demands: Iterable[Demand]) -> D | None:
    """The first demand of a kind."""
    return next((each for each in demands if isinstance(each, kind)), None)


@dataclass(frozen=True)
class Bound(Demand):
    """A lower or upper bound on a measure."""

    measure: Measure
    low: int = 0
    high: int | None = None

    @property
    def slot(self) -> object:
        """A measure can have one lower and one upper bound."""
        return self.measure, bool(self.low), self.high is not None

    def is_met_by(self, text: str) -> bool:
        """True if the count is within the bounds."""
        count = self.measure.count(text)
        return self.low <= count and (self.high is None or count <= self.high)

    def contradicts(self, other: Demand) -> bool:
        """True if no text can meet both."""
        if not isinstance(other, Bound) or self.measure != other.measure:
            return False
        highs = [each.high for each in (self, other) if each.high is not None]
        return bool(highs) and max(self.low, other.low) > min(highs)


@dataclass(frozen=True)
class Each(Demand):
    """A bound on each of several parts of a reply: paragraphs, lines, sentences or list items."""

    bound: Bound
    part: Measure = measures.BULLETS

    @property
    def slot(self) -> object:
        """A measure has one lower and one upper bound for all parts."""
        return type(self), self.bound.slot

    def is_met_by(self, text: str) -> bool:
        """True if every part is within the bounds."""
        return all(map(self.bound.is_met_by, _PARTS[self.part](text)))


_PARTS: Mapping[Measure, Callable[[str], Sequence[str]]] = {
    measures.BULLETS: bullets_in,
    measures.LINES: lambda text: [*filter(str.strip, text.split("\n"))],
    measures.SENTENCES: sentences,
    measures.PARAGRAPHS: lambda text: [*filter(str.strip, text.split("\n\n"))],
    measures.HEADINGS: lambda text: re.split(r"(?m)^##+ .*$", text)[1:],
}
"""The parts of a text, by what counts them."""

_PLACES = {
    "address": r"(?<!\w){}",
    "request": r"\A[\s\"'`]*{}",
    "title": r"<<[^\n]+>>",
    "beginning": r"\A[\s\"'`]*{}",
    "postscript": r"^\s*{}",
    "end": r"{}[\s\"'`]*\Z",
    "quotation marks": r"\A\s*\"[\s\S]*\"\s*\Z",
}
"""Patterns for a reply with a fixed text, by the position of the text."""


@dataclass(frozen=True)
class Fixed(Demand):
    """A fixed text at a position in the reply, in upper or lower case."""

    place: str
    text: str = ""

    def is_met_by(self, text: str) -> bool:
        """True if the text is at its position; quotation marks around the reply are ignored."""
        expected = _PLACES[self.place].replace("{}", re.escape(self.text.strip("\"'` ")))
        return bool(re.search(expected, text, re.IGNORECASE | re.MULTILINE))


@dataclass(frozen=True)
class Changed(Demand):
    """The reply is as a function leaves it: all in lower case, or without punctuation."""

    place: str
    change: Callable[[str], str]

    def is_met_by(self, text: str) -> bool:
        """True if the text is so already."""
        return text == self.change(text)


def with_changes(text: str, demands: Sequence[Demand]) -> str:
    """The text as the functions of demands change it."""
    for demand in demands:
        if isinstance(demand, Changed):
            text = demand.change(text)
    return text


@dataclass(frozen=True)
class Apart(Demand):
    """A number of parts with a separator between them."""

    separator: str
    parts: int

    @property
    def joint(self) -> str:
        """The separator on a line of its own; a blank line is one itself."""
        return f"\n{self.separator}\n" if self.separator.strip() else self.separator

    def is_met_by(self, text: str) -> bool:
        """True if the number of parts is right and none of them is empty."""
        mark = re.escape(self.separator[0])  # A longer row of the same mark is no separator.
        parts = re.split(f"(?<!{mark}){re.escape(self.separator)}(?!{mark})", text)
        return len(parts) == self.parts and all(map(str.strip, parts))


@dataclass(frozen=True)
class Opening(Demand):
    """A paragraph that begins with a word; paragraph -1 is the last."""

    place: int
    word: str

    def is_met_by(self, text: str) -> bool:
        """True if the paragraph exists and begins with the word."""
        blocks = re.split(r"\n\s*\n", text.strip('" \n'))
        numbered = dict(enumerate(blocks, 1)) | {-1: blocks[-1]}
        first = re.match(r"\W*(\w+(?:['\u2019]\w+)?)", numbered.get(self.place, ""))
        return bool(first and first[1].lower() == self.word.lower())


@dataclass(frozen=True)
class Sections(Demand):
    """A number of sections, each with the marker and its number: `Section 1`, `Day 2:`."""

    marker: str
    count: int
    end: str = ""

    def is_met_by(self, text: str) -> bool:
        """True if enough markers with different numbers are at the beginnings of lines."""
        marked = rf"(?m)^[#*\s]*{re.escape(self.marker)}\s?(\d+)"
        return len({*re.findall(marked, text)}) >= self.count


@dataclass(frozen=True)
class InLanguage(Demand):
    """The reply is in the language with this two-letter code."""

    code: str


@dataclass(frozen=True)
class Style(Demand):
    """The reply has one of the expressions that are typical of a character."""

    words: tuple[str, ...]

    def is_met_by(self, text: str) -> bool:
        """True if one of the words occurs."""
        return any(word.lower() in text.lower() for word in self.words)
