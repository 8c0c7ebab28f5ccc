"""Blanks between the tokens of JSON, where `guided_whitespace_pattern` does not allow none."""

from __future__ import annotations

import re
from functools import lru_cache

from mockserver.chat.structured.budget import Budget, Unservable
from mockserver.chat.structured.draws import Draws
from mockserver.chat.structured.pattern import Pattern
from mockserver.core.limits import MOST_BLANKS

_JSON_BLANKS = frozenset(" \t\n\r")
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+"|[{}\[\]:,]|[^"{}\[\]:,]++')


@lru_cache(maxsize=64)
def blanks_of(pattern: str | None) -> str:
    """A shortest text that a pattern matches as a whole; without a pattern, none.

    Raises Unservable for what is no pattern, for one of anything but blanks, and for long ones.
    """
    if pattern is None:
        return ""
    read = Pattern.of(pattern)
    if not read.alphabet <= _JSON_BLANKS:
        raise Unservable("it matches more than the blanks of JSON")
    blanks = read.shortest(Draws(b""), Budget())
    if len(blanks) > MOST_BLANKS:
        raise Unservable(f"it asks for more than {MOST_BLANKS} blanks")
    return blanks


def spaced(text: str, blanks: str) -> str:
    """Compact JSON with these blanks between any two of its tokens."""
    return blanks.join(_TOKEN.findall(text)) if blanks else text
