"""Usual numbers by what a field is called."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache

from mockserver.chat.model.meaning import words_of
from mockserver.chat.model.values.words import listed
from mockserver.chat.structured.numbers import Range

_CENT = Fraction(1, 100)
_TENTH = Fraction(1, 10)
_FINE = Fraction(1, 10_000)
SOME = Range(1, 100)

_BY_NAMES: tuple[tuple[str, Range], ...] = (
    ("age", Range(19, 78)),
    ("year", Range(1998, 2025)),
    ("month", Range(1, 12)),
    ("day", Range(1, 28)),
    ("hour, hours", Range(1, 12)),
    ("minute, minutes, second, seconds", Range(5, 55)),
    ("price, cost, fee, fare", Range(499, 24_999, _CENT)),
    ("amount, total, subtotal, balance, budget, revenue, payment", Range(2_000, 250_000, _CENT)),
    ("tax, discount, tip, shipping", Range(100, 2_500, _CENT)),
    ("salary, income", Range(380, 1_450, Fraction(100))),
    ("rating, stars, priority, level", Range(1, 5)),
    ("score, grade, points", Range(55, 98)),
    ("confidence, probability, likelihood, ratio, rate, weight", Range(51, 99, _CENT)),
    ("similarity, relevance, accuracy, precision, recall", Range(51, 99, _CENT)),
    ("percent, percentage, progress", Range(5, 95)),
    ("quantity, qty, count, number, guests, people, servings, seats", Range(1, 12)),
    ("latitude, lat", Range(-340_000, 600_000, _FINE)),
    ("longitude, lon, lng, long", Range(-1_200_000, 1_500_000, _FINE)),
    ("temperature, temp, degrees, celsius", Range(60, 280, _TENTH)),
    ("fahrenheit", Range(48, 84)),
    ("height, width, length, depth", Range(10, 200)),
    ("distance, size", Range(12, 480, _TENTH)),
    ("population", Range(24, 960, Fraction(1_000))),
    ("duration, pages", Range(10, 240)),
    ("id", Range(1_001, 9_999)),
    ("port", Range(8_000, 8_999)),
)
_RANGES = {name: usual for names, usual in _BY_NAMES for name in names.split(", ")}
_OPERANDS = frozenset(listed("a b c x y z n m first second third left right value num number"))


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
