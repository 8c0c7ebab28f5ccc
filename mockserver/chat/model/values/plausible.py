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

from mockserver.chat.model.talk.sentences import reply
from mockserver.chat.model.talk.topic import subject_of
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.values.words import DATA, TOWNS, Town, known_range, known_text, named
from mockserver.chat.structured.draws import Draws
from mockserver.chat.structured.numbers import Range

_SOME = (1, 100, Fraction(1))
"""The numbers for a field with an unknown name."""

_TRIES = 4
"""The most texts that are tried for the limits of a schema."""

_ANY = "{words} {words}"
_FORMATS: dict[str, str] = DATA["formats"]
_OWN_DAYS = ("{birthday}", "{coming_day}")
"""Templates of dates that are more specific than any date."""

_TEMPLATES: Mapping[str, str] = DATA["templates"]
"""The templates of parts of templates."""

_LASTING = ("name", "company", "town.postal")
"""Parts of templates that are drawn once for a person."""

_LENGTHS = {"sentence": 1, "paragraph": 3}
"""The sentences that a field for a part of a text has."""

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
        self._draws = draws
        self._message = message
        texts = {name: value for name, value in known.items() if isinstance(value, str)}
        self._facts = {known_text(name): text for name, text in texts.items()}

    def filled(self, template: str) -> str:
        """A template of `words.json` filled with digits, listed words and the person's facts."""
        return _PART.sub(self._part, template)

    def _part(self, match: re.Match[str]) -> str:
        if written := match["braced"] or self._facts.get(match[0]):
            return written
        if low := match["low"]:
            number = self._draws.between(int(low), int(match["high"]))
            return f"{number:0{len(low)}d}"
        if not (name := match["name"]):
            return str(self._draws.below(10)) if match[0] == "#" else self._draws.pick(_LETTERS)
        text = self.filled(_TEMPLATES[name]) if name in _TEMPLATES else self._named(name)
        if name in _LASTING:
            self._facts[match[0]] = text
        return text

    def _named(self, name: str) -> str:
        """The text for a name in a template: a fact, a text about the topic, or a listed word."""
        if name.startswith("town."):
            return self.filled(getattr(self._town, name.removeprefix("town.")))
        if name in ("first_name", "last_name"):
            parts = self.filled("{name}").split(" ")
            return parts[0] if name == "first_name" else parts[-1]
        if name == "mailbox":
            letters = unicodedata.normalize("NFKD", self.filled("{first_name}.{last_name}").lower())
            return re.sub(r"[^a-z\d.]", "", letters).strip(".") or "someone"
        if name == "subject":
            return subject_of(self._message) if self._message else self.filled(_ANY)
        if name in _LENGTHS:
            text = "".join(reply(b"%d" % self._draws.below(2**32), self._message))
            return "".join(_SENTENCE.findall(text)[: _LENGTHS[name]]).strip() or text
        return self._draws.pick(named(name))

    @cached_property
    def _town(self) -> Town:
        """The town they live in."""
        city = self._facts.get("{town.city}")
        drawn: Town = next((town for town in TOWNS if town.city == city), self._draws.pick(TOWNS))
        return drawn._replace(city=city) if city else drawn


def fitting_text(
    names: Sequence[str], persona: Persona, formats: Sequence[str], least: int, most: int
) -> str:
    """A text with `least` to `most` characters for a field with these names, the best first."""
    template = _template(names, formats)
    for _ in range(_TRIES):
        text = persona.filled(template)
        if least <= len(text) <= most:
            return text
    while len(text) < least:
        text += f" {persona.filled('{words}')}"
    if len(text) <= most:
        return text
    whole = text[: most + 1].rpartition(" ")[0].rstrip(" ,.;:")
    return whole if len(whole) >= max(least, 1) else text[:most]


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
