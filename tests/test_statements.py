"""The numbered statements on calls, threads, costs, feedback and OpenTelemetry have tests."""

from __future__ import annotations

import re
from pathlib import Path

NAMED = re.compile(r"calls-(\d+)|calls((?:_\d+)+)\(")
"""As a parameter's id names a statement, and as a test's own name does."""


def test_every_statement_is_named_by_a_test():
    named = set()
    for file in Path(__file__).parent.rglob("test_*.py"):
        for one, several in NAMED.findall(file.read_text()):
            named.update(map(int, re.findall(r"\d+", one or several)))
    assert set(range(1, 129)) - named == set()
