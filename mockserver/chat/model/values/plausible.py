"""Texts and numbers that a person would expect, by what a property is called and said to be.

Which names mean what stands in `words.json`: under `fields` the names of texts, by the template
that tells them, and under `ranges` those of numbers with the least, the most and the step.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache

from mockserver.chat.model.meaning import words_of
from mockserver.chat.model.values.persona import Persona
from mockserver.chat.model.values.words import DATA
from mockserver.chat.structured.numbers import Range

_TRIES = 4
_ANY = "{words} {words}"
_OPERANDS = frozenset("a b c x y z n m first second third left right value num number".split())
_FIELDS: dict[str, str] = {
    name: template for template, names in DATA["fields"].items() for name in names.split(", ")
}
_FORMATS: dict[str, str] = DATA["formats"]
_OWN_DAYS = ("{birthday}", "{coming_day}")
"""Templates that know more of a day than that it is one."""

SOME = Range(1, 100)


def fitting_text(
    names: Sequence[str], persona: Persona, formats: Sequence[str], least: int, most: int
) -> str:
    """A text of a length within the closed range; `names` are what it goes by, the best first."""
    template = _template(names, formats)
    for _ in range(_TRIES):
        text = persona.told(template)
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
    """The template of a text of this name, if it is one: by all its words, else by the last."""
    parts = words_of(name)
    for start in range(len(parts)):
        ending = " ".join(parts[start:])
        if found := _FIELDS.get(ending) or _FIELDS.get(ending.removesuffix("s")):
            return found
    return None


def usual_range(names: Iterable[str]) -> Range:
    """The numbers a person would expect."""
    return next(filter(None, map(known_range, names)), SOME)


def is_operand(names: Iterable[str]) -> bool:
    """True if a field is one of those that calculations have."""
    return any(_OPERANDS.issuperset(words_of(name)) for name in names)


@lru_cache(maxsize=4096)
def known_range(name: str) -> Range | None:
    """The numbers a person would expect in a field of this name, if it is one of a number."""
    parts = words_of(name)
    return next((_RANGES[word] for word in reversed(parts) if word in _RANGES), None)


def _range(written: str) -> Range:
    least, most, step = written.split()
    return Range(int(least), int(most), Fraction(step))


_RANGES = {
    name: _range(usual) for names, usual in DATA["ranges"].items() for name in names.split(", ")
}


def _cut(text: str, most: int) -> str:
    """As many whole words as there is room for, else as many characters."""
    words = text[: most + 1].rpartition(" ")[0].rstrip(" ,.;:")
    return words or text[:most]


def _stretched(text: str, persona: Persona, least: int) -> str:
    """A text with so many words behind it that it is long enough."""
    parts = [text]
    length = len(text)
    while length < least:
        parts.append(persona.told("{words}"))
        length += len(parts[-1]) + 1
    return " ".join(parts)[:least].rstrip().ljust(least, ".")
