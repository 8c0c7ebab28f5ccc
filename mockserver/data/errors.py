"""What is wrong with a data file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Problem(NamedTuple):
    """A sentence about a line; line 0 is the whole file."""

    line: int
    sentence: str


class DataError(Exception):
    """A file that cannot be loaded; each of `problems` names the file and the line."""

    def __init__(self, name: str, problems: Sequence[Problem]) -> None:
        self.problems = [
            f"{name}:{line}: {sentence}" if line else f"{name}: {sentence}"
            for line, sentence in sorted(problems)
        ]
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        super().__init__(self.problems[0] + more)
