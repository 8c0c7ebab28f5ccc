"""Words for values: names of people, places and things, from `words.json`.

All names are made up or common. Domains, telephone numbers and addresses are reserved for examples.
"""

from __future__ import annotations

from collections import namedtuple
from fractions import Fraction
from functools import cache, lru_cache

from mockserver.chat.model.text.lists import data
from mockserver.chat.model.text.meaning import words_of

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
_FIELDS: dict[str, str] = {
    name: template for template, names in DATA["fields"].items() for name in names.split(", ")
}
_RANGES: dict[str, tuple[int, int, Fraction]] = {}

for _names, _usual in DATA["ranges"].items():
    _least, _most, _step = _usual.split()
    _range = (int(_least), int(_most), Fraction(_step))
    _RANGES |= dict.fromkeys(_names.split(", "), _range)


@lru_cache(maxsize=4096)
def known_text(name: str) -> str | None:
    """The template of texts in a field of this name, by all words of the name or its last ones."""
    parts = words_of(name)
    for start in range(len(parts)):
        ending = " ".join(parts[start:])
        if found := _FIELDS.get(ending) or _FIELDS.get(ending.removesuffix("s")):
            return found
    return None


def is_known(name: str) -> bool:
    """True for a name of a field whose values are known."""
    return known_text(name) is not None or known_range(name) is not None


@lru_cache(maxsize=4096)
def known_range(name: str) -> tuple[int, int, Fraction] | None:
    """The least and the greatest number that a person expects in a field of this name, both in
    steps, and the step."""
    return next((_RANGES[word] for word in reversed(words_of(name)) if word in _RANGES), None)
