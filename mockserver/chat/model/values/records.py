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

from mockserver.chat.model.content.given import as_written, items_in
from mockserver.chat.model.lists import words
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.tables import table
from mockserver.chat.model.texts import rows_of
from mockserver.chat.model.values.conversion import kind_of
from mockserver.chat.model.values.fields import Property, fields_of, flat_fields
from mockserver.chat.model.values.finds import finds_in
from mockserver.chat.model.values.labels import fit, pairs_in
from mockserver.chat.model.values.match import FAIR, Match, Matches, match, matches_of, nested
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
_GAP = "\u00b7"
_CELLS = pattern(rf"[{_GAP}|;\t()<>]|,\s|\s[-\u2013\u2014]\s|:\s")
_COMMA = pattern(r"(?<=\d),(?=\d\d\Z)")
_LEAD = pattern(r"\A(?P<label>[^:\n\d]{1,60}):\s")
"""The words of a text for all its records: `Order for Ada: 3 pens, 2 cups`."""

_BULLET = pattern(r"^\s*(?:[-*•]|\d{1,2}[.)])\s+")
_BOX = pattern(r"\[([ xX])\]\s+")
"""The box of an item that is done or not."""

_FREE = ("", "text", "name", "thing")
"""The kinds of fields that take any text of a record."""

_NAMED = ("person", "job", "company")
_PROPER = ("name", "person")
_LABELLED = 8.0
_SHORT = 4
"""The most words of a text for a name or a thing."""

_MARKS = " \u00b7|()<>-*\u2022.,;:"
_LOOSE_ENDS = pattern(
    r"^\W*(?:\d{1,2}[.)] )?\W*(?:will|must|should|has to|needs to|to|is|was|an?|the|x|×)\b"
    r"|\b(?:by|due|until|till|before|on|at|for|from|each|costs?|is|in|EUR|USD|GBP)\W*$"
    r"|[,;]?\s*\b(?:by|due|until|till)\s*(?=[,;.])",
    re.IGNORECASE,
)
"""Words around the values of a text that belong to none of them."""


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
    """The records of a text: of a known kind, else the parts that most have all the values, else
    rows with a cell for each field. Things may have names as well as people."""
    text = bounded(text)
    lead = _LEAD.match(text)
    if lead and text.count(": ") == 1 and not any(fit(lead["label"], each) for each in fields):
        text = text[lead.end() :]
    if known := _of_known_kind(fields, text, now):
        return known
    read = lru_cache(maxsize=None)(partial(_record, fields, now=now))
    found, most = list[Matches](), 0.0
    for parts in _ways(fields, text):
        bare = [part.strip() for part in parts if part.strip()][: 2 * _MOST]
        records = [*filter(None, map(read, bare))]
        worth = len(records) - (len(bare) - len(records)) / 4
        if records and (worth > most or not found):
            found, most = records, worth
    in_cells = _by_place(fields, text, now)
    if len(in_cells) > len(found):
        return in_cells
    of_things = [e._replace(kind="name") if e.kind == "person" else e for e in fields]
    return found[:_MOST] if found or of_things == fields else matches_in(of_things, text, now)


def _of_known_kind(fields: Sequence[Property], text: str, now: datetime) -> list[Matches]:
    """The records of a text of a known kind, if they have all that the fields are for. A field
    with another name for what they are records of has their name."""
    known = _rows_of_known_kind(text)
    keys = {key for row in known for key in row}
    needed = [each for each in fields if each.required]
    others = [each for each in needed if not any(fit(key, each) for key in keys)]
    if not known or others[1:] or (others and (others[0].type != "string" or "name" not in keys)):
        return []
    names = {"name": others[0].name} if others else {}
    pairs = (
        "\n".join(f"{names.get(key, key)}: {_COMMA.sub('.', row[key])}" for key in row)
        for row in known
    )
    blank = {each.name: Match(None, 0.0) for each in fields}
    return [blank | match(fields, each, now) for each in pairs]


