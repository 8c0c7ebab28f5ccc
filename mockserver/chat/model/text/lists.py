"""The data files of the model as text, data or word lists; `tables` reads those with patterns."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import orjson

from mockserver.chat import model


def text_of(path: str) -> str:
    """The text of a data file."""
    return (files(model) / path).read_text("utf-8")


@cache
def data(path: str) -> Any:
    """The contents of a JSON or TOML file."""
    text = text_of(path)
    return orjson.loads(text) if path.endswith(".json") else tomllib.loads(text)


@cache
def words(name: str) -> frozenset[str]:
    """The words of the list `section.name`."""
    section, _, key = name.partition(".")
    return frozenset(lists(section)[key])


@cache
def lists(section: str) -> Mapping[str, tuple[str, ...]]:
    """All lists of a section."""
    return {name: tuple(each.split()) for name, each in data("text/lists.toml")[section].items()}


@cache
def by_word(section: str) -> Mapping[str, str]:
    """For each word in a section, the name of its list."""
    return {word: name for name, listed in lists(section).items() for word in listed}


def is_place(name: str) -> bool:
    """True for a well-known city, country or state."""
    return name.partition(",")[0] in _places()


def is_land(name: str) -> bool:
    """True for a well-known country or state."""
    return name in _lands()


@cache
def _lands() -> frozenset[str]:
    _, _, lands = text_of("text/places.txt").partition("# Countries and states.\n")
    return frozenset(lands.splitlines())


@cache
def _places() -> frozenset[str]:
    return frozenset(line for line in text_of("text/places.txt").splitlines() if line[0] != "#")
