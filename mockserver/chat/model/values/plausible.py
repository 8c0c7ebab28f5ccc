"""Plausible values: the texts and numbers that a person expects in a field, by its name.

The fields of an object are about one person, who lives in a town and works for a company. In
`words.json`, `fields` lists names of fields for each template of a text, and `ranges` for each
range of numbers (minimum, maximum and step).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

from mockserver.chat.model.content.talk import reply
from mockserver.chat.model.content.topic import subject_of
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.values.words import DATA, TOWNS, Town, known_range, known_text, named
from mockserver.chat.structured.draws import Draws
from mockserver.chat.structured.numbers import Range

_SOME = (1, 100, Fraction(1))
"""The numbers for a field with an unknown name."""

_TRIES = 4
_ANY = "{words} {words}"
_FORMATS: dict[str, str] = DATA["formats"]
_OWN_DAYS = ("{birthday}", "{coming_day}")
"""Templates of dates that are more specific than any date."""

_TEMPLATES: Mapping[str, str] = DATA["templates"]
"""The templates of parts of templates."""

_LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ"
"""Letters that cannot be mistaken for digits."""

_PART = pattern(
    r"\{(?P<braced>\{\w+\})\}|\{(?P<low>\d+)\.\.(?P<high>\d+)\}|\{(?P<name>[\w.]+)\}|(?<!\{)[#?]"
)
_SENTENCE = pattern(r".+?[.?!](?=\s|$)", re.DOTALL)


class Persona:
    """The person that the fields of an object are about.

    `known` are the values of the object that the user's message has, by the names of their fields.
    """

    def __init__(self, draws: Draws, message: str, known: Mapping[str, Any]) -> None:
        self.draws = draws
        self.message = message
        texts = {name: value for name, value in known.items() if isinstance(value, str)}
        self._known = {known_text(name): text for name, text in texts.items()}

    def filled(self, template: str) -> str:
        """A template of `words.json` filled with digits, listed words and the person's facts."""
        return _PART.sub(self._part, template)

    def _part(self, match: re.Match[str]) -> str:
        if written := match["braced"] or self._known.get(match[0]):
            return written
        if low := match["low"]:
            number = self.draws.between(int(low), int(match["high"]))
            return f"{number:0{len(low)}d}"
        if not (name := match["name"]):
            return str(self.draws.below(10)) if match[0] == "#" else self.draws.pick(_LETTERS)
        if name in _TEMPLATES:
            return self.filled(_TEMPLATES[name])
        first, _, rest = name.partition(".")
        if not hasattr(Persona, first):
            return self.draws.pick(named(name))
        value = getattr(self, first)
        return str(getattr(value, rest) if rest else value)

    @cached_property
    def name(self) -> str:
        """The full name."""
        return self._known.get("{name}") or self.filled("{first_names} {last_names}")

    @property
    def first_name(self) -> str:
        """The given name."""
        return self.name.partition(" ")[0]

    @property
    def last_name(self) -> str:
        """The family name."""
        return self.name.rpartition(" ")[2]

    @cached_property
    def mailbox(self) -> str:
        """Their name as in an e-mail address, in lower-case ASCII letters."""
        name = unicodedata.normalize("NFKD", self.filled("{first_name} {last_name}").lower())
        bare = "".join(char for char in name if char.isascii() and (char.isalnum() or char == " "))
        return ".".join(bare.split()) or "someone"

    @cached_property
    def town(self) -> Town:
        """The town they live in."""
        city = self._known.get("{town.city}")
        drawn: Town = next((town for town in TOWNS if town.city == city), self.draws.pick(TOWNS))
        return drawn._replace(city=city) if city else drawn

    @cached_property
    def destination(self) -> str:
        """The town they are going to."""
        return self.draws.pick([str(each.city) for each in TOWNS if each.city != self.town.city])

    @property
    def postal_code(self) -> str:
        """A postal code of their town."""
        return self.filled(str(self.town.postal))

    @cached_property
    def company(self) -> str:
        """The company they work for."""
        return self.filled("{companies}")

    @property
    def subject(self) -> str:
        """The topic of the message."""
        return subject_of(self.message) if self.message else self.filled(_ANY)

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
        text = "".join(reply(key, self.message))
        return "".join(_SENTENCE.findall(text)[:sentences]).strip() or text


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


def usual_range(names: Iterable[str]) -> Range:
    """The numbers that a person expects in a field with these names, the best first."""
    return Range(*next(filter(None, map(known_range, names)), _SOME))


def _cut(text: str, most: int) -> str:
    """The whole words of a text that fit in `most` characters, else its first characters."""
    words = text[: most + 1].rpartition(" ")[0].rstrip(" ,.;:")
    return words or text[:most]


def _stretched(text: str, persona: Persona, least: int) -> str:
    """A text made `least` characters long by further words."""
    while len(text) < least:
        text += f" {persona.filled('{words}')}"
    return text[:least].rstrip().ljust(least, ".")
