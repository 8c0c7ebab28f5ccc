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

from mockserver.chat.model.content.answers import answer
from mockserver.chat.model.content.quoted.judgement import indicated
from mockserver.chat.model.content.quoted.results import results_in_words
from mockserver.chat.model.forms.queries import query
from mockserver.chat.model.reading.conversation import Reading, ToolResult
from mockserver.chat.model.reply import Called, ModelReply, calling
from mockserver.chat.model.text.lists import words
from mockserver.chat.model.text.meaning import in_english, stem, stems_of
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.text.texts import json_at
from mockserver.chat.model.tools.choice import (
    WORDINGS,
    OfferedTool,
    asks_for_fact,
    best,
    candidate,
    named_in,
    tools_in,
)
from mockserver.chat.model.tools.observed import request_in
from mockserver.chat.model.tools.results import is_reference, takes_address, values_from
from mockserver.chat.model.tools.tasks import (
    SAME_DRAW,
    ToolTask,
    filled_task,
    operations_in,
    tasks_for,
    tasks_in,
)
from mockserver.chat.model.values.assignment import nested
from mockserver.chat.model.values.fields import Property
from mockserver.chat.model.values.fill import filled
from mockserver.chat.model.values.finds import finds_in
from mockserver.chat.models import ChatRequest
from mockserver.chat.structured.blanks import blanks_of, spaced
from mockserver.chat.structured.budget import Budget, Unservable
from mockserver.core.errors import invalid

_SQL = pattern(r"(?i)\bsql\b")
_NUMBER = pattern(r"-?\d+(?:\.\d+)?")
_WORD = pattern(r"\w+")
_TABLE = stem("tables")
_QUERIES = frozenset(map(stem, ("query", "statement")))
_FINDING = frozenset(map(stem, words("tools.finding")))
_MOST_EARLIER = 4
"""The last results before a message that it may refer to."""

_ERROR_READ = 400
"""The characters of a result in which an error is looked for."""

_SHORT = 60
"""The number of characters from which a message is no follow-up."""

MOST_CALLS = 16
"""Chosen: the most calls of one reply."""


class ToolCaller:
    """Makes the calls for tasks, with arguments that conform to the schemas of the functions.

    All choices of a request share one budget.
    """

    def __init__(self, tasks: Sequence[ToolTask], body: ChatRequest) -> None:
        self._tasks = tasks
        self._choice = body.get("tool_choice")
        self._is_named = isinstance(self._choice, dict)
        self._budget = Budget.of_choices(body.get("n") or 1)
        self._blanks = blanks_of(body.get("guided_whitespace_pattern"))

    def speak(self, key: bytes) -> ModelReply:
        """The reply for a key. Raises a 400 for a schema that cannot be satisfied.

        Observed: the content is empty for `required` and for a named tool, `null` for `auto`.
        """
        calls = [Called(each.tool.name, self._arguments(each, key)) for each in self._tasks]
        content = "" if self._is_named or self._choice == "required" else None
        return calling(calls, content=content, named=self._is_named)

    def _arguments(self, task: ToolTask, key: bytes) -> str:
        """The arguments of a call as JSON, with the blanks that vLLM writes.

        It generates the arguments of a named tool as guided JSON, and formats any others itself.
        """
        tool, written = task.tool, "{}"
        try:
            if tool.parameters:
                written = filled(
                    tool.parameters, task.arguments, key, task.text, self._budget, sparing=True
                )
                self._budget.spend_on(written)
        except Unservable as refused:
            raise invalid(f"Grammar error: parameters of {tool.name}: {refused}") from None
        if self._is_named:
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
        return [filled_task(next(each for each in tools if each.name == name), reading, now)]
    if choice not in ("auto", "required"):
        return []
    most = 1 if body.get("parallel_tool_calls") is False else MOST_CALLS
    return _next_calls(reading, tools, now, is_required=choice == "required")[:most]


