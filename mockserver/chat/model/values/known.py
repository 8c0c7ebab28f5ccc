"""Words that are known to be places, colours, languages or units."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files


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
