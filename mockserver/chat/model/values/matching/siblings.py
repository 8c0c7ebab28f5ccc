"""Siblings: fields of one object whose values depend on each other.

They are the two ends of a period, the two halves of a value such as `Paris, France`, numbered
fields, and the names and the figures of a chart.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from itertools import chain
from typing import Any

from mockserver.chat.model.text.clock import clock_time
from mockserver.chat.model.text.lists import is_land, is_place, words
from mockserver.chat.model.text.literals import scalar
from mockserver.chat.model.text.meaning import words_of
from mockserver.chat.model.text.periods import period_of
from mockserver.chat.model.values.fields.fields import Property
from mockserver.chat.model.values.finding.find import ROLES
from mockserver.chat.model.values.finding.finds import finds_in
from mockserver.chat.model.values.matching.conversion import seconds_of
from mockserver.chat.model.values.matching.match import LABELLED, Match, Matches

_ENDS = (
    frozenset({"start", "from", "begin", "since", "after"}),
    frozenset({"end", "to", "until", "till", "before"}),
)
"""The words in the names of two fields for the ends of a period."""

_HALVES = (
    ("towns", "lands", ", "), ("first_names", "last_names", " "), ("makers", "models", " "),
    ("owners", "repositories", "/"),
)  # fmt: skip
"""The names of two fields for the parts of one value, and what is between these parts."""


def in_accord(matches: Matches, fields: Sequence[Property], text: str) -> Matches:
    """Matches in which the values of siblings agree."""
    matches = _in_order(_of_chart(matches, fields, text), fields)
    return _with_period(_with_halves(matches, fields), fields, text)


def halves_of(value: Any, name: str, names: Sequence[str]) -> Sequence[str]:
    """The fields for both halves of a value, if the one with a name is for a half of it."""
    wholes = (row for joint, row in _halves_in(names) if str(value).count(joint) == 1)
    return next((row for row in wholes if name in row and all(row)), ())


def _of_chart(matches: Matches, fields: Sequence[Property], text: str) -> Matches:
    """Matches with the names and the figures of a chart in two lists: `tea 12, coffee 30`."""
    lists_of = {field.name for field in fields if field.type == "array"}
    kinds = ("fields.chart_names", "fields.chart_figures")
    both = [*chain.from_iterable(sorted(lists_of & words(kind)) for kind in kinds)]
    rows = [each.group("name", "figure") for each in ROLES.find_all("pair of a chart", text)]
    if len(both) == 2 and len(rows) > 1:
        columns = zip(*rows, strict=True)
        found = (Match([*map(scalar, column)], LABELLED) for column in columns)
        matches |= zip(both, found, strict=True)
    return matches


def _in_order(matches: Matches, fields: Sequence[Property]) -> Matches:
    """Matches with the values of fields such as `mass1` and `mass2` in the order of the text, and
    those of a row of figures, such as `3.20   32.00`, in the order of the fields."""
    rows: dict[tuple[object, ...], list[str]] = {}
    firsts = sorted(one.finds[0].first for one in matches.values() if one.kind == "number")
    for field in fields:
        named = [each for each in words_of(field.name) if each not in words("tools.limits")]
        number = named.pop() if len(named) == len(words_of(field.name)) and named else "1"
        find = matches[field.name].find if field.name in matches else None
        is_numbered = named and (number.isdigit() or len(number) == 1)
        if is_numbered and find and find.left not in ("from", "to", "into"):
            rows.setdefault((find.kind, *named), []).append(field.name)
        elif find and find.first in firsts:
            # The same difference for all figures of a row
            place = find.first - firsts.index(find.first)
            rows.setdefault((field.type, place), []).append(field.name)
    for names in rows.values():
        ordered = sorted((matches[name] for name in names), key=lambda one: one.finds[0].first)
        matches |= zip(names, ordered, strict=True)
    return matches


def _with_period(matches: Matches, fields: Sequence[Property], text: str) -> Matches:
    """Matches in which both ends of a period have a day: `next week` is from Monday to Sunday. A
    meeting ends at the second time of the text, or after the time that it takes."""
    dates = [field for field in fields if field.kind in ("date", "moment")]
    named = (next((e for e in dates if names & {*words_of(e.name)}), None) for names in _ENDS)
    ends = [*filter(None, named)]
    read = [matches[each.name] for each in ends if each.name in matches]
    find = read[0].find if len(ends) == 2 and len(read) == 1 else None
    if find is None or find.kind != "date":
        return matches
    try:
        start = datetime.fromisoformat(str(read[0].value))
        period = period_of(find.text, start.date())
    except (OverflowError, ValueError):  # The field has another format.
        return matches
    if find.unit:
        is_meeting = all(each.kind == "moment" and each.required for each in ends)
        end = _end_of_meeting(start, text).isoformat().replace("+00:00", "Z")
        return matches | ({ends[1].name: read[0]._replace(value=end)} if is_meeting else {})
    is_several = period[0] < period[1]
    for each, day, clock in zip(ends, period, ("00:00:00", "23:59:59"), strict=True):
        if each.required or is_several or each.name in matches:
            time = f"T{clock}Z" if each.kind == "moment" else ""
            matches[each.name] = read[0]._replace(value=f"{day.isoformat()}{time}")
    return matches


def _end_of_meeting(start: datetime, text: str) -> datetime:
    """The end of what a text says is from one time to another, or takes some time, or an hour."""
    clocks = [find.text for find in finds_in(text) if find.kind == "time"]
    if len(clocks) > 1:
        hour, minute = map(int, clock_time(clocks[1]).split(":"))
        return start.replace(hour=hour, minute=minute)
    lengths = (find for find in finds_in(text) if find.kind == "number" and find.unit)
    spans = (timedelta(seconds=seconds_of(find)) for find in lengths)
    return start + next(filter(None, spans), timedelta(hours=1))


def _with_halves(matches: Matches, fields: Sequence[Property]) -> Matches:
    """Matches with `Paris, France` or `Ada Byron` split between the two fields for its parts."""
    for joint, halves in _halves_in(tuple(field.name for field in fields)):
        read = [matches[name] for name in halves if name in matches]
        whole = next((one for one in read if str(one.value).count(joint) == 1), None)
        other = str(read[-1].value) if len(read) > 1 else joint
        is_taken = joint not in other and is_place(other)
        if len(read) == 2 and is_land(str(read[0].value)) and not is_land(str(read[1].value)):
            matches |= zip(halves, reversed(read), strict=True)  # `Lyon, in France`
        if whole and all(halves) and not is_taken:
            for name, part in zip(halves, str(whole.value).split(joint), strict=True):
                matches[name] = whole._replace(value=part)
    return matches


@lru_cache(maxsize=1024)
def _halves_in(names: Sequence[str]) -> Sequence[tuple[str, Sequence[str]]]:
    """For each kind of halves, what is between them, and the names of the fields for both; a name
    is empty if no field is for its half."""
    parts = {name: words_of(name) for name in names}
    named = {name: {*parts[name], "".join(parts[name][-2:])} for name in names}
    found = []
    for *kinds, joint in _HALVES:
        listed = [words(f"fields.{kind}") for kind in kinds]
        halves = [next((name for name in named if named[name] & each), "") for each in listed]
        found.append((joint, halves))
    return found
