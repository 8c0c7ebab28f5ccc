"""Regular expressions that are compiled when they are first used.

The model has several hundred, and most conversations need a few of them: compiling all would cost
the first chat of a server half a second.
"""

from __future__ import annotations

import re
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
