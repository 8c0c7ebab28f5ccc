"""Tasks: the calls that one message asks for, in the order of the message.

A message is cut into stretches that ask for one tool each. Within a stretch, a new call begins
where a field gets a second value: `from Oslo to Rome and from Rome to Paris`. A call takes missing
values from the whole message. An enumeration, such as `in Oslo, Rome and Paris`, makes a call for
each value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import islice, pairwise, product
from typing import Any, NamedTuple

from mockserver.chat.model.content.computed.expressions import runs_in, steps_of
from mockserver.chat.model.content.quoted.results import results_in_words
from mockserver.chat.model.forms.data.objects import values_in
from mockserver.chat.model.reading.conversation import Reading
from mockserver.chat.model.text.lists import is_place, words
from mockserver.chat.model.text.meaning import words_of
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.text.texts import bullets_in, enumerated
from mockserver.chat.model.tools.choice import WORDINGS, Candidate, OfferedTool, best, candidate
from mockserver.chat.model.values.fields import Property
from mockserver.chat.model.values.find import Find
from mockserver.chat.model.values.finds import finds_in
from mockserver.chat.model.values.match import Match, nested
from mockserver.chat.model.values.matches import matches_of
from mockserver.chat.model.values.options import options_in
from mockserver.chat.model.values.scan import bounded, tokens_of
from mockserver.chat.model.values.schemas import NUMBERS

SAME_DRAW = bytes(4)
"""The key of arguments and answers that are the same in every choice of a response."""

_ANSWERS, _QUERIES = words("fields.answers"), words("fields.queries")
_MOST_CLAUSES, _MOST_CALLS = 40, 32
"""The most clauses of a text that are read, and the most calls that it asks for."""

_SHORTEST, _SUM_READ = 8, 1_000
"""The least characters of a clause, and those of a text that are read for expressions."""

_CLEAR = 2.0
"""The score from which a find is certainly the value of a field."""

_NEAR = 0.8
"""The weight of a word next to a find."""

_SAME = 9.0
"""The likeness of a find to itself, more than to any other."""

_CLOSE = 0.7
"""The least likeness of a find to a field's own find, as a share of the greatest one."""

_JOINTS = frozenset({"and", ",", ";", "or", "then", ".", "?", "!", "while", "versus", "vs"})
_RESPECTIVELY = pattern(r"\brespective(?:ly)?\b", re.IGNORECASE)


class ToolTask(NamedTuple):
    """A call to make: the tool, and the arguments from the message."""

    tool: OfferedTool
    arguments: Mapping[str, Any]
    text: str

    @property
    def missing(self) -> list[Property]:
        """The required fields, outside inner objects, that have no value, or none that fits."""
        return [
            field
            for field in self.tool.required
            if "." not in field.name and not field.admits(self.arguments.get(field.name))
        ]

    def having(self, values: Mapping[str, Any]) -> ToolTask:
        """The task with these values besides its own."""
        return self._replace(arguments={**self.arguments, **values})


def tasks_in(
    tools: Sequence[OfferedTool], text: str, now: datetime, context: str
) -> list[ToolTask]:
    """The calls that a text asks for, none if no tool fits.

    Another tool may look up the numbers that a tool requires; a single one needs them in the text.
    """
    whole = next(iter(best(tools, text, now, context)), None)
    if whole is None or not whole.is_fit or (len(tools) == 1 and whole.lacks_numbers):
        return []
    return _listed(whole) or _tasks(tools, whole, text, now)


def tasks_for(tool: OfferedTool, text: str, now: datetime) -> list[ToolTask]:
    """The calls of one tool with the values of a text, even if the tool does not fit."""
    return _tasks([tool], candidate(tool, text, now), text, now)


def filled_task(tool: OfferedTool, reading: Reading, now: datetime) -> ToolTask:
    """A call with the values of a conversation; a field for an answer has the results."""
    text = reading.question
    arguments = nested(candidate(tool, text, now).matches, tool.fields)
    told = "\n".join([text, *(each.text + each.arguments for each in reading.results)])
    read = values_in(tool.parameters, reading, SAME_DRAW, now)
    for field in tool.fields:
        value = read.get(field.name)
        if not isinstance(value, str) or value in told or field.name not in arguments:
            continue
        # A word of our own yields to one of the text, and so does an answer to a query, which is
        # still to be searched for; a reason is a sentence of our own.
        if not field.enum and (" " not in value or field.head in _QUERIES):
            del read[field.name]
    return ToolTask(tool, {**arguments, **read, **_answers_for(tool, reading)}, text)


