"""Amounts in another unit: length, weight, volume, time, data and temperature."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from mockserver.chat.model.content.found import Answer, stated
from mockserver.chat.model.content.stored import stored
from mockserver.chat.model.numbers import NUMBER, number_of, written
from mockserver.chat.model.patterns import pattern

_UNIT = r"(?:°|degrees? )?[a-z]{1,12}(?:/[a-z]{1,2})?\b"
_ASKED = (
    pattern(
        rf"(?P<amount>-?{NUMBER}) ?(?P<one>{_UNIT}) (?:in|into|to|as|are how many|is how many|"
        rf"equals how many|expressed in) (?P<other>{_UNIT})",
        re.IGNORECASE,
    ),
    pattern(
        rf"how many (?P<other>{_UNIT}) (?:are |is |there )*(?:in|are|is|make|equal)(?: up)? "
        rf"(?P<amount>{NUMBER}|an?\b|one\b) ?(?P<one>{_UNIT})(?!,? and \d)",
        re.IGNORECASE,
    ),
    pattern(
        rf"\b(?:what is|what's|convert|how much is|how (?:long|far|heavy|hot|warm|cold) is) "
        rf"(?P<amount>-?{NUMBER}) ?(?P<one>{_UNIT})[^.?\n]{{0,15}}? (?:in|into|to) "
        rf"(?P<other>{_UNIT})",
        re.IGNORECASE,
    ),
)
_SHORT = {
    "km/h": "km/h",
    "m/s": "m/s",
    "mph": "mph",
    "foot": "feet",
    "inch": "inches",
    "stone": "stone",
}
_TEMPERATURES = {
    "c": "°C", "celsius": "°C", "centigrade": "°C", "f": "°F", "fahrenheit": "°F", "k": "K",
    "kelvin": "K", "kelvins": "K",
}  # fmt: skip
_TO_CELSIUS: dict[str, Callable[[Fraction], Fraction]] = {
    "°C": lambda degrees: degrees,
    "°F": lambda degrees: (degrees - 32) * 5 / 9,
    "K": lambda degrees: degrees - Fraction("273.15"),
}
_FROM_CELSIUS: dict[str, Callable[[Fraction], Fraction]] = {
    "°C": lambda degrees: degrees,
    "°F": lambda degrees: degrees * 9 / 5 + 32,
    "K": lambda degrees: degrees + Fraction("273.15"),
}


class Unit(NamedTuple):
    """A unit: its quantity, its name, and its size in the first unit of that quantity."""

    kind: str
    name: str
    factor: Fraction


def convert(question: str) -> Answer | None:
    """The amount a message names, in the unit it asks for."""
    for asked in _ASKED:
        for found in asked.finditer(question[-1_000:]):
            if answer := _converted(found["amount"], found["one"], found["other"]):
                return answer
    return None


def cues() -> frozenset[str]:
    """The words for units that are more than a letter."""
    return frozenset(word for word in (*_units(), *_TEMPERATURES) if len(word) > 1)


def _converted(amount: str, one: str, other: str) -> Answer | None:
    number = Fraction(1) if amount.lower() in ("a", "an") else _signed(amount)
    if _degrees(one) and _degrees(other):
        return _temperature(number, _degrees(one), _degrees(other))
    first, second = _units().get(one.lower()), _units().get(other.lower())
    if not first or not second or first.kind != second.kind:
        return None
    result = number * first.factor / second.factor
    shown = f"{written(result)} {_plural(second.name, result)}"
    verb = "is" if number == 1 else "are"
    return stated(f"{written(number)} {_plural(first.name, number)} {verb} {shown}.", shown)


def _signed(amount: str) -> Fraction:
    return -number_of(amount[1:]) if amount.startswith("-") else number_of(amount)


def _degrees(unit: str) -> str:
    return _TEMPERATURES.get(unit.lower().removeprefix("°").split(" ")[-1], "")


def _temperature(number: Fraction, one: str, other: str) -> Answer:
    result = _FROM_CELSIUS[other](_TO_CELSIUS[one](number))
    shown = f"{written(Fraction(round(result * 100), 100))} {other}"
    return stated(f"{written(number)} {one} is {shown}.", shown)


def _plural(name: str, number: Fraction) -> str:
    return name if number == 1 else _SHORT.get(name, f"{name}s")


@cache
def _units() -> dict[str, Unit]:
    return {
        word: Unit(kind, name, Fraction(factor))
        for kind, units in stored("units").items()
        for name, (factor, words) in units.items()
        for word in words.split()
    }
