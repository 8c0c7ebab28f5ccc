"""From a find to a value of the type and in the form that a field has to have."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from mockserver.chat.model.dates import clock_time, day_of, written
from mockserver.chat.model.lists import by_word, state_of
from mockserver.chat.model.meaning import stem, words_of
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.values.fields import Property
from mockserver.chat.model.values.finds import Find

_CURRENCIES = by_word("currencies")
_SYMBOLS = {"$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY", "₹": "INR"}
_ISO = pattern(r"[A-Z]{3}")


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


def _date(field: Property, find: Find, now: datetime) -> str | None:
    day = day_of(find.text, now)
    if day is None:
        return None
    if field.kind == "date":
        return written(day, field.said)
    return find.text if "T" in find.text else f"{day.isoformat()}T00:00:00Z"


def _text(field: Property, find: Find) -> Any:
    said = field.said.lower()
    if find.kind == "time":
        return find.text if " am" in said or " pm" in said else clock_time(find.text)
    if find.kind == "number":
        in_century = find.unit == "ordinal" and "century" in find.cues
        return f"{find.text} century" if in_century else find.text.strip("$€£,%")
    if field.kind == "place" and "state" in said and (state := state_of(find.text)):
        return f"{find.text}, {state}"
    if find.kind in ("phrase", "name"):
        return trimmed(find.text, field.words)
    return find.value if find.kind == "quoted" else find.text


def trimmed(phrase: str, words: frozenset[str]) -> str:
    """A phrase without the field's own name at its end: `jazz genre` is jazz."""
    kept = phrase.split()
    while len(kept) > 1 and stem(kept[-1]) in words:
        kept.pop()
    while len(kept) > 1 and (stem(kept[0]) in words or kept[0] == "of"):
        kept.pop(0)
    return " ".join(kept)


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
    said = field.said.lower()
    if "decimal" in said or "fraction" in said:
        return False
    return "percent" in said or "%" in said or "percent" in field.name.lower()


def _currency(find: Find) -> str | None:
    if find.kind == "number":
        return _SYMBOLS.get(find.unit)
    if find.kind == "name" and _ISO.fullmatch(find.text):
        return find.text
    return next((_CURRENCIES[word] for word in words_of(find.text) if word in _CURRENCIES), None)
