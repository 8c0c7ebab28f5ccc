"""Filling a schema: values from the prompt, and plausible values for the rest."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import islice
from typing import Any

from mockserver.chat.model.lists import words
from mockserver.chat.model.meaning import senses, words_of
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.values.fields import Property, fields_of, flat_fields, optional_fields
from mockserver.chat.model.values.finds import finds_in
from mockserver.chat.model.values.labels import fit, pairs_in, sections_in, tables_in
from mockserver.chat.model.values.match import Match, Matches, match, sizes_apart, takes_number
from mockserver.chat.model.values.scan import bounded, tokens_of
from mockserver.chat.structured.budget import Budget
from mockserver.chat.structured.schema import write
from mockserver.chat.structured.values import Message

_PARTINGS = (
    r"(?<=[.;!?])\s{1,9}",
    r"\n+",
    r",\s{1,9}(?:and )?(?=[A-Z\d])|\s{1,9}and\s{1,9}(?=[A-Z\d])",
    r"[,;]\s{1,9}(?:and )?|\s{1,9}and\s{1,9}",
)
"""Separators between the records of a text."""

_MOST_RECORDS = 100
_TEXTS = ("", "text", "name")
"""The kinds of fields that take any text of a record."""

_BETWEEN_ITEMS = pattern(r", | \| | [-\u2013] |\(")
_MARKS = " ()-*\u2022.,;:"
_LOOSE_ENDS = pattern(
    r"^\W*(?:\d{1,2}[.)] )?\W*(?:will|must|should|has to|needs to|to)\b"
    r"|\b(?:by|due|until|till|before|on|at|for|from)\W*$"
    r"|[,;]?\s*\b(?:by|due|until|till)\s*(?=[,;.])",
    re.IGNORECASE,
)
"""Words around the values of a text that belong to none of them."""


def values_for(
    schema: Mapping[str, Any], text: str, now: datetime, known: frozenset[str] = frozenset()
) -> dict[str, Any]:
    """The values that a text has for the fields of an object, nested like the schema."""
    fields = flat_fields(schema)
    matches = _of_siblings(match(fields, text, now, known), schema, text, now)
    return nested(_with_records(matches, fields, text, now), fields)


def _of_siblings(matches: Matches, schema: Mapping[str, Any], text: str, now: datetime) -> Matches:
    """Matches in which objects with the same keys, such as a sender and a recipient, have values
    of their own: each takes those of the text from its name up to the next one."""
    outer = [field for field in fields_of(schema) if field.type == "object"]
    keys = [tuple(each.name for each in fields_of(field.schema)) for field in outer]
    siblings = [field for field, own in zip(outer, keys, strict=True) if keys.count(own) > 1]
    starts = {field.name: _named_at(field, text) for field in siblings}
    named = sorted((start, name) for name, start in starts.items() if start is not None)
    if not siblings or len({start for start, _ in named}) < len(siblings):
        return matches
    ends = [*(start for start, _ in named[1:]), len(text)]
    made = dict(matches)
    for (start, name), end in zip(named, ends, strict=True):
        part = text[start:end]
        field = next(each for each in siblings if each.name == name)
        inner = flat_fields(field.schema)
        own = {each.name: made.pop(f"{name}.{each.name}", None) for each in inner}
        kept = {key: one for key, one in own.items() if one and str(one.value) in part}
        rest = [each for each in inner if each.name not in kept]
        kept |= match(rest, remainder(part, kept.values()), now)
        made |= {f"{name}.{key}": one for key, one in kept.items()}
    return made


def _named_at(field: Property, text: str) -> int | None:
    """The index of the first word of a text that names a field or has the sense of its name."""
    names = words_of(field.name)
    found = [token for token in tokens_of(bounded(text)) if token.kind == "word"]
    for is_name in (
        lambda token: token.lower in names or token.stem in field.words,
        lambda token: field.senses & senses(token.stem),
    ):
        if token := next(filter(is_name, found), None):
            return token.start
    return None


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
        optional._replace(required=True)
        if (takes_all and takes_number(field)) or takes_any(words_of(field.name))
        else optional
        for field, optional in zip(fields, optional_fields(schema), strict=True)
    ]
    found = _of_siblings(match(sought, text, now), schema, text, now)
    matches = {name: each for name, each in found.items() if is_certain(each)}
    return nested(_with_records(matches, sought, text, now), sought)


def records_of(field: Property, text: str, now: datetime) -> list[dict[str, Any]]:
    """The records of a text for a list of objects: those of the section it names, if any."""
    if field.items is None or field.items.type != "object":
        return []
    labelled = next((each for each in pairs_in(text) if fit(each.label, field) > 1), None)
    text = text[labelled.start :] if labelled else text
    for heading, lines in sections_in(text):
        if fit(heading, field) >= 1:
            fields = flat_fields(field.items.schema)
            made = (_record(fields, line, now, is_row=True) for line in lines)
            if found := [nested(each, fields) for each in made if each]:
                return found
    return records_in(field.items.schema, text, now)


def records_in(items: Mapping[str, Any], text: str, now: datetime) -> list[dict[str, Any]]:
    """The rows of a table, else the parts of a text that have a value for every required field.

    A text has one kind of part: lines, sentences or the members of an enumeration.
    """
    fields, text = flat_fields(items), bounded(text)
    found: list[list[dict[str, Any]]] = [[]]
    for header, *rows in tables_in(text):
        labelled = ("\n".join(map(": ".join, zip(header, row, strict=True))) for row in rows)
        made = [match(fields, each, now) for each in labelled]
        if any(fit(title, field) for title in header for field in fields):
            found.append(
                [
                    nested(each, fields)
                    for each in made
                    if all(field.name in each for field in fields if field.required)
                ]
            )
    if sorted(each.type for each in fields) in (["integer", "string"], ["number", "string"]):
        found[0] = [nested(each, fields) for each in _numbered_names(fields, text)]
    for parting in () if len(found) > 1 else _PARTINGS:
        parts = [*islice(filter(None, re.split(parting, text)), _MOST_RECORDS)]
        made = [_record(fields, part, now) for part in parts]
        found.append([nested(each, fields) for each in made if each])
    return max(found, key=len)


def _numbered_names(fields: Sequence[Property], text: str) -> Iterator[Matches]:
    """The names in a text that a number follows, with the number."""
    name = ""
    text_field, number_field = sorted(fields, key=lambda field: field.type != "string")
    for find in finds_in(text):
        if find.kind == "name":
            name = find.text
        elif find.kind == "number" and name:
            yield {
                text_field.name: Match(name, 0.0),
                number_field.name: Match(find.value, 0.0),
            }
            name = ""


def _record(
    fields: Sequence[Property], part: str, now: datetime, *, is_row: bool = False
) -> Matches:
    """The values in a part of a text for the fields of an object, none unless it has all of them.

    Names and texts that the part lists take its items in their order. The only text takes what is
    left of the part without the other values.
    """
    pairs = pairs_in(part)
    if pairs and not any(fit(pair.label, field) for pair in pairs for field in fields):
        return {}
    matches = match(fields, part, now)
    texts = [each for each in fields if each.type == "string" and each.kind in _TEXTS]
    typed = [one for name, one in matches.items() if name not in {each.name for each in texts}]
    rest = remainder(part, typed)
    items = [each.strip(_MARKS) for each in _BETWEEN_ITEMS.split(rest) if each.strip(_MARKS)]
    if (typed or is_row) and not pairs and 1 < len(texts) <= len(items):
        matches |= {field.name: Match(item, 0.0) for field, item in zip(texts, items, strict=False)}
    elif not pairs and [each.kind for each in texts] == ["text"] and typed and _is_clause(rest):
        matches[texts[0].name] = Match(without_loose_ends(rest), 0.0)
    is_whole = all(each.name in matches for each in fields if each.required)
    named = (matches[each.name] for each in fields if each not in texts and each.name in matches)
    is_telling = is_row or any(map(is_certain, named))
    return matches if is_whole and is_telling else {}


def remainder(text: str, matches: Iterable[Match]) -> str:
    """A text without the finds of some matches."""
    for find in (find for each in matches for find in each.finds):
        text = text.replace(find.text, "", 1)
    return text


def without_loose_ends(text: str) -> str:
    """A text without the words and marks at its ends that belonged to values beside it."""
    return _LOOSE_ENDS.sub("", text).strip(_MARKS)


def _is_clause(text: str) -> bool:
    """True if a text has more than names, numbers and dates."""
    return any(find.kind == "phrase" for find in finds_in(text))


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


def filled_value(
    schema: Any, known: Mapping[str, Any], key: bytes, hint: str, *, sparing: bool = False
) -> Any:
    """The value that `filled` writes, within the budget of one choice."""
    return json.loads(filled(schema, known, key, hint, Budget.of_choices(1), sparing=sparing))
