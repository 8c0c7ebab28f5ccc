"""Records: the objects of a list, found by the structure that they repeat in a text.

A text has one kind of part: rows of a table, lines, sentences, or members of an enumeration. A part
is a record if it has a value for every field that has to be there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import islice, pairwise
from typing import Any

from mockserver.chat.model.meaning import STOP_WORDS
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.values.conversion import kind_of
from mockserver.chat.model.values.fields import Property, flat_fields
from mockserver.chat.model.values.finds import finds_in
from mockserver.chat.model.values.labels import fit, pairs_in, tables_in
from mockserver.chat.model.values.match import Match, Matches, is_certain, match, nested
from mockserver.chat.model.values.scan import bounded, tokens_of

_PARTINGS = (
    r"\n+",
    r"(?<=[.;!?])\s{1,9}|\n+",
    r",\s{1,9}(?:and )?(?=[A-Z\d])|\s{1,9}and\s{1,9}(?=[A-Z\d])",
    r"[,;:\n]\s{1,9}(?:and )?|\.\s{1,9}|\s{1,9}and\s{1,9}",
)
"""Separators between the records of a text."""

_MOST = 100
_LONGEST_CELL = 12
_CELLS = pattern(r"\s*[|;\t]\s*|,\s+|\s+[-\u2013\u2014]\s+|:\s+|\s*[()<>]\s*")
_LEAD = pattern(r"\A[^:\n\d]{1,60}:\s(?=\d)")
"""The words of a text for all its records: `Order for Ada: 3 pens, 2 cups`."""

_BULLET = pattern(r"^\s*(?:[-*•]|\d{1,2}[.)])\s+")
_FREE = ("", "text", "name")
"""The kinds of fields that take any text of a record."""

_MARKS = " ()<>-*\u2022.,;:"
_LOOSE_ENDS = pattern(
    r"^\W*(?:\d{1,2}[.)] )?\W*(?:will|must|should|has to|needs to|to|x|×)\b"
    r"|\b(?:by|due|until|till|before|on|at|for|from|each|costs?|is|in|EUR|USD|GBP)\W*$"
    r"|[,;]?\s*\b(?:by|due|until|till)\s*(?=[,;.])",
    re.IGNORECASE,
)
"""Words around the values of a text that belong to none of them."""


def records_of(field: Property, text: str, now: datetime) -> list[dict[str, Any]]:
    """The records of a text for a list of objects: those of what its name labels, if anything."""
    if field.items is None or field.items.type != "object":
        return []
    labelled = next((each for each in pairs_in(text) if fit(each.label, field) > 1), None)
    found = records_in(field.items.schema, text[labelled.start :], now) if labelled else []
    return found or records_in(field.items.schema, text, now)


def records_in(items: Mapping[str, Any], text: str, now: datetime) -> list[dict[str, Any]]:
    """The records of a text: the rows of a table, else those of the parts that have most."""
    text, fields = _LEAD.sub("", bounded(text)), flat_fields(items)
    for header, *rows in tables_in(text):
        if any(fit(title, field) for title in header for field in fields):
            labelled = ("\n".join(map(": ".join, zip(header, row, strict=True))) for row in rows)
            made = [match(fields, each, now) for each in labelled]
            return [nested(each, fields) for each in made if _is_whole(fields, each)]
    of_anything = [f._replace(kind="name") if f.name == "name" else f for f in fields]
    return max((_parts_of(each, text, now) for each in (fields, of_anything)), key=len)[:_MOST]


def _parts_of(fields: Sequence[Property], text: str, now: datetime) -> list[dict[str, Any]]:
    """The records in the parts of a text, by the way of parting it that gives most of them."""
    found = []
    for parts in (*(re.split(each, text) for each in _PARTINGS), _from_name_to_name(text)):
        bare = islice((each for each in map(str.strip, parts) if each), 2 * _MOST)
        made = [(part, _record(fields, part, now)) for part in bare if "\n" not in part]
        found.append([nested(each, fields) for each in _alike([row for row in made if row[1]])])
    return max(found, key=len)


def _alike(rows: Sequence[tuple[str, Matches]]) -> list[Matches]:
    """The records of parts that have the values in the same order as most of the parts."""
    orders = [
        tuple(sorted(made, key=lambda name: part.find(str(made[name].value))))
        for part, made in rows
    ]
    usual = max(orders, key=orders.count, default=())
    return [
        made
        for (_, made), order in zip(rows, orders, strict=True)
        if order == usual or orders.count(usual) < 2
    ]


def _from_name_to_name(text: str) -> list[str]:
    """The parts of a text that begin with its names."""
    tokens = tokens_of(text)
    starts = [tokens[find.first].start for find in finds_in(text) if kind_of(find) == "name"]
    return [text[start:end] for start, end in pairwise([*starts, len(text)])]


def _record(fields: Sequence[Property], part: str, now: datetime) -> Matches:
    """The values in a part of a text for the fields of an object, none unless it has all of them.

    The only free text is what is left of the part without the other values.
    """
    bare = _BULLET.sub("", part).strip()
    pairs = pairs_in(bare)
    if pairs and any(fit(pair.label, field) for pair in pairs for field in fields):
        matches = match(fields, bare, now)
        return matches if _is_whole(fields, matches) else {}
    if matches := _in_cells(fields, bare, now):
        return matches
    matches = match(fields, bare, now)
    free = [each for each in fields if _is_free(each)]
    typed = {
        each.name: matches[each.name]
        for each in fields
        if each not in free and each.name in matches
    }
    rest = without_loose_ends(remainder(bare, typed.values()))
    if len(free) == 1 and free[0].name not in typed:
        own = matches.get(free[0].name)
        is_text = free[0].kind == "text" and any(find.kind == "phrase" for find in finds_in(rest))
        is_short = rest.lower().split()[:1] and rest.lower().split()[0] not in STOP_WORDS
        is_own = own is None or not is_certain(own) or str(own.value) in rest
        is_better = is_short and is_own and len(rest.split()) <= 4
        if rest and (is_text or is_better):
            matches[free[0].name] = Match(rest, 0.0)
    is_telling = any(map(is_certain, typed.values()))
    return matches if is_telling and _is_whole(fields, matches) else {}


def _in_cells(fields: Sequence[Property], part: str, now: datetime) -> Matches:
    """The values of a part that has as many cells as there are fields, in their order."""
    cells = [each for each in _CELLS.split(part) if each.strip(_MARKS)]
    if len(cells) != len(fields) or len(cells) < 2:
        return {}
    matches: Matches = {}
    for field, cell in zip(fields, cells, strict=True):
        is_name = field.kind in ("person", "job", "company") and cell[:1].isupper()
        if (_is_free(field) or is_name) and len(cell.split()) <= _LONGEST_CELL:
            matches[field.name] = Match(without_loose_ends(cell), 0.0)
        elif one := match([field], cell, now).get(field.name):
            matches[field.name] = one
    is_telling = any(one.score and is_certain(one) for one in matches.values())
    return matches if is_telling and len(matches) == len(fields) else {}


def _is_free(field: Property) -> bool:
    return field.type == "string" and field.kind in _FREE and not field.enum


def _is_whole(fields: Sequence[Property], matches: Matches) -> bool:
    """True if all required fields have a value of their own; that of a person is a name."""
    people = (
        matches[each.name] for each in fields if each.kind == "person" and each.name in matches
    )
    texts = [one.value for one in matches.values() if isinstance(one.value, str)]
    return (
        all(map(is_certain, people))
        and len({*texts}) == len(texts)
        and all(each.name in matches for each in fields if each.required)
    )


def remainder(text: str, matches: Iterable[Match]) -> str:
    """A text without the finds of some matches."""
    for find in (find for each in matches for find in each.finds):
        text = text.replace(find.text, "", 1)
    return text


def without_loose_ends(text: str) -> str:
    """A text without the words and marks at its ends that belonged to values beside it."""
    bare = ""
    while bare != text:
        bare, text = text, _LOOSE_ENDS.sub("", text).strip(_MARKS)
    return text
