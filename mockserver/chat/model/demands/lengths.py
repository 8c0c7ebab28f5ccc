"""Demands on how much there is of something: words, sentences, paragraphs, bullets, highlights."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mockserver.chat.model.demands import measures
from mockserver.chat.model.demands.amounts import bounds_of
from mockserver.chat.model.demands.cue import CUES, Place
from mockserver.chat.model.demands.demand import Apart, Bound, Demand
from mockserver.chat.model.demands.measures import Measure
from mockserver.chat.model.numbers import amount_of

_MOST = 5_000
"""More words than this are not written, whoever asks."""

_AT_LEAST = frozenset({measures.HIGHLIGHTS, measures.PLACEHOLDERS, measures.CAPITALS})
"""Measures that an answer may also exceed."""


def some(place: Place) -> Demand:
    """At least so many of something as the row says."""
    low, name = place.value.split()
    return Bound(Measure(name), int(low))


def none(place: Place) -> Demand:
    """None of what the row says."""
    return Bound(Measure(place.value), 0, 0)


def amount(place: Place) -> Iterator[Demand]:
    """A comparison, a number and a unit, or the unit first: `at most 20 words`, `words: 50-60`."""
    measure = _measure_of(place["unit"] or place.value)
    if CUES.find("some of many", place.before(40)) or CUES.pattern("of each").match(
        place.behind(30)
    ):
        return
    in_capitals = CUES.find("in capitals", place.match[0] + place.behind(40))
    if measure is measures.WORDS and in_capitals:
        return
    low, high = bounds_of(place, negated=place.is_negated(), behind=place["after"])
    if measure == measures.PARAGRAPHS and (mark := CUES.find("divider", place.wording.message)):
        if "---" in mark[0]:
            yield Apart("---", low or high or 1)
    elif measure == measures.CHARACTERS:
        yield Bound(measure, low if low != high else 0, high)
    elif low <= _MOST and (low or high):
        yield _bound(measure, low, high)
    if place["each"] and low == high:
        each = low * amount_of(place["each"])
        yield Bound(measures.SENTENCES, each, each)


def highlights(place: Place) -> Demand:
    """The number in the first amount of sections or phrases that the sentence names; else some."""
    said = [s for s in re.split(r"[.!?\n]", place.wording.text) if CUES.find("marked", s)]
    amount = next(filter(None, map(CUES.pattern("spans").search, said)), None)
    low, high = bounds_of(amount) if amount else (1 + any("twice" in s for s in said), None)
    starred = re.search(r"(?<!\*)\*\w", place.wording.message)
    bold = "bold" in place.match[0].lower() and not starred
    measure = measures.BOLD if bold else measures.HIGHLIGHTS
    return Bound(measure, max(low, 1), None if low == high else high)


def capital_words(place: Place) -> Demand | None:
    """So many words in capitals, by the first amount in the sentence; `some` is one at least."""
    around = place.around
    if not re.search(r"\bwords?\b", around, re.IGNORECASE) or CUES.find("whole", around):
        return None
    amount = CUES.find("amount", around)
    low, high = bounds_of(amount) if amount else (1, None)
    return _bound(measures.CAPITALS, max(low, 1), high)


def divided(place: Place) -> Demand:
    """Parts with a divider between them: as many as are named, or shown, else two."""
    dividers = len(re.findall(r"(?m)^\s*\*\*\*\s*$", place.wording.message))
    named = place.find("parts")
    return Apart("***", max(amount_of(named["low"]) if named else dividers + 1, 2))


def _measure_of(unit: str) -> Measure:
    """The measure whose name begins like the unit."""
    return next(
        (each for each in measures.UNITS if each.name[:4] == unit.lower()[:4]), measures.LINES
    )


def _bound(measure: Measure, low: int, high: int | None) -> Bound:
    return Bound(measure, low, None if low == high and measure in _AT_LEAST else high)
