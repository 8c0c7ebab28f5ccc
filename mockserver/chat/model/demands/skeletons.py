"""Skeletons of documents, and how a request says what they have to say: `documents.txt`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import NamedTuple


class Skeleton(NamedTuple):
    """A kind of document: the words that ask for it, and the ways to write it."""

    words: Sequence[str]
    ways: Sequence[str]


class Telling(NamedTuple):
    """What a request says before something to be told, and the sentence that tells it."""

    cue: re.Pattern[str]
    sentence: str


@cache
def skeletons() -> Mapping[str, Skeleton]:
    """All kinds of documents by their names."""
    found = {}
    for part in _text().partition("\n=====\n")[0].split("\n=== ")[1:]:
        head, _, body = part.partition("\n")
        kind, _, words = head.partition(" | ")
        ways = [way.strip("\n") for way in body.split("\nor\n")]
        found[kind] = Skeleton([word.strip() for word in words.split(",")], ways)
    return found


@cache
def tellings() -> tuple[Telling, ...]:
    """The rows of the table behind the skeletons."""
    rows = (line[2:].split(" => ") for line in _text().split("\n") if line.startswith("> "))
    return tuple(
        Telling(re.compile(rf"\b(?:{cue})\b[: ]*", re.IGNORECASE), said) for cue, said in rows
    )


def kinds() -> dict[str, str]:
    """The kind of document that each word asks for."""
    return {word: kind for kind, each in skeletons().items() for word in each.words}


@cache
def _text() -> str:
    return (files(__package__) / "documents.txt").read_text("utf-8")
