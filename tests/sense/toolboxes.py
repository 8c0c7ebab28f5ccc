"""Requests to assistants with a box of tools, from `toolboxes.txt`."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any, NamedTuple

Call = tuple[str, dict[str, Any]]


class Request(NamedTuple):
    """A conversation with the tools that are offered, and the calls that it asks for."""

    tools: list[dict[str, Any]]
    turns: list[str]
    calls: list[Call]

    @property
    def messages(self) -> list[dict[str, str]]:
        """The turns of the user and of the assistant, in turn."""
        roles = ("user", "assistant") * len(self.turns)
        return [
            {"role": role, "content": turn} for role, turn in zip(roles, self.turns, strict=False)
        ]

    def is_met_by(self, made: list[Call]) -> bool:
        """True if these are the calls, each with the arguments asked for and no others."""
        return len(made) == len(self.calls) and all(
            name == wanted and _is_met(arguments, values)
            for (name, arguments), (wanted, values) in zip(made, self.calls, strict=True)
        )


def _is_met(arguments: dict[str, Any], values: dict[str, Any]) -> bool:
    return arguments.keys() == values.keys() and all(
        value is ... or _lowered(arguments[name]) == _lowered(value)
        for name, value in values.items()
    )


def _lowered(value: Any) -> Any:
    return value.lower() if isinstance(value, str) else value


def tool(written: str) -> dict[str, Any]:
    """A tool written as `name(id, amount:number?, size:small|large): What it does`."""
    name, fields, description = re.fullmatch(r"(\w+)\((.*?)\): (.+)", written).groups()
    listed = [field for field in fields.split(", ") if field]
    parameters = {
        "type": "object",
        "properties": {re.match(r"\w+", field)[0]: _schema(field) for field in listed},
        "required": [field.partition(":")[0] for field in listed if not field.endswith("?")],
    }
    function = {"name": name, "description": description, "parameters": parameters}
    return {"type": "function", "function": function}


def _schema(field: str) -> dict[str, Any]:
    kind = field.rstrip("?").partition(":")[2] or "string"
    if "|" in kind:
        return {"type": "string", "enum": kind.split("|")}
    if kind in ("date", "email", "date-time"):
        return {"type": "string", "format": kind}
    return {"type": "array", "items": {"type": "string"}} if kind == "list" else {"type": kind}


def _read() -> dict[str, list[Request]]:
    boxes: dict[str, list[Request]] = {}
    tools: list[dict[str, Any]] = []
    for line in Path(__file__).with_suffix(".txt").read_text("utf-8").splitlines():
        if line.startswith("=== "):
            tools, requests = [], boxes.setdefault(line[4:], [])
        elif " => " in line:
            text, _, calls = line.partition(" => ")
            requests.append(Request(tools, text.split(" // "), _calls(calls)))
        elif line and not line.startswith("#"):
            tools.append(tool(line))
    return boxes


def _calls(written: str) -> list[Call]:
    calls = [each.value for each in ast.parse("" if written == "none" else written).body]
    return [
        (call.func.id, {each.arg: ast.literal_eval(each.value) for each in call.keywords})
        for call in calls
    ]


BOXES = _read()
