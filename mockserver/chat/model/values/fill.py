"""A value for a schema: what the prompt says for its fields, the rest plausible."""

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


def said_for(
    schema: Mapping[str, Any], text: str, now: datetime, known: frozenset[str] = frozenset()
) -> dict[str, Any]:
    """The fields of an object for which a text has values, nested as they are."""
    fields = flat_fields(schema)
    return nested(match(fields, text, now, known), fields)


def surely_said_for(schema: Any, text: str, now: datetime) -> dict[str, Any]:
    """Only the values of which there is no doubt: no phrase, nothing that merely stands near."""
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
    """Values by their names as objects in objects, in the order of the fields."""
    values: dict[str, Any] = {}
    for field in fields:
        if field.name not in matches:
            continue
        *above, last = field.name.split(".")
        inside = values
        for name in above:
            inside = inside.setdefault(name, {})
        inside[last] = matches[field.name].value
    return values


def filled(
    schema: Any,
    said: Mapping[str, Any],
    key: bytes,
    hint: str,
    budget: Budget,
    *,
    sparing: bool = False,
) -> str:
    """Compact JSON for a schema: what was said, and plausible values for the rest.

    A `sparing` one leaves out optional properties that nothing was said for, but never the only
    one.
    """
    drawn = write(schema, key, hint, budget)
    value = json.loads(drawn)
    if not isinstance(value, dict) or not isinstance(schema, Mapping):
        return drawn
    fields = fields_of(schema)
    if not fields:
        return drawn
    if not said and not sparing:
        return drawn
    best = _overlaid(value, said, fields, sparing=sparing)
    if objection(schema, best, budget) is None:
        return encode(best).decode()
    for name in said:
        kept = _overlaid(
            value, {key: said[key] for key in said if key != name}, fields, sparing=sparing
        )
        if objection(schema, kept, budget) is None:
            return encode(kept).decode()
    return drawn


def _overlaid(
    drawn: Mapping[str, Any], said: Mapping[str, Any], fields: Sequence[Property], *, sparing: bool
) -> dict[str, Any]:
    """Values from the prompt before drawn ones, in the order in which the fields are declared."""
    values: dict[str, Any] = {}
    known = {field.name for field in fields}
    for field in fields:
        name, inner = field.name, fields_of(field.schema) if field.type == "object" else ()
        beneath = drawn.get(name)
        if name in said and inner and isinstance(said[name], Mapping):
            under = beneath if isinstance(beneath, Mapping) else {}
            values[name] = _overlaid(under, said[name], inner, sparing=sparing)
        elif name in said:
            values[name] = said[name]
        elif name in drawn and not sparing:
            values[name] = beneath
        elif name in drawn and (field.required or len(fields) == 1):
            values[name] = beneath if field.default is None else field.default
    return values | {name: value for name, value in drawn.items() if name not in known}
