"""Demands on amounts: of words, sentences, paragraphs, bullets, highlights and the like."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mockserver.chat.model.demands import measures
from mockserver.chat.model.demands.cue import CUES, Place
from mockserver.chat.model.demands.demand import Apart, Bound, Demand, Each
from mockserver.chat.model.demands.measures import Measure
from mockserver.chat.model.numbers import amount_of

_MOST = 5_000
"""Demands for more than this are ignored."""

_OF_ITEMS = (measures.WORDS, measures.CHARACTERS, measures.HASHTAGS, measures.EMOJI)
"""Measures that are bounded in each of several items."""

_AT_LEAST = frozenset({measures.HIGHLIGHTS, measures.PLACEHOLDERS, measures.CAPITALS})
"""Measures for which an exact number is only a minimum."""


def some(place: Place) -> Demand:
    """A minimum and its measure, from the value of the cue."""
    low, name = place.value.split()
    return Bound(Measure(name), int(low))


def none(place: Place) -> Demand:
    """None of the measure that the value of the cue names."""
    return Bound(Measure(place.value), 0, 0)


def amount(place: Place) -> Iterator[Demand]:
    """An exact number of units, a bound or a range: `at most 20 words`, `words: 50-60`."""
    unit = (place["unit"] or place.value).lower()[:4]
    measure = next((each for each in measures.UNITS if each.name[:4] == unit), measures.LINES)
    after = place.after(40)
    if measure is measures.WORDS and CUES.matches("in capitals", place.match[0] + after):
        return
    low, high = bounds_of(place, negated=place.is_negated(), after=place["after"])
    bracketed = [*CUES.find_all("in brackets after a noun", place.match.string)]
    if len(bracketed) > 1 and any(
        each.end() > place.match.start() > each.start() for each in bracketed
    ):
        return
    before = place.before(60)
    if place.find("counted") or not CUES.matches("every reply", before):
        is_each = CUES.matches("every one", before) or CUES.pattern("of each").match(after)
        if is_each and measure in _OF_ITEMS and not (measure == measures.WORDS and low):
            yield Each(Bound(measure, 0 if measure == measures.CHARACTERS else low, high))
        if is_each or CUES.matches("some of many", before[-40:]):
            return
    divider = CUES.find("divider", place.wording.message)
    if measure == measures.PARAGRAPHS and divider:
        if "---" in divider[0]:
            yield Apart("---", low or high or 1)
    elif measure == measures.CHARACTERS:
        yield Bound(measure, low if low != high else 0, high)
    elif low <= _MOST and (low or high):
        yield _bound(measure, low, high)
    if place["least"] and low == high:
        middle = (amount_of(place["least"]) + amount_of(place["most"])) // 2
        yield Bound(measures.WORDS, low * (middle - 3), low * (middle + 3))
    if place["each"] and low == high:
        total = low * amount_of(place["each"])
        yield Bound(measures.SENTENCES, total, total)


def highlights(place: Place) -> Demand:
    """A number of highlights: the first amount in a sentence about them, else one or two."""
    parts = re.split(r"[.!?\n]", place.wording.text)
    sentences = [sentence for sentence in parts if CUES.matches("marked", sentence)]
    amount = next(filter(None, (CUES.find("spans", each) for each in sentences)), None)
    default = 1 + any("twice" in each for each in sentences)
    low, high = bounds_of(amount) if amount else (default, None)
    starred = re.search(r"(?<!\*)\*\w", place.wording.message)
    bold = "bold" in place.match[0].lower() and not starred
    measure = measures.BOLD if bold else measures.HIGHLIGHTS
    return Bound(measure, max(low, 1), None if low == high else high)


def capital_words(place: Place) -> Demand | None:
    """A number of words in capitals: the first amount in the sentence, else at least one."""
    around = place.around
    if not re.search(r"\bwords?\b", around, re.IGNORECASE) or CUES.matches("whole", around):
        return None
    amount = CUES.find("amount", around)
    low, high = bounds_of(amount) if amount else (1, None)
    return _bound(measures.CAPITALS, max(low, 1), high)


def divided(place: Place) -> Demand:
    """Parts with a divider between them: as many as the prompt names or shows, else two."""
    dividers = len(re.findall(r"(?m)^\s*\*\*\*\s*$", place.wording.message))
    named = place.find("parts")
    parts = max(amount_of(named["low"]) if named else dividers + 1, 2)
    return Apart(place["mark"] or "***", parts)


def bounds_of(
    amount: Place | re.Match[str], *, negated: bool = False, after: str = ""
) -> tuple[int, int | None]:
    """The closed range of an amount: `more than 3` is 4 or more.

    `amount` has the groups `low`, `high`, `relation` and `suffix`; `after` is the text after the
    unit.
    """
    low = amount_of(amount["low"])
    if amount["high"] and (high := amount_of(amount["high"])) > low:
        return low, high
    after = (amount["suffix"] or after).strip(" -")
    before = " ".join((amount["relation"] or "").split())
    relation = (
        CUES.meaning("comparison after", after) or CUES.meaning("comparison", before) or "exactly"
    )
    if negated:
        relation = CUES.meaning("negated", relation) or relation
    ranges: dict[str, tuple[int, int | None]] = {
        "at least": (low, None), "above": (low + 1, None), "exactly": (low, low),
        "at most": (0, low), "below": (0, max(low - 1, 0)),
    }  # fmt: skip
    return ranges[relation]


def _bound(measure: Measure, low: int, high: int | None) -> Bound:
    return Bound(measure, low, None if low == high and measure in _AT_LEAST else high)