def _next_calls(
    reading: Reading, tools: Sequence[OfferedTool], now: datetime, *, is_required: bool
) -> list[ToolTask]:
    is_usual = len(tools) > 1 and all(tool.name[:1].isupper() for tool in tools)
    finals = [tool for tool in tools if tool.is_final or (tool.is_class and not is_usual)]
    helping = [tool for tool in tools if tool not in finals]
    role = reading.turns[-1][0]
    last = reading.results[-1] if reading.results else None
    if last and not _is_error(last) and last.name in {tool.name for tool in finals}:
        return []
    if not is_required and role not in ("user", "tool"):
        return []
    if last and role == "tool" and _is_worth_trying_again(reading, last):
        failed = [tool for tool in tools if tool.name == last.name]
        return [ToolTask(tool, _arguments_of(last), reading.question) for tool in failed]
    offered = helping if is_required else helping or tools
    left = _left(reading, _requested(reading, offered, now))
    if left:
        ready = [left[0], *(task for task in left[1:] if not _waits(task))]
        tasks = [_with_results(task, reading, now) for task in ready]
        steps = [step for task in tasks for step in _first_steps(task, reading, tools, now)]
        return [_told_before(step, reading, now) for step in steps]
    if is_required:
        called = {result.name for result in reading.results}
        fresh = [tool for tool in tools if tool.name not in called]
        search = _search(reading, fresh, now)
        return search or [_final_call(reading, finals or fresh or tools, now)]
    return [] if reading.results else _unrequested(reading, offered, now)


def _is_worth_trying_again(reading: Reading, last: ToolResult) -> bool:
    """True if the last call failed for a passing reason and no call of its tool failed before."""
    failed = [each for each in reading.results if each.name == last.name and _is_error(each)]
    return failed == [last] and not WORDINGS.matches("lasting failure", last.text[:_ERROR_READ])


def _is_error(result: ToolResult) -> bool:
    return WORDINGS.matches("failure", result.text[:_ERROR_READ])


def _arguments_of(result: ToolResult) -> dict[str, Any]:
    """The arguments of the call that had a result; none unless they are a JSON object."""
    value = json_at(result.arguments, 0)
    return value if isinstance(value, dict) else {}


def _left(reading: Reading, requested: Sequence[ToolTask]) -> list[ToolTask]:
    """The requested calls that the model has not made yet.

    A result without a known call counts as the result of the first one.
    """
    called = [(result.name, _arguments_of(result)) for result in reading.results]
    made = Counter(name for name, _ in called)
    counts = Counter(task.tool.name for task in requested)
    left = [
        task
        for task in requested
        if (task.tool.name, task.arguments) not in called
        and made[task.tool.name] < counts[task.tool.name]
    ]
    return left[made[""] :]


def _requested(reading: Reading, tools: Sequence[OfferedTool], now: datetime) -> list[ToolTask]:
    """The calls that the user's last message asks for, by name or else by meaning."""
    text = in_english(request_in(reading.question))
    context = _context(reading, text)
    tasks = [_completed(task, context, now) for task in tasks_in(tools, text, now, context)]
    if operations := operations_in(tools, text):
        used = [task.tool for task in operations]
        return [*(task for task in tasks if task.tool not in used), *operations]
    named, meant = named_in(tools, text), [task.tool for task in tasks]
    # A name that is a plain word, such as `add`, may be in a message for another reason.
    if all(tool.name.isalpha() and tool in meant for tool in named):
        return tasks
    tasks = [task for task in tasks if task.tool in named]
    alone = Reading.of_text(text)
    tasks += [filled_task(tool, alone, now) for tool in named if tool not in meant]
    return sorted(tasks, key=lambda task: named.index(task.tool))


def _context(reading: Reading, text: str) -> str:
    """The messages that a text such as `And in Paris?` or a reply to a question continues."""
    users = [place for place, turn in enumerate(reading.turns) if turn[0] == "user"]
    if users and reading.turns[users[-1] - 1][1].rstrip().endswith("?"):
        return "\n".join(reading.earlier[-3:])
    if len(text) < _SHORT and WORDINGS.pattern("follows").match(text):
        return "\n".join(reading.earlier[-1:])
    return ""


