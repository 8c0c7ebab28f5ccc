"""Word lists and well-known places, from `lists.toml`, `cues.txt` and `places.txt`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files


@cache
def words(name: str) -> frozenset[str]:
    """The words of the list `section.name`."""
    section, _, key = name.partition(".")
    return frozenset(_read()[section][key])


def lists(section: str) -> Mapping[str, tuple[str, ...]]:
    """All lists of a section."""
    return _read()[section]


@cache
def by_word(section: str) -> Mapping[str, str]:
    """For each word in a section, the name of its list."""
    return {word: name for name, listed in lists(section).items() for word in listed}


def is_place(name: str) -> bool:
    """True for a well-known city, country or state."""
    return name.partition(",")[0] in _places()


def state_of(city: str) -> str:
    """The state of a well-known city in the United States, empty for any other city."""
    return _places().get(city, "")


@cache
def cues() -> frozenset[str]:
    """Words that may ask for a form, or occur in a question that the model can answer."""
    return frozenset((files(__package__) / "cues.txt").read_text("utf-8").split())


@cache
def _places() -> Mapping[str, str]:
    lines = (files(__package__) / "places.txt").read_text("utf-8").splitlines()
    rows = (line.partition(" | ") for line in lines if not line.startswith("#"))
    return {name: state for name, _, state in rows}


@cache
def _read() -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    data = tomllib.loads((files(__package__) / "lists.toml").read_text("utf-8"))
    return {
        section: {name: tuple(written.split()) for name, written in lists_.items()}
        for section, lists_ in data.items()
    }
