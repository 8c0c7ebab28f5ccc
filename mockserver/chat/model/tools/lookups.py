"""Lookups: the calls that find what another call needs, such as the id of a customer by a name."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from mockserver.chat.model.content.quoted.results import compared
from mockserver.chat.model.reading.conversation import Reading
from mockserver.chat.model.text.meaning import in_english, stem, stems_of
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.tools.choice import FINDING
from mockserver.chat.model.tools.offered import WORDINGS, OfferedTool
from mockserver.chat.model.tools.tasks import ToolTask, tasks_for
from mockserver.chat.model.values.fields.fields import Property
from mockserver.chat.model.values.results import values_from

_WORD = pattern(r"\w+")
_TABLE = stem("tables")
"""The stem in the names of tools that list the tables of a database."""

_MOST_EARLIER = 4
"""The last results before a message that it may refer to."""


def first_steps(
    task: ToolTask, reading: Reading, tools: Sequence[OfferedTool], now: datetime
) -> list[ToolTask]:
    """A task with values from the results, or the calls that look up the values it lacks.

    If a tool has looked up several records, the task is made for each of them.
    """
    used = {task.tool.name, *(result.name for result in reading.results)}
    fresh = [tool for tool in tools if tool.name not in used]
    if steps := _looks_at_tables(task, reading, fresh):
        return steps
    missing = task.missing
    if not missing:
        return [task]
    found = _records_of_results(missing, reading, now)
    tasks = [task.having(values) for values in found]
    lacking = [field for field in tasks[0].missing if field.is_reference or not found[0]]
    for tool in fresh if lacking else ():
        if _gives(tool, lacking[0], task.tool):
            steps = tasks_for(tool, in_english(task.text), now)
            if not any(step.missing for step in steps):
                return steps
    return tasks


def _looks_at_tables(
    task: ToolTask, reading: Reading, tools: Sequence[OfferedTool]
) -> list[ToolTask]:
    """The call that lists the tables of a database, or shows those asked for, before a query."""
    if not task.tool.sql or WORDINGS.matches("statement", task.text):
        return []
    names = _WORD.findall(reading.results[-1].text) if reading.results else ()
    asked = dict.fromkeys(each for each in names if stem(each) in stems_of(task.text))
    for tool in tools:
        if _TABLE in tool.named and not tool.required:
            return [ToolTask(tool, {}, task.text)]
        if "schema" in tool.named and tool.required and asked:
            return [ToolTask(tool, {tool.required[0].name: ", ".join(asked)}, task.text)]
    return []


def _gives(tool: OfferedTool, field: Property, caller: OfferedTool) -> bool:
    """True if a tool has the name of a field, or finds the things that an id is of."""
    if tool.known.isdisjoint(FINDING) and tool.required:
        return False
    if frozenset() < frozenset(stems_of(field.name)) <= tool.named:
        return True
    sought = {*field.words, *stems_of(caller.name)[1:]}
    return field.is_reference and not tool.known.isdisjoint(sought)


def _records_of_results(
    fields: Sequence[Property], reading: Reading, now: datetime
) -> list[dict[str, Any]]:
    """Values for fields from each result, if all are of one tool and have all values, else values
    from all results together. Results before the last message have only what nobody can guess."""
    results, question = reading.results, reading.question
    if results and (best := compared(results, question)):  # `The cheapest one` has a name.
        question = f"{question} {best.value}"
    if not results:
        fields = [each for each in fields if each.is_unguessable]
        for each in reading.earlier_results[: -_MOST_EARLIER - 1 : -1]:
            called = each._replace(text=each.arguments)
            if values := values_from([called, each], fields, question, now):
                return [values]
    elif len({result.name for result in results}) == 1:
        found = [values_from([result], fields, question, now) for result in results]
        if all(len(values) == len(fields) for values in found):
            return found
    return [values_from(results, fields, question, now)]
