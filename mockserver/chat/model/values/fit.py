"""Scores of finds for fields: by the find's kind, by the words around it and in front of it."""

from __future__ import annotations

from collections.abc import Mapping

from mockserver.chat.model.lists import by_word, is_place, lists, words
from mockserver.chat.model.meaning import senses, stem, words_of
from mockserver.chat.model.values.fields import Property
from mockserver.chat.model.values.finds import Find

_FROM = words("fields.from")
_TO = words("fields.to")
_SHORT = words("fields.short")
_CONVERTED = frozenset({"currency", "unit", "language"})
_ADDRESSED = words("fields.addressed")
_SINCE = frozenset({"in", "since", "from", "until", "by"})
_YEAR = frozenset({"year", "date", "season", "since", "from", "to", "start", "end"})
_LANDS = words("fields.lands")
_UNITS = frozenset(by_word("units"))
_PHONE = words("fields.phone")
_SIDES = (words("fields.firsts"), words("fields.seconds"))
"""Words for the first and the second of two."""

_USUAL: Mapping[str, float] = {
    "quoted": 2.5,
    "name": 1.6,
    "code": 1.5,
    "phrase": 1.0,
    "number": 0.1,
    "time": 0.2,
    "path": 0.5,
    "list": 0.1,
}
_SUITS: Mapping[str, Mapping[str, float]] = {
    "place": {"name": 2.6, "quoted": 1.5, "phrase": 0.5, "code": 0.4},
    "person": {"name": 2.4, "quoted": 1.6, "phrase": 0.4},
    "date": {"date": 4.0, "number": 0.05},
    "moment": {"date": 4.0},
    "time": {"time": 4.0, "date": 0.6, "phrase": 0.1, "number": 0.1},
    "email": {"email": 5.0},
    "url": {"url": 5.0},
    "path": {"path": 4.0, "quoted": 1.5, "name": 0.3},
    "text": {
        "quoted": 3.0,
        "phrase": 1.2,
        "name": 1.3,
        "code": 0.8,
        "url": 0.3,
        "path": 0.5,
        "list": 0.1,
    },
    "language": {"name": 2.0, "quoted": 1.0, "phrase": 0.5},
    "currency": {"name": 2.0, "phrase": 1.0, "number": 0.6},
    "unit": {"phrase": 0.8, "quoted": 1.0, "name": 0.5},
    "color": {"phrase": 0.8, "quoted": 1.0, "name": 0.8},
    "number": {"code": 3.0, "number": 1.5, "quoted": 2.0, "name": 0.5, "date": 0.2},
    "name": {"quoted": 3.0, "name": 2.2, "code": 1.5, "phrase": 1.0},
}


def suits(field: Property, find: Find) -> float:
    """The score of a find for a field by its kind alone; 0 if it cannot be its value."""
    if field.kind == "place" and find.text.lower() in lists("known")["unit"]:
        return 0.0
    if field.type in ("integer", "number"):
        return _suits_number(field, find) if find.kind == "number" else 0.0
    if field.type == "array":
        return 3.0 if find.kind == "list" else 0.0
    return _suits_text(field, find) if field.type in ("string", "") else 0.0


def _suits_text(field: Property, find: Find) -> float:
    if find.kind == "email" and not _ADDRESSED.isdisjoint(words_of(field.name)):
        return 5.0
    if find.kind == "phone":
        return 0.0 if _PHONE.isdisjoint(words_of(field.name)) else 5.0
    if find.text.isupper() and not _SHORT.isdisjoint(words_of(field.name)):
        return 3.5
    if find.kind == "name" and find.text in lists("known")["language"]:
        return 0.5 if field.kind == "place" else 2.0
    if find.kind == "name" and is_place(find.text):
        return 3.4 if field.kind == "place" else 0.7
    return _SUITS.get(field.kind, _USUAL).get(find.kind, 0.0)


def _suits_number(field: Property, find: Find) -> float:
    """A number in words is seldom a value; `two charges` are no `charge`."""
    if find.unit != "word":
        is_elsewhen = find.left in _SINCE and find.cues.get("year") == 1.0
        return 0.0 if is_elsewhen and _YEAR.isdisjoint(words_of(field.name)) else 1.0
    counts = find.value > 1 and not field.name.endswith("s") and find.counted in field.words
    return 0.0 if counts else 0.3


def cued(field: Property, find: Find) -> float:
    """The score of the words around a find that speak of the field."""
    if find.label and (stem(find.label) in field.words or find.label == field.name.lower()):
        return 8.0
    score = 0.0
    for cue, weight in find.cues.items():
        if cue in field.words:
            score += 3 * weight
        elif cue in field.around:
            score += weight
        elif field.senses and field.senses & senses(cue):
            score += 1.2 * weight
    return score + led(field, find)


def led(field: Property, find: Find) -> float:
    """The score of the word in front of a find, which tells its role: from where, by whom."""
    named = words_of(field.name)
    starts, ends = not _FROM.isdisjoint(named), not _TO.isdisjoint(named)
    if find.left == "from" and (starts or ends):
        return 3.0 if starts else -1.5
    into = find.left in ("to", "into") or (find.left == "in" and field.kind in _CONVERTED)
    if into and (starts or ends):
        return 3.0 if ends else -1.5
    is_of_two = find.group >= 0 and find.place < len(_SIDES)
    if is_of_two and not _SIDES[find.place].isdisjoint(named):
        return 1.0
    for lefts, kinds, weight in _PREPOSITIONS + (_OF_NAMES if find.kind == "name" else ()):
        if find.left in lefts and field.kind in kinds:
            return weight
    is_land = find.left == "," and find.kind == "name" and not _LANDS.isdisjoint(named)
    is_counted = find.kind == "phrase" and find.left.isdigit() and not _is_measure(find.text)
    if is_land or (is_counted and field.kind in ("name", "")):
        return 0.9
    is_somewhere = find.left in ("in", "at", "near") and find.kind == "name"
    return -0.8 if is_somewhere and field.kind != "date" else 0.0


def _is_measure(phrase: str) -> bool:
    """True for a unit, and for so many units of something."""
    return phrase in _UNITS or " of " in phrase


_PREPOSITIONS = (
    (("in", "at", "near", "around", "to", "within"), ("place",), 1.2),
    (("from", "aus", "à", "en"), ("place",), 0.8),
    (("by",), ("person",), 1.5),
    (("from",), ("person",), -0.8),
    (("for", "of", "about"), ("text", "name", "person"), 0.3),
)
"""Words in front of values of a kind, and their weight."""

_OF_NAMES = ((("i'm", "am", "is", "named", "called"), ("person",), 1.5),)
"""The same for names alone."""
