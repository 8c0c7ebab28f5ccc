"""Regular expressions of users, run by RE2.

Its time is linear in the text for any pattern. It has no look-around and no back-references, and
its `\\w` is ASCII; `\\pL` is any letter.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from mockserver.core.limits import MOST_READ

Captured = Mapping[str, str]
"""The texts that a pattern's groups matched, by name and number."""


@lru_cache(maxsize=256)
def compiled(pattern: str) -> Any:
    """Compile a pattern. Raises ValueError."""
    import re2

    options = re2.Options()
    options.log_errors = False
    try:
        return re2.compile(pattern, options)
    except (re2.error, UnicodeError) as error:
        raise ValueError(f"not a pattern: {_reason(error)}") from None


def captures(pattern: str | None) -> set[str]:
    """The names and numbers of a pattern's groups."""
    if pattern is None:
        return set()
    found = compiled(pattern)
    return {*found.groupindex, *map(str, range(1, found.groups + 1))}


def search(pattern: str, text: str) -> Captured | None:
    """Search a text for a pattern. Returns the captured groups; None without a match."""
    match = compiled(pattern).search(text[-MOST_READ:].encode(errors="replace").decode())
    if not match:
        return None
    numbered = {str(number): found or "" for number, found in enumerate(match.groups(), 1)}
    return numbered | {name: found or "" for name, found in match.groupdict().items()}


def _reason(error: Exception) -> str:
    reason = error.args[0]
    return reason.decode(errors="replace") if isinstance(reason, bytes) else str(error)
