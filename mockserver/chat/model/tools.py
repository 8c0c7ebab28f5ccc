"""Tools: which of them the model calls, and with what.

Observed for `none`, `required` and named tools. Chosen for `auto`: the model calls what the last
message names, if the user wrote it, so never right after a tool has answered.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from mockserver.chat.decoding.ending import Generation
from mockserver.chat.model.speech import Part
from mockserver.chat.models import ChatRequest, Function
from mockserver.chat.prompt.messages import Turn, last_user_text
from mockserver.core.ids import Ids

MOST_CALLS = 16
"""Chosen: how many calls one answer has at most."""

_READ = 20_000
_DESCRIBED = 500
_WEIGHED = 1_000
_NAMES = (re.compile(r"\w+"), re.compile(r"\w+(?:[.-]\w+)+"))
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


def identified(choices: list[Generation], ids: Ids) -> list[Generation]:
    """The same choices, each call with an id: that of a script, or one of its own."""
    for choice in choices:
        if choice.parts:
            break
    else:
        return choices
    return [
        choice._replace(parts=[_identified(part, ids) for part in choice.parts])
        for choice in choices
    ]


def _identified(part: Part, ids: Ids) -> Part:
    if part.place != "call" or part.id:
        return part
    return part._replace(id=f"chatcmpl-tool-{ids.hex()}")


def _named(functions: Sequence[Function], text: str) -> list[Function]:
    """The functions whose names stand in a text, in its order."""
    places = _places(text[-_READ:])
    found = [function for function in functions if function["name"] in places]
    return sorted(found, key=lambda function: places[function["name"]])


def _places(text: str) -> dict[str, int]:
    """Where each word stands first, alone or as one of several with dots and strokes between."""
    places: dict[str, int] = {}
    for pattern in _NAMES:
        for match in pattern.finditer(text):
            places.setdefault(match[0], match.start())
    return places


def _nearest(functions: Sequence[Function], text: str) -> Function:
    """The function whose name and description share most words with a text, else the first."""
    words = set(_words(text[-_READ:]))

    def shared(function: Function) -> int:
        described = f"{function['name']} {function.get('description') or ''}"
        return len(words.intersection(_words(described[:_DESCRIBED])))

    return max(functions[:_WEIGHED], key=shared)


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())
