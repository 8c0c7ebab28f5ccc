"""Skeletons of documents, and the rules that fill them from a request: `documents.txt`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from mockserver.chat.model.content.found import capitalized
from mockserver.chat.model.languages import Language
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.text.tables import blocks, parts, table

RULES = table("demands/documents.txt", 1)

_JOINED = pattern(r"(?:[,;]|\band|\bby|\bplus) *$")
"""The end of the words between two statements."""

Statement = tuple[str, str]
"""A clause addressed to the reader, and the wording of its sentence."""


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


def statements_in(sentence: str) -> Iterator[Statement]:
    """The statements in a sentence, each up to the next cue, in the wording of its cue."""
    rows = RULES.rows("statement")
    cues = [(cue, row.text or "") for row in rows if (cue := row.pattern.search(sentence))]
    cues.sort(key=lambda each: (each[0].start(), -each[0].end()))
    kept: list[tuple[re.Match[str], str]] = []
    for cue, text in cues:
        if not kept or _JOINED.search(sentence[kept[-1][0].end() : cue.start()]):
            kept.append((cue, text))
    ends = [*(cue.start() for cue, _ in kept[1:]), len(sentence)]
    for (cue, text), end in zip(kept, ends, strict=False):
        statement = sentence[cue.end() : end].strip(" .,:;?")
        if statement := re.sub(r"\s*(?:[,;]|\band\b|\bby\b)\s*$", "", statement):
            yield statement, text


def sentence_of(statement: Statement) -> str:
    """The sentence that makes a statement."""
    clause, wording = statement
    return re.sub(r"([.?!])\.", r"\1", capitalized((wording or "{x}.").format(x=clause)))
