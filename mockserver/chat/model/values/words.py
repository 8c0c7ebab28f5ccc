"""Words for values: what people, places and things are called, in `words.json`.

All of them are made up or common. Domains, telephone numbers and addresses are of the kinds that
are reserved for examples.
"""

from __future__ import annotations

from importlib.resources import files
from typing import NamedTuple

import orjson


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
    latitude: float
    longitude: float


_OF_SEVERAL_WORDS = frozenset(("companies", "streets", "products", "events", "jobs", "titles"))
DATA = orjson.loads((files(__package__) / "words.json").read_bytes())


def listed(text: str) -> tuple[str, ...]:
    """The words of a text, which is easier to read than a list."""
    return tuple(text.split())


def _town(line: str) -> Town:
    city, region, country, code, postal, zone, currency, latitude, longitude = line.split(" | ")
    names = city, region, country, code, postal, zone, currency
    return Town(*names, float(latitude), float(longitude))


def named(name: str) -> tuple[str, ...]:
    """One of the lists of words."""
    held = DATA[name]
    if isinstance(held, str):
        return listed(held)
    return tuple(held) if name in _OF_SEVERAL_WORDS else listed(" ".join(held))


TOWNS = tuple(map(_town, DATA["towns"]))
COMPANIES: tuple[str, ...] = tuple(DATA["companies"])
STREETS: tuple[str, ...] = tuple(DATA["streets"])
PRODUCTS: tuple[str, ...] = tuple(DATA["products"])
FIRST_NAMES = named("first_names")
LAST_NAMES = named("last_names")
WEEKDAYS = named("weekdays")
MONTHS = named("months")
DOMAINS = named("domains")
WORDS = named("words")
LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ"
"""Those that nobody takes for digits."""
