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
    """A pattern: `#` is any digit, `?` any letter."""

    zone: str
    currency: str


def named(name: str) -> tuple[str, ...]:
    """One of the lists of words. A list may be a text of words with blanks between them."""
    listed = DATA[name]
    return tuple(listed.split() if isinstance(listed, str) else listed)


TOWNS = tuple(Town(*line.split(" | ")) for line in DATA["towns"])
WORDS = named("words")
