"""Skeletons of documents, how a request says what they tell, and how a text is mended: all of it
stands in `documents.txt`, whose first lines say how to add to it."""

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


Rule = tuple[re.Pattern[str], str]
"""A pattern, and the text that it leads to."""


@cache
def skeletons() -> Mapping[str, Skeleton]:
    """All kinds of documents by their names."""
    found = {}
    for part in _parts()[0].split("\n=== ")[1:]:
        head, _, body = part.partition("\n")
        kind, _, words = head.partition(" | ")
        ways = [way.strip("\n") for way in body.split("\nor\n")]
        found[kind] = Skeleton([word.strip() for word in words.split(",")], ways)
    return found


def kinds() -> dict[str, str]:
    """The kind of document that each word asks for."""
    return {word: kind for kind, each in skeletons().items() for word in each.words}


@cache
def tellings() -> tuple[Rule, ...]:
    """A cue before something to be told, and the sentence that tells it."""
    return tuple(_rules("> ", r"\b(?:{})\b[: ]*"))


@cache
def mendings() -> tuple[Rule, ...]:
    """Mistakes in a text, each with its correction."""
    return tuple(_rules("~ ", "{}"))


def _rules(mark: str, pattern: str) -> list[Rule]:
    rows = [line[2:].split(" => ") for line in _parts()[1].split("\n") if line.startswith(mark)]
    return [(re.compile(pattern.format(cue), re.IGNORECASE), said) for cue, said in rows]


@cache
def _parts() -> tuple[str, str]:
    """The skeletons, and the rules below them."""
    text = (files(__package__) / "documents.txt").read_text("utf-8")
    above, _, below = text.partition("\n=====\n")
    return above, below
