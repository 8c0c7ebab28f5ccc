"""Problems of a data file, and the error that lists them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Problem(NamedTuple):
    """A sentence about a line; line 0 is the whole file."""

    line: int
    sentence: str


def told(name: str, problem: Problem) -> str:
    """The sentence with the file and the line, in the form that editors jump to."""
    line, sentence = problem
    return f"{name}:{line}: {sentence}" if line else f"{name}: {sentence}"


class DataError(Exception):
    """A file that cannot be loaded; each of `problems` names the file and the line."""

    def __init__(self, name: str, problems: Sequence[Problem]) -> None:
        self.problems = [told(name, problem) for problem in sorted(problems)]
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        super().__init__(self.problems[0] + more)
