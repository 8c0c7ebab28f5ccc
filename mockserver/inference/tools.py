"""Tools: which of them the model calls, and with what.

Observed for `none`, `required` and named tools. Chosen for `auto`: the model calls what the last
message names, if the user wrote it, so never right after a tool has answered.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from mockserver.core.errors import invalid
from mockserver.core.ids import Ids
from mockserver.inference.engine import Generation
from mockserver.inference.models import ChatRequest, Function
from mockserver.inference.prompt import Turn, last_user_text
from mockserver.inference.speech import Speech, calling

MOST_CALLS = 16
"""Chosen: how many calls one answer has at most."""

_WORD = re.compile(r"[^\W_]{3,}")


def called(body: ChatRequest, turns: list[Turn], *, strict: bool) -> Sequence[Function]:
    """The functions that the answer calls, in the order in which the user names them.

    Stated for `strict`: no choice is none. Chosen: `parallel_tool_calls: false` leaves one call.
    """
    tools = body.get("tools")
    if not tools:
        return ()
    choice = body.get("tool_choice") or ("none" if strict else "auto")
    functions = [tool["function"] for tool in tools]
    most = 1 if body.get("parallel_tool_calls") is False else MOST_CALLS
    if isinstance(choice, dict):
        name = choice["function"]["name"]
        return [next(function for function in functions if function["name"] == name)]
    if choice == "required":
        text = last_user_text(turns)
        return _named(functions, text)[:most] or [_nearest(functions, text)]
    role, text, _ = turns[-1]
    return _named(functions, text)[:most] if choice == "auto" and role == "user" else ()


def call(functions: Sequence[Function], body: ChatRequest, text: str, key: bytes) -> Speech:
    """Calls of these functions with arguments that conform to their parameters.

    Observed: `required` and named tools leave an empty content, `auto` none at all.
    """
    named = isinstance(body.get("tool_choice"), dict)
    asked = named or body.get("tool_choice") == "required"
    calls = [(function["name"], arguments(function, key, text)) for function in functions]
    if not named:
        calls = [
            (name, json.dumps(json.loads(written), ensure_ascii=False)) for name, written in calls
        ]
    return calling(calls, content="" if asked else None, named=named)


def identified(choices: list[Generation], ids: Ids) -> list[Generation]:
    """The same choices, each call with an id of its own."""
    for choice in choices:
        if choice.parts:
            break
    else:
        return choices
    return [
        choice._replace(
            parts=[
                part._replace(id=f"chatcmpl-tool-{ids.hex()}") if part.place == "call" else part
                for part in choice.parts
            ]
        )
        for choice in choices
    ]


def arguments(function: Mapping[str, Any], key: bytes, text: str) -> str:
    """Arguments as JSON; an object without members where there are no parameters."""
    parameters = function.get("parameters")
    if not parameters:
        return "{}"
    from mockserver.inference.guided.effort import Unservable
    from mockserver.inference.guided.schema import write

    try:
        return write(parameters, key, text)
    except Unservable as refusal:
        raise invalid(f"Grammar error: parameters of {function['name']}: {refusal}") from None


def _named(functions: Sequence[Function], text: str) -> list[Function]:
    found = [(_place(text, function["name"]), function) for function in functions]
    return [function for place, function in sorted(found, key=_first) if place >= 0]


def _first(found: tuple[int, Function]) -> int:
    return found[0]


def _place(text: str, name: str) -> int:
    """Where a text names a function, or -1."""
    match = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) if name else None
    return match.start() if match else -1


def _nearest(functions: Sequence[Function], text: str) -> Function:
    """The function whose name and description share most words with a text, else the first."""
    words = set(_words(text))

    def shared(function: Function) -> int:
        described = f"{function['name']} {function.get('description') or ''}"
        return len(words.intersection(_words(described)))

    return max(functions, key=shared)


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())
