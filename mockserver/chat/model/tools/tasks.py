"""Tasks: the calls that one message asks for, in the order of the message.

A message is cut into stretches that ask for one tool each. Within a stretch, a new call begins
where a field gets a second value: `from Oslo to Rome and from Rome to Paris`. A call takes missing
values from the call before it, then from the whole message. An enumeration, such as `in Oslo, Rome
and Paris`, makes a call for each value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import islice, pairwise, product
from typing import Any, NamedTuple

from mockserver.chat.model.content.expressions import runs_in, steps_of
from mockserver.chat.model.forms.objects import values_in
from mockserver.chat.model.lists import is_place, words
from mockserver.chat.model.meaning import words_of
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.reading import Reading
from mockserver.chat.model.tools.choice import (
    WORDINGS,
    Chosen,
    Function,
    best,
    chosen,
    common_words,
    fields_of_tool,
    is_final,
    question_of,
    readable,
)
from mockserver.chat.model.values.fields import Property
from mockserver.chat.model.values.finds import Find, finds_in
from mockserver.chat.model.values.match import Matches, matches_of, nested
from mockserver.chat.model.values.options import options_in
from mockserver.chat.model.values.scan import Token, bounded, tokens_of

SAME_DRAW = bytes(4)
"""The key of arguments and answers that are the same in every choice of a response."""

_MOST_CLAUSES = 40
_MOST_CALLS = 32
_SHORTEST = 8
_SUM_READ = 1_000
_CLEAR = 2.0
"""The score from which a find is certainly the value of a field."""

_NEAR = 0.8
"""The weight of a word next to a find."""

_CLOSE = 0.7
_JOINTS = frozenset({"and", ",", ";", "or", "then", ".", "?", "!", "while", "versus", "vs"})
_RESPECTIVELY = pattern(r"\brespective(?:ly)?\b", re.IGNORECASE)


class ToolTask(NamedTuple):
    """A call to make: the function, and the arguments from the message."""

    function: Function
    arguments: Mapping[str, Any]
    text: str


def tasks_in(
    functions: Sequence[Function], text: str, now: datetime, context: str = ""
) -> list[ToolTask]:
    """The calls that a text asks for, none if no tool fits.

    Another tool may look up the numbers that a tool requires; a single one needs them in the text.
    """
    whole = best(functions, text, now, context)
    if not whole or not whole[0].is_fit or (len(functions) == 1 and whole[0].lacks_numbers):
        return []
    return _tasks(functions, whole[0], text, now)


def tasks_for(function: Function, text: str, now: datetime) -> list[ToolTask]:
    """The calls of one tool with the values of a text, even if the tool does not fit."""
    return _tasks([function], best([function], text, now)[0], text, now)


def task_for(tool: Function, text: str, now: datetime) -> ToolTask:
    """A call of a tool with the values of a text; one that takes the answer is filled whole."""
    alone = Reading.of_text(text)
    is_filled = is_final(tool) and not text.lstrip().startswith(("{", "["))  # results before it
    material = alone.payload.text if is_filled else text
    arguments = nested(chosen(tool, material, now).matches, fields_of_tool(tool))
    if is_filled:
        arguments |= values_in(tool.get("parameters"), alone, SAME_DRAW, now)
    return ToolTask(tool, arguments, material)


def operations_in(functions: Sequence[Function], text: str) -> list[ToolTask]:
    """A call for each operation of the expression in a text, if there is a tool for each."""
    run = max(runs_in(text[-_SUM_READ:]), key=len, default=())
    tasks = []
    for name, *operands in steps_of(run):
        tool = next((each for each in functions if _computes(each, name)), None)
        if tool is None:
            return []
        names = (field.name for field in fields_of_tool(tool))
        numbers = (int(one) if one.denominator == 1 else round(float(one), 10) for one in operands)
        tasks.append(ToolTask(tool, dict(zip(names, numbers, strict=True)), text))
    return tasks


def _computes(function: Function, operation: str) -> bool:
    """True if a tool takes two numbers and has a name such as `multiply`."""
    types = [field.type for field in fields_of_tool(function)]
    is_named = not words(f"operations.{operation}").isdisjoint(words_of(function["name"]))
    return is_named and len(types) == 2 and {*types} <= {"integer", "number"}


def _tasks(
    functions: Sequence[Function], whole: Chosen, text: str, now: datetime
) -> list[ToolTask]:
    tasks = _listed(whole.function, text)
    stretches = [] if tasks else _stretches(functions, bounded(text), now, whole)
    before: Matches = {}
    for stretch in stretches:
        for call in _calls(stretch, before, text, now):
            before = before | call.matches
            for task in _spread(call, text, now):
                if not any(_is_same(task, each) for each in tasks):
                    tasks.append(task)
    return tasks


def _is_same(task: ToolTask, other: ToolTask) -> bool:
    """True if two calls are the same, but for the wording of their texts: `Z-9`, `order Z-9`."""
    ours, others = task.arguments, other.arguments
    return (task.function, ours.keys()) == (other.function, others.keys()) and all(
        str(others[name]) in value if isinstance(value, str) else value == others[name]
        for name, value in ours.items()
    )


def _listed(function: Function, text: str) -> list[ToolTask]:
    """A call for each item of a list, if the tool's only required field takes a text."""
    rows = [row["item"].strip().rstrip(".") for row in WORDINGS.find_all("row", text)]
    fields = [field for field in fields_of_tool(function) if field.required]
    takes_one = [(field.type, bool(field.enum)) for field in fields] == [("string", False)]
    are_requests = all(map(WORDINGS.pattern("verb").match, rows))
    if len(rows) < 2 or not takes_one or ":\n" not in text or are_requests:
        return []
    return [ToolTask(function, {fields[0].name: row}, row) for row in rows[:_MOST_CALLS]]


