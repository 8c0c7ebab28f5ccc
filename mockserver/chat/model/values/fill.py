"""Filling a schema: values from the prompt, and plausible values for the rest."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from itertools import islice
from typing import Any

from mockserver.chat.model.lists import words
from mockserver.chat.model.meaning import words_of
from mockserver.chat.model.values.fields import Property, fields_of, flat_fields
from mockserver.chat.model.values.match import Match, Matches, match
from mockserver.chat.model.values.scan import bounded
from mockserver.chat.structured.budget import Budget
from mockserver.chat.structured.schema import write
from mockserver.chat.structured.values import Message

_PARTINGS = (
    r"\n+",
    r"(?<=[.;!?])\s{1,9}",
    r",\s{1,9}(?:and )?(?=[A-Z\d])|\s{1,9}and\s{1,9}(?=[A-Z\d])",
    r"[,;]\s{1,9}(?:and )?|\s{1,9}and\s{1,9}",
)
"""Separators between the records of a text."""

_MOST_RECORDS = 100


def values_for(
    schema: Mapping[str, Any], text: str, now: datetime, known: frozenset[str] = frozenset()
) -> dict[str, Any]:
    """The values that a text has for the fields of an object, nested like the schema."""
    fields = flat_fields(schema)
    return nested(match(fields, text, now, known), fields)


def certain_values_for(schema: Any, text: str, now: datetime) -> dict[str, Any]:
    """The values of `values_for` that are certain: no phrases, nothing that is only near a cue.

    The operands of a calculation, such as `a` or `first`, take any number. A list of objects takes
    the records of the text.
    """
    if not isinstance(schema, Mapping):
        return {}
    operands = words("fields.operands")
    fields = [
        field._replace(required=operands.issuperset(words_of(field.name)))
        for field in flat_fields(schema)
    ]
    matches = {name: found for name, found in match(fields, text, now).items() if is_certain(found)}
    for field in fields:
        if field.items and field.items.type == "object":
            records = records_in(field.items.schema, text, now)
            matches |= {field.name: Match(records, 0.0)} if records else {}
    return nested(matches, fields)


def records_in(
    items: Mapping[str, Any],
    text: str,
    now: datetime,
    stated: Callable[[str], Mapping[str, Any]] = lambda _: {},
) -> list[dict[str, Any]]:
    """The parts of a text that have a value for every field of an item, not just texts.

    A text has one kind of part: lines, sentences or the members of an enumeration. `stated` finds
    further values in a part.
    """
    fields, text = flat_fields(items), bounded(text)
    found: list[list[dict[str, Any]]] = [[]]
    for parting in _PARTINGS:
        parts = islice(filter(None, re.split(parting, text)), _MOST_RECORDS)
        matched = ((match(fields, part, now), stated(part)) for part in parts)
        found.append([
            {**nested(matches, fields), **others}
            for matches, others in matched
            if len({*matches, *others}) == len(fields) and (others or _are_telling(matches, fields))
        ])  # fmt: skip
    return max(found, key=len)


def _are_telling(matches: Matches, fields: Sequence[Property]) -> bool:
    """True if a field that is no text has a value that is no phrase."""
    return any(field.kind != "text" and is_certain(matches[field.name]) for field in fields)


def is_certain(found: Match) -> bool:
    """True if a value is no phrase."""
    return not any(find.kind == "phrase" for find in found.finds)


def nested(matches: Matches, fields: Sequence[Property]) -> dict[str, Any]:
    """The values of matches as nested objects, in the order of the fields."""
    values: dict[str, Any] = {}
    for field in fields:
        if field.name not in matches:
            continue
        *outer, last = field.name.split(".")
        target = values
        for name in outer:
            target = target.setdefault(name, {})
        target[last] = matches[field.name].value
    return values


def filled(
    schema: Any,
    known: Mapping[str, Any],
    key: bytes,
    hint: str,
    budget: Budget,
    *,
    sparing: bool = False,
) -> str:
    """Compact JSON for a schema: `known` values from the prompt, plausible values for the rest.

    If `sparing`, optional properties without a known value are left out, except an only property.
    """
    fields = fields_of(schema) if sparing else ()
    needed = [field for field in fields if field.required or len(fields) == 1]
    stated = {field.name: field.default for field in needed if field.default is not None}
    return write(schema, key, Message(hint, {**stated, **known}, sparing), budget)
