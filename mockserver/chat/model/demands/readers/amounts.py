"""Demands for amounts: a number, a bound or a range of words, lines, sentences and other units."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from mockserver.chat.model.demands import demand, measures
from mockserver.chat.model.demands.cue import CUES, Place
from mockserver.chat.model.demands.demand import Bound, Demand
from mockserver.chat.model.demands.measures import Measure
from mockserver.chat.model.text.numbers import amount_of

_MOST = 5_000
"""Demands for more than this are ignored."""

_PARTS = {
    "line": measures.LINES, "vers": measures.LINES, "sent": measures.SENTENCES,
    "para": measures.PARAGRAPHS, "sect": measures.PARAGRAPHS, "stan": measures.PARAGRAPHS,
}  # fmt: skip
"""Parts of a reply other than the items of a list, by the beginnings of their names."""

_AT_LEAST = (measures.HIGHLIGHTS, measures.BOLD, measures.PLACEHOLDERS, measures.CAPITALS)
"""Measures for which an exact number is only a minimum, as for punctuation marks."""


def some(place: Place) -> Demand:
    """At least a number of a measure, or none of it, as the value of the cue says."""
    low, name = place.value.split()
    return Bound(Measure(name), int(low), None if int(low) else 0)


def amount(place: Place) -> Iterator[Demand]:
    """An exact number of units, a bound or a range: `at most 20 words`, `words: 50-60`."""
    unit = (place["unit"] or place.value).lower()[:4]
    units = (each for each in measures.UNITS if each.name[:4] == unit)
    measure = next(units, _PARTS.get(unit, measures.LINES))
    low, high = bounds_of(place.match, negated=place.is_negated())
    before, after = place.before(60), place.after(40)
    is_cased = measure is measures.WORDS and CUES.matches("in capitals", place.match[0] + after)
    is_divided = measure is measures.PARAGRAPHS and CUES.matches("divider", place.wording.message)
    if is_cased or is_divided or not ((low or high) and low <= _MOST):
        return
    if measure is measures.CHARACTERS and low == high:  # Nobody writes an exact number of them.
        low = 0
    is_of_every_one = CUES.matches("every one", before) and "total" not in after
    if is_of_every_one or CUES.pattern("of each").match(after):
        parts = [each["unit"][:4].lower() for each in CUES.find_all("part", before + after[:20])]
        part = _PARTS.get(parts[-1] if parts else "", measures.BULLETS)
        is_listed = measure is measures.BULLETS  # Bullets stand in sections under headings.
        if not (is_listed and measure is measures.LINES):
            yield demand.Each(bound(measure, low, high), measures.HEADINGS if is_listed else part)
    elif not CUES.matches("some of many", before[-40:]):
        yield bound(measure, low, high)


def emphasis(place: Place) -> Demand | None:
    """A number of highlights or words in capitals: the first amount near them, else 1 or 2."""
    if place.value == "capitals":
        if not re.search(r"(?i)\bwords?\b", place.clause) or CUES.matches("whole", place.around):
            return None
        return _at_least_one(measures.CAPITALS, "amount", [place.around])
    parts = re.split(r"[.!?\n]", place.wording.text)
    sentences = [each for each in parts if CUES.matches("marked", each)]
    starred = re.search(r"(?<!\*)\*\w", place.wording.message)
    is_bold = "bold" in place.around.lower() and not starred
    measure = measures.BOLD if is_bold else measures.HIGHLIGHTS
    items = CUES.find("counted", place.wording.text)
    if items and CUES.matches("of every item", place.clause):
        return Bound(measure, amount_of(items["low"]))
    return _at_least_one(measure, "spans", sentences)


def _at_least_one(measure: Measure, name: str, sentences: Sequence[str]) -> Bound:
    """A bound by the first amount of a named pattern in some sentences, else one or two."""
    counted = next(filter(None, (CUES.find(name, each) for each in sentences)), None)
    if counted is None:
        return Bound(measure, 2 if any("twice" in each for each in sentences) else 1)
    low, high = bounds_of(counted)
    return bound(measure, max(low, 1), high)


def bounds_of(amount: re.Match[str], *, negated: bool = False) -> tuple[int, int | None]:
    """The closed range of an amount: `more than 3` is 4 or more."""
    groups = amount.groupdict("")
    low = amount_of(groups["low"])
    high = amount_of(groups["high"]) if groups.get("high") else 0
    if high > low:
        return low, high
    after = (groups.get("suffix") or groups.get("after", "")).strip(" -")
    before = " ".join(groups.get("relation", "").split())
    relation = CUES.meaning("comparison after", after) or CUES.meaning("comparison", before)
    relation = relation or "exactly"
    if negated:
        relation = CUES.meaning("negated", relation) or relation
    ranges: dict[str, tuple[int, int | None]] = {
        "at least": (low, None), "above": (low + 1, None), "exactly": (low, low),
        "at most": (0, low), "below": (0, max(low - 1, 0)),
    }  # fmt: skip
    return ranges[relation]


def bound(measure: Measure, low: int, high: int | None) -> Bound:
    """A bound; an exact number of marks is only a minimum."""
    is_mark = measure.name == "letter" and not measure.object.isalnum()
    is_minimum = low == high and low and (is_mark or measure in _AT_LEAST)
    return Bound(measure, low, None if is_minimum else high)
