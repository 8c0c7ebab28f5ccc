"""Filling a schema: values from the prompt, and plausible values for the rest."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from mockserver.chat.model.lists import words
from mockserver.chat.model.meaning import words_of
from mockserver.chat.model.values.fields import Property, fields_of, flat_fields
from mockserver.chat.model.values.finds import finds_in
from mockserver.chat.model.values.labels import fit, pairs_in
from mockserver.chat.model.values.match import (
    Match,
    Matches,
    is_certain,
    match,
    nested,
    sizes_apart,
    takes_number,
)
from mockserver.chat.model.values.records import records_of
from mockserver.chat.structured.budget import Budget
from mockserver.chat.structured.schema import write
from mockserver.chat.structured.values import Message


def values_for(schema: Mapping[str, Any], text: str, now: datetime) -> dict[str, Any]:
    """The values that a text has for the fields of an object, nested like the schema."""
    fields = flat_fields(schema)
    return nested(_with_records(match(fields, text, now), fields, text, now), fields)


def named_fields(schema: Mapping[str, Any], text: str, now: datetime) -> set[str]:
    """The names of the fields that a text names, by a label or beside a value."""
    fields, pairs = fields_of(schema), pairs_in(text)
    named = {each.name for each in fields if any(fit(pair.label, each) > 1 for pair in pairs)}
    for name, one in match(fields, text, now).items():
        field = next(each for each in fields if each.name == name)
        is_told = any(field.words & find.cues.keys() for find in one.finds)
        is_list = field.type == "array" and (len(one.finds) > 2 or is_told)
        if is_list or (is_told and one.finds[0].kind == "worded"):
            named.add(name)
    return named


def _with_records(
    matches: Matches, fields: Sequence[Property], text: str, now: datetime
) -> Matches:
    """The matches, with the records of the text for each list of objects."""
    found = ((field.name, records_of(field, text, now)) for field in fields)
    return matches | {name: Match(records, 0.0) for name, records in found if records}


def certain_values_for(schema: Any, text: str, now: datetime) -> dict[str, Any]:
    """The values of `values_for` that are certain: no phrases, nothing that is only near a cue.

    The operands of a calculation, such as `a` or `first`, take any number, and so do several fields
    for as many numbers. A list of objects takes the records of the text.
    """
    if not isinstance(schema, Mapping):
        return {}
    fields = flat_fields(schema)
    text = sizes_apart(fields, text)
    figures = sum(find.kind == "number" for find in finds_in(text))
    takes_all = figures == sum(map(takes_number, fields)) > 1
    takes_any = words("fields.operands").issuperset
    sought = [
        field._replace(
            required=(takes_all and takes_number(field)) or takes_any(words_of(field.name))
        )
        for field in fields
    ]
    matches = {name: each for name, each in match(sought, text, now).items() if is_certain(each)}
    return nested(_with_records(matches, sought, text, now), sought)


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


def filled_value(
    schema: Any, known: Mapping[str, Any], key: bytes, hint: str, *, sparing: bool = False
) -> Any:
    """The value that `filled` writes, within the budget of one choice."""
    return json.loads(filled(schema, known, key, hint, Budget.of_choices(1), sparing=sparing))