def _stretches(
    functions: Sequence[Function], text: str, now: datetime, whole: Chosen
) -> list[Chosen]:
    """The tool of each stretch of a text. A clause that asks for no tool joins the one before."""
    found: list[tuple[int, list[Chosen]]] = []
    for start, clause in _clauses(text):
        tools = _tools_of(functions, clause, now)
        if tools and not (found and found[-1][1][-1].function is tools[0].function):
            found.append((start, tools))
    if sum(len(tools) for _, tools in found) < 2:
        return [whole._replace(text=text)]
    edges = [0, *(start for start, _ in found[1:]), len(text)]
    return [
        one._replace(text=text[start:end])
        for (_, tools), (start, end) in zip(found, pairwise(edges), strict=True)
        for one in tools
    ]


def _tools_of(functions: Sequence[Function], clause: str, now: datetime) -> list[Chosen]:
    """The tools that a clause asks for: the best, and any other whose distinctive words it has."""
    first, *others = best(functions, clause, now)
    if not first.is_fit:
        return []
    remaining = question_of(clause).stems - first.profile.known - first.profile.fields
    common = common_words(each.profile for each in (first, *others))
    own = ((one, one.profile.name - common) for one in others)
    return [first, *(one for one, stems in own if stems and stems <= remaining and one.is_fit)]


def _clauses(text: str) -> list[tuple[int, str]]:
    """The clauses of a text with their positions."""
    edges = [
        0,
        *(edge for cut in WORDINGS.pattern("cut").finditer(text) for edge in cut.span()),
        len(text),
    ]
    clauses = [(start, text[start:end]) for start, end in zip(edges[::2], edges[1::2], strict=True)]
    return [each for each in clauses if len(each[1].strip()) >= _SHORTEST][:_MOST_CLAUSES]


def _calls(stretch: Chosen, before: Matches, text: str, now: datetime) -> Iterator[Chosen]:
    """The calls of one stretch, with missing values from the calls before and the whole text.

    A phrase in the stretch replaces such a value if it scores higher, another find if it is
    certain. An optional field takes none that is worded for another part of the text.
    """
    function = stretch.function
    names = {field.name: field.required for field in fields_of_tool(function)}
    read = readable(stretch.text, function)
    elsewhere = chosen(function, text, now).matches
    for start, end in pairwise([0, *_cuts(function, read, now), len(read)]):
        part = chosen(function, read[start:end], now)
        known = (elsewhere | before).items()
        matches = {
            name: one._replace(finds=())
            for name, one in known
            if name in names and (names[name] or "worded" not in [find.kind for find in one.finds])
        }
        for name, one in part.matches.items():
            is_phrase = one.find is not None and one.find.kind == "phrase"
            if name not in matches or one.score >= (matches[name].score if is_phrase else _CLEAR):
                matches[name] = one
        before = before | matches
        yield part._replace(matches=matches)


