"""Data files of the content, read when they are first needed and kept."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from itertools import chain
from typing import Any, NamedTuple

import orjson

from mockserver.chat.model.dates import CLOCK
from mockserver.chat.model.numbers import FIGURE
from mockserver.chat.model.patterns import in_notation, pattern

_FLAGS = re.IGNORECASE | re.MULTILINE


def cue(name: str) -> re.Pattern[str]:
    """The pattern of all that prompts say under a name of `cues.txt`."""
    return _cues()[name].whole


def asks(name: str, text: str) -> bool:
    """True if a text says what this name stands for."""
    return bool(_cues()[name].whole.search(text))


def find(name: str, text: str) -> re.Match[str] | None:
    """The place where a text says it in the first of the ways that it says it in."""
    return next(find_all(name, text), None)


def find_all(name: str, text: str) -> Iterator[re.Match[str]]:
    """All such places, by the ways."""
    return chain.from_iterable(way.finditer(text) for way in _cues()[name].ways)


@cache
def stored(name: str) -> Any:
    """The contents of the JSON file of a name."""
    return orjson.loads((files(__package__) / f"{name}.json").read_bytes())


class _Cue(NamedTuple):
    """The lines below a name, alone and in one pattern. Groups of two lines may share a name."""

    ways: list[re.Pattern[str]]
    whole: re.Pattern[str]


@cache
def _cues() -> Mapping[str, _Cue]:
    lines: dict[str, list[str]] = {"clock": [CLOCK], "figure": [FIGURE]}
    pieces = {"clock": CLOCK}
    name = "figure"
    for line in (files(__package__) / "cues.txt").read_text("utf-8").splitlines():
        if line.startswith("    "):
            lines.setdefault(name, []).append(in_notation(line[4:], pieces))
        else:
            pieces[name] = "|".join(lines.get(name, ()))
            name = line
    return {
        name: _Cue([pattern(way, _FLAGS) for way in ways], pattern("|".join(ways), _FLAGS))
        for name, ways in lines.items()
    }
