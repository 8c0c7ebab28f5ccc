"""Filling a schema: values from the prompt, and plausible values for the rest."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any

from mockserver.chat.model.text.lists import words
from mockserver.chat.model.text.meaning import words_of
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.values.fields.fields import Property, fields_of, flat_fields
from mockserver.chat.model.values.fields.schemas import schema_key
from mockserver.chat.model.values.finding.finds import corrected
from mockserver.chat.model.values.matching.assignment import FAIR, best_matches, is_sure
from mockserver.chat.model.values.matching.match import Match, Matches, nested
from mockserver.chat.model.values.matching.records import figures_apart, records_of
from mockserver.chat.structured.budget import Budget
from mockserver.chat.structured.schema import write
from mockserver.chat.structured.values import Message
from mockserver.core.codec import decode

_BETWEEN_SIZES = pattern(r"(?<=\d) ?[x×] ?(?=\d)")
"""The sign between two sizes of a thing: `55x40`."""

_RECORDED = 9.0
"""The score of records, which are certain."""


def values_for(
    schema: Mapping[str, Any], text: str, now: datetime, *, may_lack: bool = False
) -> dict[str, Any]:
    """The values that a text has for the fields of an object, nested like the schema.

    If required ones `may_lack`, they have no value that there is no evidence for.
    """
    fields, found = _read(schema_key(schema), text, now, FAIR if may_lack else 0.0)
    return nested(found, fields)


def certain_values_for(schema: Any, text: str, now: datetime) -> dict[str, Any]:
    """The values of `values_for` that are certain: no phrases, nothing that is only near a cue.

    The operands of a calculation, such as `a` or `first`, take any number.
    """
    fields, found = _read(schema_key(schema), text, now)
    certain = []
    for field in fields:
        one = found.get(field.name)
        if one is None or not one.is_certain:
            continue
        if words("fields.operands").issuperset(words_of(field.name)) or is_sure(field, one):
            certain.append(field)
    return nested(found, certain)


@lru_cache(maxsize=16)
def _read(
    schema_json: bytes, text: str, now: datetime, least: float = 0.0
) -> tuple[Sequence[Property], Matches]:
    """The fields of a schema, and their matches in a text: records for each list of objects."""
    fields, text = flat_fields(decode(schema_json)), corrected(text)
    numbers = sum((each.items or each).is_number for each in fields)
    if numbers > 1:
        text = _BETWEEN_SIZES.sub(" ", text)
    if numbers == 1 and len(fields) == 2:
        text = figures_apart(text)
    matches = best_matches(fields, text, now, least=least)
    for field in fields:
        if records := records_of(field, text, now):
            matches[field.name] = Match(records, _RECORDED)
    return fields, matches


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

    If `sparing`, optional properties without a known value are left out, except an only
    property without options.
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
