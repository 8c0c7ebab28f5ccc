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


_DATA = orjson.loads((files(__package__) / "words.json").read_bytes())


def listed(text: str) -> tuple[str, ...]:
    """The words of a text, which is easier to read than a list."""
    return tuple(text.split())


def _town(line: str) -> Town:
    city, region, country, code, postal, zone, currency, latitude, longitude = line.split(" | ")
    names = city, region, country, code, postal, zone, currency
    return Town(*names, float(latitude), float(longitude))


def _words(name: str) -> tuple[str, ...]:
    return listed(" ".join(_DATA[name]) if isinstance(_DATA[name], list) else _DATA[name])


TOWNS = tuple(map(_town, _DATA["towns"]))
COMPANIES: tuple[str, ...] = tuple(_DATA["companies"])
STREETS: tuple[str, ...] = tuple(_DATA["streets"])
PRODUCTS: tuple[str, ...] = tuple(_DATA["products"])
EVENTS: tuple[str, ...] = tuple(_DATA["events"])
JOBS: tuple[str, ...] = tuple(_DATA["jobs"])
TITLES: tuple[str, ...] = tuple(_DATA["titles"])
FIRST_NAMES = _words("first_names")
LAST_NAMES = _words("last_names")
DEPARTMENTS = _words("departments")
GENDERS = _words("genders")
COLOURS = _words("colours")
LANGUAGES = _words("languages")
LOCALES = _words("locales")
TOPICS = _words("topics")
STATUSES = _words("statuses")
PRIORITIES = _words("priorities")
FEELINGS = _words("feelings")
UNITS = _words("units")
WEEKDAYS = _words("weekdays")
MONTHS = _words("months")
INGREDIENTS = _words("ingredients")
DOMAINS = _words("domains")
WORDS = _words("words")
LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ"
"""Those that nobody takes for digits."""
