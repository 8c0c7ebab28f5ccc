"""The catalogue of `code.txt`: languages, well-known functions, and rules for what requests say.

The entry of a language has the templates of what is written in it, and that of a function its
bodies in the languages.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.text.tables import blocks, parts, table

LANGUAGES, FUNCTIONS, _RULES = range(3)
"""The parts of `code.txt`."""

CODE = table("forms/code/code.txt", _RULES)
"""Rules for what requests say of code."""


class Entry(NamedTuple):
    """A language, or a function with a pattern for requests for it."""

    name: str
    about: str
    cue: re.Pattern[str]
    types: str
    parts: Mapping[str, str]


@cache
def entries(part: int) -> Mapping[str, Entry]:
    """The languages by their fences, or the well-known functions by their names."""
    found = {}
    for head, body in blocks(parts("forms/code/code.txt")[part]).items():
        name, about, types = head.split(" | ")
        rows = (row.split(None, 1) for row in re.split(r"\n(?=\S)", body))
        texts = {kind: re.sub(r"\n {20}", "\n", text) for kind, text in rows}
        found[name] = Entry(name, about, pattern(about, re.IGNORECASE), types, texts)
    return found


def texts_in(kind: str, text: str) -> list[str]:
    """The texts for all matches of the rules of a kind."""
    return [row.filled(match) for row in CODE.rows(kind) for match in row.pattern.finditer(text)]
