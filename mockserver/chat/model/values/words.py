"""Words for values: what people, places and things are called, in `words.json`.

All of them are made up or common. Domains, telephone numbers and addresses are of the kinds that
are reserved for examples.
"""

from __future__ import annotations

from importlib.resources import files
from typing import NamedTuple

import orjson

DATA = orjson.loads((files(__package__) / "words.json").read_bytes())


class Town(NamedTuple):
    """A town, and what else is true there."""

    city: str
    region: str
    country: str
    code: str
    postal: str
    """Where a digit is needed stands `#`, and `?` for a letter."""

    zone: str
    currency: str


def named(name: str) -> tuple[str, ...]:
    """One of the lists of words. A list that is one text has its words parted by blanks."""
    held = DATA[name]
    return tuple(held.split() if isinstance(held, str) else held)


TOWNS = tuple(Town(*line.split(" | ")) for line in DATA["towns"])
WORDS = named("words")
