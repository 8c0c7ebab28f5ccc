"""The next calls of a conversation: what is asked for and not yet done, then no more.

Chosen throughout. Under `auto` the model calls what fits, once each, and answers in words when
nothing is left. Under `required` it has to call something: when all is done that is a tool that
takes the answer, `final_answer` or a class that is to be filled. A call whose result is an error
is made once more.
"""

from __future__ import annotations

import json
import re
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
    named_in,
    profile_of,
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
    last_role = reading.turns[-1][0]
    if choice == "auto" and last_role not in ("user", "tool"):
        return []
    if again := _to_try_again(reading, tools):
        return [again]
    left = [_with_results(task, reading) for task in _left(reading, tools, now)]
    left = left[:1] + [task for task in left[1:] if not _waits(task)]
    if not left and choice == "auto" and not reading.results:
        return _to_be_filled(reading, tools, now)
    if left or choice == "auto":
        return left
    return [_last(reading, tools, now)]


def _left(reading: Reading, tools: Sequence[Function], now: datetime) -> list[ToolTask]:
    """The calls that the user asked for and the model has not made since.

    A result of no call that is known counts for one of them.
    """
    working = [tool for tool in tools if not profile_of(tool).final] or tools
    asked = _asked(reading, working, now)
    called = [(result.name, _arguments(result.arguments)) for result in reading.results]
    names = [name for name, _ in called]
    left = []
    for task in asked:
        name = task.function["name"]
        if (name, task.arguments) in called:
            continue
        if names.count(name) >= sum(each.function["name"] == name for each in asked):
            continue
        left.append(task)
    return left[names.count("") :]


def _asked(reading: Reading, tools: Sequence[Function], now: datetime) -> list[ToolTask]:
    """The calls that the user's last message asks for: what it names, else by meaning."""
    text = in_english(reading.question)
    named = named_in(tools, text)
    tasks = tasks_in(tools, text, now, _context(reading))
    meant = [task.function for task in tasks]
    if all(tool["name"].isalpha() and tool in meant for tool in named):  # mere words: add, search
        return tasks
    by_meaning = [task for task in tasks if task.function in named]
    known = [task.function for task in by_meaning]
    return sorted(
        by_meaning + [_task(tool, text, now) for tool in named if tool not in known],
        key=lambda task: named.index(task.function),
    )


def _context(reading: Reading) -> str:
    """The message that a short one goes on with: `And in Paris?` asks what was asked before."""
    text = reading.question
    if reading.earlier and len(text) < _SHORT and _FOLLOWS.match(text):
        return reading.earlier[-1]
    return ""


def _task(tool: Function, text: str, now: datetime) -> ToolTask:
    return ToolTask(tool, nested(chosen(tool, text, now).matches, list(fields_of_tool(tool))), text)


def _to_be_filled(reading: Reading, tools: Sequence[Function], now: datetime) -> list[ToolTask]:
    """Tools that are classes to be filled, where the message has a sure value for all they need."""
    tasks = []
    for tool in tools:
        if not profile_of(tool).final:
            continue
        said = surely_said_for(tool.get("parameters"), reading.question, now)
        required = [field.name for field in fields_of_tool(tool) if field.required]
        if required and said.keys() >= set(required):
            tasks.append(ToolTask(tool, said, reading.question))
    return tasks


def _to_try_again(reading: Reading, tools: Sequence[Function]) -> ToolTask | None:
    """The last call, if it failed and failed for the first time."""
    results = reading.results
    if not results or not _is_error(results[-1]) or reading.turns[-1][0] != "tool":
        return None
    name = results[-1].name
    if sum(_is_error(each) and each.name == name for each in results) > 1:
        return None
    tool = next((each for each in tools if each["name"] == name), None)
    return ToolTask(tool, _arguments(results[-1].arguments), reading.question) if tool else None


def _is_error(result: ToolResult) -> bool:
    return bool(_ERROR.search(result.text[:_ERROR_READ]))


def _last(reading: Reading, tools: Sequence[Function], now: datetime) -> ToolTask:
    """The call that takes the answer; without such a tool the closest that was not called yet."""
    text = reading.everything
    finals = [tool for tool in tools if profile_of(tool).final]
    if finals:
        task = _task(best(finals, reading.question, now)[0].function, text, now)
        return task._replace(arguments={**task.arguments, **_answers(task.function, reading)})
    called = {result.name for result in reading.results}
    fresh = [tool for tool in tools if tool["name"] not in called] or tools
    return _task(best(fresh, reading.question, now)[0].function, text, now)


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


def _answers(tool: Function, reading: Reading) -> dict[str, str]:
    """The results in words, for the fields of a tool that take an answer in words."""
    fields = fields_of_tool(tool)
    if not reading.results:
        return {}
    return {
        field.name: told(reading.results)
        for field in fields
        if field.type in ("string", "")
        and not field.enum
        and (field.name in _IN_WORDS or len(fields) == 1)
    }


def _arguments(written: str) -> dict[str, Any]:
    try:
        value = json.loads(written)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}
