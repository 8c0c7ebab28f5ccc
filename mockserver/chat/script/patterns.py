"""Patterns that people give, and what they captured.

RE2 runs them: whatever the pattern, the time it takes grows with the text alone. It knows no
look-around and no back references, and its `\\w` is ASCII; `\\pL` is any letter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

LONGEST = 1000
"""Characters of a pattern."""

READ = 20_000
"""Characters of a text in which a pattern is looked for: its last ones."""

Captured = Mapping[str, str]

_SLOT = re.compile(r"\{(\w+)\}")


@lru_cache(maxsize=256)
def compiled(pattern: str) -> Any:
    """The pattern. Raises ValueError."""
    import re2

    options = re2.Options()
    options.log_errors = False
    try:
        return re2.compile(pattern, options)
    except (re2.error, UnicodeError) as error:
        raise ValueError(f"not a pattern: {_reason(error)}") from None


def captures(pattern: str | None) -> set[str]:
    """What slots a pattern fills: its names, and the numbers of its groups."""
    if pattern is None:
        return set()
    found = compiled(pattern)
    return {*found.groupindex, *map(str, range(1, found.groups + 1))}


def search(pattern: str, text: str) -> Captured | None:
    """What a pattern captured in a text, or None if it is not there."""
    match = compiled(pattern).search(text[-READ:].encode(errors="replace").decode())
    if not match:
        return None
    numbered = {str(number): found or "" for number, found in enumerate(match.groups(), 1)}
    return numbered | {name: found or "" for name, found in match.groupdict().items()}


def slots(value: Any) -> Iterator[str]:
    """The names of all slots in the texts of a JSON value."""
    if isinstance(value, str):
        yield from _SLOT.findall(value)
    elif isinstance(value, dict):
        for item in value.values():
            yield from slots(item)
    elif isinstance(value, list):
        for item in value:
            yield from slots(item)


def filled(value: Any, captured: Captured) -> Any:
    """The same JSON value with what was captured in its slots."""
    if isinstance(value, str):
        return _SLOT.sub(lambda slot: captured.get(slot[1], slot[0]), value)
    if isinstance(value, dict):
        return {key: filled(item, captured) for key, item in value.items()}
    if isinstance(value, list):
        return [filled(item, captured) for item in value]
    return value


def _reason(error: Exception) -> str:
    reason = error.args[0]
    return reason.decode(errors="replace") if isinstance(reason, bytes) else str(error)
