"""Skeletons of documents, and the rules that fill them from a request: `documents.txt`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from mockserver.chat.model.languages import Language
from mockserver.chat.model.tables import blocks, parts, table

RULES = table("demands/documents.txt", 1)


class Skeleton(NamedTuple):
    """A kind of document: the words that ask for it, and the variants of its text."""

    words: Sequence[str]
    variants: Sequence[str]


@cache
def skeletons() -> Mapping[str, Skeleton]:
    """All kinds of documents by name."""
    found = {}
    for head, body in blocks(parts("demands/documents.txt")[0]).items():
        kind, _, words = head.partition(" | ")
        variants = [variant.strip("\n") for variant in body.split("\nor\n")]
        found[kind] = Skeleton(words.split(", "), variants)
    return found


@cache
def kinds() -> Mapping[str, str]:
    """The kind of document that each word asks for."""
    return {word: kind for kind, each in skeletons().items() for word in each.words}


def localized(kind: str, language: Language | None) -> str:
    """The kind of document in a language, if it has a skeleton in that language."""
    own = f"{RULES.text('similar', kind)} {language.code}" if language else ""
    return own if own in skeletons() else ""
