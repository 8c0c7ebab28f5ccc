"""Filling a schema: values from the prompt, and plausible values for the rest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from mockserver.chat.model.lists import words
from mockserver.chat.model.meaning import words_of
from mockserver.chat.model.values.fields import Property, fields_of, flat_fields
from mockserver.chat.model.values.match import Matches, match
from mockserver.chat.structured.budget import Budget
from mockserver.chat.structured.schema import write
from mockserver.chat.structured.values import Message


def values_for(
    schema: Mapping[str, Any], text: str, now: datetime, known: frozenset[str] = frozenset()
) -> dict[str, Any]:
    """The values that a text has for the fields of an object, nested like the schema."""
    fields = flat_fields(schema)
    return nested(match(fields, text, now, known), fields)


def certain_values_for(schema: Any, text: str, now: datetime) -> dict[str, Any]:
    """The values of `values_for` that are certain: no phrases, nothing that is only near a cue.

    The operands of a calculation, such as `a` or `first`, take any number.
    """
    if not isinstance(schema, Mapping):
        return {}
    operands = words("fields.operands")
    fields = [
        field._replace(required=operands.issuperset(words_of(field.name)))
        for field in flat_fields(schema)
    ]
    matches = {
        name: found
        for name, found in match(fields, text, now).items()
        if not any(find.kind == "phrase" for find in found.finds)
    }
    return nested(matches, fields)


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
    if sparing:
        fields = fields_of(schema)
        needed = [field for field in fields if field.required or len(fields) == 1]
        stated = {field.name: field.default for field in needed if field.default is not None}
        known = stated | dict(known)
    return write(schema, key, Message(hint, known, sparing), budget)
