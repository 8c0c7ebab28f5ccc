"""Tasks: the calls that one message asks for, in its order.

A message is cut where one request ends and the next begins. Each piece takes the tool that fits
it; a piece that only adds values goes on with the tool before it. A call that is left with an
enumeration where one value belongs is made once for each.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from mockserver.chat.model.tools.choice import Chosen, Function, best, chosen, is_fit
from mockserver.chat.model.tools.profile import fields_of_tool
from mockserver.chat.model.values.fields import Field
from mockserver.chat.model.values.fill import nested
from mockserver.chat.model.values.finds import Find, finds_in
from mockserver.chat.model.values.match import Matches, converted

_MOST_PIECES = 24
_SHORTEST = 8
_CUT = re.compile(
    r"(?<=[.?!;])\s+|\n+|,?\s+(?:and|then)\s+(?:then|also|finally|next|lastly|after that|afterwards)\b,?"
    r"|,\s*(?:then|also|finally|next|lastly|followed by|as well as)\b,?"
    r"|,?\s+and\s+(?=(?:what|how|who|when|where|find|get|calculate|compute|tell|show|give|book|search"
    r"|send|create|make|convert|translate|list|fetch|determine|check|play|set|add|order|remind|turn"
    r"|for|in|on|if|one|another|with|the)\b)|\b(?:first|second|third|fourth|finally|next|also|lastly)(?:ly)?,\s",
    re.IGNORECASE,
)


class Task(NamedTuple):
    """A call to be made: the function, and the arguments that the message has for it."""

    function: Function
    arguments: Mapping[str, Any]
    text: str


def tasks_in(functions: Sequence[Function], text: str, now: datetime, context: str = "") -> list[Task]:
    """The calls that a text asks for, none if no tool is above the bar."""
    whole = best(functions, text, now, context)
    if not whole or not is_fit(whole[0]):
        return []
    several = _pieced(functions, text, now, whole[0])
    return _without_repeats([task for one in several for task in _spread(one, text, now)])


def _pieced(functions: Sequence[Function], text: str, now: datetime, whole: Chosen) -> list[Chosen]:
    """A tool for each piece of a text; the whole is one if it has no pieces."""
    pieces = [piece for piece in _CUT.split(text) if piece and len(piece.strip()) >= _SHORTEST]
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


def _goes_on(one: Chosen) -> bool:
    """True if a piece has sure values for all that the tool before it needs."""
    required = [field.name for field in fields_of_tool(one.function) if field.required]
    sure = [name for name in required if name in one.matches and one.matches[name].score > 2]
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


def _spread(one: Chosen, text: str, now: datetime) -> Iterator[Task]:
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
        yield Task(one.function, nested(matches, fields), one.text)


def _row(field: Field, matches: Matches, finds: Sequence[Find], now: datetime) -> list[Any]:
    """The values of an enumeration that begins with a field's value, if no other field has any."""
    match = matches.get(field.name)
    if match is None or match.find < 0 or finds[match.find].group < 0:
        return []
    group = finds[match.find].group
    members = [place for place, find in enumerate(finds) if find.group == group]
    others = {other.find for name, other in matches.items() if name != field.name}
    if others.intersection(members):
        return []
    values = [converted(field, finds[place], now) for place in members]
    return [] if None in values else values


def _without_repeats(tasks: Sequence[Task]) -> list[Task]:
    kept: list[Task] = []
    for task in tasks:
        if not any(task.function is each.function and task.arguments == each.arguments for each in kept):
            kept.append(task)
    return kept