def _answers_for(tool: OfferedTool, reading: Reading) -> dict[str, str]:
    """The results in words for the fields of a tool that takes the answer."""
    if not (reading.results and (tool.is_final or tool.is_class)):
        return {}
    texts = [field for field in tool.fields if field.is_text]
    names = [each.name for each in texts if each.head in _ANSWERS or len(tool.fields) == 1]
    return dict.fromkeys(names, results_in_words(reading.results)) if names else {}


def operations_in(tools: Sequence[OfferedTool], text: str) -> list[ToolTask]:
    """A call for each operation of the expressions in a text, if there is a tool for each."""
    tasks = []
    steps = (step for run in runs_in(text[-_SUM_READ:]) for step in steps_of(run))
    for name, *operands in islice(steps, _MOST_CALLS):
        tool = next((each for each in tools if _computes(each, name)), None)
        if tool is None:
            return []
        names = (field.name for field in tool.fields)
        numbers = (int(one) if one.denominator == 1 else round(float(one), 10) for one in operands)
        tasks.append(ToolTask(tool, dict(zip(names, numbers, strict=True)), text))
    return tasks


def _computes(tool: OfferedTool, operation: str) -> bool:
    """True if a tool takes two numbers and has a name such as `multiply`."""
    types = [field.type for field in tool.fields]
    is_named = not words(f"operations.{operation}").isdisjoint(words_of(tool.name))
    return is_named and len(types) == 2 and {*types} <= {*NUMBERS}


def _listed(whole: Candidate) -> list[ToolTask]:
    """A call for each item of a list, if the tool's only required field takes a text."""
    field = whole.tool.required[0] if len(whole.tool.required) == 1 else None
    if field is None or field.type != "string" or field.enum:
        return []
    added = WORDINGS.find("things to add", whole.text)
    listed = bullets_in(whole.text) if ":\n" in whole.text else []
    rows = [row.strip().rstrip(".") for row in (enumerated(added["list"]) if added else listed)]
    if len(rows) < 2 or (not added and all(map(WORDINGS.pattern("verb").match, rows))):
        return []  # Rows that begin with verbs are requests.
    return [ToolTask(whole.tool, {field.name: row}, row) for row in rows[:_MOST_CALLS]]


def _tasks(
    tools: Sequence[OfferedTool], whole: Candidate, text: str, now: datetime
) -> list[ToolTask]:
    """The calls that a text asks for, each once."""
    tasks: list[ToolTask] = []
    for stretch in _stretches(tools, bounded(text), now, whole):
        for call in _calls(stretch, text, now):
            for task in _spread(call, text, now):
                if not any(task[:2] == each[:2] for each in tasks):
                    tasks.append(task)
    return tasks


# Stretches that ask for one tool each


def _stretches(
    tools: Sequence[OfferedTool], text: str, now: datetime, whole: Candidate
) -> list[Candidate]:
    """The tool of each stretch of a text. A clause that asks for no tool joins the one before."""
    found: list[tuple[int, Candidate]] = []
    for start, clause in _clauses(text):
        asked = best(tools, clause, now)[0]
        if asked.is_fit and not (found and found[-1][1].tool is asked.tool):
            found.append((start, asked))
    if len(found) < 2:
        return [whole._replace(text=text)]
    edges = [0, *(start for start, _ in found[1:]), len(text)]
    return [
        one._replace(text=text[start:end])
        for (_, one), (start, end) in zip(found, pairwise(edges), strict=True)
    ]


def _clauses(text: str) -> list[tuple[int, str]]:
    """The clauses of a text with their positions."""
    cuts = (edge for cut in WORDINGS.pattern("cut").finditer(text) for edge in cut.span())
    edges = [0, *cuts, len(text)]
    clauses = [(start, text[start:end]) for start, end in zip(edges[::2], edges[1::2], strict=True)]
    return [each for each in clauses if len(each[1].strip()) >= _SHORTEST][:_MOST_CLAUSES]


# The calls of a stretch


def _calls(stretch: Candidate, text: str, now: datetime) -> Iterator[Candidate]:
    """The calls of one stretch, with missing values from the whole text. An optional field takes
    none that is worded for another part of the text."""
    tool = stretch.tool
    stretch = candidate(tool, stretch.text, now)
    optional = {field.name for field in tool.fields if not field.required}
    elsewhere = {
        name: one._replace(finds=())
        for name, one in candidate(tool, text, now).matches.items()
        if name not in optional or all(find.kind != "worded" for find in one.finds)
    }
    for start, end in pairwise([0, *_cuts(stretch), len(stretch.text)]):
        part = candidate(tool, stretch.text[start:end], now)
        own = {
            name: one
            for name, one in part.matches.items()
            if name not in elsewhere or _replaces(one, elsewhere[name])
        }
        yield part._replace(matches=elsewhere | own)


