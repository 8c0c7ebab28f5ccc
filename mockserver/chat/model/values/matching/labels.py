"""Labelled values: the pairs of a document, and the fields that they are for.

A label fits a field if both have the same words. `labels` in `lists.toml` has the words that mean
the same in a label.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from mockserver.chat.model.text.lists import by_word
from mockserver.chat.model.text.meaning import STOP_WORDS, stem, words_of
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.text.tables import table
from mockserver.chat.model.text.texts import enumerated
from mockserver.chat.model.values.fields.fields import Property

_TABLE = table("values/records.txt")

_MOST_WORDS = 5
"""The most words of a label."""

_MEANINGS = by_word("labels")
"""The meanings of words in labels."""

DECIMAL_COMMA = pattern(r"(?<=\d),(?=\d\d\Z)")
"""The comma of an amount: `3,50`."""


class LabelledValue(NamedTuple):
    """A label with its value, and the position of the value in the text."""

    label: str
    value: str
    start: int


@lru_cache(maxsize=64)
def pairs_in(text: str) -> tuple[LabelledValue, ...]:
    """The labelled values of a text, such as `Total: 12`."""
    return tuple(_pairs(text))


def _pairs(text: str) -> Iterator[LabelledValue]:
    for match in _TABLE.find_all("log line", text):
        for label, value in match.groupdict().items():
            if value:
                yield LabelledValue(label, value, match.start(label))
    for match in _TABLE.find_all("counted things", text):
        items = (re.sub(r"^(?:an?|the) ", "", each) for each in enumerated(match["value"]))
        yield LabelledValue(match["label"], ", ".join(items), match.start("value"))
    for kind in ("setting", "quoted pair", "labelled value", "labelled list"):
        for match in _TABLE.find_all(kind, text):
            value = match["value"].strip(" \t,;")
            if value and len(match["label"].split()) <= _MOST_WORDS:
                yield LabelledValue(match["label"], value, match.start("value"))


def fit(label: str, field: Property) -> float:
    """The degree to which a label fits a field: at least 3 for the same words, 0 if not."""
    name = field.name.rpartition(".")[2]
    named, wanted = _meanings(label), _meanings(name)
    if not named or not wanted:
        return 0.0
    if named == wanted:
        return 3.5 if label == name else 3.0
    shared = len(named & wanted)
    if shared and (named <= wanted or wanted <= named):
        return 2.0 + shared / 10
    # Any thing may have a name.
    return 1.0 if named <= _meanings(field.description.replace("name of ", "")) else 0.0


def fits_any(label: str, fields: Iterable[Property]) -> bool:
    """True if a label fits one of some fields."""
    return any(fit(label, each) for each in fields)


def pair_for(request: str, text: str) -> LabelledValue | None:
    """The pair of a text whose label a request has in it; the longest one of several."""
    asked = _meanings(request)
    named = [pair for pair in pairs_in(text) if frozenset() < _meanings(pair.label) <= asked]
    return max(named, key=lambda pair: len(pair.label), default=None)


@lru_cache(maxsize=4096)
def _meanings(label: str) -> frozenset[str]:
    """The meanings of the words of a label or a name, without what it has in brackets."""
    bare = words_of(re.sub(r"\([^()]*\)", "", label))
    telling = [word for word in bare if word in _MEANINGS or word not in STOP_WORDS]
    return frozenset(_MEANINGS.get(word) or stem(word) for word in telling)
