"""The stock: plain sentences and words that fit any subject, for when it has no room of its own.

`stock.txt` holds the sentences, `prose.json` what stands around them: openers, titles, closings.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

import orjson


@cache
def stock() -> tuple[str, ...]:
    """All sentences of the stock, in the order of the file."""
    text = (files(__package__) / "stock.txt").read_text("utf-8")
    return tuple(line for line in text.splitlines() if line and not line.startswith("#"))


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
