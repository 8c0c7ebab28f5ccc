"""Paths into a JSON value: `messages[0].content`, `tools[*].function.name`, `stop[-1]`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

EVERY = "*"

_STEP = re.compile(r"\.?([^.\[\]]+)|\[(-?\d{1,9}|\*)\]")


def parse_path(path: Any) -> Any:
    """Check a path and return it. Raises ValueError."""
    if isinstance(path, str) and not _steps(path):
        raise ValueError(f"{path!r} is not a path; write it like messages[0].content")
    return path


def values_at(value: Any, path: str) -> Iterator[Any]:
    """The values at a path; none for an invalid path."""
    steps = _steps(path)
    found = [value] if steps else []
    for step in steps:
        found = [item for each in found for item in _values_at_step(each, step)]
    return iter(found)


@lru_cache(maxsize=256)
def _steps(path: str) -> tuple[str | int, ...]:
    """Parse a path into steps; none for an invalid path."""
    text = path.removeprefix("$")
    steps: list[str | int] = []
    at = 0
    while at < len(text) and (match := _STEP.match(text, at)):
        name, index = match.groups()
        steps.append(name or (EVERY if index == EVERY else int(index)))
        at = match.end()
    return tuple(steps) if at == len(text) else ()


def _values_at_step(value: Any, step: str | int) -> list[Any]:
    if isinstance(value, list):
        if step == EVERY:
            return value
        return value[step : step + 1 or None] if isinstance(step, int) else []
    return [value[step]] if isinstance(value, dict) and step in value else []
