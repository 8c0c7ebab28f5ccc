"""Clauses: the stretches of a text that tell what a name such as `reason` or `summary` asks for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from mockserver.chat.model.meaning import words_of
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.texts import sentences
from mockserver.chat.model.values.finds import ROLES
from mockserver.chat.model.values.scan import bounded

_JOINTS = pattern(
    r",? (?:because|but|so that) |, (?:and|so|as|since) "
    r"| and (?=(?:both|they|it|he|she|we|I|the|my|now|one of|none|nothing)\b)|(?<=\w): "
)
"""The words between the clauses of a sentence."""

_SHORTEST = 3
"""The least number of words of a clause."""


@lru_cache(maxsize=1024)
def told_by(name: str) -> str:
    """The kind of clause that a name asks for: `trouble`, `asks` for a request, or `statement` for
    a whole sentence; empty if it asks for none."""
    return ROLES.text("told", " ".join(words_of(name)))


def clauses_of(sentence: str) -> Sequence[str]:
    """The clauses of a sentence."""
    return _JOINTS.split(sentence)


def told_in(name: str, text: str) -> Iterator[tuple[float, str]]:
    """The clauses of a text that a name asks for, with their scores. Greetings are left out."""
    kind = told_by(name)
    for sentence in sentences(bounded(text)) if kind else ():
        clauses = clauses_of(sentence) if kind == "trouble" else [sentence]
        for clause in clauses:
            if len(clause.split()) >= _SHORTEST and not ROLES.pattern("greets").match(clause):
                bare = clause.strip(" ,;-")
                yield _score(clause, kind), bare.removesuffix(".") if kind == "trouble" else bare


def _score(clause: str, kind: str) -> float:
    """The score of a clause of a kind: less for a request of another kind or an introduction."""
    score = 1.5
    if kind == "trouble" and ROLES.matches("trouble", clause):
        score += 1.2
    if ROLES.matches("asks", clause):
        score += 1.2 if kind == "asks" else -1.0
    if ROLES.matches("introduces", clause):
        score -= 1.0
    return score
