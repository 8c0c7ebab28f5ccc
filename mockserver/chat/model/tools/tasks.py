"""Tasks: the calls that one message asks for, in its order.

A message is cut where one request ends and the next begins. Each piece takes the tool that fits
it; a piece that only adds values goes on with the tool before it. A call that is left with an
enumeration where one value belongs is made once for each.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import pairwise
from typing import Any, NamedTuple

from mockserver.chat.model.tools.choice import Chosen, Function, best, chosen, is_fit
from mockserver.chat.model.tools.profile import fields_of_tool
from mockserver.chat.model.values.convert import converted
from mockserver.chat.model.values.fields import Property
from mockserver.chat.model.values.fill import nested
from mockserver.chat.model.values.finds import Find, finds_in
from mockserver.chat.model.values.match import Matches, affinity
from mockserver.chat.model.values.scan import Token, bounded, tokens_of

_MOST_PIECES = 24
_SHORTEST = 8
_CLEAR = 2.0
"""The score from which a find is a field's value beyond doubt."""

_SCALARS = frozenset({"string", "integer", "number", ""})
_JOINTS = frozenset({"and", ",", ";", "or", "then", "."})
_CUT = re.compile(
    r"(?<=[.?!;])\s{1,4}|\n+|,?\s{1,4}(?:and|then)\s{1,4}(?:then|also|finally|next|lastly|after that|afterwards)\b,?"
    r"|,\s{0,4}(?:then|also|finally|next|lastly|followed by|as well as)\b,?"
    r"|,?\s{1,4}and\s{1,4}(?=(?:what|how|who|when|where|find|get|calculate|compute|tell|show|give|book|search"
    r"|send|create|make|convert|translate|list|fetch|determine|check|play|set|add|order|remind|turn"
    r"|email|mail|text|notify|post|write|summarize|buy|schedule|explain|delete|update|cancel|look"
    r"|start|stop|open|close|run"
    r"|for|in|on|if|one|another|with|the)\b)|\b(?:first|second|third|fourth|finally|next|also|lastly)(?:ly)?,\s",
    re.IGNORECASE,
)


class ToolTask(NamedTuple):
    """A call to be made: the function, and the arguments that the message has for it."""

    function: Function
    arguments: Mapping[str, Any]
    text: str


def tasks_in(
    functions: Sequence[Function], text: str, now: datetime, context: str = ""
) -> list[ToolTask]:
    """The calls that a text asks for, none if no tool is above the bar."""
    whole = best(functions, text, now, context)
    if not whole or not is_fit(whole[0]):
        return []
    several = [
        piece
        for one in _pieced(functions, text, now, whole[0])
        for piece in _by_records(one, text, now)
    ]
    return _without_repeats([task for one in several for task in _spread(one, text, now)])


def _pieced(functions: Sequence[Function], text: str, now: datetime, whole: Chosen) -> list[Chosen]:
    """A tool for each piece of a text; the whole is one if it has no pieces."""
    pieces = [
        piece for piece in _CUT.split(bounded(text)) if piece and len(piece.strip()) >= _SHORTEST
    ]
    if not 1 < len(pieces) <= _MOST_PIECES:
        return [whole]
    found: list[Chosen] = []
    for piece in pieces:
        one = best(functions, piece, now)[0]
        if is_fit(one):
            found.append(one)
            continue
        more = chosen(found[-1].function if found else whole.function, piece, now)
        if _goes_on(more):
            found.append(more)
    found = [_completed(one, whole, text, now) for one in found]
    return found if len(found) > 1 else [whole]


def _by_records(one: Chosen, text: str, now: datetime) -> list[Chosen]:
    """A call for each of several records that one piece holds: `3 and 4, 5 and 12`."""
    cuts = _cuts(one, now) if _has_more(one, now) else []
    if not cuts:
        return [one]
    parts = [one.text[start:end] for start, end in pairwise([0, *cuts, len(one.text)])]
    found = [chosen(one.function, part, now) for part in parts]
    return [_completed(each, one, text, now) for each in found]


def _has_more(one: Chosen, now: datetime) -> bool:
    """True if values are left over for fields that have one."""
    fields = [
        field
        for field in fields_of_tool(one.function)
        if field.name in one.matches and one.matches[field.name].find >= 0
    ]
    finds = finds_in(one.text)
    used = {one.matches[field.name].find for field in fields}
    groups = {finds[each].group for each in used} - {-1}
    return any(
        affinity(field, find, now) >= _CLEAR
        for number, find in enumerate(finds)
        if find.kind != "phrase" and number not in used and find.group not in groups
        for field in fields
    )