def _cuts(function: Function, text: str, now: datetime) -> list[int]:
    """The positions in a text where a field gets a second value."""
    cuts: list[int] = []
    record: dict[str, Find] = {}
    tokens = tokens_of(text)
    for find, names in _mentions(function, text, now):
        free = next((name for name in names if name not in record), None)
        if free:
            record[free] = find
            continue
        listed = [name for name, one in record.items() if one.group == find.group >= 0]
        if not names or listed == names[:1]:
            continue
        if (joint := _joint(tokens, record[names[0]].last, find.first)) is not None:
            cuts.append(tokens[joint].start)
            record = {name: one for name, one in record.items() if one.first > joint}
            record[names[0]] = find
    return cuts[:_MOST_CALLS]


def _mentions(function: Function, text: str, now: datetime) -> list[tuple[Find, list[str]]]:
    """The finds that may be values, in the order of the text, with the names of their fields.

    A find belongs to the field it was matched with, or to the fields whose own finds have similar
    words around them. An option belongs to the field that has it.
    """
    matches = chosen(function, text, now).matches
    anchors = {name: one.find for name, one in matches.items() if one.find}
    mentions = []
    for find in finds_in(text):
        alike = {name: _likeness(anchor, find) for name, anchor in anchors.items()}
        most = max(alike.values(), default=0.0)
        close = [name for name, like in alike.items() if most and like >= _CLOSE * most]
        own = [name for name, anchor in anchors.items() if anchor == find]
        mentions.append((find, own or sorted(close, key=lambda name: -alike[name])))
    for field in fields_of_tool(function):
        others = [one.value for name, one in matches.items() if name != field.name]
        mentions += [
            (option, [field.name])
            for option in options_in(field, text)
            if option.value not in others and not option.left.isdigit()
        ]
    return sorted(mentions, key=lambda mention: mention[0].first)


def _likeness(one: Find, other: Find) -> float:
    """The similarity of two finds and of the words around them."""
    if one.kind != other.kind or (one.unit == "word") != (other.unit == "word"):
        return 0.0
    if one == other or one.group == other.group >= 0:
        return 2.0
    alike = float(is_place(one.text) and is_place(other.text))
    if one.kind == "phrase":
        return alike
    alike += one.kind != "number" and one.left == other.left
    return alike + sum(
        weight for cue, weight in one.cues.items() if min(weight, other.cues.get(cue, 0)) > _NEAR
    )


def _joint(tokens: Sequence[Token], before: int, after: int) -> int | None:
    """The index of the token that separates two others, such as `and`, if there is one."""
    joints = [
        place
        for place in range(after - 1, before, -1)
        if tokens[place].lower in _JOINTS
        and (tokens[place].text != "." or tokens[place + 1].is_upper)  # no abbreviation
    ]
    ends = [place for place in joints if tokens[place].text in ".?!;"]
    return next(iter(ends or joints), None)


def _spread(one: Chosen, text: str, now: datetime) -> Iterator[ToolTask]:
    """A call for each value of an enumeration, else one call.

    Several enumerations are paired if the text says `respectively`; otherwise each value of one is
    combined with each of the others.
    """
    fields = fields_of_tool(one.function)
    rows = {field.name: row for field in fields if (row := _row(field, one, now))}
    sizes = {len(row) for row in rows.values()}
    is_paired = len(sizes) == 1 and _RESPECTIVELY.search(text)
    combined = zip(*rows.values(), strict=True) if rows and is_paired else product(*rows.values())
    for values in islice(combined, _MOST_CALLS):
        matches = one.matches | {
            name: one.matches[name]._replace(value=value)
            for name, value in zip(rows, values, strict=True)
        }
        yield ToolTask(one.function, nested(matches, fields), one.text)


def _row(field: Property, one: Chosen, now: datetime) -> list[Any]:
    """All values of the enumeration that a field's value is in, if no other field takes any."""
    find = one.matches[field.name].find if field.name in one.matches else None
    if find is None or find.group < 0:
        return []
    row = [
        each
        for each in matches_of(field, one.text, now, one.profile.known)
        if each.find and (each.find.kind, each.find.group) == (find.kind, find.group)
    ]
    others = (other.tokens for name, other in one.matches.items() if name != field.name)
    taken: set[int] = set().union(*others)
    least = 1.5 if find.kind == "phrase" else 0.1
    is_clear = all(each.score >= least and taken.isdisjoint(each.tokens) for each in row)
    return [each.value for each in row] if is_clear else []
