"""Scores: the degree to which a find suits a field, by its kind and by the words around it.

`suits` and `prepositions` in `lists.toml` have the points.
"""

from __future__ import annotations

from mockserver.chat.model.lists import is_place, lists, words
from mockserver.chat.model.meaning import senses, stem, words_of
from mockserver.chat.model.values.context import Find
from mockserver.chat.model.values.conversion import CURRENCIES, is_percentage, part_named
from mockserver.chat.model.values.fields import Property

_SUITS = {
    kind: dict(zip(row[::2], map(float, row[1::2]), strict=True))
    for kind, row in lists("suits").items()
}
_PREPOSITIONS = tuple(
    (frozenset(lefts.split()), frozenset(kinds), float(weight))
    for lefts, (weight, *kinds) in lists("prepositions").items()
)
_PARTS = {"date": ("year", "month", "day"), "time": ("hour", "minute")}
"""The parts of a date and of a time that a number may be."""


def suits(field: Property, find: Find) -> float:
    """The score of a find for a field by their kinds; 0 if the find cannot be the value."""
    if field.type in ("integer", "number"):
        if find.kind in ("date", "time"):
            return 2.0 if part_named(field, find) in _PARTS[find.kind] else 0.0
        return _suits_number(field, find) if find.kind == "number" else 0.0
    if field.type not in ("string", ""):
        return 0.0
    parts = words_of(field.name)
    named = {*parts, *(part.removesuffix("s") for part in parts)}
    for kind, names in (("email", words("fields.addressed")), ("phone", words("fields.phone"))):
        if find.kind == kind and not names.isdisjoint(named):
            return 5.0
    return _SUITS.get(field.kind, _SUITS["usual"]).get(kind_of(find), 0.0)


def kind_of(find: Find) -> str:
    """The kind of a find, where a name may be a place or a currency."""
    if find.kind == "quoted" and is_place(str(find.value)):
        return "place"
    if find.kind == "name":
        is_currency = all(word in CURRENCIES for word in words_of(find.text))
        is_town = is_place(find.text) or ", " in find.text
        if is_currency or is_town:
            return "currency" if is_currency else "place"
    if find.kind in ("name", "phrase"):
        parts = find.text.split()
        for kind, names in (("company", "text.companies"), ("job", "text.jobs")):
            if not words(names).isdisjoint((*parts, *map(str.lower, parts))) and (
                len(parts) > 1 or kind == "job"
            ):
                return kind
    return find.kind


def cued(field: Property, find: Find) -> float:
    """The score of a find for a field by the words around it."""
    score = 0.0
    for cue, weight in find.cues.items():
        if cue in field.words:
            score += 3 * weight
        elif cue in field.around:
            score += weight
        elif (find.kind != "number" or field.type != "string") and field.senses & senses(cue):
            score += 1.2 * weight
    return score + led(field, find)


def led(field: Property, find: Find) -> float:
    """The score of a find for a field by the word before it, such as `from` or `by`."""
    named = words_of(field.name)
    starts, ends = (
        not words("fields.from").isdisjoint(named),
        not words("fields.to").isdisjoint(named),
    )
    is_converted = field.kind in words("fields.converted")
    into = find.left in ("to", "into") or (is_converted and find.left in ("in", "many"))
    out_of = find.left == "from" or (is_converted and find.left[:1].isdigit())
    if (starts or ends) and (into or out_of):
        return 3.0 if (ends if into else starts) else -1.5
    kinds = (field.kind, find.kind)
    for lefts, of_kinds, weight in _PREPOSITIONS:
        if find.left in lefts and not of_kinds.isdisjoint(kinds):
            return weight
    if find.kind == "name" and not words("fields.lands").isdisjoint(named):
        return -1.0 if ", " in find.text else 0.9 if find.left == "," else 0.0
    return 0.0


def _suits_number(field: Property, find: Find) -> float:
    """The score of a number. One in words is seldom a value; `two charges` is no `charge`."""
    if find.unit != "word":
        is_year = find.left in words("fields.since") and find.is_year
        takes_year = not words("fields.of_years").isdisjoint(words_of(field.name))
        is_share = find.unit == "%" and not is_percentage(field)
        takes_year = takes_year or any(find.cues.get(each) == 1 for each in field.words)
        return 0.0 if is_year and not takes_year else 0.6 if is_share else 1.0
    if counts(field, find):
        return 1.0
    is_count = find.value > 1 and not field.name.endswith("s") and find.counted in field.words
    return 0.0 if is_count else 0.3


def counts(field: Property, find: Find) -> bool:
    """True if a field is for the number of the things that a number counts."""
    names = words("fields.counts")
    is_count = not names.isdisjoint(words_of(field.name)) and find.counted not in map(stem, names)
    return is_count and find.counted in field.words | field.around
