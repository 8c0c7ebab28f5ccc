"""Arrays: the values in a text for a field that takes a list.

A list is written in brackets, or it is an enumeration, all names of a kind, or a single value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import dropwhile
from typing import Any

from mockserver.chat.model.text.lists import lists
from mockserver.chat.model.text.meaning import stem
from mockserver.chat.model.values.fields.fields import Property
from mockserver.chat.model.values.fields.options import options_in
from mockserver.chat.model.values.fields.schemas import is_of
from mockserver.chat.model.values.finding.find import Find
from mockserver.chat.model.values.finding.finds import finds_in
from mockserver.chat.model.values.matching.conversion import typed_value
from mockserver.chat.model.values.matching.match import LABELLED, Match
from mockserver.chat.model.values.matching.suitability import cued, suits

_ALL_OF_KIND = frozenset({"email", "url", "phone", "path", "place", "company", "person", "date"})
"""The kinds of finds of which a list may have all that a text has."""

_SIGNS = {"hashtags": "#", "mentions": "@", "handles": "@"}
"""The signs of the items of lists with these names."""

_ENTITIES = frozenset(map(stem, ("entities", "entity", "mentions")))
"""The stems of fields for all names and dates of a text."""

_PHRASES = _ENTITIES | {stem("keyphrases")}
"""The stems of fields for the names and dates of a text, if it has any."""


def arrays_in(field: Property, text: str, now: datetime) -> Iterator[Match]:
    """A list in brackets, an enumeration, or a single value."""
    inner = field.items or field._replace(type="string", items=None)
    if inner.enum or inner.options or inner.kind in lists("known"):
        options = options_in(inner, text)
        if options := options if inner.enum else _enumerated(options, finds_in(text)):
            yield Match(list(dict.fromkeys(each.value for each in options)), 4.0, tuple(options))
        if inner.enum or (inner.options and options):
            return
    if field.head in _SIGNS and (marked := re.findall(rf"{_SIGNS[field.head]}\w+", text)):
        yield Match(marked, LABELLED)
        return
    named = [find for find in finds_in(text) if find.kind in ("name", "date")]
    if not field.words.isdisjoint(_PHRASES if named else _ENTITIES):
        yield Match([find.text for find in named], 4.0, tuple(named))
    begins = f"{field.name} ".lower()
    for every in _rows(inner, finds_in(text)):
        # The items begin with the find that has the name of the list before it.
        row = [*dropwhile(lambda each: not each.text.lower().startswith(begins), every)] or every
        score, values = _items(inner, row, now)
        if values and None not in values:
            yield Match(values, score + max(cued(field, find) for find in row), tuple(row))


def _enumerated(options: Sequence[Find], finds: Sequence[Find]) -> Sequence[Find]:
    """Known values, or the enumeration that one of them is in: `rust, navy and mustard`."""
    places = {find.first for find in options}
    groups = {find.group for find in finds if find.first in places and find.kind == "phrase"} - {-1}
    row = [find for find in finds if find.group in groups]
    return [find._replace(value=find.text) for find in row] if len(row) > len(options) else options


def _rows(inner: Property, finds: Sequence[Find]) -> Iterator[Sequence[Find]]:
    """The finds that may be the items of one list: all of a kind, each enumeration, each find."""
    takes_any = inner.kind in ("company", "person")
    alike = [
        find
        for find in finds
        if (inner.kind == "name" and find.sort in ("name", "person"))
        or (find.sort in _ALL_OF_KIND and suits(inner, find) > 3)
        or (find.sort == "name" and takes_any and find.hint in ("", inner.kind))
    ]
    groups = {find.group for find in alike if find.group >= 0 and find.kind == "name"}
    alike = [find for find in finds if find in alike or find.group in groups]
    if alike:
        yield alike
    rows: dict[object, list[Find]] = {}
    for find in finds:
        is_enumerated = find.group >= 0 and find.kind != "list"
        rows.setdefault(find.group if is_enumerated else (find.kind, find.first), []).append(find)
    yield from rows.values()


def _items(inner: Property, row: Sequence[Find], now: datetime) -> tuple[float, list[Any]]:
    """The score of a row of finds as a list, and the items; none if the row does not suit."""
    first = row[0]
    if first.kind == "list":
        return 3.0, first.value if all(is_of(each, inner.type) for each in first.value) else []
    score = max(suits(inner, each) for each in row)
    if score <= 0 or (inner.is_text and first.counted in inner.words):  # `two kids`
        return 0.0, []
    values = [typed_value(inner, find, now) for find in row]
    if inner.type == "string" and None not in values:
        joint = r" & | and (?=[A-Z])" if first.kind == "worded" else " & "
        values = [part for value in values for part in re.split(joint, value)]
    if len(values) > 1:
        score += 2.2 if len(values) == 2 else 2.5
    return score, values
