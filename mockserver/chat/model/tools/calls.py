"""The tool calls of a reply: the calls that the conversation requests and does not have yet.

All of this is chosen. Under `auto` the model makes each call once, and replies in text when none is
left. Under `required` every reply has a call; when no other is left, it calls a tool that takes the
answer, such as `final_answer` or a class to fill. A failed call is repeated once.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from itertools import takewhile
from typing import Any

from mockserver.chat.model.content import answer
from mockserver.chat.model.content.results import results_in_words
from mockserver.chat.model.forms.objects import values_in
from mockserver.chat.model.forms.queries import query
from mockserver.chat.model.lists import words
from mockserver.chat.model.meaning import in_english, stems_of
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.reading import Reading, ToolResult
from mockserver.chat.model.reply import Called, ModelReply, calling
from mockserver.chat.model.tools.arithmetic import operations_in
from mockserver.chat.model.tools.choice import (
    Function,
    asks_for_fact,
    best,
    chosen,
    fields_of_tool,
    is_final,
    looks_up,
    named_in,
    profile_of,
    sql_field,
)
from mockserver.chat.model.tools.colleagues import Colleagues, successor
from mockserver.chat.model.tools.observed import request_in
from mockserver.chat.model.tools.results import is_fit_for, is_reference, values_from
from mockserver.chat.model.tools.tasks import ToolTask, tasks_for, tasks_in
from mockserver.chat.model.values.fields import Property
from mockserver.chat.model.values.fill import certain_values_for, filled, is_certain, nested
from mockserver.chat.model.values.finds import finds_in
from mockserver.chat.model.values.match import takes_number
from mockserver.chat.models import ChatRequest
from mockserver.chat.structured.blanks import blanks_of, spaced
from mockserver.chat.structured.budget import Budget, Unservable
from mockserver.core.errors import invalid

_ERROR = pattern(
    r"^\W*(?:error|exception|traceback|failed|failure|invalid|timeout|timed out)\b"
    r'|"error"\s*:\s*(?!null|false|"")'
    r"|\b(?:Error|Exception): |please (?:try again|fix)|fix the errors",
    re.IGNORECASE,
)
_ERROR_READ = 400
_FOLLOWS = pattern(r"\s*(?:and|what about|how about|same|also|now|but)\b", re.IGNORECASE)
_SHORT = 60
_STATEMENT = pattern(
    r"\b(?:select|insert|update|delete|with|create)\b.{1,2000}\b(?:from|into|set|as|table)\b", re.I
)
_REFERS = pattern(r"\b(?:it|them|that|the (?:results?|answer|findings|summary))\b", re.IGNORECASE)
_NUMBER_REFERENCE = pattern(
    r"(\b(?:add|subtract|multiply|divide|convert|round|raise|double|square|increase|reduce)\b"
    r"[^.,;\n]{0,20}?)\b(?:the (?:output|result|product|quotient|answer|sum|difference)|that|it)\b",
    re.IGNORECASE,
)
_REFERS_BACK = pattern(
    r"\b(?:previous|above|earlier|preceding) (?:response|answer|messages?|conversation)\b", re.I
)
_INSTRUCTION = pattern(
    r"\b(?:use|call|run|invoke)\b[^.\n\w]{0,3}(?:the )?[`'\"]?(?P<name>\w+)", re.I
)
_NUMBER = pattern(r"-?\d+(?:\.\d+)?")
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
        task = _task(tool, _source(reading), now)
        values = values_in(tool.get("parameters"), reading, b"", now)
        return [task._replace(arguments={**task.arguments, **values})]
    if choice not in ("auto", "required"):
        return []
    most = 1 if body.get("parallel_tool_calls") is False else MOST_CALLS
    return _next_calls(reading, choice, now)[:most]


def _source(reading: Reading) -> str:
    """The text that a class is filled from: the messages before one that only refers to them."""
    if reading.earlier and _REFERS_BACK.search(reading.question):
        return "\n".join([*reading.earlier, *reading.answers])
    return reading.everything


def _next_calls(reading: Reading, choice: str, now: datetime) -> list[ToolTask]:
    colleagues = Colleagues(reading.tools, reading.system)
    tools = colleagues.tools
    is_over = any(is_final(tool) for tool in tools if tool["name"] == _last_called(reading))
    if is_over or (choice == "auto" and reading.turns[-1][0] not in ("user", "tool")):
        return []
    if again := _to_try_again(reading, tools):
        return [again]
    requested = _requested(reading, _helping(tools), now)
    if colleagues.do_all and not requested:
        text = request_in(reading.question)
        requested = [ToolTask(best(tools, text, now)[0].function, {}, text)]
    handed = [*map(colleagues.task_of, requested)]
    left = [_with_results(task, reading, now) for task in _left(reading, handed)]
    left = left[:1] + [task for task in left[1:] if not _waits(task)]
    if left:
        return [step for task in left for step in _first_steps(task, reading, tools, now)]
    next_agent = successor(tools, reading.system) if reading.results else None
    if next_agent and next_agent["name"] not in [result.name for result in reading.results]:
        return [_task(next_agent, reading.question, now)]
    if choice == "required":
        return [colleagues.task_of(_last(reading, tools, now))]
    return _to_be_filled(reading, tools, now) or _searched(reading, tools, now)


def _helping(tools: Sequence[Function]) -> Sequence[Function]:
    """The tools that help to find the answer, or all if there are no others."""
    return [tool for tool in tools if not is_final(tool)] or tools


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
    """The calls that the user's last message asks for, by name or else by meaning.

    A message such as `And in Paris?` continues the question before it, and a reply to a question
    of the model continues the messages before that; they have the values that it lacks.
    """
    text = in_english(request_in(reading.question))
    context = ""
    if reading.earlier and len(text) < _SHORT and _FOLLOWS.match(text):
        context = reading.earlier[-1]
    elif reading.earlier and (offered := _offered(reading, text)) is not None:
        text, context = f"{text}\n{offered}" if offered else text, "\n".join(reading.earlier[-3:])
    tasks = tasks_in(tools, text, now, context)
    if context:
        tasks = [_completed(task, context, now) for task in tasks]
    if reading.payload.has_text:
        tasks = [
            _task(each.function, text, now) if is_final(each.function) else each for each in tasks
        ]
    tasks = tasks or _instructed(reading, tools, text, now)
    if operations := operations_in(tools, text):
        used = [task.function for task in operations]
        before = [*takewhile(lambda task: task.function not in used, tasks)]
        after = [task for task in tasks[len(before) :] if task.function not in used]
        return [*before, *operations, *after]
    named, meant = named_in(tools, text), [task.function for task in tasks]
    # A name that is a plain word, such as `add`, may be in a message for another reason.
    if all(tool["name"].isalpha() and tool in meant for tool in named):
        return tasks
    tasks = [task for task in tasks if task.function in named]
    tasks += [_task(tool, text, now) for tool in named if tool not in meant]
    return sorted(tasks, key=lambda task: named.index(task.function))


def _instructed(
    reading: Reading, tools: Sequence[Function], text: str, now: datetime
) -> list[ToolTask]:
    """The calls that the system message tells to make, if a text has all values for them."""
    names = {match["name"] for match in _INSTRUCTION.finditer(reading.system)}
    told = [tool for tool in tools if tool["name"] in names and fields_of_tool(tool)]
    return [
        task
        for tool in told
        if all(map(is_certain, chosen(tool, text, now).matches.values()))
        for task in tasks_for(tool, text, now)
        if not _missing(task)
    ]


def _offered(reading: Reading, text: str) -> str | None:
    """The alternative of the model's question that a reply chooses; None without a question."""
    place = max(place for place, turn in enumerate(reading.turns) if turn[0] == "user")
    role, said, _ = reading.turns[place - 1]
    if role != "assistant" or not said.rstrip().endswith("?"):
        return None
    question = re.split(r"[.!?]\s", said.strip())[-1].rstrip("?")
    parts = re.split(r",|\bor\b", question)
    stems = frozenset(stems_of(text))
    return next((each for each in parts[1:] and parts if not stems.isdisjoint(stems_of(each))), "")


