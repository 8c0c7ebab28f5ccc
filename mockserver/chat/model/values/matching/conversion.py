"""Conversion: the value of a find in the type and the format of a field."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from mockserver.chat.model import languages
from mockserver.chat.model.text.clock import clock_time
from mockserver.chat.model.text.date_formats import day_written
from mockserver.chat.model.text.dates import WEEKDAYS, day_of
from mockserver.chat.model.text.lists import by_word, words
from mockserver.chat.model.text.meaning import stem, words_of
from mockserver.chat.model.text.numbers import numbers_in
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.text.periods import PERIOD
from mockserver.chat.model.values.fields.fields import Property
from mockserver.chat.model.values.finding.amounts import currency_of
from mockserver.chat.model.values.finding.find import ROLES, Find

_DEMONYMS = by_word("demonyms")
"""Countries by the adjectives for what is from there."""

_UNITS = by_word("units")
_ISO = pattern(r"[A-Z]{3}")
"""The code of a currency."""

_TIMED = pattern(r"\d[T ]\d\d:")
"""The time in a date with a time."""

_ON = pattern(r"(?i)^on ")
_SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86_400, "week": 604_800}
"""The seconds of each unit of time."""


def typed_value(field: Property, find: Find, now: datetime) -> Any:
    """The value of a find in the type of a field, None if it has no such value."""
    if field.is_number:
        is_part = find.kind in ("date", "time")
        return _part(field, find, now) if is_part else _quantity(field, find)
    if find.kind == "date" and field.kind in ("date", "moment"):
        return _date(field, find, now)
    return _currency(find) if field.kind == "currency" else coded(field, _text(field, find))


def time_part_of(field: Property) -> str:
    """The part of a date or a time that a field may be named after: `hour`, `years`."""
    is_duration = not words("fields.durations").isdisjoint(words_of(field.name))
    return "" if is_duration else field.head


def _part(field: Property, find: Find, now: datetime) -> int | None:
    """The minute of `6:30`, the month of `3 May`, the years of `in 5 years`."""
    name = time_part_of(field)
    if find.kind == "time":
        hour, _, minute = clock_time(find.text).partition(":")
        return int(hour if name.startswith("hour") else minute)
    if name.endswith("s"):
        return next(map(int, numbers_in(find.text)), None)
    return getattr(day_of(find.text, now), name, None)


def _quantity(field: Property, find: Find) -> int | float | None:
    """The number of a find in the unit that a field is named after, None if its unit differs."""
    value: int | float = find.value
    unit, own = _unit_of(find.unit), _unit_of(field.head)
    if unit in _SECONDS and own in _SECONDS:
        value = seconds_of(find) / _SECONDS[own]
    elif own and unit and own not in _UNITS[find.unit.lower()].split():
        return None
    if find.last > find.first and "temperatur" in field.words | field.around:
        value = next(map(float, numbers_in(find.text)), value)  # `298 K`
    if find.unit == "%" and field.type == "number" and not is_percentage(field):
        value = round(value / 100, 10)
    low, high = field.schema.get("minimum"), field.schema.get("maximum")
    if isinstance(low, int | float) and value < low:
        return None
    if isinstance(high, int | float) and value > high:
        return None
    if float(value).is_integer():
        return int(value)
    return value if field.type == "number" else None


def seconds_of(find: Find) -> float:
    """The seconds of an amount of time, 0 for any other amount."""
    return float(find.value * _SECONDS.get(_unit_of(find.unit), 0))


def _unit_of(word: str) -> str:
    """The unit that a word of two letters or more names, such as `kilogram`, else an empty text."""
    return _UNITS.get(word.lower(), "").partition(" ")[0] if len(word) > 1 else ""


def is_percentage(field: Property) -> bool:
    """True if a field takes `20` for `20%`, not `0.2`."""
    text = f"{field.name} {field.description}".lower()
    is_share = "decimal" in text or "fraction" in text
    return not is_share and ("percent" in text or "%" in text)


def _date(field: Property, find: Find, now: datetime) -> str | None:
    """A date, or the time on a date, in the format that a field describes."""
    day = day_of(find.text, now)
    if day is None:
        return None
    is_format = field.kind == "moment" or "format" in field.schema
    has_format = is_format or "yyy" in field.description.lower()
    bare = _ON.sub("", find.text)
    is_weekday = bare.lower() in WEEKDAYS
    if (is_weekday or PERIOD.fullmatch(find.text)) and not has_format:
        return bare
    is_day = field.head == "date" and not find.unit and "format" not in field.schema
    if field.kind == "date" or (is_day and not _TIMED.search(find.text)):
        return day_written(day, field.description)
    if _TIMED.search(find.text):
        return find.text.replace(" ", "T", 1)
    clock = clock_time(find.unit) if find.unit else "00:00"
    zone = "Z" if field.schema.get("format") == "date-time" else ""
    return f"{day.isoformat()}T{clock}:00{zone}"


def _currency(find: Find) -> str | None:
    """The code of a currency, by its code, name or sign."""
    if _ISO.fullmatch(find.text) and find.text not in words("text.no_names"):
        return find.text
    return next(filter(None, map(currency_of, (find.text, *words_of(find.text)))), None)


def _text(field: Property, find: Find) -> str:
    """A find as a text, without the signs of a number and the words for the field itself."""
    if find.kind == "time" and "hh:mm" in field.description.lower():
        return clock_time(find.text)
    if find.kind == "number":
        unit = f" {find.unit}" if field.kind == "time" and find.unit else ""
        return f"{find.text.strip('$€£,%')}{unit}"
    if find.kind == "phrase":
        return trimmed(find.text, field.words)
    if find.kind == "name":
        return _name(field, find.text)
    return str(find.value) if find.kind in ("quoted", "url") else find.text


def coded(field: Property, name: Any) -> Any:
    """The code for a name if a field takes codes: `Europe/Oslo`, `AAPL`, `LHR`, `de`."""
    kind = ROLES.text("codes", f"{field.name} {field.description}")
    if kind == "languages":
        language = languages.named(str(name))
        return language.code if language else name
    return by_word(kind).get(str(name).lower().replace(" ", "-"), name) if kind else name


def _name(field: Property, name: str) -> str:
    """A name as the value of a field: without what it is the number of, the country of `German`."""
    first, _, others = name.partition(" ")
    if stem(first) in field.words and (len(others) == 1 or any(map(str.isdecimal, others))):
        return others  # `Room 204`, `Size M`
    return _DEMONYMS.get(name.lower(), name) if field.kind == "place" else name


def trimmed(phrase: str, stems: frozenset[str]) -> str:
    """A phrase without these stems at its ends: `jazz genre` becomes `jazz` for a `genre`."""
    kept = phrase.split()
    while len(kept) > 1 and stem(kept[-1]) in stems:
        kept.pop()
    while len(kept) > 1 and (stem(kept[0]) in stems or kept[0] == "of"):
        kept.pop(0)
    return " ".join(kept)
