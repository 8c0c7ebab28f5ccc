"""Summaries: the leading sentences of each part of a text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import accumulate

from mockserver.chat.model.content.cues import CUES
from mockserver.chat.model.content.found import Answer, as_sentence, stated
from mockserver.chat.model.meaning import STOP_WORDS
from mockserver.chat.model.numbers import amount_of
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.payload import Passage
from mockserver.chat.model.texts import sentences

_MOST = 5
_HEADER = pattern(r"(?i)(?:from|to|cc|date|sent|subject|re)\s*:")
"""A header of a message, which says nothing."""

_LONGEST_HEADLINE = 10


def is_requested(question: str) -> bool:
    """True if a message asks for a summary."""
    return CUES.matches("summary", question[:2_000])


def summarised(passages: Sequence[Passage], question: str = "") -> Answer | None:
    """As many sentences as a question asks for, else the first of each part or two of a single
    part."""
    parts = [part for passage in passages for part in _parts(passage.text)]
    if not parts:
        return None
    leads = [part[0] for part in parts][:_MOST]
    every = [sentence for part in parts for sentence in part]
    points = CUES.find("so many points", question)
    if points and 0 < (count := amount_of(points["count"])) <= len(every):
        leads = [every[number * len(every) // count] for number in range(count)]
    elif CUES.matches("all points", question) and len(every) <= _MOST:
        leads = every
    elif len(parts) == 1 and len(every) > 3:
        leads = [every[0], every[len(every) // 2]]
    if most := _most_words(question):
        totals = accumulate(len(lead.split()) for lead in leads)
        leads = [lead for lead, total in zip(leads, totals, strict=True) if total <= most]
        leads = leads or [_cut(every[0], most)]
    text = " ".join(map(as_sentence, leads))
    return Answer(text, leads[0], tuple(leads))


def rewritten(text: str, request: str) -> Answer | None:
    """The headline or the tasks of a text, if a request asks for them."""
    every = statements_in(text)
    if CUES.matches("headline", request) and every:
        most = min(_most_words(request) or _LONGEST_HEADLINE, _LONGEST_HEADLINE)
        return stated(_cut(every[0], most))
    tasks = [each for each in every if CUES.matches("a task", each)]
    is_requested = CUES.matches("tasks", request)
    items = [re.sub(r"^[\w ]{1,30}:\s", "", each) for each in tasks if is_requested]
    return Answer("\n".join(f"- {each}" for each in items), items[0], items) if items else None


def _most_words(question: str) -> int:
    """The most words that a summary may have; 0 for no limit."""
    limit = CUES.find("so many words", question)
    return int(limit["most"]) if limit else 0


def _cut(sentence: str, most: int) -> str:
    """The first words of a sentence, without a stop word at the end."""
    words = sentence.rstrip(".!?").split()[:most]
    while len(words) > 1 and words[-1].lower() in STOP_WORDS:
        words.pop()
    return " ".join(words).rstrip(",;:")


def statements_in(text: str) -> list[str]:
    """The sentences of a text, without headings and bullets."""
    return [sentence for part in _parts(text) for sentence in part]


def _parts(text: str) -> list[list[str]]:
    """The sentences of each paragraph, without headings and bullets."""
    paragraphs = (sentences(part) for part in re.split(r"\n\s*\n", text[:16_000]))
    plain = ([re.sub(r"^(?:[-*•]|\d+\.)\s+", "", each) for each in part] for part in paragraphs)
    kept = (
        [each for each in part if each[0] != "#" and len(each) > 8 and not _HEADER.match(each)]
        for part in plain
    )
    return [part for part in kept if part]
