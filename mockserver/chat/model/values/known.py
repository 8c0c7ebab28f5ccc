"""Words that are known to be places, colours, languages or units."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

LEXICONS: Mapping[str, tuple[str, ...]] = {
    "color": tuple(
        "red orange yellow green blue purple violet pink brown black white gray grey cyan magenta "
        "navy maroon teal turquoise beige gold silver".split()
    ),
    "language": tuple(
        "English French German Spanish Italian Portuguese Dutch Russian Chinese Mandarin Japanese "
        "Korean Arabic Hindi Turkish Polish Swedish Norwegian Danish Finnish Greek Hebrew Latin "
        "Vietnamese Thai Ukrainian Czech".split()
    ),
    "unit": tuple(
        "celsius fahrenheit kelvin kilometers kilometer km miles mile mph km/h meters meter feet "
        "foot inches inch yards centimeters cm millimeters mm kilograms kilogram kg grams gram "
        "pounds pound ounces ounce liters liter gallons gallon cups cup tablespoons tablespoon "
        "teaspoons teaspoon hours hour minutes minute seconds second days day metric imperial "
        "joules newtons watts m/s degrees radians percent".split()
    ),
}
"""Names that values of a kind have."""


def is_place(name: str) -> bool:
    """True for a well-known city, country or state."""
    return name.partition(",")[0] in _places()


def state_of(city: str) -> str:
    """The state of a well-known city of the United States, empty for any other."""
    return _places().get(city, "")


@cache
def _places() -> Mapping[str, str]:
    lines = files(__package__).joinpath("places.txt").read_text("utf-8").splitlines()
    rows = (line.partition(" | ") for line in lines if not line.startswith("#"))
    return {name: state for name, _, state in rows}
