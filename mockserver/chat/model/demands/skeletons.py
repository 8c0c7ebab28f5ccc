"""Skeletons of documents, and the rules by which a request tells what fills them: all of it stands
in `documents.txt`, whose first lines say how to add to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from mockserver.chat.model.rules import Rules, sections, stored


class Skeleton(NamedTuple):
    """A kind of document: the words that ask for it, and the ways to write it."""

    words: Sequence[str]
    ways: Sequence[str]


@cache
def skeletons() -> Mapping[str, Skeleton]:
    """All kinds of documents by their names."""
    found = {}
    for head, body in sections(stored("demands/documents.txt")[0]).items():
        kind, _, words = head.partition(" | ")
        ways = [way.strip("\n") for way in body.split("\nor\n")]
        found[kind] = Skeleton([word.strip() for word in words.split(",")], ways)
    return found


def kinds() -> dict[str, str]:
    """The kind of document that each word asks for."""
    return {word: kind for kind, each in skeletons().items() for word in each.words}


@cache
def rules() -> Rules:
    """The rules of the places in skeletons."""
    return Rules(stored("demands/documents.txt")[1])
