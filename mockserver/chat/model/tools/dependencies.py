"""Dependencies: the values that a call needs from elsewhere, and the calls that look them up.

They are in an earlier message, or in the results of the calls before.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from mockserver.chat.model.content.results import results_in_words
from mockserver.chat.model.forms.queries import query
from mockserver.chat.model.lists import words
from mockserver.chat.model.meaning import in_english, stem, stems_of
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.reading import Reading
from mockserver.chat.model.tools.choice import WORDINGS, Tool, candidate
from mockserver.chat.model.tools.results import is_reference, takes_address, values_from
from mockserver.chat.model.tools.tasks import ToolTask, task_for, tasks_for
from mockserver.chat.model.values.fields import Property
from mockserver.chat.model.values.finds import finds_in
from mockserver.chat.model.values.match import nested, takes_number

_NUMBER = pattern(r"-?\d+(?:\.\d+)?")
_QUERIES = frozenset(map(stem, ("query", "statement")))
_FINDING = frozenset(map(stem, words("tools.finding")))


def missing_fields(task: ToolTask) -> list[Property]:
    """The required fields, outside inner objects, that a task has no value for, or no fit one."""
    return [
        field
        for field in task.tool.required
        if "." not in field.name and not _is_fit(field, task.arguments.get(field.name))
    ]


def _is_fit(field: Property, value: Any) -> bool:
    """True if a value may be one of a field: an id has a digit, an address too or an `@`."""
    if not isinstance(value, str):
        return value is not None
    is_plain = "@" not in value and not any(map(str.isdecimal, value))
    return not is_plain or not (is_reference(field) or takes_address(field))


def completed(task: ToolTask, text: str, now: datetime) -> ToolTask:
    """A task whose missing required values come from another text."""
    missing = missing_fields(task) if text else []
    matches = candidate(task.tool, text, now).matches if missing else {}
    return task._replace(arguments={**nested(matches, missing), **task.arguments})


def first_steps(
    task: ToolTask, reading: Reading, tools: Sequence[Tool], now: datetime
) -> list[ToolTask]:
    """A task with values from the results, or the calls that look up the values it lacks.

    If a tool has looked up several records, the task is made for each of them.
    """
    missing, results = missing_fields(task), reading.results
    each = [values_from([result], missing, reading.question) for result in results]
    is_for_each = len({result.name for result in results}) == 1 < len(each)
    if not missing or not is_for_each or any(len(values) < len(missing) for values in each):
        each = [values_from(results, missing, reading.question)]
    tasks = [task._replace(arguments={**task.arguments, **values}) for values in each]
    lacking = [field for field in missing_fields(tasks[0]) if is_reference(field) or not each[0]]
    used = {task.tool.name, *(result.name for result in results)}
    for tool in tools if lacking else ():
        if tool.name not in used and _gives(tool, lacking[0], task.tool):
            steps = tasks_for(tool, in_english(task.text), now)
            if not any(map(missing_fields, steps)):
                return steps
    return tasks


def _gives(tool: Tool, field: Property, caller: Tool) -> bool:
    """True if a tool has the name of a field, or finds the things that an id is of."""
    sought = {*field.words, *stems_of(caller.name)[1:]}
    if frozenset() < frozenset(stems_of(field.name)) <= tool.named:
        return True
    finds = not tool.known.isdisjoint(_FINDING) and not tool.known.isdisjoint(sought)
    return finds and is_reference(field)


def with_results(task: ToolTask, reading: Reading, now: datetime) -> ToolTask:
    """A task with earlier results as its message, unless the user words the message.

    A field for SQL has a statement, from the tables that the system message has. A number that the
    user calls `the result` is the last one.
    """
    results = reading.results
    if numbers := _NUMBER.findall(results[-1].text) if results and _needs_number(task) else ():
        text = WORDINGS.pattern("number before").sub(rf"\g<verb>{numbers[-1]}", task.text, count=1)
        return task_for(task.tool, text, now)
    if (name := _sql_field(task.tool)) and not WORDINGS.matches("statement", task.text):
        value = query(f"{task.text}\n{reading.system}")
    elif results and (name := _open_message(task)):
        value = results_in_words(results)
    else:
        return task
    return task._replace(arguments={**task.arguments, name: value})


def waits(task: ToolTask) -> bool:
    """True if a message or a number is the result of another call, as in `and mail it to Kim`."""
    is_told = WORDINGS.matches("refers", task.text) and bool(_open_message(task))
    return is_told or _needs_number(task)


def _needs_number(task: ToolTask) -> bool:
    needed = sum(map(takes_number, task.tool.fields))
    figures = sum(find.kind == "number" for find in finds_in(task.text))
    return figures < needed and WORDINGS.matches("number before", task.text)


def _open_message(task: ToolTask) -> str:
    """The name of the field for a message that the user does not word, else an empty name."""
    messages = words("text.message")
    names = [each.name for each in task.tool.fields if each.type == "string"]
    name = next((each for each in reversed(names) if each in messages), "")
    quotes = [find.value for find in finds_in(task.text) if find.kind in ("quoted", "worded")]
    return "" if task.arguments.get(name) in quotes else name


def _sql_field(tool: Tool) -> str:
    """The name of the field that takes SQL, empty if there is none."""
    for field in tool.fields:
        about = field.words | field.around | (tool.known if field.words & _QUERIES else set())
        if "sql" in about and field.type in ("string", ""):
            return field.name
    return ""
