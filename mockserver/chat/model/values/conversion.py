"""The score of a find for a field, and its value in the type of the field.

`suits` and `prepositions` in `lists.toml` have the points for kinds of finds and words before them.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from mockserver.chat.model.dates import WEEKDAYS, clock_time, day_of, written
from mockserver.chat.model.lists import by_word, is_place, lists, words
from mockserver.chat.model.meaning import senses, stem, words_of
from mockserver.chat.model.numbers import numbers_in
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.values.fields import Property
from mockserver.chat.model.values.finds import GIVEN_NAMES, Find
from mockserver.chat.model.values.words import known_range

CURRENCIES = by_word("currencies")
DEMONYMS = by_word("demonyms")
_DIGITS = tuple("0123456789")
_ISO = pattern(r"[A-Z]{3}")
_PERIOD = pattern(r"(?i)(?:next|this|last|coming) (?:week|weekend|month|quarter|year)")
_SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86_400, "week": 604_800}
UNITS = by_word("units")


def converted(field: Property, find: Find, now: datetime) -> Any:
    """The value of a find in the type of a field, None if it has no such value."""
    if find.kind in ("date", "time") and field.type in ("integer", "number"):
        return _part(field, find, now)
    if field.type in ("integer", "number"):
        return _quantity(field, find)
    if find.kind == "date" and field.kind in ("date", "moment"):
        return _date(field, find, now)
    if field.kind == "currency":
        return _currency(find)
    return _text(field, find)


def is_percentage(field: Property) -> bool:
    """True if a field takes `20` for `20%`, not `0.2`."""
    text = f"{field.name} {field.description}".lower()
    is_share = "decimal" in text or "fraction" in text
    return not is_share and ("percent" in text or "%" in text)


def trimmed(phrase: str, stems: frozenset[str]) -> str:
    """A phrase without these stems at its ends: `jazz genre` becomes `jazz` for a `genre`."""
    kept = phrase.split()
    while len(kept) > 1 and stem(kept[-1]) in stems:
        kept.pop()
    while len(kept) > 1 and (stem(kept[0]) in stems or kept[0] == "of"):
        kept.pop(0)
    return " ".join(kept)


def _part_of(field: Property) -> str:
    """The part of a date or a time that a field may be named after: `hour`, `years`."""
    named = words_of(field.name)
    return "" if "per" in named else "".join(named[-1:])


def _part(field: Property, find: Find, now: datetime) -> int | None:
    """The minute of `6:30`, the month of `3 May`, the years of `in 5 years`."""
    name = _part_of(field)
    if find.kind == "time":
        hour, _, minute = clock_time(find.text).partition(":")
        return int(hour if name.startswith("hour") else minute)
    if name.endswith("s"):
        return next(map(int, numbers_in(find.text)), None)
    return getattr(day_of(find.text, now), name, None)


def _quantity(field: Property, find: Find) -> int | float | None:
    """The number of a find in the unit that a field is named after, None if its unit differs."""
    value: int | float = find.value
    unit, own = unit_of(find.unit), unit_of("".join(words_of(field.name)[-1:]))
    if unit in _SECONDS and own in _SECONDS:
        value = value * _SECONDS[unit] / _SECONDS[own]
    elif own and unit and own not in UNITS[find.unit.lower()].split():
        return None
    if find.last > find.first and "temperatur" in field.words | field.around:
        value = next(map(float, numbers_in(find.text)), value)  # `298 K`
    if find.unit == "%" and field.type == "number" and not is_percentage(field):
        value = round(value / 100, 10)
    low, high = field.schema.get("minimum"), field.schema.get("maximum")
    is_low = isinstance(low, int | float) and value < low
    is_whole = field.type != "integer" or float(value).is_integer()
    if is_low or not is_whole or (isinstance(high, int | float) and value > high):
        return None
    return int(value) if field.type == "integer" else value


def unit_of(word: str) -> str:
    """The unit that a word of two letters or more names, such as `kilogram`, else an empty text."""
    return UNITS.get(word.lower(), "").partition(" ")[0] if len(word) > 1 else ""


def _date(field: Property, find: Find, now: datetime) -> str | None:
    day = day_of(find.text, now)
    if day is None:
        return None
    has_format = "format" in field.schema or "yyy" in field.description.lower()
    is_weekday = find.text.lower() in WEEKDAYS and words_of(field.name)[-1:] in (
        ("day",),
        ("weekday",),
    )
    if (is_weekday or _PERIOD.fullmatch(find.text)) and not has_format:
        return find.text
    if field.kind == "date":
        return written(day, field.description)
    clock = clock_time(find.unit) if find.unit else "00:00"
    zone = "Z" if field.schema.get("format") == "date-time" else ""
    return find.text if "T" in find.text else f"{day.isoformat()}T{clock}:00{zone}"


def _currency(find: Find) -> str | None:
    """The code of a currency, by its code, name or sign."""
    if _ISO.fullmatch(find.text) and find.text not in words("text.no_names"):
        return find.text
    names = (find.text.lower(), *words_of(find.text))
    return next((CURRENCIES[name] for name in names if name in CURRENCIES), None)


def _text(field: Property, find: Find) -> str:
    description = field.description.lower()
    if find.kind == "time" and "hh:mm" in description:
        return clock_time(find.text)
    if find.kind == "number":
        return find.text.strip("$€£,%")
    if find.kind == "phrase":
        return trimmed(find.text, field.words)
    if find.kind == "name":
        return _name(field, find.text)
    return str(find.value) if find.kind == "quoted" else find.text


def _name(field: Property, name: str) -> str:
    """A name as the value of a field: without what it is the number of, the country of `German`."""
    first, _, others = name.partition(" ")
    if others and stem(first) in field.words and any(map(str.isdecimal, others)):
        return others  # `Room 204`
    return DEMONYMS.get(name.lower(), name) if field.kind == "place" else name


_SUITS = {
    kind: dict(zip(row[::2], map(float, row[1::2]), strict=True))
    for kind, row in lists("suits").items()
}
_PREPOSITIONS = tuple(
    (frozenset(lefts.split()), frozenset(kinds), float(weight))
    for lefts, (weight, *kinds) in lists("prepositions").items()
)
_DIRECTED = words("fields.from") | words("fields.to")
_PARTS = {"date": ("year", "month", "day"), "time": ("hour", "minute")}
"""The parts of a date and of a time that a number may be."""


def suits(field: Property, find: Find) -> float:
    """The score of a find for a field by their kinds; 0 if the find cannot be the value."""
    if field.type in ("integer", "number"):
        if find.kind in ("date", "time"):
            return 2.0 if _part_of(field).removesuffix("s") in _PARTS[find.kind] else 0.0
        return _suits_number(field, find) if find.kind == "number" else 0.0
    if field.type not in ("string", ""):
        return 0.0
    parts = words_of(field.name.rpartition(".")[2])
    named = {*parts, *(part.removesuffix("s") for part in parts)}
    for kind, names in (("email", words("fields.addressed")), ("phone", words("fields.phone"))):
        if find.kind == kind and not names.isdisjoint(named):
            return 5.0
    is_directed = find.text.isalpha() and not named.isdisjoint(_DIRECTED)
    if find.kind == "unit" and field.kind not in ("unit", "currency") and not is_directed:
        return 0.0
    points = _SUITS.get(field.kind, _SUITS["usual"])
    return points.get(kind_of(find), 0.0 if find.kind == "name" else points.get(find.kind, 0.0))


def kind_of(find: Find) -> str:
    """The kind of a find. That of a name may be a currency, a place, a company, a person or a job,
    that of a phrase a thing if it has a name in it."""
    if find.kind not in ("name", "phrase"):
        return find.kind
    is_name, parts = find.kind == "name", {*find.text.split(), *find.text.lower().split()}
    first, _, others = find.text.partition(" ")
    is_known = first in GIVEN_NAMES or first.rstrip(".") in words("text.titles")
    kinds = (
        ("thing", not is_name and any(map(str.isupper, find.text))),
        ("currency", is_name and all(word in CURRENCIES for word in words_of(find.text))),
        ("place", is_name and (is_place(find.text) or ", " in find.text)),
        ("company", bool(others) and not words("text.companies").isdisjoint(parts)),
        ("person", is_name and is_known),
        ("job", not words("text.jobs").isdisjoint(parts)),
        (find.sort, find.sort in ("person", "company") or (find.sort == "place" and bool(others))),
    )
    return next((kind for kind, is_it in kinds if is_it), find.kind)


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
    into = find.left in words("text.into") or (is_converted and find.left in ("in", "many"))
    is_amount = find.kind == "unit" or (is_converted and find.left[:1].isdigit())
    out_of = is_amount or find.left in words("text.out_of")
    if (starts or ends) and (into or out_of):
        return 3.0 if (ends if into else starts) else -1.5
    kinds = (field.kind, find.kind)
    for lefts, of_kinds, weight in _PREPOSITIONS:
        if find.left in lefts and not of_kinds.isdisjoint(kinds):
            return weight
    return 0.0


def _suits_number(field: Property, find: Find) -> float:
    """The score of a number. One in words is seldom a value; `two charges` is no `charge`."""
    if find.is_in_words:
        is_count = find.value > 1 and not field.name.endswith("s") and find.counted in field.words
        return 1.0 if counts(field, find) else 0.0 if is_count else 0.3
    if find.unit == "%" and not is_percentage(field):
        return 0.6
    is_count = bool(find.counted) and not words("fields.counts").isdisjoint(words_of(field.name))
    return 1.0 + 0.1 * is_usual(field, find) + 0.2 * is_count


def is_usual(field: Property, find: Find) -> bool:
    """True for a number in figures that is in the usual range of a field's name."""
    usual = known_range(field.name) if find.text.strip("%").endswith(_DIGITS) else None
    return usual is not None and usual[0] <= find.value / usual[2] <= usual[1]


def counts(field: Property, find: Find) -> bool:
    """True if a field is for the number of the things that a number counts."""
    names = words("fields.counts")
    is_count = not names.isdisjoint(words_of(field.name)) and find.counted not in map(stem, names)
    return is_count and find.counted in field.words | field.around
