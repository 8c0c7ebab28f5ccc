"""Plausible values: the texts and numbers that a person expects in a field, by its name.

The fields of an object are about one person, who lives in a town and works for a company. Names,
places, addresses, dates and numbers in the user's message are used first, each once. In
`words.json`, `fields` lists names of fields for each template of a text, and `ranges` for each
range of numbers (minimum, maximum and step).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Literal

from mockserver.chat.model.content.talk import reply
from mockserver.chat.model.content.topic import topic_of
from mockserver.chat.model.dates import day_of
from mockserver.chat.model.lists import is_place
from mockserver.chat.model.meaning import words_of
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.values.finds import Find, finds_in
from mockserver.chat.model.values.words import DATA, TOWNS, Town, named
from mockserver.chat.structured.draws import Draws
from mockserver.chat.structured.numbers import Range

Kind = Literal["name", "email", "url", "date", "place"]

SOME = Range(1, 100)
"""The numbers for a field with an unknown name."""

_TRIES = 4
_ANY = "{words} {words}"
_OPERANDS = frozenset("a b c x y z n m first second third left right value num number".split())
_FIELDS: dict[str, str] = {
    name: template for template, names in DATA["fields"].items() for name in names.split(", ")
}
_FORMATS: dict[str, str] = DATA["formats"]
_OWN_DAYS = ("{birthday}", "{coming_day}")
"""Templates of dates that are more specific than any date."""

_DAY = "-{01..12}-{01..28}"
_FACTS: Mapping[str, tuple[Kind, str]] = {
    "date": ("date", "{2023..2025}" + _DAY),
    "birthday": ("date", "{1962..2003}" + _DAY),
    "coming_day": ("date", "{2026..2027}" + _DAY),
    "url": ("url", "https://www.{domains}/{words}-{words}"),
}
"""Parts of templates: the kind of fact that is used, and the template if there is no such fact."""

_PLACEHOLDER = pattern(r"<[^<>\n]{1,40}>")
"""A placeholder for a value, such as `<0-1>`, which mentions no fact."""

_ANY_DAY = datetime(2023, 1, 1, tzinfo=UTC)
_LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ"
"""Letters that cannot be mistaken for digits."""

_PART = pattern(
    r"\{(?P<braced>\{\w+\})\}|\{(?P<low>\d+)\.\.(?P<high>\d+)\}|\{(?P<name>[\w.]+)\}|(?<!\{)[#?]"
)
_SENTENCE = pattern(r".+?[.?!](?=\s|$)", re.DOTALL)


class Mentions:
    """Facts in a message: names, places, addresses, dates and numbers. Each is taken once."""

    def __init__(self, message: str) -> None:
        self.message = message
        self._texts: dict[str, list[str]] = {}
        self._numbers: list[int | float] = []
        for find in finds_in(_PLACEHOLDER.sub("", message)):
            if find.kind == "number" and find.unit not in ("word", "ordinal"):
                self._numbers.append(find.value)
            elif fact := _fact(find):
                kind, text = fact
                self._texts.setdefault(kind, []).append(text)
            elif find.kind in ("time", "date"):
                self._numbers += map(int, re.findall(r"\d{1,9}", find.text))
        self._words = frozenset(_words(message))

    def take(self, kind: Kind) -> str | None:
        """The next fact of a kind, None if there is no other."""
        texts = self._texts.get(kind)
        return texts.pop(0) if texts else None

    def take_number(self, fits: Callable[[int | float], bool]) -> int | float | None:
        """The next number that fits, None if there is no other."""
        for index, number in enumerate(self._numbers):
            if fits(number):
                return self._numbers.pop(index)
        return None

    def mention(self, text: str) -> bool:
        """True if the message has every word of a text."""
        return bool(text) and self._words.issuperset(_words(text))


def _fact(find: Find) -> tuple[str, str] | None:
    """The kind and the text of a find that is a fact about a person."""
    if find.kind in ("email", "url"):
        return find.kind, find.text
    if find.kind == "date" and re.search(r"\b\d{4}\b", find.text):
        day = day_of(find.text, _ANY_DAY)
        return ("date", day.isoformat()) if day else None
    if find.kind != "name":
        return None
    if is_place(find.text) or find.left in ("in", "to"):
        return "place", find.text
    return ("name", find.text) if " " in find.text else None


class Persona:
    """The person that the fields of an object are about, with the user's facts if possible."""

    def __init__(self, draws: Draws, facts: Mentions) -> None:
        self.draws = draws
        self.facts = facts

    def filled(self, template: str) -> str:
        """A template of `words.json` filled with digits, listed words and the person's facts."""
        return _PART.sub(self._part, template)

    def _part(self, match: re.Match[str]) -> str:
        if braced := match["braced"]:
            return braced
        if low := match["low"]:
            number = self.draws.between(int(low), int(match["high"]))
            return f"{number:0{len(low)}d}"
        if not (name := match["name"]):
            return str(self.draws.below(10)) if match[0] == "#" else self.draws.pick(_LETTERS)
        if name in _FACTS:
            kind, template = _FACTS[name]
            return self.facts.take(kind) or self.filled(template)
        first, _, rest = name.partition(".")
        if not hasattr(Persona, first):
            return self.draws.pick(named(name))
        value = getattr(self, first)
        return str(getattr(value, rest) if rest else value)

    @cached_property
    def name(self) -> str:
        """The full name."""
        return self.facts.take("name") or self.filled("{first_names} {last_names}")

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
        """Their e-mail address."""
        return self.facts.take("email") or f"{self._plain('.')}@{self.filled('{domains}')}"

    @property
    def login(self) -> str:
        """The letters of their user name."""
        return self._plain("")

    @cached_property
    def town(self) -> Town:
        """The town they live in."""
        city = self.facts.take("place")
        drawn = next((town for town in TOWNS if town.city == city), self.draws.pick(TOWNS))
        return drawn._replace(city=city) if city else drawn

    @cached_property
    def destination(self) -> str:
        """The town they are going to."""
        if city := self.facts.take("place"):
            return city
        return self.draws.pick([town.city for town in TOWNS if town.city != self.town.city])

    @property
    def postal_code(self) -> str:
        """A postal code of their town."""
        return self.filled(self.town.postal)

    @cached_property
    def company(self) -> str:
        """The company they work for."""
        return self.filled("{companies}")

    @property
    def uuid(self) -> str:
        """A UUID of version 4."""
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
            return self.filled("{words} {words}")
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
        text = "".join(reply(key, self.facts.message))
        return "".join(_SENTENCE.findall(text)[:sentences]).strip() or text

    def _plain(self, between: str) -> str:
        """First and last name in lower-case ASCII letters."""
        name = unicodedata.normalize("NFKD", f"{self.first_name} {self.last_name}".lower())
        bare = "".join(char for char in name if char.isascii() and (char.isalnum() or char == " "))
        return between.join(bare.split()) or "someone"


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())


