"""Tools for single operations, such as `add(a, b)`: the calls that compute an expression."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from mockserver.chat.model.content.expressions import runs_in, steps_of
from mockserver.chat.model.lists import words
from mockserver.chat.model.meaning import words_of
from mockserver.chat.model.tools.profiles import Function, fields_of_tool
from mockserver.chat.model.tools.tasks import ToolTask

_READ = 1_000
_OPERATIONS = ("Add", "Sub", "Mult", "Div", "Pow")


def operations_in(functions: Sequence[Function], text: str) -> list[ToolTask]:
    """A call for each operation of the expression in a text, if there is a tool for each."""
    run = max(runs_in(text[-_READ:]), key=len, default=())
    steps = steps_of(run)
    tools = {name: tool for name in _OPERATIONS for tool in _computing(functions, name)}
    if any(name not in tools for name, _, _ in steps):
        return []
    tasks = []
    for name, left, right in steps:
        one, other = (field.name for field in fields_of_tool(tools[name]))
        tasks.append(ToolTask(tools[name], {one: _plain(left), other: _plain(right)}, text))
    return tasks


def _computing(functions: Sequence[Function], operation: str) -> Iterator[Function]:
    """The tools with two numbers and a name such as `multiply`."""
    for function in functions:
        types = [field.type for field in fields_of_tool(function)]
        is_binary = len(types) == 2 and {*types} <= {"integer", "number"}
        if is_binary and not words(f"operations.{operation}").isdisjoint(
            words_of(function["name"])
        ):
            yield function


def _plain(number: Fraction) -> int | float:
    return int(number) if number.denominator == 1 else round(float(number), 10)
