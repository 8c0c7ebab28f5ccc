"""Tasks: the calls that one message asks for, in the order of the message.

The `stretches` of a message have a call each. An enumeration, such as `in Oslo, Rome and Paris`,
makes a call for each value, and so does a list for a tool that takes one text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import islice, product
from typing import Any, NamedTuple

from mockserver.chat.model.content.computed.expressions import runs_in, steps_of
from mockserver.chat.model.content.quoted.reports import results_in_words
from mockserver.chat.model.forms.data.objects import values_in
from mockserver.chat.model.reading.conversation import Reading
from mockserver.chat.model.text.lists import words
from mockserver.chat.model.text.meaning import words_of
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.text.texts import bullets_in, enumerated
from mockserver.chat.model.tools.candidates import Candidate, candidate
from mockserver.chat.model.tools.choice import best_candidates
from mockserver.chat.model.tools.offered import WORDINGS, OfferedTool
from mockserver.chat.model.tools.stretches import MOST_CALLS, candidates_in
from mockserver.chat.model.values.fields.fields import Property
from mockserver.chat.model.values.fields.schemas import NUMBERS
from mockserver.chat.model.values.matching.match import nested
from mockserver.chat.model.values.matching.matches import matches_of

SAME_DRAW = bytes(4)
"""The key of arguments and answers that are the same in every choice of a response."""

_ANSWERS, _QUERIES = words("fields.answers"), words("fields.queries")
"""The names of fields for an answer, and for a question to search for."""

_SUM_READ = 1_000
"""The characters of a text that are read for expressions."""

_RESPECTIVELY = pattern(r"\brespective(?:ly)?\b", re.IGNORECASE)
"""The word by which enumerations are paired."""


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
    whole = next(iter(best_candidates(tools, text, now, context)), None)
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
    for name, *operands in islice(steps, MOST_CALLS):
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
    return [ToolTask(whole.tool, {field.name: row}, row) for row in rows[:MOST_CALLS]]


def _tasks(
    tools: Sequence[OfferedTool], whole: Candidate, text: str, now: datetime
) -> list[ToolTask]:
    """The calls that a text asks for, each once."""
    tasks: list[ToolTask] = []
    for call in candidates_in(tools, whole, text, now):
        for task in _spread(call, text, now):
            if not any(task[:2] == each[:2] for each in tasks):
                tasks.append(task)
    return tasks


def _spread(one: Candidate, text: str, now: datetime) -> Iterator[ToolTask]:
    """A call for each value of an enumeration, else one call.

    Several enumerations are paired if the text says `respectively`; otherwise each value of one is
    combined with each of the others: `the sine and the cosine of 0 and 1` are four calls.
    """
    rows = {field.name: row for field in one.tool.fields if (row := _enumerated(field, one, now))}
    is_paired = len({len(row) for row in rows.values()}) == 1 and _RESPECTIVELY.search(text)
    combined = zip(*rows.values(), strict=True) if rows and is_paired else product(*rows.values())
    for values in islice(combined, MOST_CALLS):
        matches = one.matches | {
            name: one.matches[name]._replace(value=value)
            for name, value in zip(rows, values, strict=True)
        }
        yield ToolTask(one.tool, nested(matches, one.tool.fields), one.text)


def _enumerated(field: Property, one: Candidate, now: datetime) -> list[Any]:
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
