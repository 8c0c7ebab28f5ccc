"""Demands: what an answer has to be like, each with the check that says whether a text is.

The checks are shared by the model, which mends its reply until they hold, and by the tests.
Most demands are bounds on something that can be counted; the rest are nouns of their own.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from mockserver.chat.model.demands.measures import Measure


@dataclass(frozen=True)
class Demand:
    """Something that a prompt asks of the form of its answer."""

    @property
    def slot(self) -> object:
        """Of two demands with one slot the nearer and later one holds."""
        return type(self)

    def met(self, text: str) -> bool:
        """True if `text` is as demanded; what is always written as demanded is not checked."""
        return True


@dataclass(frozen=True)
class Bound(Demand):
    """So many of something: words, sentences, a letter, a word, placeholders."""

    measure: Measure
    low: int = 0
    high: int | None = None

    @property
    def slot(self) -> object:
        """Lower and upper bounds of one measure stand beside each other."""
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


@dataclass(frozen=True)
class Begins(Demand):
    """The answer begins with a phrase."""

    phrase: str

    def met(self, text: str) -> bool:
        """True if it stands first, in any case."""
        return _bare(text).lower().startswith(_bare(self.phrase).lower())


@dataclass(frozen=True)
class Ends(Demand):
    """The answer ends with a phrase, and nothing follows it."""

    phrase: str

    def met(self, text: str) -> bool:
        """True if it stands last, in any case."""
        return _bare(text).lower().endswith(_bare(self.phrase).lower())


@dataclass(frozen=True)
class Repeats(Demand):
    """The answer begins with the request itself, word for word."""

    request: str

    def met(self, text: str) -> bool:
        """True if the request stands first."""
        return text.strip().lower().startswith(self.request.strip().lower())


@dataclass(frozen=True)
class Wrapped(Demand):
    """The whole answer stands between two marks."""

    left: str = '"'
    right: str = '"'

    def met(self, text: str) -> bool:
        """True if the marks are the first and the last of the text."""
        body = text.strip()
        return len(body) > 1 and body.startswith(self.left) and body.endswith(self.right)


@dataclass(frozen=True)
class Titled(Demand):
    """The answer has a title between two marks."""

    left: str = "<<"
    right: str = ">>"

    def met(self, text: str) -> bool:
        """True if some line holds a title."""
        return bool(re.search(f"(?m){re.escape(self.left)}[^\n]+{re.escape(self.right)}", text))


@dataclass(frozen=True)
class Postscript(Demand):
    """The answer ends in a postscript with this marker."""

    marker: str = "P.S."

    def met(self, text: str) -> bool:
        """True if a line begins with the marker."""
        return bool(re.search(rf"(?im)^\s*{re.escape(self.marker)}", text))


@dataclass(frozen=True)
class Case(Demand):
    """All letters of the answer are of one case."""

    change: Callable[[str], str]

    def met(self, text: str) -> bool:
        """True if changing the case changes nothing."""
        return text == self.change(text)


@dataclass(frozen=True)
class Apart(Demand):
    """So many parts that differ, with a line of this text between them."""

    separator: str
    parts: int

    def met(self, text: str) -> bool:
        """True if there are as many parts, and none is empty."""
        mark = re.escape(self.separator[0])  # A longer row of the same mark is no separator.
        parts = re.split(f"(?<!{mark}){re.escape(self.separator)}(?!{mark})", text)
        return len(parts) == self.parts and all(map(str.strip, parts))


@dataclass(frozen=True)
class Opening(Demand):
    """One of the paragraphs begins with a word."""

    place: int
    word: str

    @property
    def slot(self) -> object:
        """One opening for each paragraph."""
        return type(self), self.place

    def met(self, text: str) -> bool:
        """True if the paragraph is there and its first word is this one."""
        blocks = re.split(r"\n\s*\n", text.strip('" \n'))
        numbered = dict(enumerate(blocks, 1)) | {-1: blocks[-1]}
        first = re.match(r"\W*(\w+(?:['\u2019]\w+)?)", numbered.get(self.place, ""))
        return bool(first and first[1].lower() == self.word.lower())


@dataclass(frozen=True)
class Sections(Demand):
    """So many sections, each under its marker and number: `Section 1`, `Day 2`."""

    marker: str
    count: int

    def met(self, text: str) -> bool:
        """True if the marker stands with a number often enough."""
        return len(re.findall(rf"{re.escape(self.marker)}\s?\d+", text)) >= self.count


@dataclass(frozen=True)
class InLanguage(Demand):
    """The answer is in another language, by its two-letter code."""

    code: str


@dataclass(frozen=True)
class Style(Demand):
    """The answer speaks like someone: the words by which he is known are in it."""

    words: tuple[str, ...]

    def met(self, text: str) -> bool:
        """True if one of the words is there."""
        return any(word.lower() in text.lower() for word in self.words)


def _bare(text: str) -> str:
    return text.strip().strip("\"'` \n")