def _cuts(one: Chosen, now: datetime) -> list[int]:
    """The places in the text of a call where the same fields come again that have values already.

    An enumeration for one field is no such place, and neither is a value that hardly fits.
    """
    fields = [field for field in fields_of_tool(one.function) if field.type in _SCALARS]
    finds = [find for find in finds_in(one.text) if find.kind != "phrase"]
    records: list[dict[str, Find]] = [{}]
    cuts: list[int] = []
    for number, find in enumerate(finds):
        suited = _suited(find, fields, now)
        free = [name for name in suited if name not in records[-1]]
        if not suited or (not free and _is_listed(records[-1][suited[0]], find)):
            continue
        if not free:
            joint = _joint(tokens_of(bounded(one.text)), finds[number - 1], find)
            if joint is None:
                return []
            cuts.append(joint)
            records.append({})
            free = suited
        records[-1][free[0]] = find
    return cuts if _are_alike(records, {field.name: field for field in fields}) else []


def _suited(find: Find, fields: Sequence[Property], now: datetime) -> list[str]:
    """The fields that a find suits beyond doubt and about equally, the best first."""
    scores = {field.name: affinity(field, find, now) for field in fields}
    best_score = max(scores.values(), default=0.0)
    ranked = sorted(scores, key=lambda name: -scores[name])
    return [name for name in ranked if scores[name] >= max(best_score - 1, _CLEAR)]


def _is_listed(one: Find, other: Find) -> bool:
    return one.group >= 0 and one.group == other.group


def _are_alike(records: Sequence[Mapping[str, Find]], fields: Mapping[str, Property]) -> bool:
    """True if several records have the same fields; of one field alone, in the same words."""
    first, *others = records
    if not others or any(record.keys() != first.keys() for record in others):
        return False
    if len(first) > 1:
        return True
    [(name, find)] = first.items()
    return all(
        any(cue in record[name].cues and cue in fields[name].words for cue in find.cues)
        for record in others
    )


def _joint(tokens: Sequence[Token], before: Find, after: Find) -> int | None:
    """The place between two finds where the second begins, if there is one."""
    for place in range(after.first - 1, before.last, -1):
        if tokens[place].lower in _JOINTS:
            return tokens[place].start
    return None


def _goes_on(one: Chosen) -> bool:
    """True if a piece has sure values for all that the tool before it needs."""
    required = [field.name for field in fields_of_tool(one.function) if field.required]
    finds = finds_in(one.text)
    sure = [
        name
        for name in required
        if (match := one.matches.get(name))
        and match.score > _CLEAR
        and (match.find < 0 or finds[match.find].kind != "phrase")
    ]
    return bool(required) and len(sure) == len(required)


def _completed(one: Chosen, whole: Chosen, text: str, now: datetime) -> Chosen:
    """A piece takes from the whole what it lacks."""
    other = whole if whole.function is one.function else chosen(one.function, text, now)
    lacking = {
        field.name: other.matches[field.name]._replace(find=-1)
        for field in fields_of_tool(one.function)
        if field.name in other.matches and field.name not in one.matches
    }
    return one._replace(matches={**lacking, **one.matches})


def _spread(one: Chosen, text: str, now: datetime) -> Iterator[ToolTask]:
    """One call, or one for each of the values that stand in a row."""
    fields = fields_of_tool(one.function)
    finds = finds_in(one.text)
    rows = {field.name: row for field in fields if (row := _row(field, one.matches, finds, now))}
    longest = max(map(len, rows.values()), default=1)
    for number in range(longest):
        matches = dict(one.matches)
        for name, row in rows.items():
            if len(row) == longest:
                matches[name] = matches[name]._replace(value=row[number])
        yield ToolTask(one.function, nested(matches, list(fields)), one.text)


def _row(field: Property, matches: Matches, finds: Sequence[Find], now: datetime) -> list[Any]:
    """The values of an enumeration that begins with a field's value, if no other field has any."""
    match = matches.get(field.name)
    if match is None or match.find < 0 or finds[match.find].group < 0:
        return []
    group = finds[match.find].group
    members = [place for place, find in enumerate(finds) if find.group == group]
    others = {other.find for name, other in matches.items() if name != field.name}
    if others.intersection(members):
        return []
    if any(affinity(field, finds[place], now) < _CLEAR for place in members):
        return []
    values = [converted(field, finds[place], now) for place in members]
    return [] if None in values else values


def _without_repeats(tasks: Sequence[ToolTask]) -> list[ToolTask]:
    kept: list[ToolTask] = []
    for task in tasks:
        if not any(
            task.function is each.function and task.arguments == each.arguments for each in kept
        ):
            kept.append(task)
    return kept
