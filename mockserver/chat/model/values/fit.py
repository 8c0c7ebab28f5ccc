"""Fit: a find as the value of a field, scored by its kind and the words around it, and in the
type and the form that the field has to have.

How well a kind of find suits a kind of field stands in `lists.toml` under `suits`.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from mockserver.chat.model.dates import clock_time, day_of, written
from mockserver.chat.model.lists import by_word, is_place, lists, state_of, words
from mockserver.chat.model.meaning import senses, stem, words_of
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.values.fields import Property
from mockserver.chat.model.values.finds import Find

_FROM = words("fields.from")
_TO = words("fields.to")
_ADDRESSED = words("fields.addressed")
_LANDS = words("fields.lands")
_PHONE = words("fields.phone")
_SIDES = (words("fields.firsts"), words("fields.seconds"))
"""Words for the first and the second of two."""

_CONVERTED = frozenset({"currency", "unit", "language"})
_SINCE = frozenset({"in", "since", "from", "until", "by"})
_YEAR = frozenset({"year", "date", "season", "since", "from", "to", "start", "end"})
_CURRENCIES = by_word("currencies")
_ISO = pattern(r"[A-Z]{3}")
_SUITS = {
    kind: dict(zip(row[::2], map(float, row[1::2]), strict=True))
    for kind, row in lists("suits").items()
}
_PREPOSITIONS = tuple(
    (frozenset(lefts.split()), frozenset(kinds.split()), weight)
    for lefts, kinds, weight in (
        ("in at near around to within", "place", 1.2),
        ("from aus à en", "place", 0.8),
        ("by i'm am is named called", "person", 1.5),
        ("from", "person", -0.8),
        ("for of about", "text name person", 0.3),
        ("in at near", "name", -0.8),
    )
)
"""Words in front of a value, the kind of its field or of itself, and what that weighs."""


def suits(field: Property, find: Find) -> float:
    """The score of a find for a field by its kind alone; 0 if it cannot be its value."""
    if field.type in ("integer", "number"):
        return _suits_number(field, find) if find.kind == "number" else 0.0
    if field.type == "array":
        return 3.0 if find.kind == "list" else 0.0
    if field.type not in ("string", ""):
        return 0.0
    if (
        field.kind in ("person", "name")
        and find.text.isupper()
        and find.text.lower() in _CURRENCIES
    ):
        return 0.0
    named = words_of(field.name)
    for kind, names in (("email", _ADDRESSED), ("phone", _PHONE)):
        if find.kind == kind and not names.isdisjoint(named):
            return 5.0
    return _SUITS.get(field.kind, _SUITS["usual"]).get(_kind_of(find), 0.0)


def _kind_of(find: Find) -> str:
    """The kind of a find; names of places and of languages are kinds of their own."""
    if find.text in lists("known")["language"]:
        return "language"
    if find.text.lower() in lists("known")["unit"]:
        return "unit"
    return "place" if find.kind == "name" and is_place(find.text) else find.kind


def _suits_number(field: Property, find: Find) -> float:
    """A number in words is seldom a value; `two charges` are no `charge`."""
    if find.unit != "word":
        is_elsewhen = find.left in _SINCE and find.cues.get("year") == 1.0
        return 0.0 if is_elsewhen and _YEAR.isdisjoint(words_of(field.name)) else 1.0
    counts = find.value > 1 and not field.name.endswith("s") and find.counted in field.words
    return 0.0 if counts else 0.3


def cued(field: Property, find: Find) -> float:
    """The score of the words around a find that speak of the field."""
    if find.label:
        labelled = field.words.intersection(map(stem, find.label.split()))
        if labelled or find.label == field.name.lower():
            return 8.0 + len(labelled) / 10
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
    """The score of the word in front of a find, which tells its role: from where, by whom."""
    named = words_of(field.name)
    starts, ends = not _FROM.isdisjoint(named), not _TO.isdisjoint(named)
    into = find.left in ("to", "into") or (find.left == "in" and field.kind in _CONVERTED)
    if (starts or ends) and (into or find.left == "from"):
        return 3.0 if (ends if into else starts) else -1.5
    is_of_two = find.group >= 0 and find.place < len(_SIDES)
    if is_of_two and not _SIDES[find.place].isdisjoint(named):
        return 1.0
    kinds = (field.kind, find.kind)
    for lefts, of_kinds, weight in _PREPOSITIONS:
        if find.left in lefts and not of_kinds.isdisjoint(kinds):
            return weight
    is_land = find.left == "," and find.kind == "name" and not _LANDS.isdisjoint(named)
    return 0.9 if is_land else 0.0


def converted(field: Property, find: Find, now: datetime) -> Any:
    """The value that a find is for a field, None if it is none."""
    if field.type in ("integer", "number"):
        return _quantity(field, find)
    if field.type == "array":
        return find.value if find.kind == "list" else None
    if find.kind == "date" and field.kind in ("date", "moment"):
        return _date(field, find, now)
    if field.kind == "currency":
        return _currency(find)
    return _text(field, find)


def trimmed(phrase: str, words: frozenset[str]) -> str:
    """A phrase without the field's own name at its end: `jazz genre` is jazz."""
    kept = phrase.split()
    while len(kept) > 1 and stem(kept[-1]) in words:
        kept.pop()
    while len(kept) > 1 and (stem(kept[0]) in words or kept[0] == "of"):
        kept.pop(0)
    return " ".join(kept)


def _date(field: Property, find: Find, now: datetime) -> str | None:
    day = day_of(find.text, now)
    if day is None:
        return None
    if field.kind == "date":
        return written(day, field.said)
    return find.text if "T" in find.text else f"{day.isoformat()}T00:00:00Z"


def _text(field: Property, find: Find) -> str:
    said = field.said.lower()
    if find.kind == "time":
        return find.text if " am" in said or " pm" in said else clock_time(find.text)
    if find.kind == "number":
        return find.text.strip("$€£,%")
    if field.kind == "place" and "state" in said and (state := state_of(find.text)):
        return f"{find.text}, {state}"
    if find.kind in ("phrase", "name"):
        return trimmed(find.text, field.words)
    return str(find.value) if find.kind == "quoted" else find.text


def _quantity(field: Property, find: Find) -> int | float | None:
    if find.kind != "number":
        return None
    value: int | float = find.value
    if find.unit == "%" and field.type == "number" and not _in_percent(field):
        value = round(value / 100, 10)
    if field.type == "integer":
        return int(value) if float(value).is_integer() else None
    return value


def _in_percent(field: Property) -> bool:
    said = f"{field.name} {field.said}".lower()
    is_share = "decimal" in said or "fraction" in said
    return not is_share and ("percent" in said or "%" in said)


def _currency(find: Find) -> str | None:
    """The code of a currency that a find is, names, or has the sign of."""
    if find.kind == "name" and _ISO.fullmatch(find.text):
        return find.text
    told = (find.unit, *words_of(find.text))
    return next((_CURRENCIES[word] for word in told if word in _CURRENCIES), None)