def _replaces(one: Match, other: Match) -> bool:
    """True if a value in a stretch replaces one of the whole text: a phrase if it scores as high,
    another find if it is certain."""
    return one.score >= (other.score if one.kind == "phrase" else _CLEAR)


def _cuts(stretch: Candidate) -> list[int]:
    """The positions in a stretch where a field gets a second value: the `and` of `from Oslo to Rome
    and from Rome to Paris`."""
    cuts: list[int] = []
    record: dict[str, Find] = {}
    tokens = tokens_of(stretch.text)
    for find, names in sorted(_mentions(stretch), key=lambda mention: mention[0].first):
        if free := next((name for name in names if name not in record), None):
            record[free] = find
            continue
        listed = [name for name, one in record.items() if one.group == find.group >= 0]
        if not names or listed == names[:1]:
            continue
        between = range(find.first - 1, record[names[0]].last, -1)
        joint = next((place for place in between if tokens[place].lower in _JOINTS), None)
        if joint is not None:
            cuts.append(tokens[joint].start)
            record = {name: one for name, one in record.items() if one.first > joint}
            record[names[0]] = find
    return cuts[:_MOST_CALLS]


def _mentions(stretch: Candidate) -> Iterator[tuple[Find, list[str]]]:
    """The finds that may be values, with the names of their fields, the likeliest first.

    A find belongs to the fields whose own finds have similar words around them: `to Rome` to the
    field of `to Paris`. An option belongs to the field that has it.
    """
    options: dict[tuple[int, int], tuple[Find, list[str]]] = {}
    for field in stretch.tool.fields:
        others = [one.value for name, one in stretch.matches.items() if name != field.name]
        for option in options_in(field, stretch.text):
            if option.value not in others and not option.left.isdigit():
                options.setdefault((option.first, option.last), (option, []))[1].append(field.name)
    yield from options.values()
    anchors = {name: one.find for name, one in stretch.matches.items() if one.find}
    for find in finds_in(stretch.text):
        if (find.first, find.last) in options:
            continue
        alike = {name: _likeness(anchor, find) for name, anchor in anchors.items()}
        least = _CLOSE * max([*alike.values(), 0.1])
        close = [name for name, like in alike.items() if like >= least]
        yield find, sorted(close, key=lambda name: -alike[name])


def _likeness(one: Find, other: Find) -> float:
    """The similarity of two finds and of the words around them."""
    if one.kind != other.kind or one.is_in_words != other.is_in_words:
        return 0.0
    if one == other:
        return _SAME
    if one.group == other.group >= 0:
        return 2.0
    likeness = float(is_place(one.text) and is_place(other.text))
    if one.kind == "phrase":
        return likeness
    if one.kind != "number" and one.left == other.left:
        likeness += 1.0
    return likeness + sum(
        weight for cue, weight in one.cues.items() if min(weight, other.cues.get(cue, 0)) > _NEAR
    )


def _spread(one: Candidate, text: str, now: datetime) -> Iterator[ToolTask]:
    """A call for each value of an enumeration, else one call.

    Several enumerations are paired if the text says `respectively`; otherwise each value of one is
    combined with each of the others: `the sine and the cosine of 0 and 1` are four calls.
    """
    rows = {field.name: row for field in one.tool.fields if (row := _row(field, one, now))}
    is_paired = len({len(row) for row in rows.values()}) == 1 and _RESPECTIVELY.search(text)
    combined = zip(*rows.values(), strict=True) if rows and is_paired else product(*rows.values())
    for values in islice(combined, _MOST_CALLS):
        matches = one.matches | {
            name: one.matches[name]._replace(value=value)
            for name, value in zip(rows, values, strict=True)
        }
        yield ToolTask(one.tool, nested(matches, one.tool.fields), one.text)


def _row(field: Property, one: Candidate, now: datetime) -> list[Any]:
    """All values of the enumeration that a field's value is in, if no other field takes any."""
    find = one.matches[field.name].find if field.name in one.matches else None
    if find is None or find.group < 0:
        return []
    row = [
        each
        for each in matches_of(field, one.text, now, one.tool.known)
        if each.find and (each.find.kind, each.find.group) == (find.kind, find.group)
    ]
    taken = 0
    for name, other in one.matches.items():
        if name != field.name:
            taken |= other.tokens
    least = {"phrase": 1.5, "option": 5.0}.get(find.kind, 0.1)
    is_clear = all(each.score >= least and not each.tokens & taken for each in row)
    return [each.value for each in row] if is_clear else []