def _unrequested(reading: Reading, tools: Sequence[OfferedTool], now: datetime) -> list[ToolTask]:
    """The call that the system message wants for all messages, else a search for the answer to a
    question that the model cannot answer itself."""
    if tools and WORDINGS.matches("calls for all", reading.system):
        return [_final_call(reading, tools, now)]
    search = _search(reading, tools, now)
    known = answer(reading, SAME_DRAW, now) if search else None
    return [] if known and known.is_known else search


def _search(reading: Reading, tools: Sequence[OfferedTool], now: datetime) -> list[ToolTask]:
    """A call of the closest tool that searches, for a question of fact."""
    text = request_in(reading.question)
    closest = best(tools, text, now) if asks_for_fact(text) else ()
    query = in_english(text).strip().rstrip("?")
    tools = [one.tool for one in closest if one.tool.query]
    return [ToolTask(tool, {tool.query: query}, text) for tool in tools[:1]]


def _final_call(reading: Reading, tools: Sequence[OfferedTool], now: datetime) -> ToolTask:
    """A call of the closest tool for which the question has most values."""
    closest = best(tools, reading.question, now)
    one = max(closest, key=lambda one: sum(each.is_certain for each in one.matches.values()))
    return filled_task(one.tool, reading, now)


# Values that a call needs from elsewhere: an earlier message, or the results of the calls before


def _missing(task: ToolTask) -> list[Property]:
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


def _completed(task: ToolTask, text: str, now: datetime) -> ToolTask:
    """A task whose missing required values come from another text."""
    missing = _missing(task) if text else []
    matches = candidate(task.tool, text, now).matches if missing else {}
    return task._replace(arguments={**nested(matches, missing), **task.arguments})


def _told_before(task: ToolTask, reading: Reading, now: datetime) -> ToolTask:
    """A task with the options that its text means, and with the ids and addresses that it needs
    from earlier messages."""
    outer = [each for each in task.tool.required if "." not in each.name]
    lacking = [each for each in outer if each.name not in task.arguments]
    for field in lacking:
        if option := indicated(task.text, dict.fromkeys(map(str, field.enum), "")):
            task = _with_argument(task, field.name, option)
    unknown = [*filter(_is_unguessable, lacking)]
    if not unknown:
        return task
    told = candidate(task.tool, "\n".join([*reading.earlier, reading.system]), now).matches
    sure = {name: one for name, one in told.items() if one.is_certain}
    return task._replace(arguments={**nested(sure, unknown), **task.arguments})


def _is_unguessable(field: Property) -> bool:
    """True if a field takes an id, an e-mail address or a URL."""
    return is_reference(field) or field.kind == "email" or "url" in field.words


def _first_steps(
    task: ToolTask, reading: Reading, tools: Sequence[OfferedTool], now: datetime
) -> list[ToolTask]:
    """A task with values from the results, or the calls that look up the values it lacks.

    If a tool has looked up several records, the task is made for each of them.
    """
    if steps := _looks_at_tables(task, reading, tools):
        return steps
    missing = _missing(task)
    if not missing:
        return [task]
    found = _records_of_results(missing, reading, now)
    tasks = [task._replace(arguments={**task.arguments, **values}) for values in found]
    lacking = [field for field in _missing(tasks[0]) if is_reference(field) or not found[0]]
    used = {task.tool.name, *(result.name for result in reading.results)}
    for tool in tools if lacking else ():
        if tool.name not in used and _gives(tool, lacking[0], task.tool):
            steps = tasks_for(tool, in_english(task.text), now)
            if not any(map(_missing, steps)):
                return steps
    return tasks


