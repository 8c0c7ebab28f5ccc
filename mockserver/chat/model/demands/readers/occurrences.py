"""Demands for words, letters and marks that a reply has, or never has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from mockserver.chat.model.demands import measures
from mockserver.chat.model.demands.cue import CUES, Place
from mockserver.chat.model.demands.demand import Bound, Demand
from mockserver.chat.model.demands.measures import Measure
from mockserver.chat.model.demands.readers.amounts import bound, bounds_of
from mockserver.chat.model.reading.wording import QUOTE, Wording


def occurrences(place: Place) -> Iterator[Demand]:
    """Words, letters or marks that a reply has as often as the cue says, never if it is negated,
    and else words at least once."""
    is_negated = place.is_negated(60)
    is_none = place.value == "none" or is_negated or CUES.matches("not", place.match[0])
    is_counted = CUES.pattern("counted or placed").match(place.rest[:60])
    # `if it is not there, say "unknown"` forbids nothing.
    is_apart = CUES.matches("apart", place.match[0]) or CUES.matches("if before", place.before(60))
    for measure in _measures_in(place):
        if place["low"]:
            yield bound(measure, *bounds_of(place.match, negated=is_negated))
        elif is_none and not (place["list"] and is_apart):
            yield Bound(replace(measure, name="whole word") if place["list"] else measure, 0, 0)
        elif place["list"] and not (is_none or is_counted):
            yield Bound(measure, 1)


def _measures_in(place: Place) -> Iterator[Measure]:
    """The measures of the mark, the letter or the words of a cue."""
    if place["mark"]:
        sign = CUES.text("mark", place["mark"])
        yield measures.HASHTAGS if sign == "#tag" else Measure("letter", sign)
    elif letter := place.plain("letter").strip("()").lower():
        if len(letter) == 1:
            yield Measure("letter", letter)
    else:
        for word in _words(place.wording, place["list"] or place["word"]):
            yield Measure("letter" if place["word"] and len(word) == 1 else "keyword", word)


def _words(wording: Wording, listed: str) -> Iterator[str]:
    """The words of a list: the quoted ones, or else those before the first that is no keyword."""
    quoted = bool(re.search(QUOTE, listed))
    for item in wording.items(listed):
        word = item.strip(" .,;:!?[]()").lower()
        if len(word) > 60 or not re.search(r"\w", word) or re.search(r"<\w+>|\.\.\.", word):
            continue
        if quoted:
            parts = [part.strip() for part in word.split(",")]
            yield from parts if all(re.fullmatch(r"\w+", part) for part in parts) else [word]
        elif CUES.pattern("no keyword").fullmatch(word) or " " in word:
            return
        else:
            yield word
