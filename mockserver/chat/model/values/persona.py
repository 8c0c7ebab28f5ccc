"""Whom the fields of one object are about: a person, a place and a firm that go together.

What the user's message mentions comes first: names, places, addresses, dates and numbers, each
given out once. The rest is drawn.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import cached_property, lru_cache
from itertools import chain
from typing import Literal, NamedTuple

from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.values.words import (
    COMPANIES,
    DOMAINS,
    FIRST_NAMES,
    LAST_NAMES,
    LETTERS,
    MONTHS,
    STREETS,
    TOWNS,
    WEEKDAYS,
    Town,
    listed,
)
from mockserver.chat.structured.draws import Draws

Kind = Literal["name", "email", "url", "date", "place"]

_READ = 2_000
_MOST = 8
_CITIES = "|".join(town.city for town in TOWNS)
_SENTENCE_WORDS = frozenset(
    listed(
        """
        Please Can Could Would Will What When Where Who Why How Is Are Was Were Do Does Did The
        A An Give Tell Show Write Extract Find Get Create Make List Add Book Send Call Use
        Return Generate Hello Hi Hey Dear Thanks In On At From To For My Our Your Her His I We
        You It
        """
    )
)
_PLACE = rf"(?!(?:{'|'.join((*MONTHS, *WEEKDAYS))})\b)[A-Z][a-z]{{2,20}}(?: [A-Z][a-z]{{2,20}})?\b"
_NAME = pattern(r"\b[A-Z][a-z]{1,20}(?: [A-Z][a-z]{1,20}){1,2}\b")
_PATTERNS: dict[Kind, re.Pattern[str]] = {
    "email": re.compile(r"\b[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}\b"),
    "url": re.compile(r"\bhttps?://[^\s<>\"')]{1,200}[^\s<>\"').,;!?]"),
    "date": re.compile(r"\b\d{4}-\d{2}-\d{2}\b"),
    "place": re.compile(rf"\b(?:{_CITIES})\b|(?<=\b[Ii]n ){_PLACE}"),
}
_JOURNEY = pattern(rf"\bfrom ({_PLACE}) to ({_PLACE})")
_MONTHS = {month: number for number, month in enumerate(MONTHS, 1)}
_MONTH = "|".join(MONTHS)
_ORDINAL = r"(\d{1,2})(?:st|nd|rd|th)?"
_DAY = pattern(rf"\b(?:{_ORDINAL} (?:of )?({_MONTH})|({_MONTH}) {_ORDINAL}),? (\d{{4}})\b")
_NUMBER = pattern(r"(?<![\w.-])-?\d{1,9}(?:\.\d{1,6})?(?![\w-]|\.\d)")


class Found(NamedTuple):
    """The mentions of a message, in its order."""

    texts: dict[Kind, tuple[str, ...]]
    numbers: tuple[int | float, ...]
    words: frozenset[str]


class Mentions:
    """The mentions of a message. Each name and number is given out once."""

    def __init__(self, message: str) -> None:
        found = _find(message[:_READ])
        self._texts = {kind: list(texts) for kind, texts in found.texts.items()}
        self._numbers = list(found.numbers)
        self._words = found.words

    def take(self, kind: Kind) -> str | None:
        """The next of a kind."""
        texts = self._texts.get(kind)
        return texts.pop(0) if texts else None

    def take_number(self, fits: Callable[[int | float], bool]) -> int | float | None:
        """The next number that fits."""
        for place, number in enumerate(self._numbers):
            if fits(number):
                return self._numbers.pop(place)
        return None

    def mention(self, text: str) -> bool:
        """True if a word, or every word of a text, stands in the message."""
        return bool(text) and self._words.issuperset(_said(text))


class Persona:
    """Whom the fields of an object are about. What the user said comes first."""

    def __init__(self, draws: Draws, facts: Mentions) -> None:
        self.draws = draws
        self.facts = facts

    @cached_property
    def name(self) -> str:
        """The full name."""
        drawn = self.facts.take("name")
        return drawn or f"{self.draws.pick(FIRST_NAMES)} {self.draws.pick(LAST_NAMES)}"

    @property
    def first_name(self) -> str:
        """The given name."""
        return self.name.partition(" ")[0]

    @property
    def last_name(self) -> str:
        """The family name."""
        return self.name.rpartition(" ")[2]

    @cached_property
    def email(self) -> str:
        """An address of theirs."""
        return self.facts.take("email") or f"{self._plain('.')}@{self.draws.pick(DOMAINS)}"

    @property
    def username(self) -> str:
        """The name they log in with."""
        return f"{self._plain('')}{self.draws.between(1, 99)}"

    @cached_property
    def town(self) -> Town:
        """The town they live in."""
        said = self.facts.take("place")
        drawn = next((town for town in TOWNS if town.city == said), self.draws.pick(TOWNS))
        return drawn._replace(city=said) if said else drawn

    @cached_property
    def goal(self) -> str:
        """The town they are going to."""
        if said := self.facts.take("place"):
            return said
        return self.draws.pick([town.city for town in TOWNS if town.city != self.town.city])

    @property
    def street(self) -> str:
        """Street and number."""
        return f"{self.draws.between(1, 180)} {self.draws.pick(STREETS)}"

    @property
    def address(self) -> str:
        """Street, postal code and town."""
        return f"{self.street}, {self.postal_code} {self.town.city}"

    @property
    def postal_code(self) -> str:
        """A postal code of their town."""
        return "".join(map(self._coded, self.town.postal))

    @property
    def phone(self) -> str:
        """A number out of a range that is set aside for fiction."""
        return f"+1-555-01{self.draws.between(0, 99):02d}"

    @cached_property
    def company(self) -> str:
        """The company they work for."""
        return self.draws.pick(COMPANIES)

    def _coded(self, mark: str) -> str:
        if mark == "#":
            return str(self.draws.below(10))
        return self.draws.pick(LETTERS) if mark == "?" else mark

    def _plain(self, between: str) -> str:
        """First and last name in small ASCII letters."""
        name = unicodedata.normalize("NFKD", f"{self.first_name} {self.last_name}".lower())
        bare = "".join(char for char in name if char.isascii() and (char.isalnum() or char == " "))
        return between.join(bare.split()) or "someone"


@lru_cache(maxsize=256)
def _find(said: str) -> Found:
    message = _DAY.sub(_iso, said)
    texts = {
        kind: tuple(dict.fromkeys(pattern.findall(message)))[:_MOST]
        for kind, pattern in _PATTERNS.items()
    }
    journeys = chain.from_iterable(_JOURNEY.findall(message))
    texts["place"] = tuple(dict.fromkeys((*journeys, *texts["place"])))[:_MOST]
    texts["name"] = tuple(filter(None, map(_name, _NAME.findall(message))))[:_MOST]
    numbers = tuple(map(_number, _NUMBER.findall(message)))[:_MOST]
    return Found(texts, numbers, frozenset(_said(said)))


def _iso(found: re.Match[str]) -> str:
    """`3 March 2024` and `March 3, 2024` as `2024-03-03`."""
    day, month, other_month, other_day, year = found.groups()
    return f"{year}-{_MONTHS[month or other_month]:02d}-{int(day or other_day):02d}"


def _said(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())


def _number(text: str) -> int | float:
    number = float(text)
    return int(number) if number.is_integer() else number


def _name(words: str) -> str:
    """A name, without the word that only begins the sentence."""
    first, _, rest = words.partition(" ")
    kept = rest if first in _SENTENCE_WORDS else words
    return kept if " " in kept else ""
