"""The tables of a database that a text shows, with their columns.

A text shows a table as `users(id, name)` or as `CREATE TABLE users (id INT, name TEXT)`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from mockserver.chat.model.text.tables import table

_RULES = table("forms/code/queries.txt")

_NO_COLUMNS = frozenset("and from in of primary foreign constraint unique check the number".split())
"""Words in a list of columns that name none."""


def tables_in(text: str) -> dict[str, list[str]]:
    """The tables that a text shows, with their columns."""
    found: dict[str, list[str]] = {}
    for row in _RULES.rows("shown"):
        for name, listed in (each.group("a", "b") for each in row.pattern.finditer(text)):
            parts = (part.split() for part in re.split(r",(?![^(]*\))| and ", listed))
            columns = (words[0].strip('`"') for words in parts if words)
            found.setdefault(name, [each for each in columns if is_column(each)])
        if found:
            break
    return found


def is_column(column: str) -> bool:
    """True for a word that can name a column."""
    return column.lower() not in _NO_COLUMNS


def stem(word: str) -> str:
    """A name in the singular and in lower case."""
    return re.sub("ies$", "y", word.lower()).rstrip("s")


def stems_in(text: str) -> list[str]:
    """The words of a text, each in the singular and in lower case."""
    return [*map(stem, re.findall(r"\w+", text))]


def first(columns: Iterable[str]) -> str:
    """The first that is not empty, else an empty text."""
    return next(filter(None, columns), "")
