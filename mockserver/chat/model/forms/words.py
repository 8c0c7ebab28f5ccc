"""Words and sentences that forms are written with, and words by which prompts name what they want.

`stock.txt` holds plain sentences that fit any subject, `prose.json` what stands around them, such
as titles and closings; `names.txt` the names, a kind to a line.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Any

import orjson


@cache
def stock() -> tuple[str, ...]:
    """All sentences of the stock, in the order of the file."""
    return _rows("stock.txt")


@cache
def pieces(name: str) -> Any:
    """One of the lists of `prose.json`."""
    return orjson.loads((files(__package__) / "prose.json").read_bytes())[name]


@cache
def words_with(letter: str) -> tuple[str, ...]:
    """Words that hold a letter, those that hold it more often first."""
    known = set(pieces("rare").get(letter, "").split())
    known |= {word.strip(".").lower() for line in stock() for word in line.split()}
    fitting = (word for word in known if letter in word)
    return tuple(sorted(fitting, key=lambda w: (-w.count(letter) / len(w), w))[:8])


@cache
def named(kind: str) -> re.Pattern[str]:
    """A pattern of all names of a kind, as whole words in any case."""
    return re.compile(rf"\b(?:{alternatives(kind)})\b", re.IGNORECASE)


def alternatives(kind: str) -> str:
    """The names of a kind as a piece of a pattern."""
    written = next(row for row in _rows("names.txt") if row.startswith(f"{kind}: "))
    return written.partition(": ")[2].replace(", ", "|").replace("(", "(?:")


@cache
def _rows(file: str) -> tuple[str, ...]:
    lines = (files(__package__) / file).read_text("utf-8").splitlines()
    return tuple(line for line in lines if line and not line.startswith("#"))
