"""Assignment: each field of a schema gets the value in the prompt that fits it best.

The best pairs of a field and a value come first, and each find is used once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from itertools import chain
from operator import itemgetter
from typing import Any

from mockserver.chat.model.text.dates import clock_time, period_of
from mockserver.chat.model.text.lists import is_land, is_place, lists, words
from mockserver.chat.model.text.meaning import senses, words_of
from mockserver.chat.model.text.texts import scalar
from mockserver.chat.model.values.conversion import counts, is_usual, led, seconds_of
from mockserver.chat.model.values.fields import Property
from mockserver.chat.model.values.find import Find
from mockserver.chat.model.values.finds import ROLES, finds_in
from mockserver.chat.model.values.labels import fit, pairs_in
from mockserver.chat.model.values.matches import LABELLED, Match, Matches, flag_in, matches_of
from mockserver.chat.model.values.scan import bounded

MOST_FIELDS = 100
"""The most fields of an object that values are looked for."""

FAIR = 0.97
"""The least score of a value that there is evidence for; required fields add a point."""

_ENOUGH = 2.3
"""The least score of a value for an optional field of a tool."""

_ENDS = (
    frozenset({"start", "from", "begin", "since", "after"}),
    frozenset({"end", "to", "until", "till", "before"}),
)
"""The words in the names of two fields for the ends of a period."""

_NAMED = ("company", "person", "place")
"""The kinds of things that names are for."""

_HALVES = (
    ("towns", "lands", ", "), ("first_names", "last_names", " "), ("makers", "models", " "),
    ("owners", "repositories", "/"),
)  # fmt: skip
"""The names of two fields for the parts of one value, and what is between these parts."""


def best_matches(
    fields: Sequence[Property],
    text: str,
    now: datetime,
    known: frozenset[str] = frozenset(),
    least: float = 0.0,
) -> Matches:
    """Values for the first fields from a text. Words with `known` stems, the tool's own, are poor
    values.

    With a `least` score, a field without a value as good has none. Else a required field has the
    best of those left, an optional one only a fair value, or a sure one if it is that of a tool.
    """
    fields = fields[:MOST_FIELDS]
    found = _found_in(fields, text, now, known)
    pairs = [
        (field.name, worth, one)
        for field in fields
        for worth, one in _rated(field, found.get(field.name, ()), least, is_of_tool=bool(known))
    ]
    matches: Matches = {}
    taken = _tokens_of_names(fields, text)
    halved = _halves_in(tuple(field.name for field in fields))
    for name, _, one in sorted(pairs, key=itemgetter(1), reverse=True):
        if name not in matches and (not one.tokens or one.tokens & ~taken):
            wholes = (row for joint, row in halved if str(one.value).count(joint) == 1)
            halves = next((row for row in wholes if name in row and all(row)), ())
            matches = {**dict.fromkeys(halves, one), **matches, name: one}
            taken |= one.tokens
    matches = _of_chart(matches, fields, text)
    return _with_period(_with_halves(_in_order(matches, fields), fields), fields, text)


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


def _found_in(
    fields: Sequence[Property], text: str, now: datetime, known: frozenset[str]
) -> Mapping[str, Sequence[Match]]:
    """All values in a text for the fields; an optional one may be declined: `No coupon.`

    A name or a phrase that is an option of one field is no value of another.
    """
    stems = known.union(*(field.words for field in fields))
    found = {
        field.name: [*matches_of(field, text, now, stems)]
        for field in fields
        if field.required or flag_in(field, text) is not False
    }
    for name, one in _names_by_kind(fields, text).items():
        found[name] = [*found.get(name, ()), one]
    every = chain.from_iterable(found.values())
    options = {one.tokens for one in every if one.kind == "option"}
    return {
        name: [e for e in row if e.kind not in ("name", "phrase") or e.tokens not in options]
        for name, row in found.items()
    }


def _names_by_kind(fields: Sequence[Property], text: str) -> dict[str, Match]:
    """The names in a text for the lists of names of several kinds; a list may be empty."""
    lists_of = {e.name: e.items.kind for e in fields if e.items and not e.items.enum}
    kinds = {name: kind for name, kind in lists_of.items() if kind in _NAMED}
    if len({*kinds.values()}) < 2:
        return {}
    names = [find for find in finds_in(text) if find.kind == "name"]
    found = {}
    for name, kind in kinds.items():
        own = tuple(each for each in names if each.likely == kind)
        found[name] = Match([*dict.fromkeys(each.text for each in own)], LABELLED - 1, own)
    return found


def _tokens_of_names(fields: Sequence[Property], text: str) -> int:
    """The tokens, as bits, of the names of fields and the labels for them, which are no values:
    `City` in `City: Oslo`."""
    labels = {pair.label for pair in pairs_in(bounded(text))}
    names = {each for each in labels if any(fit(each, field) for field in fields)}
    names.update(field.name for field in fields)
    named = tuple(find for find in finds_in(text) if find.text.strip("`'\"") in names)
    return Match(None, 0.0, named).tokens


def _rated(
    field: Property, found: Sequence[Match], least: float, *, is_of_tool: bool
) -> Sequence[tuple[float, Match]]:
    """The values that are good enough for a field, each with its worth."""
    takes_extras = field.is_number and field.head in words("fields.extras")
    if takes_extras or (least and field.type == "string"):
        found = [one for one in found if one.score >= LABELLED or _is_evident(field, one)]
    if field.required and field.default is None and not least:
        bar = 0.0
        found = [one for one in found if one.score > 0]
    elif is_of_tool and not least:
        bar = _ENOUGH
        found = [one for one in found if is_sure(field, one)]
    else:
        bar = least or FAIR
        found = [one for one in found if one.score - field.required >= bar]
    return [(round(one.score, 3) - bar, one) for one in found]


def _is_evident(field: Property, one: Match) -> bool:
    """True if a value is in the text, and no amount of something else."""
    find = one.finds[0] if one.finds else None
    if find is None or find.kind != "number":
        return find is not None
    if _is_named_around(field, find):
        return True
    is_extra = field.head in words("fields.extras")
    return is_sure(field, one) and not (is_extra or find.unit + find.counted)


def is_sure(field: Property, one: Match) -> bool:
    """True if a value is certain enough for an optional field: it is labelled or an option, or good
    and of the field's own kind or named by the words around it."""
    if one.score >= LABELLED or not one.finds or one.finds[0].kind == "option":
        return True
    kind, find = (field.items or field).kind, one.finds[0]
    is_own = all(kind in lists("own").get(each.sort, ()) for each in one.finds)
    if field.type == "array":
        return one.score >= (_ENOUGH if is_own else _ENOUGH + 1)
    if find.kind == "number" and (is_usual(field, find) or counts(field, find)):
        return True
    is_led = find.kind == "name" and led(field, find) > 1
    is_meant = is_own or is_led or _is_named_around(field, find)
    return one.score - field.required >= _ENOUGH and is_meant


def _is_named_around(field: Property, find: Find) -> bool:
    """True if a word around a find names a field, or one next to a number or a quotation is in the
    field's description."""
    if any(cue in field.words or field.senses & senses(cue) for cue in find.cues):
        return True
    is_marked = find.kind in ("number", "quoted")
    return is_marked and any(find.cues.get(cue) == 1 for cue in field.around)


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
        value = matches[field.name].value
        target[last] = [*value] if isinstance(value, list) else value
    return values
