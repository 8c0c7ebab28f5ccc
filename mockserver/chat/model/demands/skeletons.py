"""Skeletons of documents, and the rules by which a request tells what fills them: all of it stands
in `documents.txt`, whose first lines say how to add to it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import NamedTuple


class Skeleton(NamedTuple):
    """A kind of document: the words that ask for it, and the ways to write it."""

    words: Sequence[str]
    ways: Sequence[str]


@cache
def skeletons() -> Mapping[str, Skeleton]:
    """All kinds of documents by their names."""
    found = {}
    for head, body in _sections(0):
        kind, _, words = head.partition(" | ")
        ways = [way.strip("\n") for way in body.split("\nor\n")]
        found[kind] = Skeleton([word.strip() for word in words.split(",")], ways)
    return found


def kinds() -> dict[str, str]:
    """The kind of document that each word asks for."""
    return {word: kind for kind, each in skeletons().items() for word in each.words}


def reading_of(name: str, text: str) -> str:
    """The text that the first fitting rule of a name finds, or nothing."""
    for cue, said in rules(name):
        if found := cue.search(text):
            return found.expand(said or r"\1")
    return ""


def changed(name: str, text: str) -> str:
    """A text after all rules of a name."""
    for cue, said in rules(name):
        text = cue.sub(said, text)
    return text


@cache
def rules(name: str) -> Sequence[tuple[re.Pattern[str], str]]:
    """The rules of a name: a pattern, and the text that it leads to."""
    rows = (row.partition(" => ") for row in dict(_sections(1))[name].split("\n"))
    shape = r"\b(?:{})\b[: ]*" if name == "told" else "{}"
    return [
        (re.compile(shape.format(cue), re.IGNORECASE), said)
        for cue, _, said in rows
        if cue and not cue.startswith("#")
    ]


def _sections(part: int) -> Iterator[tuple[str, str]]:
    """Heads and bodies of the sections: those of the skeletons, or of the rules below them."""
    text = (files(__package__) / "documents.txt").read_text("utf-8").split("\n=====\n")[part]
    return ((head, body) for head, _, body in (e.partition("\n") for e in text.split("\n=== ")[1:]))
