"""Questions that a text answers, for quizzes, flash cards and lists of questions."""

from __future__ import annotations

from typing import NamedTuple

from mockserver.chat.model.content.found import as_sentence, capitalized
from mockserver.chat.model.content.topic import subject_of
from mockserver.chat.model.tables import table
from mockserver.chat.model.texts import sentences

_TABLE = table("content/rewriting.txt")


class Pair(NamedTuple):
    """A question with its answer, and the sentence that it comes from."""

    question: str
    answer: str
    sentence: str


def asked_of(text: str) -> list[Pair]:
    """A question for each sentence of a text."""
    told = [each for each in sentences(text[:8_000]) if not each.endswith(("?", ":"))]
    pairs = []
    for sentence in told:
        bare = sentence.rstrip(".!")
        asked = _TABLE.text("asked", bare) or f"What does the text say about {subject_of(bare)}?"
        question, _, answer = asked.partition(" | ")
        pairs.append(Pair(question, as_sentence(capitalized(answer or bare)), sentence))
    return pairs
