"""Labelled values: the pairs of a document, and the fields that they are for.

A label fits a field if both have the same words. `labels` in `lists.toml` has the words that mean
the same in a label.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from mockserver.chat.model.text.lists import by_word
from mockserver.chat.model.text.meaning import STOP_WORDS, stem, words_of
from mockserver.chat.model.text.numbers import FIGURE
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.text.tables import table
from mockserver.chat.model.text.texts import BULLET, enumerated
from mockserver.chat.model.values.fields import Property

_PAIR = pattern(
    rf"(?m)(?:^[ \t>]*(?:{BULLET}[ \t]+)?|(?<=[ \t|]{{2}})|(?<=[.;,\"] ))\**"
    r"(?P<label>[^\W\d_](?:[^:=|\n,;.]|\.(?=:| (?![A-Z]))){0,40}?)\**[ \t]*[:=]\**(?:[ \t]+|(?=\n))"
    r"(?P<value>[^\n|]*?)(?=(?:[ \t]{2,}|(?<=[.;,\"]) )[^\W\d_][\w ]{1,30}:|[ \t]*(?:[|\n]|\Z))"
)
"""A label at the beginning of a line, a cell or a sentence, and the value up to the next one:
`Total: 12`, `- **Name**: Ada`, `Color = red`."""

_QUOTED_PAIR = pattern(
    r"(?P<mark>['\"])(?P<label>[^\W\d_][\w -]{0,40})(?P=mark) ?: ?(?P<quote>['\"])"
    r"(?P<value>[^'\"\n]{1,200})(?P=quote)"
)
"""A key and a value in quotes, as in JSON."""

_COUNTED = pattern(rf"(?i)\b{FIGURE} (?P<label>[a-z]+s), (?P<value>[^.;:\n\d]+? and [^.,;:\n\d]+)")
"""The name of counted things and the things themselves: `2 items, a cup and a plate`."""

_MOST_WORDS = 5
"""The most words of a label."""

_MEANINGS = by_word("labels")


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
    for match in table("values/records.txt").find_all("log line", text):
        for label, value in match.groupdict().items():
            if value:
                yield LabelledValue(label, value, match.start(label))
    for match in _COUNTED.finditer(text):
        items = (re.sub(r"^(?:an?|the) ", "", each) for each in enumerated(match["value"]))
        yield LabelledValue(match["label"], ", ".join(items), match.start("value"))
    for match in _QUOTED_PAIR.finditer(text):
        yield LabelledValue(match["label"], match["value"], match.start("value"))
    for match in _PAIR.finditer(text):
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
    return 1.0 if named <= _meanings(field.description) else 0.0


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