def fitting_text(
    names: Sequence[str], persona: Persona, formats: Sequence[str], least: int, most: int
) -> str:
    """A text with `least` to `most` characters for a field with these names, the best first."""
    template = _template(names, formats)
    for _ in range(_TRIES):
        text = persona.filled(template)
        if least <= len(text) <= most:
            return text
    return _stretched(text, persona, least) if len(text) < least else _cut(text, most)


def _template(names: Sequence[str], formats: Sequence[str]) -> str:
    known = next(filter(None, map(known_text, names)), _ANY)
    for name in formats:
        if name == "date" and known in _OWN_DAYS:
            return known
        if found := _FORMATS.get(name) or known_text(name):
            return found
    return known


@lru_cache(maxsize=4096)
def known_text(name: str) -> str | None:
    """The template of texts in a field of this name, by all words of the name or its last ones."""
    parts = words_of(name)
    for start in range(len(parts)):
        ending = " ".join(parts[start:])
        if found := _FIELDS.get(ending) or _FIELDS.get(ending.removesuffix("s")):
            return found
    return None


def usual_range(names: Iterable[str]) -> Range:
    """The numbers that a person expects in a field with these names, the best first."""
    return next(filter(None, map(known_range, names)), SOME)


def is_operand(names: Iterable[str]) -> bool:
    """True if a field is an operand of a calculation, such as `a` or `first`."""
    return any(_OPERANDS.issuperset(words_of(name)) for name in names)


@lru_cache(maxsize=4096)
def known_range(name: str) -> Range | None:
    """The numbers that a person expects in a field of this name, if the name is known."""
    parts = words_of(name)
    return next((_RANGES[word] for word in reversed(parts) if word in _RANGES), None)


_RANGES = {
    name: Range(int(least), int(most), Fraction(step))
    for names, (least, most, step) in (
        (names, usual.split()) for names, usual in DATA["ranges"].items()
    )
    for name in names.split(", ")
}


def _cut(text: str, most: int) -> str:
    """The whole words of a text that fit in `most` characters, else its first characters."""
    words = text[: most + 1].rpartition(" ")[0].rstrip(" ,.;:")
    return words or text[:most]


def _stretched(text: str, persona: Persona, least: int) -> str:
    """A text made `least` characters long by further words."""
    while len(text) < least:
        text += f" {persona.filled('{words}')}"
    return text[:least].rstrip().ljust(least, ".")
