"""Whitespace between the tokens of JSON, as `guided_whitespace_pattern` requires."""

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
    """A shortest text that a pattern matches as a whole; empty without a pattern.

    Raises Unservable for an invalid pattern, for other characters and for too many of them.
    """
    if pattern is None:
        return ""
    read = Pattern.of(pattern)
    if not read.alphabet <= _JSON_BLANKS:
        raise Unservable("it matches more than the whitespace of JSON")
    blanks = read.shortest(Draws(b""), Budget())
    if len(blanks) > MOST_BLANKS:
        raise Unservable(f"it requires more than {MOST_BLANKS} characters of whitespace")
    return blanks


def spaced(text: str, blanks: str) -> str:
    """Compact JSON with whitespace inserted between its tokens."""
    return blanks.join(_TOKEN.findall(text)) if blanks else text