def _completed(task: ToolTask, text: str, now: datetime) -> ToolTask:
    """A task whose missing required values come from another text."""
    matches = chosen(task.function, text, now).matches
    missing = {field.name: matches[field.name] for field in _missing(task) if field.name in matches}
    return task._replace(
        arguments={**nested(missing, fields_of_tool(task.function)), **task.arguments}
    )


def _missing(task: ToolTask) -> list[Property]:
    """The required fields, outside inner objects, that a task has no value for, or no fit one."""
    return [
        field
        for field in fields_of_tool(task.function)
        if field.required
        and "." not in field.name
        and not is_fit_for(field, task.arguments.get(field.name))
    ]


def _first_steps(
    task: ToolTask, reading: Reading, tools: Sequence[Function], now: datetime
) -> list[ToolTask]:
    """A task with values from the results, or the calls that look up the values it lacks.

    If a tool has looked up several records, the task is made for each of them.
    """
    missing = _missing(task)
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
    lacking = [field for field in _missing(tasks[0]) if is_reference(field) or not found[0]]
    called = {result.name for result in reading.results}
    for tool in tools if lacking else ():
        sought = {*lacking[0].words, *stems_of(task.function["name"])[1:]}
        if tool["name"] in called or tool is task.function:
            continue
        named = frozenset() < frozenset(stems_of(lacking[0].name)) <= profile_of(tool).name
        if not named and not (is_reference(lacking[0]) and looks_up(tool, sought)):
            continue
        steps = tasks_for(tool, in_english(task.text), now)
        if not any(map(_missing, steps)):
            return steps
    return tasks


