"""Regular expressions that are compiled when they are first used.

The model has several hundred, and most conversations need a few of them: compiling all would cost
the first chat of a server half a second.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, cast


class _Lazy:
    """Stands for a compiled pattern, and becomes one."""

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern = pattern
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        """A method of the compiled pattern, which is kept for the next time."""
        method = getattr(re.compile(self.pattern, self._flags), name)
        self.__dict__[name] = method
        return method


def pattern(text: str, flags: int = 0) -> re.Pattern[str]:
    """A regular expression that costs nothing until it is used."""
    return cast("re.Pattern[str]", _Lazy(text, int(flags)))


_PIECE = re.compile(r"\{([a-z][a-z ]*)\}")
_GROUP = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\(<([a-z]+)>|\((?!\?)")


def in_notation(text: str, pieces: Mapping[str, str]) -> str:
    """A regular expression as tables write it: `(a|b)` captures nothing, `(<name>a|b)` does, `~40`
    is up to 40 characters of a sentence, and `{piece}` stands for a piece of that name."""
    whole = _PIECE.sub(lambda found: f"(?:{pieces[found[1]]})", text)
    whole = re.sub(r"~(\d+) ?", r"[^.!?\\n]{0,\1}?", whole)
    return _GROUP.sub(lambda f: f"(?P<{f[1]}>" if f[1] else "(?:" if f[0] == "(" else f[0], whole)
