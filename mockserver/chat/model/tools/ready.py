"""Ready calls: requested calls with the values that they need from elsewhere.

Values come from earlier messages and from results. A call that needs the result of another one
waits for it, after the `lookups` of what the user does not know.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from mockserver.chat.model.content.quoted.judgement.classification import indicated
from mockserver.chat.model.content.quoted.reports import results_in_words
from mockserver.chat.model.forms.code.queries import query
from mockserver.chat.model.reading.conversation import Reading
from mockserver.chat.model.text.lists import words
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.tools.candidates import candidate
from mockserver.chat.model.tools.lookups import first_steps
from mockserver.chat.model.tools.offered import WORDINGS, OfferedTool
from mockserver.chat.model.tools.tasks import ToolTask, tasks_for
from mockserver.chat.model.values.fields.fields import Property
from mockserver.chat.model.values.finding.finds import finds_in
from mockserver.chat.model.values.matching.match import nested

_NUMBER = pattern(r"-?\d+(?:\.\d+)?")
_BALANCED = pattern(r"(?:[^'\"`]|'[^']*'|\"[^\"]*\")*")
"""A statement up to a quote that it does not close."""


def ready_calls(
    tasks: Sequence[ToolTask], reading: Reading, tools: Sequence[OfferedTool], now: datetime
) -> list[ToolTask]:
    """The calls to make now for tasks: the first one, and those that wait for no other."""
    ready = [tasks[0], *(task for task in tasks[1:] if not _waits(task))]
    filled = [_with_results(task, reading, now) for task in ready]
    steps = list[ToolTask]()
    for task in filled:
        made = {each.tool.name for each in steps} - {task.tool.name}  # It waits for what they find.
        first = first_steps(task, reading, tools, now)
        steps += [each for each in first if each.tool.name not in made]
    return [_told_before(step, reading, now) for step in steps]


def completed_task(
    task: ToolTask, text: str, now: datetime, fields: Sequence[Property]
) -> ToolTask:
    """A task with the values of another text for fields that it lacks."""
    matches = candidate(task.tool, text, now).matches if text and fields else {}
    named = [each for each in fields if each.name in matches]
    return task.having(nested(matches, [e for e in named if e.admits(matches[e.name].value)]))


def _told_before(task: ToolTask, reading: Reading, now: datetime) -> ToolTask:
    """A task with the options that its text means, and with the ids and addresses that it needs
    from earlier messages."""
    for field in task.missing:
        if option := indicated(task.text, dict.fromkeys(map(str, field.enum), "")):
            task = task.having({field.name: option})
    unknown = [field for field in task.missing if field.is_unguessable]
    return completed_task(task, "\n".join([*reading.earlier, reading.system]), now, unknown)


# Calls that wait for a result


def _waits(task: ToolTask) -> bool:
    """True if a message or a number is the result of another call, as in `and mail it to Kim`."""
    is_told = WORDINGS.matches("refers", task.text) and bool(_open_message(task))
    return is_told or _needs_number(task)


def _with_results(task: ToolTask, reading: Reading, now: datetime) -> ToolTask:
    """A task with earlier results as its message, unless the user words the message.

    A field for SQL has a statement, from the tables that the system message has. A number that the
    user calls `the result` is the last one.
    """
    results = reading.results
    numbers = _NUMBER.findall(results[-1].text) if results and _needs_number(task) else ()
    if numbers:
        text = WORDINGS.pattern("number before").sub(rf"\g<verb>{numbers[-1]}", task.text, count=1)
        return tasks_for(task.tool, text, now)[0]
    if task.tool.sql:
        said = WORDINGS.find("statement", task.text)
        shown = "\n".join([*(result.text for result in results), reading.system, task.tool.about])
        balanced = _BALANCED.match(task.text, said.start()) if said else None
        statement = balanced[0].strip() if balanced else query(task.text, shown)
        return task.having({task.tool.sql: statement})
    message = _open_message(task) if results else ""
    return task.having({message: results_in_words(results)}) if message else task


def _needs_number(task: ToolTask) -> bool:
    takes_number = any(field.needs_number for field in task.tool.fields)
    return takes_number and WORDINGS.matches("number before", task.text)


def _open_message(task: ToolTask) -> str:
    """The name of the field for a message that the user does not word, else an empty name."""
    messages = words("text.message")
    names = [each.name for each in task.tool.fields if each.type == "string"]
    name = next((each for each in reversed(names) if each in messages), "")
    quotes = [find.value for find in finds_in(task.text) if find.kind in ("quoted", "worded")]
    return "" if task.arguments.get(name) in quotes else name
