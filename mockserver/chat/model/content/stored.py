"""Data files of the content, read when they are first needed and kept."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

import orjson


@cache
def stored(name: str) -> Any:
    """The contents of the JSON file of a name."""
    return orjson.loads((files(__package__) / f"{name}.json").read_bytes())
