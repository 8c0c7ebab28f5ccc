"""The tool calls of a reply: the calls that the conversation requests and does not have yet.

All of this is chosen. Under `auto` the model makes each call once, and replies in text when none is
left. Under `required` every reply has a call; when no other is left, it calls a tool that takes the
answer. A failed call is repeated once. A call that needs the result of another one waits for it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from mockserver.chat.model.content import answer
from mockserver.chat.model.content.results import results_in_words
from mockserver.chat.model.forms.objects import values_in
from mockserver.chat.model.lists import words
from mockserver.chat.model.meaning import in_english, words_of
from mockserver.chat.model.reading import Reading, ToolResult
from mockserver.chat.model.reply import Called, ModelReply, calling
from mockserver.chat.model.texts import json_at
from mockserver.chat.model.tools.choice import (
    WORDINGS,
    Tool,
    asks_for_fact,
    best,
    named_in,
    tools_in,
)
from mockserver.chat.model.tools.dependencies import completed, first_steps, waits, with_results
from mockserver.chat.model.tools.observed import request_in
from mockserver.chat.model.tools.tasks import (
    SAME_DRAW,
    ToolTask,
    operations_in,
    task_for,
    tasks_in,
)
from mockserver.chat.model.values.fill import certain_values_for, filled
from mockserver.chat.model.values.match import is_certain
from mockserver.chat.models import ChatRequest
from mockserver.chat.structured.blanks import blanks_of, spaced
from mockserver.chat.structured.budget import Budget, Unservable
from mockserver.core.errors import invalid

_ANSWERS = words("fields.answers")
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
        calls = [Called(each.tool.name, self._arguments(each, key)) for each in self._tasks]
        return calling(calls, content="" if self._is_forced else None, named=self._named)

    def _arguments(self, task: ToolTask, key: bytes) -> str:
        """The arguments of a call as JSON, with the blanks that vLLM writes.

        It generates the arguments of a named tool as guided JSON, and formats any others itself.
        """
        parameters, written = task.tool.parameters, "{}"
        try:
            if parameters:
                written = filled(
                    parameters, task.arguments, key, task.text, self._budget, sparing=True
                )
                self._budget.spend_on(written)
        except Unservable as refused:
            name = task.tool.name
            raise invalid(f"Grammar error: parameters of {name}: {refused}") from None
        if self._named:
            return spaced(written, self._blanks)
        return json.dumps(json.loads(written), ensure_ascii=False)


def tasks_of(reading: Reading, now: datetime, *, strict: bool) -> list[ToolTask]:
    """The calls of the reply.

    Stated: in `strict` mode a missing `tool_choice` is `none`. Chosen: with
    `parallel_tool_calls: false`, the reply has at most one call.
    """
    body, tools = reading.body, tools_in(reading.tools)
    choice = body.get("tool_choice") or ("none" if strict else "auto")
    if isinstance(choice, dict):
        name = choice["function"]["name"]
        return [_filled(next(each for each in tools if each.name == name), reading, now)]
    if choice not in ("auto", "required"):
        return []
    most = 1 if body.get("parallel_tool_calls") is False else MOST_CALLS
    return _next_calls(reading, tools, now, is_required=choice == "required")[:most]


def _next_calls(
    reading: Reading, tools: Sequence[Tool], now: datetime, *, is_required: bool
) -> list[ToolTask]:
    if _is_over(reading, tools) or not (is_required or reading.turns[-1][0] in ("user", "tool")):
        return []
    if again := _to_try_again(reading, tools):
        return [again]
    helping = [tool for tool in tools if not tool.is_final] or tools
    left = _left(reading, _requested(reading, helping, now))
    ready = left[:1] + [task for task in left[1:] if not waits(task)]
    if ready:
        tasks = [with_results(task, reading, now) for task in ready]
        return [step for task in tasks for step in first_steps(task, reading, tools, now)]
    if is_required:
        return [_final_call(reading, tools, now)]
    if reading.results:
        return []
    finals = filter(_is_final, tools)
    return _certain(finals, reading, now) or _searched(reading, tools, now)


def _is_over(reading: Reading, tools: Sequence[Tool]) -> bool:
    """True if the last call gave the answer."""
    last = [each.name for each in reading.results[-1:] if not _is_error(each)]
    return any(tool.name in last for tool in tools if tool.is_final)


def _is_final(tool: Tool) -> bool:
    return tool.is_final


def _left(reading: Reading, requested: Sequence[ToolTask]) -> list[ToolTask]:
    """The requested calls that the model has not made yet.

    A result without a known call counts as the result of the first one.
    """
    called = [(result.name, _arguments(result)) for result in reading.results]
    made = Counter(name for name, _ in called)
    counts = Counter(task.tool.name for task in requested)
    left = [
        task
        for task in requested
        if (task.tool.name, task.arguments) not in called
        and made[task.tool.name] < counts[task.tool.name]
    ]
    return left[made[""] :]


def _requested(reading: Reading, tools: Sequence[Tool], now: datetime) -> list[ToolTask]:
    """The calls that the user's last message asks for, by name or else by meaning.

    A tool that the system message names is called if the message has certain values for it.
    """
    text = in_english(request_in(reading.question))
    context = _context(reading, text)
    tasks = [completed(task, context, now) for task in tasks_in(tools, text, now, context)]
    tasks = tasks or _certain(named_in(tools, reading.system), reading, now)
    if operations := operations_in(tools, text):
        used = [task.tool for task in operations]
        return [*(task for task in tasks if task.tool not in used), *operations]
    named, meant = named_in(tools, text), [task.tool for task in tasks]
    # A name that is a plain word, such as `add`, may be in a message for another reason.
    if all(tool.name.isalpha() and tool in meant for tool in named):
        return tasks
    tasks = [task for task in tasks if task.tool in named]
    tasks += [task_for(tool, text, now) for tool in named if tool not in meant]
    return sorted(tasks, key=lambda task: named.index(task.tool))


def _context(reading: Reading, text: str) -> str:
    """The messages that a text such as `And in Paris?` or a reply to a question continues."""
    users = [place for place, turn in enumerate(reading.turns) if turn[0] == "user"]
    if users and reading.turns[users[-1] - 1][1].rstrip().endswith("?"):
        return "\n".join(reading.earlier[-3:])
    is_more = len(text) < _SHORT and WORDINGS.pattern("follows").match(text)
    return "\n".join(reading.earlier[-1:]) if is_more else ""


def _certain(tools: Iterable[Tool], reading: Reading, now: datetime) -> list[ToolTask]:
    """A call of each tool whose required values are all certain from the message."""
    tasks = []
    for tool in tools:
        values = certain_values_for(tool.parameters, reading.payload.text, now)
        if tool.required and values.keys() >= {field.name for field in tool.required}:
            tasks.append(ToolTask(tool, values, reading.question))
    return tasks


def _searched(reading: Reading, tools: Sequence[Tool], now: datetime) -> list[ToolTask]:
    """A search for the answer to a question that the model cannot answer itself."""
    text = request_in(reading.question)
    tool = next((tool for tool in tools if tool.query), None)
    if tool is None or not asks_for_fact(text):
        return []
    known = answer(reading, SAME_DRAW, now)
    task = ToolTask(tool, {tool.query: in_english(text).strip().rstrip("?")}, text)
    return [] if known and known.is_known else [task]


def _final_call(reading: Reading, tools: Sequence[Tool], now: datetime) -> ToolTask:
    """A call of a tool that takes the answer, else of a tool not called yet.

    Of several, it is the closest one for which the question has most values.
    """
    called = {result.name for result in reading.results}
    fresh = [tool for tool in tools if tool.name not in called] or tools
    closest = best([*filter(_is_final, tools)] or fresh, reading.question, now)
    one = max(closest, key=lambda one: sum(map(is_certain, one.matches.values())))
    return _filled(one.tool, reading, now)


def _filled(tool: Tool, reading: Reading, now: datetime) -> ToolTask:
    """A call with the values of the conversation; a field for an answer has the results."""
    task = task_for(tool, reading.everything, now)
    values = values_in(tool.parameters, reading, SAME_DRAW, now)
    told = results_in_words(reading.results) if tool.is_final and reading.results else ""
    results = {
        field.name: told
        for field in tool.fields
        if told
        and field.type in ("string", "")
        and not field.enum
        and (len(tool.fields) == 1 or not _ANSWERS.isdisjoint(words_of(field.name)[-1:]))
    }
    return task._replace(arguments={**task.arguments, **values, **results})


def _to_try_again(reading: Reading, tools: Sequence[Tool]) -> ToolTask | None:
    """The last call, if it failed for a passing reason and no call of its tool failed before."""
    if not reading.results or reading.turns[-1][0] != "tool":
        return None
    last = reading.results[-1]
    failed = [each for each in reading.results if each.name == last.name and _is_error(each)]
    if failed != [last] or WORDINGS.matches("lasting failure", last.text[:_ERROR_READ]):
        return None
    again = (each for each in tools if each.name == last.name)
    return next((ToolTask(tool, _arguments(last), reading.question) for tool in again), None)


def _is_error(result: ToolResult) -> bool:
    return WORDINGS.matches("failure", result.text[:_ERROR_READ])


def _arguments(result: ToolResult) -> dict[str, Any]:
    """The arguments of the call that had a result; none unless they are a JSON object."""
    value = json_at(result.arguments, 0)
    return value if isinstance(value, dict) else {}
