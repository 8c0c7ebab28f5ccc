"""The answer to a message: computed, remembered, quoted from the conversation, or known.

`answer` asks each source in turn, the nearest first. Where none of them knows, it says nothing,
and the model speaks about the topic in plain sentences. Sources are pure functions; what they
know stands in data files beside them.
"""

from __future__ import annotations

import re
from datetime import datetime

from mockserver.chat.model.content import (
    arithmetic,
    article,
    facts,
    grounding,
    material,
    memory,
    results,
    summary,
    topical,
    translation,
)
from mockserver.chat.model.content.found import Answer, stated
from mockserver.chat.model.content.judgement import Verdict, label, reason, score, verdict
from mockserver.chat.model.content.material import Material, Passage
from mockserver.chat.model.content.stored import asks, cue
from mockserver.chat.model.content.ways import worked_out
from mockserver.chat.model.languages import language_of
from mockserver.chat.model.numbers import in_figures
from mockserver.chat.model.reading import Reading

__all__ = ["Answer", "Verdict", "answer", "label", "reason", "score", "verdict"]

_READ = 12_000
_FEW_SENTENCES = 400
_LONGEST_SYSTEM = 12_000


def answer(reading: Reading, draw: bytes, now: datetime) -> Answer | None:
    """The answer to the last message of a conversation, or None if there is none."""
    message = reading.question[-_READ:]
    brought = material.material_of(message)
    return (
        _from_results(reading, brought.question)
        or translation.translated(message, reading.system)
        or (None if brought.is_marked else arithmetic.story(message))
        or memory.introduced(message, reading.system)
        or memory.acknowledged(message)
        or memory.remembered(brought.question, reading.earlier)
        or _summary(reading, brought, message)
        or _from_texts(reading, brought, message)
        or _worked_out(brought.question, message, now)
        or facts.recall(brought.question)
        or facts.courtesy(message)
        or _from_before(reading, brought)
        or _in_its_language(message, draw)
        or article.at_length(brought.question, reading.system, draw)
    )


def _summary(reading: Reading, brought: Material, message: str) -> Answer | None:
    """The summary of the text behind the request, or of what the user has said so far."""
    request, _, text = message.strip().partition("\n")
    if (
        len(request) < _FEW_SENTENCES
        and asks("of the conversation", request)
        and summary.is_asked_for(request)
        and reading.earlier
    ):
        said = [Passage("", each) for each in reading.earlier]
        return summary.summarised(said, message)
    if not text.strip() or len(request) > _FEW_SENTENCES:
        return None
    if asks("tasks", request):
        return summary.tasks(text)
    if asks("headline", request):
        return summary.headline(text, request)
    is_asked = not brought.passages and summary.is_asked_for(request)
    return summary.summarised([Passage("", text)], request) if is_asked else None


def _from_texts(reading: Reading, brought: Material, message: str) -> Answer | None:
    """An answer from the documents of a request, and from the texts in the message."""
    passages = (*material.passages_of(reading.documents), *brought.passages)
    is_marked = brought.is_marked or bool(reading.documents)
    if not passages:
        return None
    if summary.is_asked_for(brought.question) or (is_marked and summary.is_asked_for(message)):
        return summary.summarised(passages, f"{brought.question} {message[:500]}")
    if answered := _judged(brought) or worked_out("texts", message[:_READ]):
        return answered
    if found := grounding.grounded(brought.question, passages):
        return found._replace(value=found.text) if asks("cites", message) else found
    if is_marked and "?" in brought.question:
        return grounding.not_there(f"{reading.system}\n{message}")
    return None


def _judged(brought: Material) -> Answer | None:
    """The one of two things that a text is: `is this review positive or negative?`"""
    found = cue("one of two").search(brought.question)
    if not found or not brought.is_marked:
        return None
    chosen = label("\n".join(passage.text for passage in brought.passages), found.groups())
    said = brought.passages[0].text.strip("'\" ")
    return stated(f"It is {chosen}: “{said[:200]}”", chosen)


def _worked_out(question: str, message: str, now: datetime) -> Answer | None:
    return (
        worked_out("units", in_figures(question[-1_000:]))
        or _reckoned(question, now)
        or (_reckoned(message, now) if len(message) < _FEW_SENTENCES else None)
        or worked_out("texts", message[:_READ])
        or arithmetic.calculate(question)
        or (
            arithmetic.calculate(message)
            if question != message[:_FEW_SENTENCES] == message
            else None
        )
    )


def _reckoned(question: str, now: datetime) -> Answer | None:
    """The answer to a question about dates."""
    text = re.sub(r"\bhalf an hour\b", "30 minutes", question[-1_000:])
    text = re.sub(r"\ban? (?=(?:day|week|month|year|hour)\b)", "one ", text)
    return worked_out("dates", in_figures(text), now=now)


def _from_before(reading: Reading, brought: Material) -> Answer | None:
    """An answer from the instructions, and from what was said earlier."""
    if "?" not in brought.question:
        return None
    told = [text[:_LONGEST_SYSTEM] for text in (reading.system, *reading.earlier[-20:]) if text]
    return grounding.grounded(brought.question, [Passage("", text) for text in told])


def _from_results(reading: Reading, question: str) -> Answer | None:
    """An answer from what tools have found."""
    if not reading.results:
        return None
    told = results.told(reading.results)
    if len(reading.results) > 1:
        return stated(told)
    text = reading.results[0].text
    found = grounding.grounded(question, [Passage("", text)])
    return stated(told, found.value if found else told) if results.is_short(text) else found


def _in_its_language(message: str, draw: bytes) -> Answer | None:
    """Sentences in the language of a message that is not English."""
    language = language_of(message)
    if language is None:
        return None
    said = topical.about(message, language, draw)
    return Answer(" ".join(said), said[0], is_known=False)
