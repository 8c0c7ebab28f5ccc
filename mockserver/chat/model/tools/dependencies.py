"""Dependencies: the values that a call needs from elsewhere, and the calls that look them up.

They are in an earlier message, or in the results of the calls before.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from mockserver.chat.model.content.results import results_in_words
from mockserver.chat.model.forms.queries import query
from mockserver.chat.model.lists import words
from mockserver.chat.model.meaning import in_english, stem, stems_of
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.reading import Reading
from mockserver.chat.model.tools.choice import (
    WORDINGS,
    Function,
    chosen,
    fields_of_tool,
    profile_of,
)
from mockserver.chat.model.tools.results import is_fit_for, is_reference, values_from
from mockserver.chat.model.tools.tasks import ToolTask, task_for, tasks_for
from mockserver.chat.model.values.fields import Property
from mockserver.chat.model.values.finds import finds_in
from mockserver.chat.model.values.match import nested, takes_number

_NUMBER = pattern(r"-?\d+(?:\.\d+)?")
_QUERIES = frozenset(map(stem, ("query", "statement")))
_FINDING = frozenset(map(stem, words("tools.finding")))


def first_steps(
    task: ToolTask, reading: Reading, tools: Sequence[Function], now: datetime
) -> list[ToolTask]:
    """A task with values from the results, or the calls that look up the values it lacks.

    If a tool has looked up several records, the task is made for each of them.
    """
    missing, results = missing_fields(task), reading.results
    each = [values_from([result], missing, reading.question) for result in results]
    is_for_each = len(each) > 1 and len({result.name for result in results}) == 1
    if not is_for_each or any(len(values) < len(missing) for values in each) or not missing:
        each = [values_from(results, missing, reading.question)]
    tasks = [task._replace(arguments={**task.arguments, **values}) for values in each]
    lacking = [field for field in missing_fields(tasks[0]) if is_reference(field) or not each[0]]
    used = {task.function["name"], *(result.name for result in results)}
    for tool in tools if lacking else ():
        if tool["name"] not in used and _gives(tool, lacking[0], task.function):
            steps = tasks_for(tool, in_english(task.text), now)
            if not any(map(missing_fields, steps)):
                return steps
    return tasks


def _gives(tool: Function, field: Property, caller: Function) -> bool:
    """True if a tool has the name of a field, or finds the things that an id is of."""
    profile, sought = profile_of(tool), {*field.words, *stems_of(caller["name"])[1:]}
    if frozenset() < frozenset(stems_of(field.name)) <= profile.name:
        return True
    finds = not profile.known.isdisjoint(_FINDING) and not profile.known.isdisjoint(sought)
    return finds and is_reference(field)


def completed(task: ToolTask, text: str, now: datetime) -> ToolTask:
    """A task whose missing required values come from another text."""
    missing = {field.name for field in missing_fields(task)}
    matches = chosen(task.function, text, now).matches if missing and text else {}
    known = {name: one for name, one in matches.items() if name in missing}
    values = nested(known, fields_of_tool(task.function))
    return task._replace(arguments={**values, **task.arguments})


def missing_fields(task: ToolTask) -> list[Property]:
    """The required fields, outside inner objects, that a task has no value for, or no fit one."""
    return [
        field
        for field in fields_of_tool(task.function)
        if field.required
        and "." not in field.name
        and not is_fit_for(field, task.arguments.get(field.name))
    ]


def with_results(task: ToolTask, reading: Reading, now: datetime) -> ToolTask:
    """A task with earlier results as its message, unless the user words the message.

    A field for SQL has a statement, from the tables that the system message has. A number that the
    user calls `the result` is the last one.
    """
    results = reading.results
    if numbers := _NUMBER.findall(results[-1].text) if results and _needs_number(task) else ():
        text = WORDINGS.pattern("number before").sub(rf"\g<verb>{numbers[-1]}", task.text, count=1)
        return task_for(task.function, text, now)
    if (name := _sql_field(task.function)) and not WORDINGS.matches("statement", task.text):
        value = query(f"{task.text}\n{reading.system}")
    elif results and (name := _open_message(task)):
        value = results_in_words(results)
    else:
        return task
    return task._replace(arguments={**task.arguments, name: value})


def waits(task: ToolTask) -> bool:
    """True if a message or a number is the result of another call, as in `and mail it to Kim`."""
    return _needs_number(task) or (
        WORDINGS.matches("refers", task.text) and bool(_open_message(task))
    )


def _needs_number(task: ToolTask) -> bool:
    numbers = [*filter(takes_number, fields_of_tool(task.function))]
    figures = sum(find.kind == "number" for find in finds_in(task.text))
    return figures < len(numbers) and WORDINGS.matches("number before", task.text)


def _open_message(task: ToolTask) -> str:
    """The name of the field for a message that the user does not word, else an empty name."""
    fields, messages = fields_of_tool(task.function), words("text.message")
    names = [field.name for field in fields if field.type == "string" and field.name in messages]
    quotes = [find.value for find in finds_in(task.text) if find.kind in ("quoted", "worded")]
    return names[-1] if names and task.arguments.get(names[-1]) not in quotes else ""


def _sql_field(function: Function) -> str:
    """The name of the field that takes SQL, empty if there is none."""
    known = profile_of(function).known
    for field in fields_of_tool(function):
        about = field.words | field.around | (known if field.words & _QUERIES else set())
        if "sql" in about and field.type in ("string", ""):
            return field.name
    return ""