def _looks_at_tables(
    task: ToolTask, reading: Reading, tools: Sequence[OfferedTool]
) -> list[ToolTask]:
    """The call that lists the tables of a database, or shows those asked for, before a query."""
    called = {result.name for result in reading.results}
    is_open = _sql_field(task.tool) and not WORDINGS.matches("statement", task.text)
    fresh = [tool for tool in tools if tool.name not in called] if is_open else []
    for tool in fresh:
        if _TABLE in tool.named and tool is not task.tool and not tool.required:
            return [ToolTask(tool, {}, task.text)]
    names = _WORD.findall(reading.results[-1].text) if reading.results else []
    asked = [each for each in names if stem(each) in stems_of(task.text)]
    for tool in fresh:
        if "schema" in tool.named and tool.required and asked:
            text = ", ".join(dict.fromkeys(asked))
            return [ToolTask(tool, {tool.required[0].name: text}, task.text)]
    return []


def _records_of_results(
    fields: Sequence[Property], reading: Reading, now: datetime
) -> list[dict[str, Any]]:
    """Values for fields from each result, if all are of one tool and have all values, else values
    from all results together. Results before the last message have only what nobody can guess."""
    results, question = reading.results, reading.question
    if not results:
        fields = [each for each in fields if _is_unguessable(each)]
        for each in reading.earlier_results[: -_MOST_EARLIER - 1 : -1]:
            called = each._replace(text=each.arguments)
            if values := values_from([called, each], fields, question, now):
                return [values]
    elif len({result.name for result in results}) == 1:
        found = [values_from([result], fields, question, now) for result in results]
        if all(len(values) == len(fields) for values in found):
            return found
    return [values_from(results, fields, question, now)]


def _gives(tool: OfferedTool, field: Property, caller: OfferedTool) -> bool:
    """True if a tool has the name of a field, or finds the things that an id is of."""
    sought = {*field.words, *stems_of(caller.name)[1:]}
    if frozenset() < frozenset(stems_of(field.name)) <= tool.named:
        return True
    finds = not tool.known.isdisjoint(_FINDING) and not tool.known.isdisjoint(sought)
    return finds and is_reference(field)


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
    sql = _sql_field(task.tool)
    if sql and (said := WORDINGS.find("statement", task.text)):
        statement = task.text[said.start() :].partition("`")[0].strip(" \"'\n")
        return _with_argument(task, sql, statement)
    if sql:
        shown = "\n".join([*(result.text for result in results), reading.system])
        return _with_argument(task, sql, query(task.text, shown))
    message = _open_message(task) if results else ""
    return _with_argument(task, message, results_in_words(results)) if message else task


def _with_argument(task: ToolTask, name: str, value: str) -> ToolTask:
    return task._replace(arguments={**task.arguments, name: value})


def _waits(task: ToolTask) -> bool:
    """True if a message or a number is the result of another call, as in `and mail it to Kim`."""
    is_told = WORDINGS.matches("refers", task.text) and bool(_open_message(task))
    return is_told or _needs_number(task)


def _needs_number(task: ToolTask) -> bool:
    needed = sum(field.needs_number for field in task.tool.fields)
    figures = sum(find.kind == "number" for find in finds_in(task.text))
    return figures < needed and WORDINGS.matches("number before", task.text)


def _open_message(task: ToolTask) -> str:
    """The name of the field for a message that the user does not word, else an empty name."""
    messages = words("text.message")
    names = [each.name for each in task.tool.fields if each.type == "string"]
    name = next((each for each in reversed(names) if each in messages), "")
    quotes = [find.value for find in finds_in(task.text) if find.kind in ("quoted", "worded")]
    return "" if task.arguments.get(name) in quotes else name


def _sql_field(tool: OfferedTool) -> str:
    """The name of the field that takes SQL, empty if there is none."""
    for field in tool.fields:
        about = field.words | (tool.known if field.words & _QUERIES else set())
        is_sql = "sql" in about or _SQL.search(field.description)
        if is_sql and field.type in ("string", ""):
            return field.name
    return ""
