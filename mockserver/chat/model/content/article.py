"""Long answers, with headings, lists and tables as people expect them on a page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import shake_128

from mockserver.chat.model.content.found import Answer
from mockserver.chat.model.content.phrases import CLOSINGS, OPENINGS, REMARKS
from mockserver.chat.model.content.topic import topic_of
from mockserver.chat.model.patterns import pattern

_READ = 2_000
_PLAIN = pattern(
    r"\bplain text\b|\b(?:no|without|avoid) (?:any )?(?:markdown|formatting)\b", re.IGNORECASE
)
_COMPARED = pattern(
    r"\b(?:compare|comparison (?:of|between)) (?P<a>[\w+#.-]{1,30}(?: [\w+#.-]{1,20}){0,2}?) "
    r"(?:and|with|to|vs\.?|versus) (?P<b>[\w+#.-]{1,30}(?: [\w+#-]{1,20})?)",
    re.IGNORECASE,
)
_BOTH_SIDES = pattern(
    r"\b(?:pros and cons|advantages and disadvantages|benefits and (?:drawbacks|risks))\b", re.I
)
_STEPS = pattern(r"\bstep[- ]by[- ]step\b|\b(?:tutorial|walkthrough|checklist|itinerary)\b", re.I)
_LONG = pattern(
    r"\b(?:detailed|in detail|comprehensive|in[- ]depth|thorough(?:ly)?|guide|overview|tips|best"
    r" practices)\b",
    re.IGNORECASE,
)
_CUES = pattern(
    "|".join((r"\b(?:write|an?|give me)\b", _BOTH_SIDES.pattern, _STEPS.pattern, _LONG.pattern)),
    re.I,
)
"""Words that ask for a page and are no topic."""


def at_length(message: str, instructions: str, draw: bytes) -> Answer | None:
    """A page about the topic, if a message asks for more than a few sentences."""
    text = message[:_READ]
    if _PLAIN.search(text) or _PLAIN.search(instructions[:_READ]):
        return None
    page = _Page(text, draw)
    if found := _COMPARED.search(text):
        parts = page.comparison(found["a"], found["b"].rstrip("."))
    elif _BOTH_SIDES.search(text):
        parts = page.sections(("Pros", "Cons"))
    elif _STEPS.search(text):
        parts = page.steps()
    elif _LONG.search(text):
        parts = page.sections(page.titles)
    else:
        return None
    written = "\n\n".join(parts)
    return Answer(written, written, page.said, is_known=False)


class _Page:
    """Sentences about a topic, each of them once."""

    def __init__(self, message: str, draw: bytes) -> None:
        self._act, subjects = topic_of(_CUES.sub("", message))
        self._subjects = ["".join(subject).strip() for subject in subjects]
        self._draws = shake_128(draw + b" page").digest(4)
        self._turn = self._draws[0]
        self.said: list[str] = []

    @property
    def titles(self) -> list[str]:
        """The first subject and its use, as headings."""
        subject = self._subjects[0]
        return [subject[0].upper() + subject[1:], "In practice"]

    def sections(self, titles: Sequence[str]) -> list[str]:
        """An opening, a heading with a list for each title, and a closing."""
        lists = [part for title in titles for part in (f"## {title}", self._list("- ", 3))]
        return [self._opening(), *lists, self._closing()]

    def steps(self) -> list[str]:
        """An opening, numbered steps, and a closing."""
        steps = [f"{number}. {self._remark()}" for number in range(1, 6)]
        return [self._opening(), "\n".join(steps), self._closing()]

    def comparison(self, one: str, other: str) -> list[str]:
        """A table of two things, and what to do with it."""
        self._subjects = [one, other]
        rows = [f"| {aspect} | {ask.format(a=one, b=other)} |" for aspect, ask in _ASPECTS]
        table = "\n".join(("| What to compare | What to ask |", "|---|---|", *rows))
        return [self._opening(), table, self._list("- ", 2), self._closing()]

    def _list(self, mark: str, count: int) -> str:
        return "\n".join(f"{mark}{self._remark()}" for _ in range(count))

    def _remark(self) -> str:
        self._turn += 1 + self._draws[1] % (len(REMARKS) - 1)
        return self._filled(REMARKS[self._turn % len(REMARKS)])

    def _opening(self) -> str:
        openings = OPENINGS[self._act if self._act != "greet" else "tell"]
        return self._filled(openings[self._draws[2] % len(openings)])

    def _closing(self) -> str:
        return self._filled(CLOSINGS[self._draws[3] % len(CLOSINGS)])

    def _filled(self, sentence: str) -> str:
        turn = len(self.said)
        a, b = (self._subjects[(turn + each) % len(self._subjects)] for each in (0, 1))
        self.said.append(sentence.format(a=a, b=b))
        return self.said[-1]


_ASPECTS = (
    ("Getting started", "How soon do {a} and {b} show a first result?"),
    ("Everyday use", "How often does {a} surprise, and how often {b}?"),
    ("Cost", "What do {a} and {b} take in time and money?"),
)
"""Rows of a comparison: an aspect, and a question, as nothing is known of either side."""
