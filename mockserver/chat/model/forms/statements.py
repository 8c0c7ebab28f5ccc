"""Statements in a request that a mail, a notice or another document has to convey.

The rows `statement` in `demands/documents.txt` have their cues and wordings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from mockserver.chat.model.content.found import capitalized
from mockserver.chat.model.demands import demands_in
from mockserver.chat.model.demands.skeletons import RULES
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.texts import sentences

_LABELLED = pattern(r"(?P<label>[A-Z][\w'-]*(?: [\w'-]+){0,2}): *(?P<value>\S.*)")
_JOINED = pattern(r"(?:[,;]|\band|\bby|\bplus) *$")
"""The end of the words between two statements."""


class Statement(NamedTuple):
    """A statement addressed to the reader, as a clause and as a sentence."""

    clause: str
    sentence: str


def statements_in(request: str, kind: str) -> list[Statement]:
    """The statements of a request for a document; `kind` is a pattern for its names."""
    parts = [each.removeprefix("- ") for each in sentences(request)]
    naming = next((each for each in parts if re.search(kind, each)), next(iter(parts), ""))
    found: list[Statement] = []
    for sentence in parts:
        labelled = _LABELLED.fullmatch(sentence)
        place = RULES.text("labelled place", labelled["label"]) if labelled else ""
        if sentence.endswith(":"):
            continue
        if labelled and place:
            facts = labelled["value"].split("; ") if place == "facts" else []
            found += map(_turned, facts)
        elif sentence == naming and ": " in sentence:
            found.append(_turned(sentence.partition(": ")[2]))
        elif cued := [*_cued_in(sentence)]:
            found += cued
        elif sentence != naming and not (RULES.text("order", sentence) or demands_in(sentence)):
            found.append(_turned(sentence))
    return found


def labelled_in(request: str) -> dict[str, str]:
    """The values that a request labels, `Hours: 30 per week.`, by their labels."""
    pairs = (_LABELLED.fullmatch(each) for each in sentences(request))
    return {each["label"]: each["value"].rstrip(".") for each in pairs if each}


def _cued_in(sentence: str) -> Iterator[Statement]:
    """The statements in a sentence, each up to the next cue, in the wording of its cue."""
    rows = RULES.likely_rows("statement", sentence)
    matches = ((row.pattern.search(sentence), row.text or "") for row in rows)
    cues = [(match, text) for match, text in matches if match]
    cues.sort(key=lambda each: (each[0].start(), -each[0].end()))
    kept: list[tuple[re.Match[str], str]] = []
    for cue, text in cues:
        if not kept or _JOINED.search(sentence[kept[-1][0].end() : cue.start()]):
            kept.append((cue, text))
    ends = [*(cue.start() for cue, _ in kept[1:]), len(sentence)]
    for (cue, text), end in zip(kept, ends, strict=False):
        statement = sentence[cue.end() : end].strip(" .,:;")
        if statement := re.sub(r"\s*(?:[,;]|\band\b|\bby\b)\s*$", "", statement):
            yield _turned(statement, text)


def _turned(statement: str, wording: str = "{x}.") -> Statement:
    """A statement addressed to the reader, in a wording."""
    clause = RULES.changed("turned", statement.strip().rstrip("."))
    return Statement(clause, re.sub(r"([.?!])\.", r"\1", capitalized(wording.format(x=clause))))
