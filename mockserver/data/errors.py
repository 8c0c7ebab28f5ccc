"""What is wrong with a data file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path


class DataError(Exception):
    """A file that cannot be loaded: each problem is a sentence that says where it is."""

    def __init__(self, path: Path, problems: Sequence[str]) -> None:
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        super().__init__(f"{path}: {problems[0]}{more}")
        self.problems = [f"{path}: {problem}" for problem in problems]