def _searched(reading: Reading, tools: Sequence[Function], now: datetime) -> list[ToolTask]:
    """A search for the answer to a question that the model cannot answer itself."""
    searching = [tool for tool in tools if profile_of(tool).searches]
    text = request_in(reading.question)
    if reading.results or not searching or not asks_for_fact(text):
        return []
    known = answer(reading, b"", now)
    return [] if known and known.is_known else [_task(searching[0], in_english(text), now)]


def _last_called(reading: Reading) -> str:
    """The name of the tool with the latest result, empty if that is an error."""
    last = reading.results[-1] if reading.results else None
    return last.name if last and not _ERROR.search(last.text[:_ERROR_READ]) else ""


def _task(tool: Function, text: str, now: datetime) -> ToolTask:
    alone = Reading({"messages": [{"role": "user", "content": text}]}, [("user", text, 0)])
    is_filled = is_final(tool) and not text.lstrip().startswith(("{", "["))  # results before it
    material = alone.payload.text if is_filled else text
    arguments = nested(chosen(tool, material, now).matches, fields_of_tool(tool))
    if is_filled:
        arguments |= values_in(tool.get("parameters"), alone, b"", now)
    return ToolTask(tool, arguments, material)


def _to_be_filled(reading: Reading, tools: Sequence[Function], now: datetime) -> list[ToolTask]:
    """A call for each class to fill whose required values are all certain from the message."""
    tasks: list[ToolTask] = []
    if reading.results:
        return tasks
    for tool in filter(is_final, tools):
        values = certain_values_for(tool.get("parameters"), reading.payload.text, now)
        required = {field.name for field in fields_of_tool(tool) if field.required}
        if required and values.keys() >= required:
            tasks.append(ToolTask(tool, values, reading.question))
    return tasks


