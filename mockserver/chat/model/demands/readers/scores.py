"""Demands for numbers: a score in a range, scores with names, and numbers in a row."""

from __future__ import annotations

import re

from mockserver.chat.model.demands.cue import CUES, Place
from mockserver.chat.model.demands.form import Echo, Form, ScoreForm, Template
from mockserver.chat.model.demands.readers.choices import place_in
from mockserver.chat.model.demands.readers.items import separator_in
from mockserver.chat.model.text.numbers import number_of

_MOST_NUMBERS = 200
"""Longer rows of numbers are ignored."""


def score(place: Place) -> Form | None:
    """A number in a range. The value of the cue has the default range and the unit: `1-5 stars`."""
    default_range, _, unit = place.value.partition(" ")
    lowest, _, highest = default_range.partition("-")
    low, high = _number(place["low"] or lowest or "0"), _number(place["high"] or highest or "0")
    if not low < high <= 1_000:
        return None
    if CUES.matches("any number", place.around):
        return ScoreForm(low, high, alone=True, drawn=True)
    line = CUES.find("score line", place.wording.message)
    usual = line["head"] if line else "" if place.find("score in its line") else "Score:"
    is_alone = place.value or (place.find("alone") and not place.find("explained"))
    return ScoreForm(
        low,
        high,
        alone=bool(is_alone) and not (line or place["head"]),
        unit=place["of"] or (f" {unit}" if unit.isalpha() else unit),
        head=place["head"] or usual,
        last=bool(place["head"] and not place["of"]) or place_in(place) == "last",
    )


def _number(text: str) -> float:
    """The value of a bound in figures, with or without thousands separators, or in words."""
    return float(number_of(text))


def named_scores(place: Place) -> Form | None:
    """Several named scores, one on each line."""
    bounds = re.search(r"\b(\d)\D{1,20}?(\d{1,3})\b", place.wording.text)
    names = place.wording.items(re.sub(r"\([^)]*\)", "", place["list"]))
    if not (bounds and names):
        return None
    return Template("\n".join(f"{name}: <score {bounds[1]}-{bounds[2]}>" for name in names))


def counting(place: Place) -> Form | None:
    """The numbers of a range, counted up or down."""
    first, last = int(place["first"] or 1), int(place["last"] or 1)
    numbers = range(first, last + 1) if first <= last else range(first, last - 1, -1)
    separator = separator_in(place.wording.text.lower(), usual=", ")
    return Echo(separator.join(map(str, numbers))) if len(numbers) <= _MOST_NUMBERS else None
