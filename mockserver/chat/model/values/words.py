"""Words for values: names of people, places and things, from `words.json`.

All names are made up or common. Domains, telephone numbers and addresses are reserved for examples.
"""

from __future__ import annotations

from collections import namedtuple
from functools import cache

from mockserver.chat.model.tables import data

DATA = data("values/words.json")


Town = namedtuple("Town", "city region country code postal zone currency")  # noqa: PYI024
"""A town. In the pattern of its postal codes, `#` is any digit and `?` any letter."""


@cache
def named(name: str) -> tuple[str, ...]:
    """One of the lists of words. In the file, a list may be a text of words between blanks."""
    listed = DATA[name]
    return tuple(listed.split() if isinstance(listed, str) else listed)


TOWNS = tuple(Town(*line.split(" | ")) for line in DATA["towns"])
WORDS = named("words")
