"""Records: the objects of a list and the rows of a table, found by the structure that they repeat.

A text has one kind of part: rows of a table, lines, sentences, or members of an enumeration. A part
is a record if it has a value for every field that has to be there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import cache, lru_cache, partial
from itertools import chain, islice
from operator import itemgetter
from typing import Any

from mockserver.chat.model.text.lists import words
from mockserver.chat.model.text.numbers import in_figures
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.text.rows import rows_of
from mockserver.chat.model.text.tables import table
from mockserver.chat.model.text.texts import BULLET, stripped
from mockserver.chat.model.values.assignment import FAIR, best_matches
from mockserver.chat.model.values.fields import Property, fields_of, flat_fields
from mockserver.chat.model.values.labels import DECIMAL_COMMA, fit, pairs_in
from mockserver.chat.model.values.match import LABELLED, Match, Matches, nested
from mockserver.chat.model.values.matches import PROPER
from mockserver.chat.model.values.scan import bounded
from mockserver.chat.model.values.schemas import required_in

_TABLE = table("values/records.txt")
_READ = 12_000
"""The most characters read for records of a known kind."""

_PARTINGS = (
    pattern(r"\n\s*\n"),
    pattern(r"\n+"),
    pattern(r"(?<=[.;!?])\s{1,9}|\n+"),
    _TABLE.pattern("between clauses"),
    pattern(r"[,;:\n]\s{1,9}(?:and )?|\.\s{1,9}|\s{1,9}and\s{1,9}"),
)
"""Separators of records: blank lines, lines, sentences, clauses, members of a list."""

_MOST = 100
"""The most records of a text."""

_TITLES = {"name", "ingredient", "role"}
"""The keys of records of known kinds for what they are records of."""

_GAP = "\u00b7"
"""A sign in place of the values that a text has for other fields."""

_CELLS = pattern(rf"[{_GAP}|;\t()<>]|,\s|\s[-\u2013\u2014]\s|:\s")
_NAMED_FIGURE = pattern(
    r"(?m)(?:^|(?<=[,;:] )|(?<=and ))([A-Z][\w'-]{1,30}(?: [A-Z][\w'-]{1,30})?):? "
    r"(-?\d[\d.]{0,9})(?=[,;\n]|\.?\s*$| and )"
)
_LEAD = pattern(r"\A(?P<label>[^:\n]{1,60}):\s")
"""The words of a text for all its records: `Order for Ada: 3 pens, 2 cups`."""

_BULLET = pattern(rf"^\s*{BULLET}\s+")
_FREE = ("", "text", "name", "thing")
"""The kinds of fields that take any text of a record."""

_SHORT = 4
"""The most words of a text for a name or a thing."""

_MARKS = " #\u00b7|()<>-*\u2022.,;:"


def figures_apart(text: str) -> str:
    """A text with parentheses around the figure of each name: `Oslo 21` may also be one name."""
    return _NAMED_FIGURE.sub(r"\1 (\2)", text)


def records_of(field: Property, text: str, now: datetime) -> list[Any]:
    """The records of a text for a list of objects: those of what its name labels, if anything.

    Ingredients may be texts as well."""
    if field.items is None or field.items.type != "object":
        rows = _rows_of_known_kind(bounded(text)) if field.head == "ingredients" else ()
        return [" ".join(row.values()) for row in rows] if len(rows) > 1 else []
    labelled = (each.value for each in pairs_in(text) if fit(each.label, field) >= 2)
    of_label = records_in(field.items.schema, next(labelled, ""), now)
    return of_label or records_in(field.items.schema, text, now)


def records_in(items: Mapping[str, Any], text: str, now: datetime) -> list[dict[str, Any]]:
    """The records of a text as objects of a schema."""
    fields, needed = flat_fields(items), required_in(items)
    lacking = (each.name for each in fields if each.name in needed and not each.required)
    blank = dict.fromkeys(lacking, Match(None, 0.0))
    return [nested(blank | each, fields) for each in _matches_in(fields, text, now)]


def rows_in(text: str, columns: Mapping[str, Any], now: datetime) -> list[list[str]]:
    """The records of a text as rows of a table, their values as the text writes them. A column of
    numbers may have texts instead. Rows of titles are left out."""
    fields = fields_of({"properties": columns, "required": [*columns]})
    found = _matches_in(fields, text, now)
    if any(each.type != "string" for each in fields):
        of_texts = [each._replace(type="string") for each in fields]
        found = max(found, _matches_in(of_texts, text, now), key=len)
    known = [row for row in found if all(row[title].value is not None for title in columns)]
    rows = [[row[title].written for title in columns] for row in known]
    return [row for row in rows if {*row}.isdisjoint(columns)]


def told_of_names(text: str) -> list[list[str]]:
    """The name and the rest of each clause of a text, if all clauses tell something of a name."""
    clauses = stripped(_TABLE.pattern("between clauses").split(text), " .")
    told = [*filter(None, map(_TABLE.pattern("clause on a name").fullmatch, clauses))]
    is_whole = len(told) == len(clauses) > 1
    return [[each["name"], each["rest"]] for each in told] if is_whole else []


def _matches_in(fields: Sequence[Property], text: str, now: datetime) -> list[Matches]:
    """The records of a text: of a known kind, else the parts that most have all the values. Things
    may have names as well as people."""
    text = bounded(text)
    lead = _LEAD.match(text)
    if lead and text.count(": ") == 1 and not _fits_one(fields, lead["label"]):
        text = text[lead.end() :]
    if known := _of_known_kind(fields, text, now):
        return known
    text = figures_apart(text) if len(fields) == 2 else text
    found = _from_parts(fields, text, now)
    of_things = [each._replace(kind="thing") if each.kind == "person" else each for each in fields]
    finds = (one.find for row in found for one in row.values())
    if of_things == [*fields] or any(find and find.sort == "person" for find in finds):
        return found
    return max(_from_parts(of_things, text, now), found, key=len)


def _of_known_kind(fields: Sequence[Property], text: str, now: datetime) -> list[Matches]:
    """The records of a text of a known kind, if they have all that the fields are for. A field
    with another name for what they are records of has their name."""
    fits = partial(_fits_one, fields)
    rows = [row for row in _rows_of_known_kind(text) if any(map(fits, row))]
    keys = {key for row in rows for key in row}
    titles = {key for key in _TITLES & keys if not fits(key)}
    others = [each for each in fields if each.required and not any(fit(key, each) for key in keys)]
    is_name = titles and len(others) == 1 and others[0].type == "string"
    if others and not is_name:
        return []
    names = {key: others[0].name if others and key in titles else key for key in keys}
    lines = ([f"{names[key]}: {DECIMAL_COMMA.sub('.', row[key])}" for key in row] for row in rows)
    return [_labelled(fields, "\n".join(each), now) for each in lines]


def _fits_one(fields: Sequence[Property], label: str) -> bool:
    return any(fit(label, each) for each in fields)


def _labelled(fields: Sequence[Property], text: str, now: datetime) -> Matches:
    """The values of fields in a text of labelled values; a text needs a label."""
    matches = dict.fromkeys((each.name for each in fields), Match(None, 0.0))
    for name, one in best_matches(fields, text, now).items():
        if one.score >= LABELLED or not isinstance(one.value, str):
            matches[name] = one
    return matches


@lru_cache(maxsize=16)
def _rows_of_known_kind(text: str) -> Sequence[Mapping[str, str]]:
    """The records of a text of a known kind, as the text writes them."""
    return max(map(_recorded, (text[:_READ], in_figures(text[:_READ]))), key=len)


def _recorded(text: str) -> list[dict[str, str]]:
    """The records that do not overlap; of two at one place, the one with more values."""
    rows = []
    for match in islice(chain(*(_TABLE.find_all(e, text) for e in ("record", "log line"))), _MOST):
        values = {key: each for key, each in match.groupdict().items() if each}
        rows.append((match.start(), -len(values), match.end(), values))
    kept, border = [], 0
    for start, _, end, values in sorted(rows, key=itemgetter(0, 1)):
        if start >= border:
            kept.append(values)
            border = end
    return kept


# Records as parts of a text


def _from_parts(fields: Sequence[Property], text: str, now: datetime) -> list[Matches]:
    """The records of a text that is parted in the way in which most parts are records."""
    read = cache(partial(_record, fields, now=now))  # A part may occur in several ways.
    best: list[Matches] = []
    most = 0.0
    for parts in _ways(fields, text):
        bare = stripped(parts)[: 2 * _MOST]
        records = [*filter(None, map(read, bare))]
        worth = len(records) - (len(bare) - len(records)) / 8
        if records and (worth > most or not best):
            best, most = records, worth
    return best[:_MOST]


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
    is_headed = any(_fits_one(fields, title) for title in header)
    if not is_headed and rows and len(header) == len(fields):
        header, rows = [field.name for field in fields], [header, *rows]
        is_headed = all(field.type == "string" for field in fields)
    rows = rows if is_headed else []
    return ["\n".join(map(": ".join, zip(header, row, strict=False))) for row in rows]


def _parts_by_label(fields: Sequence[Property], text: str) -> Sequence[str]:
    """The parts of a text that begin with its first label, if this is for a field."""
    first, *others = [pair.label for pair in pairs_in(text)] or [""]
    if first not in others or not _fits_one(fields, first):
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
