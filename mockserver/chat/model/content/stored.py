"""Data files of the content, read when they are first needed and kept."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import orjson

from mockserver.chat.model.numbers import FIGURE
from mockserver.chat.model.patterns import in_notation, pattern


def cue(name: str) -> re.Pattern[str]:
    """What prompts say, by the name that `cues.txt` gives it."""
    return _cues()[name]


def asks(name: str, text: str) -> bool:
    """True if a text says what this name stands for."""
    return bool(_cues()[name].search(text))


@cache
def stored(name: str) -> Any:
    """The contents of the JSON file of a name."""
    return orjson.loads((files(__package__) / f"{name}.json").read_bytes())


@cache
def _cues() -> Mapping[str, re.Pattern[str]]:
    pieces = {"figure": FIGURE}
    name = ""
    for line in (files(__package__) / "cues.txt").read_text("utf-8").splitlines():
        if line.startswith("    "):
            told = in_notation(line[4:], pieces)
            pieces[name] = f"{pieces[name]}|{told}" if name in pieces else told
        else:
            name = line
    return {name: pattern(text, re.I | re.M) for name, text in pieces.items()}
