"""Conversations of agents that call tools in text, as conversations with tool calls and results.

`observed.txt` has the notations: `Action:` and `Observation:` lines, JSON, tags, Python.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from mockserver.chat.model.reading.conversation import Reading
from mockserver.chat.model.text.literals import json_at, python_literal
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.text.tables import table
from mockserver.chat.model.values.fields.fields import flat_fields
from mockserver.chat.models import SYSTEM
from mockserver.chat.prompt.messages import Turn
from mockserver.core.codec import encode

_TABLE = table("tools/observed.txt")
_IS_HANDOFF = _TABLE.pattern("handoff").fullmatch
_IS_RESULT = _TABLE.pattern("beginning of a result")
_WORK = _TABLE.pattern("work so far")
_TAGGED = _TABLE.pattern("argument in a tag")
_KEYWORD = pattern(r"(\A|, ?)(\w+) ?= ?")
"""The name of an argument in a call in Python: `city=`."""

_READ, _MOST_CALLS = 20_000, 64
"""The characters of a conversation, and the calls and results in it, that are read."""

_NAMES = ("action", "name", "tool", "tool_name")
_INPUTS = ("action_input", "arguments", "input", "parameters", "args", "tool_input")


def with_observations(reading: Reading) -> Reading:
    """A conversation in which the last message is an observation, with calls and results.

    In any other conversation, the calls that hand the task over to another agent are left out, and
    the text of that agent is a result.
    """
    if reading.turns[-1][0] == "user" and _IS_RESULT.match(reading.turns[-1][1]):
        return as_calls(reading, reading.tools) if reading.tools else reading
    messages: list[Any] = []
    turns: list[Turn] = []
    handed: set[str] = set()  # The ids of the calls that handed the task over.
    for message, turn in zip(reading.body["messages"], reading.turns, strict=True):
        calls = message.get("tool_calls") or ()
        if turn[0] == "user":
            handed = set()
        handed |= {call["id"] for call in calls if _IS_HANDOFF(call["function"]["name"])}
        ids = (message.get("tool_call_id"), *(call["id"] for call in calls))
        if turn[0] == "assistant" and handed and not calls:
            messages.append({"role": "tool"})
            turns.append(("tool", *turn[1:]))
        elif handed.isdisjoint(ids):
            messages.append(message)
            turns.append(turn)
    is_changed = messages != reading.body["messages"] and bool(turns)
    return Reading({**reading.body, "messages": messages}, turns) if is_changed else reading


def as_calls(reading: Reading, functions: Sequence[Mapping[str, Any]]) -> Reading:
    """The last request of a conversation in text, with the calls made since and their results."""
    request, steps = _request_and_steps(reading)
    request = _TABLE.changed("form of the answer", request)
    messages: list[Any] = [{"role": "user", "content": request}]
    turns: list[Turn] = [("user", request, 0)]
    known = {function["name"]: function for function in functions}
    marks = [*_TABLE.find_all("call", steps), *_TABLE.find_all("result", steps)]
    name = arguments = ""
    for mark in sorted(marks, key=lambda mark: mark.start())[:_MOST_CALLS]:
        found = mark.groupdict()
        if "it" not in found:
            name, arguments = _called(steps, mark, known) or (name, arguments)
            continue
        call = {"id": f"{len(turns)}", "function": {"name": name, "arguments": arguments}}
        messages.append({"role": "assistant", "tool_calls": [call]})
        messages.append({"role": "tool", "tool_call_id": f"{len(turns)}"})
        turns += [("assistant", "", 0), ("tool", found["it"].strip(), 0)]
    tools: Any = [{"type": "function", "function": function} for function in functions]
    return Reading({**reading.body, "tools": tools, "messages": messages}, turns)


def request_in(message: str) -> str:
    """The request in a message that labels it, such as `Task: ...`, else the whole message."""
    return _TABLE.changed("plain request", message).strip()


def _request_and_steps(reading: Reading) -> tuple[str, str]:
    """The request that the agent works on, and the conversation after it."""
    turns, users, is_called = list[str](), list[str](), False
    for role, text, _ in reading.turns:
        is_result = _IS_RESULT.match(text) is not None
        is_bare = role == "tool" or (role == "user" and is_called and not is_result)
        is_called = role == "assistant" and _TABLE.matches("ends with a call", text)
        if role not in SYSTEM:
            turns.append(f"<tool_response>{text}</tool_response>" if is_bare else text)
        if role == "user" and not (is_result or is_bare):
            users.append(text)
    conversation = "\n".join(turns)[-_READ:]
    labels = sorted(_TABLE.find_all("question", conversation), key=lambda mark: mark.start())
    if labels:
        return labels[-1]["it"].strip(), conversation[labels[-1].end() :]
    request = _WORK.split(users[-1])[0] if users else ""
    return request.strip(), conversation[conversation.rfind(request) + len(request) :]


def _called(
    steps: str, mark: re.Match[str], known: Mapping[str, Mapping[str, Any]]
) -> tuple[str, str] | None:
    """The name and the arguments of a call, None if there is no such tool."""
    found = mark.groupdict("")
    name, written = found.get("name", ""), found.get("input", "").strip()
    if "blob" in found:
        blob = _object_at(steps[mark.start() :])
        blob = blob["function"] if isinstance(blob.get("function"), dict) else blob
        name = next((blob[key] for key in _NAMES if key in blob), "")
        value = next((blob[key] for key in _INPUTS if key in blob), "")
        written = value if isinstance(value, str) else encode(value).decode()
    if not isinstance(name, str) or name not in known:
        return None
    first = next((field.name for field in flat_fields(known[name].get("parameters"))), "input")
    return name, encode(_object_at(written) or {first: written}).decode()


def _object_at(text: str) -> dict[str, Any]:
    """The arguments in tags, JSON, a Python dictionary or `name=value` pairs of a text."""
    if _TAGGED.match(text):
        return {each["name"]: each["value"].strip() for each in _TAGGED.finditer(text)}
    line = text.partition("\n")[0].rstrip(" ])")
    pairs = _KEYWORD.sub(r"\1'\2': ", line)
    for value in (json_at(text, 0), python_literal(line), python_literal(f"{{{pairs}}}")):
        if isinstance(value, dict):
            return value
    return {}
