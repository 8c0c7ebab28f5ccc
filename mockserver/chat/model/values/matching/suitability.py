"""Suitability: the score of a find for a field, by its kind and by the words around it.

`suits` and `prepositions` in `lists.toml` have the points for kinds of finds and words before them.
"""

from __future__ import annotations

from functools import lru_cache

from mockserver.chat.model.text.lists import lists, words
from mockserver.chat.model.text.meaning import senses, stem, words_of
from mockserver.chat.model.values.fields.fields import Property
from mockserver.chat.model.values.finding.amounts import currency_of
from mockserver.chat.model.values.finding.find import Find
from mockserver.chat.model.values.matching.conversion import is_percentage, time_part_of
from mockserver.chat.model.values.words import known_range

_SUITS = {
    kind: dict(zip(row[::2], map(float, row[1::2]), strict=True))
    for kind, row in lists("suits").items()
}
"""The points of each kind of find for a kind of field."""

_PREPOSITIONS: dict[str, list[tuple[frozenset[str], float]]] = {}
"""For each word before a value, the kinds of fields and finds for which it speaks, and how much."""

for _lefts, (_weight, *_kinds) in lists("prepositions").items():
    for _left in _lefts.split():
        _PREPOSITIONS.setdefault(_left, []).append((frozenset(_kinds), float(_weight)))

_DIRECTED = words("fields.from") | words("fields.to")
"""The names of fields for the unit that a conversion is from or to."""

_NAMES = {"email": words("fields.addressed"), "phone": words("fields.phone")}
"""For kinds of finds, the names of fields that take no others."""

_PARTS = {"date": ("year", "month", "day"), "time": ("hour", "minute")}
"""The parts of a date and of a time that a number may be."""

_COUNTS = words("fields.counts")
_STEMS_OF_COUNTS = frozenset(map(stem, _COUNTS))


def suits(field: Property, find: Find) -> float:
    """The score of a find for a field by their kinds; 0 if the find cannot be the value."""
    if field.is_number:
        return _suits_number(field, find)
    if field.type not in ("string", ""):
        return 0.0
    named = _named(field.name)
    if find.kind in _NAMES and not _NAMES[find.kind].isdisjoint(named):
        return 5.0
    if find.kind == "number" and currency_of(find.unit) and named & words("fields.money"):
        return 3.0
    if find.kind == "unit" and field.kind not in ("unit", "currency"):
        is_directed = find.text.isalpha() and field.name in _DIRECTED
        if not is_directed:
            return 0.0
    points = _SUITS.get(field.kind, _SUITS["usual"])
    sort = find.sort if find.sort in points or find.kind == "name" else find.kind
    others = words("fields.folders" if "." in find.text.rpartition("/")[2] else "fields.files")
    is_other = find.kind == field.kind == "path" and not others.isdisjoint(named)
    # `Acme` after `shares in` is no person.
    is_other |= len({field.kind, find.hint} & {"company", "person", "place"}) > 1
    return points.get(sort, 0.0) / (2 if is_other else 1)


@lru_cache(maxsize=1024)
def _named(name: str) -> frozenset[str]:
    """The words of a field's own name, with and without an `s` at their ends."""
    parts = words_of(name.rpartition(".")[2])
    return frozenset((*parts, *(part.removesuffix("s") for part in parts)))


def _suits_number(field: Property, find: Find) -> float:
    """The score of a find for a field that takes a number. One in words is seldom a value."""
    if find.kind in _PARTS:
        return 2.0 if time_part_of(field).removesuffix("s") in _PARTS[find.kind] else 0.0
    if find.kind != "number":
        return 0.0
    if find.is_in_words and not counts(field, find):
        # `two charges` is no `charge`.
        is_count = find.value > 1 and not field.name.endswith("s") and find.counted in field.words
        return 0.0 if is_count else 0.3
    if find.is_in_words:
        return 1.0
    if find.unit == "%" and not is_percentage(field):
        return 0.6
    score = 1.0
    if is_usual(field, find):
        score += 0.1
    if find.counted and not _COUNTS.isdisjoint(words_of(field.name)):
        score += 0.2
    return score


def is_usual(field: Property, find: Find) -> bool:
    """True for a number in figures that is in the usual range of a field's name."""
    usual = known_range(field.name) if find.text.rstrip("%")[-1:].isdecimal() else None
    if usual is None:
        return False
    least, most, step = usual
    return bool(least <= find.value / step <= most)


def counts(field: Property, find: Find) -> bool:
    """True if a field is for the number of the things that a number counts."""
    if _COUNTS.isdisjoint(words_of(field.name)) or find.counted in _STEMS_OF_COUNTS:
        return False
    return find.counted in field.words or find.counted in field.around


def cued(field: Property, find: Find) -> float:
    """The score of a find for a field by the words around it."""
    score = 0.0
    is_number_for_text = find.kind == "number" and field.type == "string"
    for cue, weight in find.cues.items():
        if cue in field.words:
            score += 3 * weight
        elif cue in field.around:
            score += weight
        elif not is_number_for_text and field.senses & senses(cue):
            score += 1.2 * weight
    return score + led(field, find)


def led(field: Property, find: Find) -> float:
    """The score of a find for a field by the word before it, such as `from` or `by`."""
    named = () if field.head == "name" else words_of(field.name)  # `first_name`
    is_start = not words("fields.from").isdisjoint(named)
    is_end = not words("fields.to").isdisjoint(named)
    if is_start or is_end:
        is_converted = field.kind in words("fields.converted")
        if find.left in words("text.into") or (is_converted and find.left in ("in", "many")):
            return 3.0 if is_end else -1.5
        is_amount = find.kind == "unit" or (is_converted and find.left[:1].isdigit())
        if is_amount or find.left in words("text.out_of"):
            return 3.0 if is_start else -1.5
    for kinds, weight in _PREPOSITIONS.get(find.left, ()):
        if field.kind in kinds or find.kind in kinds:
            return weight
    return 0.0
