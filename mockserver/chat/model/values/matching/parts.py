"""Parts of a text that are records: the rows of a table, lines, sentences or members of a list.

A part is a record if it has a value for every field that has to be there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import cache, partial

from mockserver.chat.model.text.lists import words
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.text.rows import rows_of
from mockserver.chat.model.text.tables import table
from mockserver.chat.model.text.texts import BULLET, stripped
from mockserver.chat.model.values.fields.fields import Property
from mockserver.chat.model.values.matching.assignment import FAIR, best_matches
from mockserver.chat.model.values.matching.known_records import MOST_RECORDS
from mockserver.chat.model.values.matching.labels import fits_any, pairs_in
from mockserver.chat.model.values.matching.match import LABELLED, Match, Matches
from mockserver.chat.model.values.matching.matches import PROPER

_TABLE = table("values/records.txt")
_PARTINGS = (
    pattern(r"\n\s*\n"),
    pattern(r"\n+"),
    pattern(r"(?<=[.;!?])\s{1,9}|\n+"),
    _TABLE.pattern("between clauses"),
    pattern(r"[,;:\n]\s{1,9}(?:and )?|\.\s{1,9}|\s{1,9}and\s{1,9}"),
)
"""Separators of records: blank lines, lines, sentences, clauses, members of a list."""

_GAP = "\u00b7"
"""A sign in place of the values that a text has for other fields."""

_CELLS = pattern(rf"[{_GAP}|;\t()<>]|,\s|\s[-\u2013\u2014]\s|:\s")
"""The marks between the values of a record."""

"""The marks between the values of a record."""

_BULLET = pattern(rf"^\s*{BULLET}\s+")
_FREE = ("", "text", "name", "thing")
"""The kinds of fields that take any text of a record."""

_SHORT = 4
"""The most words of a text for a name or a thing."""

_MARKS = " #\u00b7|()<>-*\u2022.,;:"
"""The marks that are no part of a value at its ends."""

"""The marks that are no part of a value at its ends."""


def records_from_parts(fields: Sequence[Property], text: str, now: datetime) -> list[Matches]:
    """The records of a text that is parted in the way in which most parts are records."""
    read = cache(partial(_record, fields, now=now))  # A part may occur in several ways.
    best: list[Matches] = []
    most = 0.0
    for parts in _ways(fields, text):
        bare = stripped(parts)[: 2 * MOST_RECORDS]
        records = [*filter(None, map(read, bare))]
        worth = len(records) - (len(bare) - len(records)) / 8
        if records and (worth > most or not best):
            best, most = records, worth
    return best[:MOST_RECORDS]


def _ways(fields: Sequence[Property], text: str) -> Iterator[Sequence[str]]:
    """The ways to part a text: rows of its table, else parts that begin with the same label, else
    bullets, else by each separator."""
    marked = [line for line in text.split("\n") if _BULLET.match(line)]
    if parts := _rows_of_table(fields, text) or _parts_by_label(fields, text):
        yield parts
    elif len(marked) > 1:
        yield marked
    else:
        yield from (separator.split(text) for separator in _PARTINGS)


def _rows_of_table(fields: Sequence[Property], text: str) -> Sequence[str]:
    """The rows of a table as lines of labelled values. A table without a header has columns for
    the fields in their order, if all take texts."""
    header, *rows = rows_of(text) or [[]]
    is_headed = any(fits_any(title, fields) for title in header)
    if not is_headed and rows and len(header) == len(fields):
        header, rows = [field.name for field in fields], [header, *rows]
        is_headed = all(field.type == "string" for field in fields)
    rows = rows if is_headed else []
    return ["\n".join(map(": ".join, zip(header, row, strict=False))) for row in rows]


def _parts_by_label(fields: Sequence[Property], text: str) -> Sequence[str]:
    """The parts of a text that begin with its first label, if this is for a field."""
    first, *others = [pair.label for pair in pairs_in(text)] or [""]
    if first not in others or not fits_any(first, fields):
        return ()
    parts = re.split(rf"(?m)^(?=\W{{0,4}}{re.escape(first)}\W{{0,3}}[:=])", text)
    return parts if len(parts) > 1 else ()


def _record(fields: Sequence[Property], part: str, now: datetime) -> Matches:
    """The values in a part of a text for the fields of an object, none unless all are there."""
    bare = _BULLET.sub("", part).strip()
    first = bare.partition(" ")[0]
    if first.endswith("s") and first in words("text.acts"):
        return {}  # The verb of what is before it.
    matches = best_matches(fields, bare, now, least=FAIR)
    if "\n" not in bare:
        matches = _with_rest(matches, fields, bare)
    return matches if all(each.name in matches for each in fields if each.required) else {}


def _with_rest(matches: Matches, fields: Sequence[Property], part: str) -> Matches:
    """Matches in which the fields for texts have what is left beside the values of other fields."""
    weak = [each for each in fields if _is_weak(each, matches.get(each.name))]
    if not weak:
        return matches
    phrases = {each.name for each in weak}
    rest = part
    for name, one in matches.items():
        for find in one.finds if name not in phrases else ():
            rest = rest.replace(find.text, _GAP, 1)
    bare = map(_without_loose_ends, _CELLS.split(rest))
    texts = (text for text in bare if text and text not in words("text.no_names"))
    for field, text in zip(weak, texts, strict=False):
        is_short = len(text.split()) <= _SHORT and (field.kind in _FREE or text[:1].isupper())
        if is_short or field.kind == "text":
            matches[field.name] = Match(text, 0.0)
    return matches


def _is_weak(field: Property, found: Match | None) -> bool:
    """True if a field may take any text of a part, and has none or a phrase in it."""
    if field.type != "string" or field.enum or field.kind not in PROPER.union(_FREE):
        return False
    if found is None:
        return True
    is_vague = field.kind == "text" or found.kind in ("", "phrase")
    return found.score < LABELLED and is_vague


def _without_loose_ends(text: str) -> str:
    """A text without the words and marks at its ends that belonged to values beside it."""
    bare, ends = "", _TABLE.pattern("loose ends")
    while bare != text:
        bare, text = text, ends.sub("", text).strip(_MARKS)
    return text
