"""Dependencies: the values that a call needs from elsewhere, and the calls that look them up.

They are in an earlier message, or in the results of the calls before.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from mockserver.chat.model.content.results import results_in_words
from mockserver.chat.model.forms.queries import query
from mockserver.chat.model.lists import words
from mockserver.chat.model.meaning import in_english, stems_of
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.reading import Reading
from mockserver.chat.model.tools.choice import chosen
from mockserver.chat.model.tools.finals import task_for
from mockserver.chat.model.tools.profiles import (
    Function,
    fields_of_tool,
    looks_up,
    profile_of,
    sql_field,
)
from mockserver.chat.model.tools.results import is_fit_for, is_reference, values_from
from mockserver.chat.model.tools.tasks import ToolTask, tasks_for
from mockserver.chat.model.values.fields import Property
from mockserver.chat.model.values.finds import finds_in
from mockserver.chat.model.values.match import nested, takes_number

_STATEMENT = pattern(
    r"\b(?:select|insert|update|delete|with|create)\b.{1,2000}\b(?:from|into|set|as|table)\b", re.I
)
_REFERS = pattern(r"\b(?:it|them|that|the (?:results?|answer|findings|summary))\b", re.IGNORECASE)
_NUMBER_REFERENCE = pattern(
    r"(\b(?:add|subtract|multiply|divide|convert|round|raise|double|square|increase|reduce)\b"
    r"[^.,;\n]{0,20}?)\b(?:the (?:output|result|product|quotient|answer|sum|difference)|that|it)\b",
    re.IGNORECASE,
)
_NUMBER = pattern(r"-?\d+(?:\.\d+)?")


def first_steps(
    task: ToolTask, reading: Reading, tools: Sequence[Function], now: datetime
) -> list[ToolTask]:
    """A task with values from the results, or the calls that look up the values it lacks.

    If a tool has looked up several records, the task is made for each of them.
    """
    missing = missing_fields(task)
    by_result = [
        (result.name, values)
        for result in reading.results
        if len(values := values_from([result], missing, reading.question)) == len(missing) > 0
    ]
    names = {name for name, _ in by_result}
    if len(by_result) > 1 and len(names) == 1:
        found = [values for _, values in by_result]
    else:
        found = [values_from(reading.results, missing, reading.question)]
    tasks = [task._replace(arguments={**task.arguments, **values}) for values in found]
    lacking = [field for field in missing_fields(tasks[0]) if is_reference(field) or not found[0]]
    called = {result.name for result in reading.results}
    for tool in tools if lacking else ():
        sought = {*lacking[0].words, *stems_of(task.function["name"])[1:]}
        if tool["name"] in called or tool is task.function:
            continue
        named = frozenset() < frozenset(stems_of(lacking[0].name)) <= profile_of(tool).name
        if not named and not (is_reference(lacking[0]) and looks_up(tool, sought)):
            continue
        steps = tasks_for(tool, in_english(task.text), now)
        if not any(map(missing_fields, steps)):
            return steps
    return tasks


def completed(task: ToolTask, text: str, now: datetime) -> ToolTask:
    """A task whose missing required values come from another text."""
    matches = chosen(task.function, text, now).matches
    missing = {
        field.name: matches[field.name] for field in missing_fields(task) if field.name in matches
    }
    return task._replace(
        arguments={**nested(missing, fields_of_tool(task.function)), **task.arguments}
    )


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
    if _needs_number(task):
        if not (number := _last_number(reading)):
            return task
        text = _NUMBER_REFERENCE.sub(rf"\g<1>{number}", task.text, count=1)
        return task_for(task.function, text, now)._replace(text=text)
    if (field := sql_field(task.function)) and not _STATEMENT.search(task.text):
        statement = query(f"{task.text}\n{reading.system}")
        return task._replace(arguments={**task.arguments, field: statement})
    name = _open_message(task)
    if not name or not reading.results:
        return task
    return task._replace(arguments={**task.arguments, name: results_in_words(reading.results)})


def waits(task: ToolTask) -> bool:
    """True if a message needs the result of another call, as in `and mail it to Kim`."""
    return _needs_number(task) or bool(_REFERS.search(task.text) and _open_message(task))


def _open_message(task: ToolTask) -> str:
    """The name of the field for a message that the user does not word, else an empty name."""
    fields, messages = fields_of_tool(task.function), words("text.message")
    names = [field.name for field in fields if field.type == "string" and field.name in messages]
    quotes = [find.value for find in finds_in(task.text) if find.kind in ("quoted", "worded")]
    return names[-1] if names and task.arguments.get(names[-1]) not in quotes else ""


def _needs_number(task: ToolTask) -> bool:
    """True if a number is the result of another call, as in `and divide the result by 5`."""
    numbers = [*filter(takes_number, fields_of_tool(task.function))]
    figures = sum(find.kind == "number" for find in finds_in(task.text))
    return figures < len(numbers) and bool(_NUMBER_REFERENCE.search(task.text))


def _last_number(reading: Reading) -> str:
    """The number that the last result consists of or contains, else an empty text."""
    numbers = _NUMBER.findall(reading.results[-1].text) if reading.results else ()
    return numbers[-1] if numbers else ""
