"""Demands on words and letters: which must stand there, which must not, and how often."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mockserver.chat.model.demands import measures
from mockserver.chat.model.demands.amounts import bounds_of
from mockserver.chat.model.demands.cue import CUES, Place
from mockserver.chat.model.demands.demand import Bound, Case, Demand
from mockserver.chat.model.demands.wording import QUOTE

_NO_WORDS = frozenset(
    "in the your response answer a an any that which should must it its "
    "to of as for from is are at "
    "with will this these those all least not below above following and or only such related be "
    "each like when you can i more than less every exactly first last second".split()
)


def keywords(place: Place) -> Iterator[Demand]:
    """Words that have to be there, or that must not."""
    if place.is_negated(60) or CUES.find("not", place.match[0]):
        yield from forbidden(place)
    elif not CUES.pattern("counted or placed").match(place.match.string[place.match.end() :][:60]):
        yield from (Bound(measures.keyword(word), 1) for word in _words(place, "list"))


def forbidden(place: Place) -> Iterator[Demand]:
    """Words that must not stand there; `if it is not there, say "unknown"` forbids nothing."""
    apart = CUES.find("apart", place.match[0]) or CUES.find("if before", place.before(60))
    if not apart:
        yield from (Bound(measures.whole_word(word), 0, 0) for word in _words(place, "list"))


def frequency(place: Place) -> Iterator[Demand]:
    """A word or letter, so many times."""
    for word in _words(place, "word"):
        measure = measures.letter(word) if len(word) == 1 else measures.keyword(word)
        yield Bound(measure, *bounds_of(place, negated=place.is_negated(60), behind=place["after"]))


def letter(place: Place) -> Demand | None:
    """A letter, so many times or never."""
    character = place.plain("letter")
    if len(character) != 1:
        return None
    if place["low"]:
        low, high = bounds_of(place, negated=place.is_negated(60), behind=place["after"])
        return Bound(measures.letter(character), low, high)
    start = place.match.start("letter") - place.match.start()
    unwanted = place.is_negated(60) or CUES.find("not", place.match[0][:start])
    return Bound(measures.letter(character), 0, 0) if unwanted else None


def mark(place: Place) -> Demand:
    """A mark, so many times or never."""
    said = CUES.text("mark", place["mark"])
    measure = measures.HASHTAGS if said == "#tag" else measures.letter(said)
    if not place["low"]:
        return Bound(measure, 0, 0)
    low, high = bounds_of(place, negated=place.is_negated(48))
    return Bound(measure, low, None if low == high else high)


def case(place: Place) -> Demand | None:
    """All letters of the answer, but not those of some words or of the title."""
    around = place.around.lower()
    small = bool(re.search("lower|small", place.match[0].lower()))
    of_words = not small and re.search(r"\bwords?\b", around)
    of_a_part = CUES.find("cased elsewhere", around) or of_words
    if re.search(r"\b(?:yes|true)\b.{0,20}\b(?:no|false)\b", around) or (
        of_a_part and not CUES.find("whole", around)
    ):
        return None
    unwanted = place.is_negated(80) and not re.search(r"\bonly\b", around)
    return Case(str.lower if small != unwanted else str.upper)


def _words(place: Place, group: str) -> Iterator[str]:
    """The words of a list: all that are quoted, else those up to the first that is no keyword."""
    quoted = bool(re.search(QUOTE, place[group]))
    for item in place.wording.items(place[group]):
        word = item.strip(" .,;:!?[]()")
        if not re.search(r"\w", word) or len(word) > 60:
            continue
        if quoted:
            parts = [part.strip() for part in word.split(",")]
            yield from parts if all(re.fullmatch(r"\w+", part) for part in parts) else [word]
        elif word.lower() not in _NO_WORDS and " " not in word:
            yield word
        else:
            return
