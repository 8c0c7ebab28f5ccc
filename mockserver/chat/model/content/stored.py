"""Data files of the model, read when they are first needed and kept."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

import orjson

_ROOT = files("mockserver.chat.model")


@cache
def stored(room: str, name: str) -> Any:
    """The JSON of a file in `content/` or `languages/`."""
    return orjson.loads(_ROOT.joinpath(room, f"{name}.json").read_bytes())


@cache
def names_in(room: str) -> tuple[str, ...]:
    """The names of all data files of a room, in alphabetical order."""
    return tuple(
        sorted(
            each.name.removesuffix(".json")
            for each in _ROOT.joinpath(room).iterdir()
            if each.name.endswith(".json")
        )
    )
