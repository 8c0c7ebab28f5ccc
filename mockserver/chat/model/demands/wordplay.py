"""Demands on words and letters: which ones a reply must have or avoid, and how often."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mockserver.chat.model.demands import measures
from mockserver.chat.model.demands.cue import CUES, Place
from mockserver.chat.model.demands.demand import Bound, Case, Demand, Each
from mockserver.chat.model.demands.lengths import bounds_of
from mockserver.chat.model.demands.measures import Measure
from mockserver.chat.model.wording import QUOTE


def keywords(place: Place) -> Iterator[Demand]:
    """Words that a reply must have, or must avoid if the cue is negated."""
    if place.is_negated(60) or CUES.matches("not", place.match[0]):
        yield from forbidden(place)
    elif not CUES.pattern("counted or placed").match(place.rest[:60]):
        yield from (Bound(Measure("keyword", word), 1) for word in _words(place, "list"))


def forbidden(place: Place) -> Iterator[Demand]:
    """Words that a reply must avoid; `if it is not there, say "unknown"` forbids nothing."""
    if not (CUES.matches("apart", place.match[0]) or CUES.matches("if before", place.before(60))):
        yield from (Bound(Measure("whole word", word), 0, 0) for word in _words(place, "list"))


def frequency(place: Place) -> Iterator[Demand]:
    """A number of occurrences of words or letters."""
    for word in _words(place, "word"):
        measure = Measure("letter" if len(word) == 1 else "keyword", word)
        yield Bound(measure, *bounds_of(place, negated=place.is_negated(60), after=place["after"]))


def letter(place: Place) -> Demand | None:
    """A number of occurrences of a letter, which may be none."""
    character = place.plain("letter").lower()
    if len(character) != 1:
        return None
    if place["low"]:
        bounds = bounds_of(place, negated=place.is_negated(60), after=place["after"])
        return Bound(Measure("letter", character), *bounds)
    before = place.match[0][: place.match.start("letter") - place.match.start()]
    is_forbidden = place.is_negated(60) or CUES.matches("not", before)
    return Bound(Measure("letter", character), 0, 0) if is_forbidden else None


def mark(place: Place) -> Demand:
    """A number of punctuation marks or hashtags, which may be none."""
    sign = CUES.text("mark", place["mark"])
    measure = measures.HASHTAGS if sign == "#tag" else Measure("letter", sign)
    if not place["low"]:
        return Bound(measure, 0, 0)
    low, high = bounds_of(place, negated=place.is_negated(48))
    is_each = sign == "#tag" and CUES.matches("every one", place.before())
    return (
        Each(Bound(measure, low, high))
        if is_each
        else Bound(measure, low, None if low == high else high)
    )


def case(place: Place) -> Demand | None:
    """The case of the whole reply, unless the cue is about some words or the title."""
    around = place.around.lower()
    small = bool(re.search("lower|small", place.match[0].lower()))
    of_words = not small and re.search(r"\bwords?\b", around)
    of_a_part = CUES.matches("cased elsewhere", around) or of_words
    if re.search(r"\b(?:yes|true)\b.{0,20}\b(?:no|false)\b", around) or (
        of_a_part and not CUES.matches("whole", around)
    ):
        return None
    is_negated = place.is_negated(80) and not re.search(r"\bonly\b", around)
    return Case(str.lower if small != is_negated else str.upper)


def _words(place: Place, group: str) -> Iterator[str]:
    """The words of a list: the quoted ones, or else those before the first that is no keyword."""
    quoted = bool(re.search(QUOTE, place[group]))
    for item in place.wording.items(place[group]):
        word = item.strip(" .,;:!?[]()").lower()
        if not re.search(r"\w", word) or len(word) > 60:
            continue
        if quoted:
            parts = [part.strip() for part in word.split(",")]
            yield from parts if all(re.fullmatch(r"\w+", part) for part in parts) else [word]
        elif not CUES.pattern("no keyword").fullmatch(word) and " " not in word:
            yield word
        else:
            return
