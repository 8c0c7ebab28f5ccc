"""Conversion of tool calls and results that an agent sends as text.

`Calling tools: [...]` from the assistant is a call, `Observation: …` from the user its result.
"""

from __future__ import annotations

import ast
from typing import Any

from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.reading import Reading
from mockserver.chat.prompt.messages import Turn
from mockserver.core.codec import encode

_RESULT = pattern(r"\s{0,9}Observation:\s{0,9}")
_LONGEST = 10_000


def with_observations(reading: Reading) -> Reading:
    """A conversation with its observations converted to results of tools."""
    body, turns = reading.body, reading.turns
    if turns[-1][0] != "user" or not _RESULT.match(turns[-1][1]):
        return reading
    messages: list[Any] = []
    read: list[Turn] = []
    for number, (message, turn) in enumerate(zip(body["messages"], turns, strict=True)):
        role, text, media = turn
        found = _RESULT.match(text) if role == "user" else None
        call = _called(text) if role == "assistant" else None
        if found:
            role, text = "tool", text[found.end() :]
            messages.append({"role": role, "tool_call_id": f"{number - 1}", "content": text})
        elif call:
            messages.append({"role": role, "tool_calls": [{"id": f"{number}", "function": call}]})
        else:
            messages.append(message)
        read.append((role, text, media))
    return Reading({**body, "messages": messages}, read)


def _called(text: str) -> dict[str, str] | None:
    """The first call in the text of an assistant's message, if there is one."""
    start, end = text.find("["), text.rfind("]")
    if start < 0 or end - start > _LONGEST:
        return None
    try:
        value = ast.literal_eval(text[start : end + 1])
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return None
    first = value[0] if isinstance(value, list) and value else None
    function = first.get("function") if isinstance(first, dict) else None
    if not isinstance(function, dict) or not isinstance(function.get("name"), str):
        return None
    arguments = function.get("arguments")
    written = arguments if isinstance(arguments, str) else encode(arguments).decode()
    return {"name": function["name"], "arguments": written}
