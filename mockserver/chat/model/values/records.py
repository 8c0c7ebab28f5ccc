"""Records: the objects of a list and the rows of a table, found by the structure that they repeat.

A text has one kind of part: rows of a table, lines, sentences, or members of an enumeration. A part
is a record if it has a value for every field that has to be there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import lru_cache, partial
from itertools import islice, pairwise
from typing import Any

from mockserver.chat.model.meaning import words_of
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.tables import table
from mockserver.chat.model.texts import rows_of
from mockserver.chat.model.values.conversion import kind_of
from mockserver.chat.model.values.fields import Property, fields_of, flat_fields
from mockserver.chat.model.values.finds import finds_in
from mockserver.chat.model.values.labels import fit, pairs_in
from mockserver.chat.model.values.match import Match, Matches, is_certain, match, nested
from mockserver.chat.model.values.scan import bounded, tokens_of

_TABLE = table("values/records.txt")
_PARTINGS = (
    r"\n\s*\n",
    r"\n+",
    r"(?<=[.;!?])\s{1,9}|\n+",
    r"[,;:\n]\s{1,9}(?:and )?|\.\s{1,9}|\s{1,9}and\s{1,9}",
)
"""Separators between the records of a text."""

_MOST = 100
_READ = 12_000
_LONGEST_CELL = 12
_CELLS = pattern(r"\s*[|;\t]\s*|,\s+|\s+[-\u2013\u2014]\s+|:\s+|\s*[()<>]\s*")
_COMMA = pattern(r"(?<=\d),(?=\d\d\Z)")
_LEAD = pattern(r"\A[^:\n\d]{1,60}:\s(?=\d)")
"""The words of a text for all its records: `Order for Ada: 3 pens, 2 cups`."""

_BULLET = pattern(r"^\s*(?:[-*•]|\d{1,2}[.)])\s+")
_FREE = ("", "text", "name", "thing")
"""The kinds of fields that take any text of a record."""

_NAMED = ("person", "job", "company")
_GAP = "\u00b7"
_MARKS = " \u00b7|()<>-*\u2022.,;:"
_LOOSE_ENDS = pattern(
    r"^\W*(?:\d{1,2}[.)] )?\W*(?:will|must|should|has to|needs to|to|is|was|an?|the|x|×)\b"
    r"|\b(?:by|due|until|till|before|on|at|for|from|each|costs?|is|in|EUR|USD|GBP)\W*$"
    r"|[,;]?\s*\b(?:by|due|until|till)\s*(?=[,;.])",
    re.IGNORECASE,
)
"""Words around the values of a text that belong to none of them."""

_NAME = (
    r"[A-Z][\w'’.-]*\w(?: [A-Z][\w'’.-]*\w)*|(?=[\w-]*\d)\w*[A-Za-z-][\w-]*"
    r"|[$€£]?\d[\d,]*(?:\.\d+)?(?![\w-])%?"
)
_NAMES = pattern(rf"(?<![\w-])(?:{_NAME})")
_SUBJECT = pattern(
    r"(?:[Tt]he |[Aa]n? |[Oo]ur |[Mm]y )?(?P<it>\S.*?)(?=\s*[,(:;|–—]| -|\s[$€£]?\d|\.?$"
    r"|\s(?:are|is|was|were|have|had|must|will|with|from|for|at|in|by|and|[a-z]+(?:s|ed))\s)"
)


def records_of(field: Property, text: str, now: datetime) -> list[dict[str, Any]]:
    """The records of a text for a list of objects: those of what its name labels, if anything."""
    if field.items is None or field.items.type != "object":
        return []
    labelled = next((each for each in pairs_in(text) if fit(each.label, field) >= 2), None)
    found = records_in(field.items.schema, text[labelled.start :], now) if labelled else []
    return found or records_in(field.items.schema, text, now)


def records_in(items: Mapping[str, Any], text: str, now: datetime) -> list[dict[str, Any]]:
    """The records of a text as objects of a schema."""
    fields = [*flat_fields(items)]
    return [nested(each, fields) for each in matches_in(fields, text, now)]


def rows_in(text: str, columns: Mapping[str, Any], now: datetime) -> list[list[str]]:
    """The records of a text as rows of a table, their values as the text writes them.

    A column of numbers may have texts instead. Rows of titles are left out.
    """
    fields = [*fields_of({"properties": columns, "required": [*columns]})]
    of_texts = [each._replace(type="string") for each in fields]
    found = (matches_in(each, text, now) for each in (fields, of_texts))
    rows = [[row[title].written for title in columns] for row in max(found, key=len)]
    return [row for row in rows if {*row}.isdisjoint(columns)]


def matches_in(fields: list[Property], text: str, now: datetime) -> list[Matches]:
    """The records of a text: the rows of a table, else those of the parts that have most.

    Things may have names as well as people.
    """
    text = _LEAD.sub("", bounded(text))
    header, *rows = rows_of(text) or [[]]
    known = inferred(text)
    keys = {key for row in known for key in row}
    if known and all(any(fit(key, each) for key in keys) for each in fields if each.required):
        pairs = ("\n".join(f"{key}: {each}" for key, each in row.items()) for row in known)
        blank = {each.name: Match(None, 0.0) for each in fields}
        return [blank | match(fields, each, now) for each in pairs]
    if any(fit(title, field) for title in header for field in fields):
        ways = [["\n".join(map(": ".join, zip(header, row, strict=False))) for row in rows]]
    elif len(marked := [*filter(_BULLET.match, text.split("\n"))]) > 1:
        ways = [marked]
    else:
        ways = [*(re.split(each, text) for each in _PARTINGS), _from_name_to_name(text)]
    read = lru_cache(maxsize=None)(partial(_record, fields, now=now))
    bare = ([part.strip() for part in parts if part.strip()] for parts in ways)
    found = max(([*filter(None, map(read, parts[: 2 * _MOST]))] for parts in bare), key=len)
    of_things = [e._replace(kind="name") if e.kind == "person" else e for e in fields]
    return found[:_MOST] if found or of_things == fields else matches_in(of_things, text, now)


def _from_name_to_name(text: str) -> list[str]:
    """The parts of a text that begin with its names."""
    tokens = tokens_of(text)
    starts = [tokens[find.first].start for find in finds_in(text) if kind_of(find) == "name"]
    return [text[start:end] for start, end in pairwise([*starts, len(text)])]


def _record(fields: Sequence[Property], part: str, now: datetime) -> Matches:
    """The values in a part of a text for the fields of an object, none unless all are there."""
    bare = _BULLET.sub("", part).strip()
    if any(fit(pair.label, field) for pair in pairs_in(bare) for field in fields):
        matches = match(fields, bare, now)
    elif "\n" in bare:
        return {}
    else:
        matches = _in_cells(fields, bare, now) or _in_words(fields, bare, now)
    is_whole = all(each.name in matches for each in fields if each.required)
    return matches if is_whole else {}


def _in_cells(fields: Sequence[Property], part: str, now: datetime) -> Matches:
    """The values of a part that has as many cells as there are fields, in their order."""
    cells = [each for each in _CELLS.split(part) if each.strip(_MARKS)]
    if len(cells) != len(fields) or len(cells) < 2:
        return {}
    matches: Matches = {}
    for field, cell in zip(fields, cells, strict=True):
        if _is_open(field) and len(cell.split()) <= _LONGEST_CELL:
            matches[field.name] = Match(without_loose_ends(cell), 0.0)
        elif one := match([field], cell, now).get(field.name):
            matches[field.name] = one
    return matches if len(matches) == len(fields) else {}


def _in_words(fields: Sequence[Property], part: str, now: datetime) -> Matches:
    """The values in a clause: beside the name of their field, or of its type. What is left fills
    the fields for texts: the subject, then names and figures, or all of it."""
    matches, rest = _named_in(fields, part, now)
    closed = [each for each in fields if each.kind not in _FREE or not _is_open(each)]
    typed = match([each for each in closed if each.name not in matches], rest, now)
    matches |= {name: each for name, each in typed.items() if is_certain(each)}
    for find in (find for each in matches.values() for find in each.finds):
        rest = rest.replace(find.text, _GAP, 1)
    texts = _texts_in(rest)
    unfilled = [each for each in fields if each.name not in matches and _is_open(each)]
    for field in sorted(unfilled, key=lambda each: each.kind == "text"):
        text = without_loose_ends(rest) if field.kind == "text" else next(texts, "")
        if text[:1].isupper() or (text and field.kind != "person"):
            rest = rest.replace(text, _GAP, 1)
            matches[field.name] = Match(text.replace(f" {_GAP}", ""), 0.0)
    return matches


def _named_in(fields: Sequence[Property], part: str, now: datetime) -> tuple[Matches, str]:
    """The values beside the names of their fields, and the rest of a clause: `room 12`, `12 rooms`,
    `a single room`."""
    matches: Matches = {}
    for field in fields:
        parts = words_of(field.name)
        if not parts or parts[0] not in part.lower():
            continue
        named = r"\W?".join(parts) + r"(?:e?s)?\b"
        behind = re.search(rf"(?i:\b{named}(?: is| was| of| no\.?|:| =)*\s+)({_NAME})", part)
        beside = behind or re.search(rf"(?<![\w.])(\d[\d,.]*|[a-z]+) (?i:{named})", part)
        if beside:
            found = match([field], beside[1], now).get(field.name)
            if found or _is_open(field):
                matches[field.name] = found or Match(beside[1], 0.0)
                part = f"{part[: beside.start()]}{_GAP}{part[beside.end() :]}"
    return matches, part


def _texts_in(clause: str) -> Iterator[str]:
    """The subject of a clause, and the names and figures in the rest; of a part without these, all
    of it."""
    for number, part in enumerate(clause.split(_GAP)):
        bare = without_loose_ends(part)
        subject = None if number else _SUBJECT.match(bare)
        names = _NAMES.findall(bare[subject.end() :] if subject else bare)
        yield from filter(None, [subject["it"], *names] if subject else names or [bare])


def _is_open(field: Property) -> bool:
    return field.type == "string" and not field.enum and field.kind in (*_FREE, *_NAMED)


def without_loose_ends(text: str) -> str:
    """A text without the words and marks at its ends that belonged to values beside it."""
    bare = ""
    while bare != text:
        bare, text = text, _LOOSE_ENDS.sub("", text).strip(_MARKS)
    return text


# Records whose keys no schema names


@lru_cache(maxsize=16)
def inferred(text: str) -> Sequence[Mapping[str, Any]]:
    """The records of a text of a known kind, such as the lines of a log."""
    found = islice(_TABLE.find_all("record", text[:_READ]), _MOST)
    rows = (row.groupdict() for row in sorted(found, key=re.Match.start))
    return [{key: valued(each) for key, each in row.items() if each} for row in rows]


def converted(text: str) -> dict[str, Any]:
    """The `key: value` pairs of a text that a request asks to convert to JSON, if it does."""
    *_, asked = re.split(r"(?i)\bjson\b[^:\n]{0,40}:\s*|\n\s*\n", text[:_READ])
    if "{" in asked or not _TABLE.find("conversion", text[:_READ]):
        return {}
    is_camel = "camel" in text.lower()
    pairs = {pair["key"]: valued(pair["value"]) for pair in _TABLE.find_all("pair", asked)}
    keys = {_key(name, is_camel=is_camel): value for name, value in pairs.items()}
    return keys if len(keys) > 1 else {}


def _key(name: str, *, is_camel: bool) -> str:
    """A label as a key: `Unit price` becomes `unit_price`, or `unitPrice`."""
    bare = re.sub(r"\W+", "_", name.strip())
    bare = bare.lower() if "_" in bare or bare.istitle() or bare.isupper() else bare
    return re.sub(r"_(\w)", lambda match: match[1].upper(), bare) if is_camel else bare


def valued(text: str) -> Any:
    """A value as JSON writes it, else as a text."""
    bare = _COMMA.sub(".", text.strip(" .\"'`"))
    try:
        value = json.loads(bare.lower())
    except (ValueError, RecursionError):
        return bare
    return value if isinstance(value, int | float | None) else bare
