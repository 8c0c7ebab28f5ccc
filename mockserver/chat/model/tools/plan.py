"""The next calls of a conversation: what is asked for and not yet done, then no more.

Chosen throughout. Under `auto` the model calls what fits, once each, and answers in words when
nothing is left. Under `required` it has to call something: when all is done that is a tool that
takes the answer, `final_answer` or a class that is to be filled. A call whose result is an error
is made once more.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from mockserver.chat.model.content.results import told
from mockserver.chat.model.forms.places import judged_for
from mockserver.chat.model.lists import words
from mockserver.chat.model.meaning import in_english
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.reading import Reading, ToolResult
from mockserver.chat.model.tools.choice import (
    Function,
    best,
    chosen,
    fields_of_tool,
    is_final,
    named_in,
)
from mockserver.chat.model.tools.tasks import ToolTask, tasks_in
from mockserver.chat.model.values.fill import nested, surely_said_for
from mockserver.chat.model.values.finds import finds_in

_ERROR = pattern(
    r"^\W*(?:error|exception|traceback|failed|failure|invalid|timeout|timed out)\b"
    r'|"error"\s*:\s*(?!null|false|"")'
    r"|\b(?:Error|Exception): |please (?:try again|fix)|fix the errors",
    re.IGNORECASE,
)
_ERROR_READ = 400
_FOLLOWS = pattern(r"\s*(?:and|what about|how about|same|also|now|but)\b", re.IGNORECASE)
_SHORT = 60
_REFERS = pattern(r"\b(?:it|them|that|the (?:results?|answer|findings|summary))\b", re.IGNORECASE)
_MESSAGES = words("text.message")
_IN_WORDS = words("fields.answers")
MOST_CALLS = 16
"""Chosen: how many calls one answer has at most."""


def tasks_of(reading: Reading, now: datetime, *, strict: bool) -> list[ToolTask]:
    """The calls that the answer makes.

    Stated for `strict`: no choice is none. Chosen: `parallel_tool_calls: false` leaves one call.
    """
    body = reading.body
    choice = body.get("tool_choice") or ("none" if strict else "auto")
    if isinstance(choice, dict):
        name = choice["function"]["name"]
        tool = next(each for each in reading.tools if each["name"] == name)
        task = _task(tool, reading.everything, now)
        judged = judged_for(tool.get("parameters"), reading.question, b"", now)
        return [task._replace(arguments={**task.arguments, **judged})]
    if choice not in ("auto", "required"):
        return []
    most = 1 if body.get("parallel_tool_calls") is False else MOST_CALLS
    return _next_calls(reading, choice, now)[:most]


def _next_calls(reading: Reading, choice: str, now: datetime) -> list[ToolTask]:
    tools = list(reading.tools)
    if choice == "auto" and reading.turns[-1][0] not in ("user", "tool"):
        return []
    if again := _to_try_again(reading, tools):
        return [again]
    left = [_with_results(task, reading) for task in _left(reading, tools, now)]
    left = left[:1] + [task for task in left[1:] if not _waits(task)]
    if not left and choice == "auto" and not reading.results:
        return _to_be_filled(reading, tools, now)
    return left if left or choice == "auto" else [_last(reading, tools, now)]


def _left(reading: Reading, tools: Sequence[Function], now: datetime) -> list[ToolTask]:
    """The calls that the user asked for and the model has not made since.

    A result of no call that is known counts for one of them.
    """
    asked = _asked(reading, [tool for tool in tools if not is_final(tool)] or tools, now)
    called = [(result.name, _arguments(result)) for result in reading.results]
    made = Counter(name for name, _ in called)
    wanted = Counter(task.function["name"] for task in asked)
    left = [
        task
        for task in asked
        if (task.function["name"], task.arguments) not in called
        and made[task.function["name"]] < wanted[task.function["name"]]
    ]
    return left[made[""] :]


def _asked(reading: Reading, tools: Sequence[Function], now: datetime) -> list[ToolTask]:
    """The calls that the user's last message asks for: what it names, else by meaning.

    `And in Paris?` asks what was asked before.
    """
    text = in_english(reading.question)
    goes_on = reading.earlier and len(text) < _SHORT and _FOLLOWS.match(text)
    tasks = tasks_in(tools, text, now, reading.earlier[-1] if goes_on else "")
    named, meant = named_in(tools, text), [task.function for task in tasks]
    if all(tool["name"].isalpha() and tool in meant for tool in named):  # mere words: add, search
        return tasks
    tasks = [task for task in tasks if task.function in named]
    tasks += [_task(tool, text, now) for tool in named if tool not in meant]
    return sorted(tasks, key=lambda task: named.index(task.function))


def _task(tool: Function, text: str, now: datetime) -> ToolTask:
    return ToolTask(tool, nested(chosen(tool, text, now).matches, fields_of_tool(tool)), text)


def _to_be_filled(reading: Reading, tools: Sequence[Function], now: datetime) -> list[ToolTask]:
    """Tools that are classes to be filled, where the message has a sure value for all they need."""
    tasks = []
    for tool in filter(is_final, tools):
        said = surely_said_for(tool.get("parameters"), reading.question, now)
        required = {field.name for field in fields_of_tool(tool) if field.required}
        if required and said.keys() >= required:
            tasks.append(ToolTask(tool, said, reading.question))
    return tasks


def _to_try_again(reading: Reading, tools: Sequence[Function]) -> ToolTask | None:
    """The last call, if it failed and failed for the first time."""
    if not reading.results or reading.turns[-1][0] != "tool":
        return None
    last = reading.results[-1]
    failed = [each.name for each in reading.results if _ERROR.search(each.text[:_ERROR_READ])]
    tool = next((each for each in tools if each["name"] == last.name), None)
    is_first = failed.count(last.name) == 1 and bool(_ERROR.search(last.text[:_ERROR_READ]))
    return ToolTask(tool, _arguments(last), reading.question) if tool and is_first else None


def _last(reading: Reading, tools: Sequence[Function], now: datetime) -> ToolTask:
    """The call that takes the answer; without such a tool the closest that was not called yet.

    Where the answer is to be in words, it is what the calls before have found.
    """
    called = {result.name for result in reading.results}
    finals = [*filter(is_final, tools)]
    fresh = finals or [tool for tool in tools if tool["name"] not in called] or tools
    task = _task(best(fresh, reading.question, now)[0].function, reading.everything, now)
    fields = fields_of_tool(task.function)
    worded = {
        field.name: told(reading.results)
        for field in fields
        if field.type in ("string", "")
        and not field.enum
        and (field.name in _IN_WORDS or len(fields) == 1)
    }
    takes_results = finals and reading.results
    return task._replace(arguments={**task.arguments, **worded}) if takes_results else task


def _with_results(task: ToolTask, reading: Reading) -> ToolTask:
    """A task whose message is what the calls before it have found, unless the user words it."""
    name = _open_message(task)
    if not name or not reading.results:
        return task
    return task._replace(arguments={**task.arguments, name: told(reading.results)})


def _open_message(task: ToolTask) -> str:
    """The field that takes a message which the user does not word; empty if there is none."""
    fields = fields_of_tool(task.function)
    names = [field.name for field in fields if field.type == "string" and field.name in _MESSAGES]
    worded = [find.value for find in finds_in(task.text) if find.kind == "quoted"]
    return names[-1] if names and task.arguments.get(names[-1]) not in worded else ""


def _waits(task: ToolTask) -> bool:
    """True for `and mail it to Kim`: the message is what another call has yet to find."""
    return bool(_REFERS.search(task.text) and _open_message(task))


def _arguments(result: ToolResult) -> dict[str, Any]:
    """The arguments of the call that a result is of; none if they are no object."""
    try:
        value = json.loads(result.arguments)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}
