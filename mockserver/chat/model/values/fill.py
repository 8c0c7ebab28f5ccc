"""Filling a schema: values from the prompt, and plausible values for the rest."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from mockserver.chat.model.values.fields import Property, fields_of, flat_fields
from mockserver.chat.model.values.match import Matches, match
from mockserver.chat.structured.budget import Budget
from mockserver.chat.structured.schema import objection, write
from mockserver.core.codec import encode


def values_for(
    schema: Mapping[str, Any], text: str, now: datetime, known: frozenset[str] = frozenset()
) -> dict[str, Any]:
    """The values that a text has for the fields of an object, nested like the schema."""
    fields = flat_fields(schema)
    return nested(match(fields, text, now, known), fields)


def certain_values_for(schema: Any, text: str, now: datetime) -> dict[str, Any]:
    """The values of `values_for` that are certain: no phrases, nothing that is only near a cue."""
    if not isinstance(schema, Mapping):
        return {}
    fields = [field._replace(required=False) for field in flat_fields(schema)]
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
    drawn = write(schema, key, hint, budget)
    value = json.loads(drawn)
    if not isinstance(value, dict) or not isinstance(schema, Mapping):
        return drawn
    fields = fields_of(schema)
    if not fields or not (known or sparing):
        return drawn
    for left_out in (None, *known):  # A single known value that violates the schema is left out.
        kept = {name: known[name] for name in known if name != left_out}
        overlaid = _overlaid(value, kept, fields, sparing=sparing)
        if objection(schema, overlaid, budget) is None:
            return encode(overlaid).decode()
    return drawn


def _overlaid(
    drawn: Mapping[str, Any], known: Mapping[str, Any], fields: Sequence[Property], *, sparing: bool
) -> dict[str, Any]:
    """Known values, and drawn values for the other fields, in the order of the schema."""
    values: dict[str, Any] = {}
    names = {field.name for field in fields}
    for field in fields:
        name, inner = field.name, fields_of(field.schema) if field.type == "object" else ()
        plausible = drawn.get(name)
        if name in known and inner and isinstance(known[name], Mapping):
            inner_drawn = plausible if isinstance(plausible, Mapping) else {}
            values[name] = _overlaid(inner_drawn, known[name], inner, sparing=sparing)
        elif name in known:
            values[name] = known[name]
        elif name in drawn and not sparing:
            values[name] = plausible
        elif name in drawn and (field.required or len(fields) == 1):
            values[name] = plausible if field.default is None else field.default
    return values | {name: value for name, value in drawn.items() if name not in names}