def _ways(fields: Sequence[Property], text: str) -> Iterator[Sequence[str]]:
    """The ways to part a text: rows of its table, else bullets, else by each separator."""
    header, *rows = rows_of(text) or [[]]
    if any(fit(title, field) for title in header for field in fields):
        yield ["\n".join(map(": ".join, zip(header, row, strict=False))) for row in rows]
    elif len(marked := [*filter(_BULLET.match, text.split("\n"))]) > 1:
        yield marked
    else:
        yield from (re.split(each, text) for each in _PARTINGS)
        yield _from_name_to_name(text) if any(e.kind == "person" for e in fields) else ()


def _by_place(fields: Sequence[Property], text: str, now: datetime) -> list[Matches]:
    """The records of rows that have a cell for each field, in the order of the fields."""
    rows, found = as_written(items_in(text), len(fields)), list[Matches]()
    for row in rows[:_MOST] if len(fields) > 1 else ():
        record: Matches = {}
        for field, cell in zip(fields, row, strict=True):
            is_text = field.type == "string" and not field.enum and field.kind != "date"
            values = [] if is_text else sorted(matches_of(field, cell, now), key=lambda e: -e.score)
            own = [Match(cell.strip(" .\"'"), 0.0)] if is_text else values
            record |= {field.name: own[0]} if own else {}
        found += [record] if len(record) == len(fields) else []
    return found


def _from_name_to_name(text: str) -> list[str]:
    """The parts of a text that begin with its names."""
    tokens = tokens_of(text)
    starts = [tokens[find.first].start for find in finds_in(text) if kind_of(find) in _PROPER]
    return [text[start:end] for start, end in pairwise([*starts, len(text)])]


def _record(fields: Sequence[Property], part: str, now: datetime) -> Matches:
    """The values in a part of a text for the fields of an object, none unless all are there.

    What is left of a part beside the values of the other fields is for the fields for texts.
    """
    bare = _BULLET.sub("", part).strip()
    box = _BOX.match(bare)
    bare = bare[box.end() :] if box else bare
    matches = match(fields, bare, now, least=FAIR)
    flags = [each.name for each in fields if box and each.type == "boolean"]
    matches |= {name: Match(bool(box and box[1].strip()), 0.0) for name in flags}
    if "\n" not in bare:
        weak = {each.name: each for each in fields if _is_weak(each, matches.get(each.name))}
        phrases = {name: matches.pop(name) for name in weak if name in matches}
        rest = bare
        for find in (find for each in matches.values() for find in each.finds):
            rest = rest.replace(find.text, _GAP, 1)
        bare_texts = map(without_loose_ends, _CELLS.split(rest))
        texts = (text for text in bare_texts if text and text not in words("text.no_names"))
        for name, field in weak.items():
            text = next(texts, "")
            is_short = len(text.split()) <= _SHORT and (field.kind in _FREE or text[:1].isupper())
            if text and (is_short or field.kind == "text"):
                matches[name] = Match(text, 0.0)
            elif name in phrases:
                matches[name] = phrases[name]
    is_whole = all(each.name in matches for each in fields if each.required)
    return matches if is_whole else {}


def _is_weak(field: Property, found: Match | None) -> bool:
    """True if a field may take any text of a part, and has none or a phrase in it."""
    if field.type != "string" or field.enum or field.kind not in (*_FREE, *_NAMED):
        return False
    return found is None or (
        found.score < _LABELLED
        and (field.kind == "text" or found.find is None or found.find.kind == "phrase")
    )


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
    rows = _rows_of_known_kind(text)
    return [{key: valued(each) for key, each in row.items()} for row in rows]


@lru_cache(maxsize=16)
def _rows_of_known_kind(text: str) -> Sequence[Mapping[str, str]]:
    """The records of a text of a known kind, as the text writes them."""
    found = islice(_TABLE.find_all("record", text[:_READ]), _MOST)
    rows = (row.groupdict() for row in sorted(found, key=re.Match.start))
    return [{key: each for key, each in row.items() if each} for row in rows]


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