def _to_try_again(reading: Reading, tools: Sequence[Function]) -> ToolTask | None:
    """The last call, if it failed and no call of that tool failed before."""
    if not reading.results or reading.turns[-1][0] != "tool":
        return None
    last = reading.results[-1]
    failed = [each for each in reading.results if _ERROR.search(each.text[:_ERROR_READ])]
    tool = next((each for each in tools if each["name"] == last.name), None)
    is_first = [each for each in failed if each.name == last.name] == [last]
    return ToolTask(tool, _arguments(last), reading.question) if tool and is_first else None


def _last(reading: Reading, tools: Sequence[Function], now: datetime) -> ToolTask:
    """A call of a tool that takes the answer, else of the closest tool not called yet.

    Of several that take the answer, it is the one for which the question has most values.
    The field for an answer in words gets the results of the calls before.
    """
    called = {result.name for result in reading.results}
    finals = [*filter(is_final, tools)]
    fresh = finals or [tool for tool in tools if tool["name"] not in called] or tools
    closest = best(fresh, reading.question, now)
    if finals:
        closest.sort(key=lambda one: -sum(map(is_certain, one.matches.values())))
    task = _task(closest[0].function, _source(reading), now)
    fields = fields_of_tool(task.function)
    in_words = [
        field.name
        for field in fields
        if field.type in ("string", "")
        and not field.enum
        and (field.name in words("fields.answers") or len(fields) == 1)
    ]
    if not finals or not reading.results:
        return task
    values = values_in(task.function.get("parameters"), reading, b"", now)
    results = dict.fromkeys(in_words, results_in_words(reading.results))
    return task._replace(arguments={**task.arguments, **values, **results})


def _with_results(task: ToolTask, reading: Reading, now: datetime) -> ToolTask:
    """A task with earlier results as its message, unless the user words the message.

    A field for SQL has a statement, from the tables that the system message has. A number that the
    user calls `the result` is the last one.
    """
    if _needs_number(task):
        if not (number := _last_number(reading)):
            return task
        text = _NUMBER_REFERENCE.sub(rf"\g<1>{number}", task.text, count=1)
        return _task(task.function, text, now)._replace(text=text)
    if (field := sql_field(task.function)) and not _STATEMENT.search(task.text):
        statement = query(f"{task.text}\n{reading.system}")
        return task._replace(arguments={**task.arguments, field: statement})
    name = _open_message(task)
    if not name or not reading.results:
        return task
    return task._replace(arguments={**task.arguments, name: results_in_words(reading.results)})


def _open_message(task: ToolTask) -> str:
    """The name of the field for a message that the user does not word, else an empty name."""
    fields, messages = fields_of_tool(task.function), words("text.message")
    names = [field.name for field in fields if field.type == "string" and field.name in messages]
    quotes = [find.value for find in finds_in(task.text) if find.kind in ("quoted", "worded")]
    return names[-1] if names and task.arguments.get(names[-1]) not in quotes else ""


def _waits(task: ToolTask) -> bool:
    """True if a message needs the result of another call, as in `and mail it to Kim`."""
    return _needs_number(task) or bool(_REFERS.search(task.text) and _open_message(task))


def _needs_number(task: ToolTask) -> bool:
    """True if a number is the result of another call, as in `and divide the result by 5`."""
    numbers = [*filter(takes_number, fields_of_tool(task.function))]
    figures = sum(find.kind == "number" for find in finds_in(task.text))
    return figures < len(numbers) and bool(_NUMBER_REFERENCE.search(task.text))


def _last_number(reading: Reading) -> str:
    """The number that the last result consists of or contains, else an empty text."""
    numbers = _NUMBER.findall(reading.results[-1].text) if reading.results else ()
    return numbers[-1] if numbers else ""


def _arguments(result: ToolResult) -> dict[str, Any]:
    """The arguments of the call that had a result; none unless they are a JSON object."""
    try:
        value = json.loads(result.arguments)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}
