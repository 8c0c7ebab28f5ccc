"""Whom the fields of one object are about: a person, a place and a firm that go together.

What the user's message mentions comes first: names, places, addresses, dates and numbers, each
given out once. The rest is drawn.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import cached_property
from typing import Literal

from mockserver.chat.model.content.talk import reply
from mockserver.chat.model.content.topic import topic_of
from mockserver.chat.model.dates import day_of
from mockserver.chat.model.lists import is_place
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.values.finds import Find, finds_in
from mockserver.chat.model.values.words import TOWNS, Town, named
from mockserver.chat.structured.draws import Draws

Kind = Literal["name", "email", "url", "date", "place"]

_DAY = "-{01..12}-{01..28}"
_FACTS: Mapping[str, tuple[Kind, str]] = {
    "date": ("date", "{2023..2025}" + _DAY),
    "birthday": ("date", "{1962..2003}" + _DAY),
    "coming_day": ("date", "{2026..2027}" + _DAY),
    "url": ("url", "https://www.{domains}/{words}-{words}"),
}
"""Finds of a message that fill a part of a template; without one the part is drawn."""

_PLACEHOLDER = pattern(r"<[^<>\n]{1,40}>")
"""A description of a value, such as `<0-1>`, which is none itself."""

_ANY_DAY = datetime(2023, 1, 1, tzinfo=UTC)
_LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ"
"""Those that nobody takes for digits."""

_PART = pattern(
    r"\{(?P<braced>\{\w+\})\}|\{(?P<low>\d+)\.\.(?P<high>\d+)\}|\{(?P<name>[\w.]+)\}|(?<!\{)[#?]"
)
_SENTENCE = pattern(r".+?[.?!](?=\s|$)", re.DOTALL)
_FIGURES = pattern(r"\d{1,9}")
_YEAR = pattern(r"\b\d{4}\b")


class Mentions:
    """The mentions of a message. Each name and number is given out once."""

    def __init__(self, message: str) -> None:
        self.message = message
        self._texts: dict[str, list[str]] = {}
        self._numbers: list[int | float] = []
        for find in finds_in(_PLACEHOLDER.sub("", message)):
            if find.kind == "number" and find.unit not in ("word", "ordinal"):
                self._numbers.append(find.value)
            elif said := _mentioned(find):
                kind, text = said
                self._texts.setdefault(kind, []).append(text)
            elif find.kind in ("time", "date"):
                self._numbers += map(int, _FIGURES.findall(find.text))
        self._words = frozenset(_words(message))

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
        return bool(text) and self._words.issuperset(_words(text))


def _mentioned(find: Find) -> tuple[str, str] | None:
    """The kind and the text of a find that is a fact about somebody."""
    if find.kind in ("email", "url"):
        return find.kind, find.text
    if find.kind == "date" and _YEAR.search(find.text):
        day = day_of(find.text, _ANY_DAY)
        return ("date", day.isoformat()) if day else None
    if find.kind != "name":
        return None
    if is_place(find.text) or find.left in ("in", "to"):
        return "place", find.text
    return ("name", find.text) if " " in find.text else None


class Persona:
    """Whom the fields of an object are about. What the user said comes first."""

    def __init__(self, draws: Draws, facts: Mentions) -> None:
        self.draws = draws
        self.facts = facts

    def told(self, template: str) -> str:
        """A template of `words.json` with its parts: numbers, words of a list, facts of mine."""
        return _PART.sub(self._part, template)

    def _part(self, found: re.Match[str]) -> str:
        if braced := found["braced"]:
            return braced
        if low := found["low"]:
            number = self.draws.between(int(low), int(found["high"]))
            return f"{number:0{len(low)}d}"
        if not (name := found["name"]):
            return str(self.draws.below(10)) if found[0] == "#" else self.draws.pick(_LETTERS)
        if name in _FACTS:
            kind, template = _FACTS[name]
            return self.facts.take(kind) or self.told(template)
        first, _, rest = name.partition(".")
        if not hasattr(Persona, first):
            return self.draws.pick(named(name))
        held = getattr(self, first)
        return str(getattr(held, rest) if rest else held)

    @cached_property
    def name(self) -> str:
        """The full name."""
        return self.facts.take("name") or self.told("{first_names} {last_names}")

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
        return self.facts.take("email") or f"{self._plain('.')}@{self.told('{domains}')}"

    @property
    def login(self) -> str:
        """The name they log in with, before the digits."""
        return self._plain("")

    @cached_property
    def town(self) -> Town:
        """The town they live in."""
        said = self.facts.take("place")
        drawn = next((town for town in TOWNS if town.city == said), self.draws.pick(TOWNS))
        return drawn._replace(city=said) if said else drawn

    @cached_property
    def destination(self) -> str:
        """The town they are going to."""
        if said := self.facts.take("place"):
            return said
        return self.draws.pick([town.city for town in TOWNS if town.city != self.town.city])

    @property
    def postal_code(self) -> str:
        """A postal code of their town."""
        return self.told(self.town.postal)

    @cached_property
    def company(self) -> str:
        """The company they work for."""
        return self.told("{companies}")

    @property
    def uuid(self) -> str:
        """A random UUID, which says so of itself."""
        text = f"{self.draws.below(2**48):012x}{self.draws.below(2**48):012x}"
        tail = f"{self.draws.below(2**32):08x}"
        variant = "89ab"[int(tail[0], 16) % 4]
        return (
            f"{text[:8]}-{text[8:12]}-4{text[12:15]}-{variant}{text[15:18]}-{text[18:]}{tail[:6]}"
        )

    @property
    def subject(self) -> str:
        """The topic of the message."""
        if not self.facts.message:
            return self.told("{words} {words}")
        _, subjects = topic_of(self.facts.message)
        return "".join(subjects[0]).strip()

    @property
    def sentence(self) -> str:
        """A sentence about the topic."""
        return self._prose(1)

    @property
    def paragraph(self) -> str:
        """Three sentences about the topic."""
        return self._prose(3)

    def _prose(self, sentences: int) -> str:
        key = b"%d" % self.draws.below(2**32)
        said = "".join(reply(key, self.facts.message))
        return "".join(_SENTENCE.findall(said)[:sentences]).strip() or said

    def _plain(self, between: str) -> str:
        """First and last name in small ASCII letters."""
        name = unicodedata.normalize("NFKD", f"{self.first_name} {self.last_name}".lower())
        bare = "".join(char for char in name if char.isascii() and (char.isalnum() or char == " "))
        return between.join(bare.split()) or "someone"


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())
