"""The tool calls of a reply: the calls that the conversation requests and does not have yet.

All of this is chosen. Under `auto` the model makes each call once, and replies in text when none is
left. Under `required` every reply has a call; when no other is left, it calls a tool that takes the
answer. A failed call is repeated once. A call that needs the result of another one waits for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from mockserver.chat.model.content.answers import answer
from mockserver.chat.model.content.cues import CUES
from mockserver.chat.model.reading.conversation import Reading, ToolResult
from mockserver.chat.model.text.literals import json_at
from mockserver.chat.model.text.meaning import in_english
from mockserver.chat.model.tools.choice import best_candidates
from mockserver.chat.model.tools.observed import request_in
from mockserver.chat.model.tools.offered import WORDINGS, OfferedTool, tools_in, tools_named_in
from mockserver.chat.model.tools.ready import completed_task, ready_calls
from mockserver.chat.model.tools.tasks import (
    SAME_DRAW,
    ToolTask,
    filled_task,
    operations_in,
    tasks_for,
    tasks_in,
)

_ERROR_READ = 400
"""The characters of a result in which an error is looked for."""

_SHORT = 60
"""The number of characters from which a message is no follow-up."""

_MOST_CALLS = 16
"""Chosen: the most calls of one reply."""


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
    most = 1 if body.get("parallel_tool_calls") is False else _MOST_CALLS
    return _next_calls(reading, tools, now, is_required=choice == "required")[:most]


def _next_calls(
    reading: Reading, tools: Sequence[OfferedTool], now: datetime, *, is_required: bool
) -> list[ToolTask]:
    """The calls of a reply that may have some, or must have one if it `is_required`."""
    finals = _finals_in(tools)
    helping = [tool for tool in tools if tool not in finals]
    role = reading.turns[-1][0]
    last = reading.results[-1] if reading.results else None
    is_over = last and not _is_error(last) and last.name in {tool.name for tool in finals}
    if is_over or not (is_required or role in ("user", "tool")):
        return []
    if last and role == "tool" and _is_worth_trying_again(reading, last):
        failed = [tool for tool in tools if tool.name == last.name]
        return [ToolTask(tool, _arguments_of(last), reading.question) for tool in failed]
    offered = helping if is_required else helping or tools
    if left := _left(reading, _requested(reading, offered, now)):
        steps = ready_calls(left, reading, tools, now)
        is_ready = any(step.tool is left[0].tool and not step.missing for step in steps)
        if is_ready or is_required or reading.results or not _is_answered(reading, now):
            return steps
    called = {result.name for result in reading.results}
    fresh = [tool for tool in offered if tool.name not in called]
    if is_required:
        return _search(reading, fresh, now) or [_final_call(reading, finals or fresh or tools, now)]
    if called:
        return []
    is_for_all = fresh and WORDINGS.matches("calls for all", reading.system)
    return [_final_call(reading, fresh, now)] if is_for_all else _search(reading, fresh, now)


def _finals_in(tools: Sequence[OfferedTool]) -> list[OfferedTool]:
    """The tools that take the answer; of several that are all named like classes, none does."""
    is_usual = len(tools) > 1 and all(tool.name[:1].isupper() for tool in tools)
    return [tool for tool in tools if tool.is_final or (tool.is_class and not is_usual)]


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
    tasks = tasks_in(tools, text, now, context)
    tasks = [completed_task(task, context, now, task.missing) for task in tasks]
    if operations := operations_in(tools, text):
        used = [task.tool for task in operations]
        return [*(task for task in tasks if task.tool not in used), *operations]
    named, meant = tools_named_in(tools, text), [task.tool for task in tasks]
    if all(tool in meant for tool in named):
        return tasks
    tasks = [task for task in tasks if task.tool in named]
    tasks += [one for tool in named if tool not in meant for one in tasks_for(tool, text, now)]
    return sorted(tasks, key=lambda task: named.index(task.tool))


def _context(reading: Reading, text: str) -> str:
    """The messages that a text such as `And in Paris?` or a reply to a question continues."""
    users = [place for place, turn in enumerate(reading.turns) if turn[0] == "user"]
    if users and reading.turns[users[-1] - 1][1].rstrip().endswith("?"):
        return "\n".join(reading.earlier[-3:])
    if WORDINGS.matches("where the user is", text):
        return "\n".join(reading.earlier)
    is_follow_up = len(text) < _SHORT and WORDINGS.pattern("follows").match(text)
    return "".join(reading.earlier[-1:]) if is_follow_up else ""


def _search(reading: Reading, tools: Sequence[OfferedTool], now: datetime) -> list[ToolTask]:
    """A call of the closest tool that searches, for a question of fact without a known answer."""
    text = request_in(reading.question)
    closest = best_candidates(tools, text, now) if CUES.matches("question of fact", text) else ()
    tool = next((one.tool for one in closest if one.tool.query), None)
    if tool is None or _is_answered(reading, now):
        return []
    return [ToolTask(tool, {tool.query: in_english(text).strip().rstrip("?")}, text)]


def _is_answered(reading: Reading, now: datetime) -> bool:
    """True if the last message is a question with an answer that no tool has to look up."""
    known = answer(reading, SAME_DRAW, now)
    return bool(known and known.is_known) and WORDINGS.matches("question word", reading.question)


def _final_call(reading: Reading, tools: Sequence[OfferedTool], now: datetime) -> ToolTask:
    """A call of the closest tool for which the question has most values."""
    closest = best_candidates(tools, reading.question, now)
    one = max(closest, key=lambda one: sum(each.is_certain for each in one.matches.values()))
    return filled_task(one.tool, reading, now)
