"""Values that a person would write, by what a property is called and said to be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mockserver.inference.guided.draws import Draws

_WORDS = ("amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "harbour")
_FORMATS = {
    "date": "2025-03-14",
    "date-time": "2025-03-14T09:26:53Z",
    "time": "09:26:53Z",
    "email": "nora.lind@example.com",
    "idn-email": "nora.lind@example.com",
    "hostname": "www.example.com",
    "uri": "https://www.example.com/guide",
    "url": "https://www.example.com/guide",
    "uri-reference": "/guide",
    "iri": "https://www.example.com/guide",
    "uuid": "3d0ca315-aff9-4fc2-be61-3b76b9a2d798",
    "ipv4": "192.0.2.17",
    "ipv6": "2001:db8::17",
    "duration": "P3DT4H",
    "regex": "^[a-z]+$",
    "json-pointer": "/items/0",
}


class Subject(NamedTuple):
    """What a value is about: the name of its property, and what the user said."""

    name: str
    hint: str


def fitting_text(_: Subject, formats: Sequence[str], draws: Draws, least: int, most: int) -> str:
    """A text of a length within the closed range."""
    for name in formats:
        if name in _FORMATS and least <= len(_FORMATS[name]) <= most:
            return _FORMATS[name]
    text = draws.pick(_WORDS)
    while len(text) < least:
        text += " " + draws.pick(_WORDS)
    return text[: max(most, 0)]
