"""The tool calls of a reply: the calls that the conversation requests and does not have yet.

All of this is chosen. Under `auto` the model makes each call once, and replies in text when none is
left. Under `required` every reply has a call; when no other is left, it calls a tool that takes the
answer. A failed call is repeated once. A call that needs the result of another one waits for it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from mockserver.chat.model.content import answer
from mockserver.chat.model.content.results import results_in_words
from mockserver.chat.model.forms.objects import values_in
from mockserver.chat.model.lists import words
from mockserver.chat.model.meaning import in_english, words_of
from mockserver.chat.model.reading import Reading, ToolResult
from mockserver.chat.model.reply import Called, ModelReply, calling
from mockserver.chat.model.tools.choice import (
    WORDINGS,
    Function,
    asks_for_fact,
    best,
    chosen,
    fields_of_tool,
    is_final,
    named_in,
    profile_of,
)
from mockserver.chat.model.tools.dependencies import (
    completed,
    first_steps,
    missing_fields,
    waits,
    with_results,
)
from mockserver.chat.model.tools.observed import request_in
from mockserver.chat.model.tools.tasks import (
    SAME_DRAW,
    ToolTask,
    operations_in,
    task_for,
    tasks_for,
    tasks_in,
)
from mockserver.chat.model.values.fill import certain_values_for, filled
from mockserver.chat.model.values.match import is_certain
from mockserver.chat.models import ChatRequest
from mockserver.chat.structured.blanks import blanks_of, spaced
from mockserver.chat.structured.budget import Budget, Unservable
from mockserver.core.errors import invalid

_ERROR_READ = 400
_SHORT = 60
MOST_CALLS = 16
"""Chosen: the most calls of one reply."""


class ToolCaller:
    """Makes the calls for tasks, with arguments that conform to the schemas of the functions.

    All choices of a request share one budget.
    """

    def __init__(self, tasks: Sequence[ToolTask], body: ChatRequest) -> None:
        self._tasks = tasks
        self._named = isinstance(body.get("tool_choice"), dict)
        self._is_forced = self._named or body.get("tool_choice") == "required"
        self._budget = Budget.of_choices(body.get("n") or 1)
        self._blanks = blanks_of(body.get("guided_whitespace_pattern"))

    def speak(self, key: bytes) -> ModelReply:
        """The reply for a key. Raises a 400 for a schema that cannot be satisfied.

        Observed: the content is empty for `required` and for a named tool, `null` for `auto`.
        """
        calls = [Called(each.function["name"], self._arguments(each, key)) for each in self._tasks]
        return calling(calls, content="" if self._is_forced else None, named=self._named)

    def _arguments(self, task: ToolTask, key: bytes) -> str:
        """The arguments of a call as JSON, with the blanks that vLLM writes.

        It generates the arguments of a named tool as guided JSON, and formats any others itself.
        """
        parameters = task.function.get("parameters")
        if not parameters:
            written = "{}"
        else:
            try:
                written = filled(
                    parameters, task.arguments, key, task.text, self._budget, sparing=True
                )
                self._budget.spend_on(written)
            except Unservable as refused:
                name = task.function["name"]
                raise invalid(f"Grammar error: parameters of {name}: {refused}") from None
        if self._named:
            return spaced(written, self._blanks)
        return json.dumps(json.loads(written), ensure_ascii=False)


def tasks_of(reading: Reading, now: datetime, *, strict: bool) -> list[ToolTask]:
    """The calls of the reply.

    Stated: in `strict` mode a missing `tool_choice` is `none`. Chosen: with
    `parallel_tool_calls: false`, the reply has at most one call.
    """
    body = reading.body
    choice = body.get("tool_choice") or ("none" if strict else "auto")
    if isinstance(choice, dict):
        name = choice["function"]["name"]
        tool = next(each for each in reading.tools if each["name"] == name)
        return [_filled(tool, reading, now)]
    if choice not in ("auto", "required"):
        return []
    most = 1 if body.get("parallel_tool_calls") is False else MOST_CALLS
    return _next_calls(reading, choice, now)[:most]


def _next_calls(reading: Reading, choice: str, now: datetime) -> list[ToolTask]:
    tools, called = reading.tools, {result.name for result in reading.results}
    last = [each.name for each in reading.results[-1:] if not _is_error(each)]
    is_over = any(is_final(tool) for tool in tools if tool["name"] in last)
    if is_over or (choice == "auto" and reading.turns[-1][0] not in ("user", "tool")):
        return []
    if again := _to_try_again(reading, tools):
        return [again]
    helping = [tool for tool in tools if not is_final(tool)] or tools
    left = _left(reading, _requested(reading, helping, now))
    ready = left[:1] + [task for task in left[1:] if not waits(task)]
    if ready:
        tasks = [with_results(task, reading, now) for task in ready]
        return [step for task in tasks for step in first_steps(task, reading, tools, now)]
    if choice == "required":
        return [_final_call(reading, tools, now)]
    return [] if called else _to_be_filled(reading, tools, now) or _searched(reading, tools, now)


def _left(reading: Reading, requested: Sequence[ToolTask]) -> list[ToolTask]:
    """The requested calls that the model has not made yet.

    A result without a known call counts as the result of the first one.
    """
    called = [(result.name, _arguments(result)) for result in reading.results]
    made = Counter(name for name, _ in called)
    counts = Counter(task.function["name"] for task in requested)
    left = [
        task
        for task in requested
        if (task.function["name"], task.arguments) not in called
        and made[task.function["name"]] < counts[task.function["name"]]
    ]
    return left[made[""] :]


def _requested(reading: Reading, tools: Sequence[Function], now: datetime) -> list[ToolTask]:
    """The calls that the user's last message asks for, by name or else by meaning."""
    text = in_english(request_in(reading.question))
    context = _context(reading, text)
    tasks = [completed(task, context, now) for task in tasks_in(tools, text, now, context)]
    tasks = tasks or _instructed(reading, tools, text, now)
    if operations := operations_in(tools, text):
        used = [task.function for task in operations]
        return [*(task for task in tasks if task.function not in used), *operations]
    named, meant = named_in(tools, text), [task.function for task in tasks]
    # A name that is a plain word, such as `add`, may be in a message for another reason.
    if all(tool["name"].isalpha() and tool in meant for tool in named):
        return tasks
    tasks = [task for task in tasks if task.function in named]
    tasks += [task_for(tool, text, now) for tool in named if tool not in meant]
    return sorted(tasks, key=lambda task: named.index(task.function))


