"""Every numbered statement on the service has a test that is named by it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

STATEMENTS = {"calls": 128, "objects": 104, "chat": 121}
"""How many there are: of calls, threads, costs, feedback and OpenTelemetry, of the rest of the
trace side, and of the chat side."""


def named(chapter: str) -> set[int]:
    """The statements that a parameter's id or a test's own name names."""
    pattern = re.compile(rf"{chapter}-(\d+)|{chapter}((?:_\d+)+)[_(]")
    texts = (file.read_text() for file in Path(__file__).parent.rglob("test_*.py"))
    numbers = [one or several for text in texts for one, several in pattern.findall(text)]
    return {int(number) for each in numbers for number in re.findall(r"\d+", each)}


@pytest.mark.parametrize(("chapter", "count"), STATEMENTS.items())
def test_every_statement_is_named_by_a_test(chapter, count):
    assert set(range(1, count + 1)) - named(chapter) == set()
