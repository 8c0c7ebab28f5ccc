"""Records: the objects of a list and the rows of a table, found by the structure that they repeat.

They are records of a known kind, else `parts` of the text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.text.tables import table
from mockserver.chat.model.text.texts import stripped
from mockserver.chat.model.values.fields.fields import Property, fields_of, flat_fields
from mockserver.chat.model.values.fields.schemas import required_in
from mockserver.chat.model.values.finding.scan import bounded
from mockserver.chat.model.values.matching.known_records import of_known_kind, rows_of_known_kind
from mockserver.chat.model.values.matching.labels import fit, fits_any, pairs_in
from mockserver.chat.model.values.matching.match import Match, Matches, nested
from mockserver.chat.model.values.matching.parts import records_from_parts

_TABLE = table("values/records.txt")
_NAMED_FIGURE = pattern(
    r"(?m)(?:^|(?<=[,;:] )|(?<=and ))([A-Z][\w'-]{1,30}(?: [A-Z][\w'-]{1,30})?):? "
    r"(-?\d[\d.]{0,9})(?=[,;\n]|\.?\s*$| and )"
)
"""A name with a figure behind it: `Oslo 21`."""

_LEAD = pattern(r"\A(?P<label>[^:\n]{1,60}):\s")
"""The words of a text for all its records: `Order for Ada: 3 pens, 2 cups`."""


def figures_apart(text: str) -> str:
    """A text with parentheses around the figure of each name: `Oslo 21` may also be one name."""
    return _NAMED_FIGURE.sub(r"\1 (\2)", text)


def records_of(field: Property, text: str, now: datetime) -> list[Any]:
    """The records of a text for a list of objects: those of what its name labels, if anything.

    Ingredients may be texts as well."""
    if field.items is None or field.items.type != "object":
        rows = rows_of_known_kind(bounded(text)) if field.head == "ingredients" else ()
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
    if lead and text.count(": ") == 1 and not fits_any(lead["label"], fields):
        text = text[lead.end() :]
    if known := of_known_kind(fields, text, now):
        return known
    text = figures_apart(text) if len(fields) == 2 else text
    found = records_from_parts(fields, text, now)
    of_things = [each._replace(kind="thing") if each.kind == "person" else each for each in fields]
    finds = (one.find for row in found for one in row.values())
    if of_things == [*fields] or any(find and find.sort == "person" for find in finds):
        return found
    return max(records_from_parts(of_things, text, now), found, key=len)
