"""Every numbered statement on the service has a test that is named by it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

STATEMENTS = {
    "calls": range(1, 129),
    "objects": range(1, 105),
    "next_trace": range(1, 66),
    "chat": range(1, 122),
    "next_chat": range(201, 289),
    "console": range(1, 41),
}
"""Their numbers: of calls, threads, costs, feedback and OpenTelemetry, of the rest of the trace
side, of what the newest clients call there, of the chat side, of what they call there, and of the
console."""


def names(source: str) -> Iterator[str]:
    """The names of a module's tests, and the texts in it, among which are the ids of parameters.
    A comment or a docstring is none of them."""
    tree = ast.parse(source)
    prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from [node.name] if node.name.startswith("test_") else ()
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from [node.value] if id(node) not in prose else ()


def named(chapter: str, source: str) -> set[int]:
    """The statements of a chapter that a module's tests name."""
    pattern = re.compile(rf"{chapter}-(\d+)|{chapter}((?:_\d+)+)(?=_|$)")
    found = [match for name in names(source) for match in pattern.findall(name)]
    numbers = "_".join(one or several for one, several in found)
    return {int(number) for number in re.findall(r"\d+", numbers)}


@pytest.mark.parametrize(("chapter", "numbers"), STATEMENTS.items())
def test_every_statement_is_named_by_a_test(chapter, numbers):
    modules = [path.read_text() for path in Path(__file__).parent.rglob("test_*.py")]
    tested = {number for source in modules for number in named(chapter, source)}
    assert not set(numbers) - tested


SOURCE = '''
"""Here calls-1 is prose."""

# calls-2, calls_3(


def helper_calls_4():
    """calls-5"""


@pytest.mark.parametrize("x", [pytest.param(1, id="calls-6 a name")])
def test_it_calls_7_8(x):
    assert x, "calls-9"
'''


def test_a_number_in_a_comment_is_no_test():
    assert named("calls", SOURCE) == {6, 7, 8, 9}
