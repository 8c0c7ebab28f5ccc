"""The answer to a message: computed, remembered, quoted from the conversation, or known.

`answer` asks each source in turn, the nearest first. Where none of them knows, it says nothing,
and the model speaks about the topic in plain sentences. Sources are pure functions; what they
know stands in data files beside them.
"""

from __future__ import annotations

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
from mockserver.chat.model.content.cues import CUES
from mockserver.chat.model.content.found import Answer, stated
from mockserver.chat.model.content.judgement import label
from mockserver.chat.model.content.material import Material, Passage
from mockserver.chat.model.content.ways import worked_out
from mockserver.chat.model.reading import Reading

__all__ = ["Answer", "answer"]

_READ = 12_000
_LONGEST_REQUEST = 400
_MOST_TURNS = 20


def answer(reading: Reading, draw: bytes, now: datetime) -> Answer | None:
    """The answer to the last message of a conversation, or None if there is none."""
    message = reading.question[-_READ:]
    brought = material.material_of(message)
    question = brought.question
    return (
        results.answered(reading.results, question)
        or translation.translated(message, reading.system)
        or (None if _is_cited(brought) else arithmetic.story(message))
        or memory.introduced(message, reading.system, reading.earlier)
        or memory.acknowledged(message)
        or memory.remembered(question, reading.earlier)
        or _short_version(reading, brought, message)
        or _from_texts(reading, brought, message)
        or arithmetic.worked(question, message, now)
        or facts.recall(question)
        or facts.courtesy(message)
        or _from_before(reading, question)
        or topical.answered(message, draw)
        or article.at_length(question, reading.system, draw)
    )


def _short_version(reading: Reading, brought: Material, message: str) -> Answer | None:
    """The summary of the text behind the request, or of what the user has said so far."""
    request, _, text = message.strip().partition("\n")
    if len(request) > _LONGEST_REQUEST:
        return None
    wants_summary = summary.is_asked_for(request)
    if wants_summary and reading.earlier and CUES.asks("of the conversation", request):
        return summary.summarised([Passage("", each) for each in reading.earlier], message)
    if not text.strip():
        return None
    if CUES.asks("tasks", request):
        return summary.tasks(text)
    if CUES.asks("headline", request):
        return summary.headline(text, request)
    wants_summary = wants_summary and not brought.passages
    return summary.summarised([Passage("", text)], request) if wants_summary else None


def _from_texts(reading: Reading, brought: Material, message: str) -> Answer | None:
    """An answer from the documents of a request, and from the texts in the message."""
    passages = (*material.passages_of(reading.documents), *brought.passages)
    is_marked = brought.is_marked or bool(reading.documents)
    if not passages:
        return None
    if summary.is_asked_for(message if is_marked else brought.question):
        return summary.summarised(passages, f"{brought.question} {message[:500]}")
    if answered := _judged(brought) or worked_out("texts", message):
        return answered
    if found := grounding.grounded(brought.question, passages):
        return found._replace(value=found.text) if CUES.asks("cites", message) else found
    if is_marked and "?" in brought.question:
        return grounding.not_there(f"{reading.system}\n{message}")
    return None


def _judged(brought: Material) -> Answer | None:
    """The one of two things that a text is: `is this review positive or negative?`"""
    found = CUES.find("one of two", brought.question) if brought.is_marked else None
    if not found:
        return None
    chosen = label("\n".join(passage.text for passage in brought.passages), found.groups())
    said = brought.passages[0].text.strip("'\" ")
    return stated(f"It is {chosen}: “{said[:200]}”", chosen)


def _is_cited(brought: Material) -> bool:
    """True if a message says that what it brings are texts to answer from, or numbers them."""
    return brought.is_marked or any(each.number for each in brought.passages)


def _from_before(reading: Reading, question: str) -> Answer | None:
    """An answer from the instructions, and from what was said earlier."""
    if "?" not in question:
        return None
    system = reading.system[:_READ]
    told = [*(material.material_of(system).passages or [Passage("", system)])]
    earlier = (memory.to_the_user(each[:_READ]) for each in reading.earlier[-_MOST_TURNS:])
    told += [Passage("", each) for each in earlier]
    return grounding.grounded(question, [each for each in told if each.text])