def _context(reading: Reading, text: str) -> str:
    """The messages that a text such as `And in Paris?` or a reply to a question continues."""
    users = [place for place, turn in enumerate(reading.turns) if turn[0] == "user"]
    if not users:
        return ""
    if reading.turns[users[-1] - 1][1].rstrip().endswith("?"):
        return "\n".join(reading.earlier[-3:])
    is_more = len(text) < _SHORT and WORDINGS.pattern("follows").match(text)
    return "\n".join(reading.earlier[-1:]) if is_more else ""


def _instructed(
    reading: Reading, tools: Sequence[Function], text: str, now: datetime
) -> list[ToolTask]:
    """The calls of tools that the system message names, if a text has all values for them."""
    told = [tool for tool in named_in(tools, reading.system) if fields_of_tool(tool)]
    return [
        task
        for tool in told
        if all(map(is_certain, chosen(tool, text, now).matches.values()))
        for task in tasks_for(tool, text, now)
        if not missing_fields(task)
    ]


def _searched(reading: Reading, tools: Sequence[Function], now: datetime) -> list[ToolTask]:
    """A search for the answer to a question that the model cannot answer itself."""
    searching = [tool for tool in tools if profile_of(tool).searches]
    text = request_in(reading.question)
    if not searching or not asks_for_fact(text):
        return []
    known = answer(reading, SAME_DRAW, now)
    return [] if known and known.is_known else [task_for(searching[0], in_english(text), now)]


def _to_be_filled(reading: Reading, tools: Sequence[Function], now: datetime) -> list[ToolTask]:
    """A call for each class to fill whose required values are all certain from the message."""
    tasks = []
    for tool in filter(is_final, tools):
        values = certain_values_for(tool.get("parameters"), reading.payload.text, now)
        required = {field.name for field in fields_of_tool(tool) if field.required}
        if required and values.keys() >= required:
            tasks.append(ToolTask(tool, values, reading.question))
    return tasks


def _final_call(reading: Reading, tools: Sequence[Function], now: datetime) -> ToolTask:
    """A call of a tool that takes the answer, else of the closest tool not called yet.

    Of several that take the answer, it is the one for which the question has most values.
    """
    called = {result.name for result in reading.results}
    finals = [*filter(is_final, tools)]
    fresh = finals or [tool for tool in tools if tool["name"] not in called] or tools
    closest = best(fresh, reading.question, now)
    if finals:
        closest.sort(key=lambda one: -sum(map(is_certain, one.matches.values())))
    return _filled(closest[0].function, reading, now)


def _filled(tool: Function, reading: Reading, now: datetime) -> ToolTask:
    """A call with the values of the conversation; a field for an answer has the results."""
    task = task_for(tool, reading.everything, now)
    fields = fields_of_tool(tool)
    told = [
        field.name
        for field in fields
        if reading.results
        and field.type in ("string", "")
        and not field.enum
        and (len(fields) == 1 or words("fields.answers").intersection(words_of(field.name)[-1:]))
    ]
    values = values_in(tool.get("parameters"), reading, SAME_DRAW, now)
    results = dict.fromkeys(told, results_in_words(reading.results)) if is_final(tool) else {}
    return task._replace(arguments={**task.arguments, **values, **results})


def _to_try_again(reading: Reading, tools: Sequence[Function]) -> ToolTask | None:
    """The last call, if it failed and no call of that tool failed before."""
    if not reading.results or reading.turns[-1][0] != "tool":
        return None
    last = reading.results[-1]
    failed = [each for each in reading.results if each.name == last.name and _is_error(each)]
    tool = next((each for each in tools if each["name"] == last.name), None)
    return ToolTask(tool, _arguments(last), reading.question) if tool and failed == [last] else None


def _is_error(result: ToolResult) -> bool:
    return WORDINGS.matches("failure", result.text[:_ERROR_READ])


def _arguments(result: ToolResult) -> dict[str, Any]:
    """The arguments of the call that had a result; none unless they are a JSON object."""
    try:
        value = json.loads(result.arguments)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}
