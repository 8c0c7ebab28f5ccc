"""Questions that a text answers, for quizzes, flash cards and lists of questions."""

from __future__ import annotations

import re
from collections.abc import Iterator
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
    return [*_pairs(text[:8_000])]


def _pairs(text: str) -> Iterator[Pair]:
    subject = ""
    for sentence in sentences(text):
        if len(sentence.split()) < 3 or sentence.endswith(("?", ":")):
            continue
        bare = sentence.rstrip(".!")
        named = _subject(bare) or subject
        # `It flows north` is about the subject of the sentence before.
        whole = re.sub(r"^(?:It|They|He|She|This|That)\b", named, bare) if named else bare
        asked = _TABLE.text("asked", whole) or f"What does the text say about {subject_of(bare)}?"
        question, _, answer = asked.partition(" | ")
        subject = named
        yield Pair(_lowered(question), as_sentence(capitalized(answer or bare)), sentence)


def _subject(sentence: str) -> str:
    """The words before the verb, unless they are a pronoun."""
    found = _TABLE.find("subject of a sentence", sentence)
    return found["it"] if found else ""


def _lowered(question: str) -> str:
    """A question without the capital of a word that began the sentence."""
    lowered = r" (?=(?:The|An?|Its|Their|Your|Every|Each|[A-Z][a-z]+s) ?\b)([A-Z])"
    return re.sub(lowered, lambda m: f" {m[1].lower()}", question)
