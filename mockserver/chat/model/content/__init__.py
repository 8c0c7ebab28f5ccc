"""The answer to a message: computed, remembered, quoted from the conversation, or known.

`answer` tries each source in turn, the nearest first. If none has an answer, the model writes plain
sentences about the topic. Sources are pure functions; their knowledge is in data files.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import lru_cache
from itertools import permutations

from mockserver.chat.model.content import (
    arithmetic,
    article,
    facts,
    grounding,
    lines,
    memory,
    results,
    selection,
    summary,
    topical,
    translation,
)
from mockserver.chat.model.content.cues import CUES
from mockserver.chat.model.content.found import Answer, stated
from mockserver.chat.model.content.judgement import label
from mockserver.chat.model.content.topic import subject_of
from mockserver.chat.model.look import is_talk
from mockserver.chat.model.passages import Passage, passages_of
from mockserver.chat.model.payload import Payload
from mockserver.chat.model.reading import Reading
from mockserver.chat.model.texts import rows_of, sentences

__all__ = ["Answer", "answer"]

_READ = 12_000
_LONGEST_REQUEST = 400
_MOST_TURNS = 20
_NO_DATA = (
    "I cannot look up {}: I am a mock model without live data. "
    "Offer me a tool that looks it up, and I will call it."
)


def answer(reading: Reading, draw: bytes, now: datetime) -> Answer | None:
    """The answer to the last message of a conversation, or None; talk has none."""
    if is_talk(reading):
        return None
    message = reading.question[-_READ:]
    return (
        _from_sources(reading, now)
        or topical.answered(message, draw)
        or article.at_length(reading.payload.question, reading.system, draw)
    )


@lru_cache(maxsize=4)
def _from_sources(reading: Reading, now: datetime) -> Answer | None:
    """The answer of the first source that has one, the same for every choice of a response."""
    return _of_several(reading, now) or next(filter(None, _sources(reading, now)), None)


def _of_several(reading: Reading, now: datetime) -> Answer | None:
    """The answers to all questions of a message without texts, if all of them are known."""
    questions = CUES.pattern("next question").split(reading.question[:_LONGEST_REQUEST])
    if len(questions) == 1 or reading.payload.is_marked:
        return None
    found = [next(filter(None, _sources(reading.asking(each), now)), None) for each in questions]
    known = [each for each in found if each and each.is_known]
    bare = [each.text.rstrip(".") for each in known]
    if len(known) < len(questions) or any(
        first in second for first, second in permutations(bare, 2)
    ):
        return None
    return stated(f"{'. '.join(bare)}.", ", ".join(each.value for each in known))


def _sources(reading: Reading, now: datetime) -> Iterator[Answer | None]:
    """The answer of each source, or None, the nearest source first."""
    message = reading.question[-_READ:]
    payload = reading.payload
    question = payload.question
    yield results.answer_from(reading.results, question)
    if results.are_brief(reading.results):
        yield facts.recall(question)
        yield stated(results.results_in_words(reading.results), reading.results[-1].text.strip())
    yield lines.standalone(message, reading.system, (*reading.earlier, *reading.answers))
    yield lines.versions(message, reading.system)
    yield lines.between_marks(message, system=reading.system)
    yield lines.laid_out(message)
    yield lines.each_answered(message, reading.system, lambda line: _value_of(line, now))
    yield translation.translated(message, reading.system)
    yield translation.language_named(message, payload.text)
    if not payload.is_cited:
        yield arithmetic.story(message)
    yield memory.introduced(message, reading.system, reading.earlier)
    yield memory.acknowledged(message)
    yield memory.remembered(question, reading.earlier)
    yield memory.listed_before(question, reading.answers)
    yield _from_the_context(reading, question)
    yield _existing(reading, message)
    yield _short_version(reading, message)
    yield from _from_texts(reading, message)
    yield arithmetic.worked(question, message, now)
    yield facts.blank_filled(message)
    yield facts.recall(question)
    yield facts.courtesy(message)
    yield arithmetic.compared(question, reading.earlier)
    yield _from_before(reading, question)
    if not reading.tools and CUES.matches("asks of now", question):
        yield stated(_NO_DATA.format(subject_of(question)))._replace(is_known=False)


def _value_of(question: str, now: datetime) -> str:
    """The value of the answer to a question alone."""
    found = _from_sources(Reading.of_text(question), now)
    return found.value if found else ""


def _short_version(reading: Reading, message: str) -> Answer | None:
    """The summary, tasks or headline of the text after the request, or of the user's messages."""
    request, _, text = message.strip().partition("\n")
    if not text:
        request, *after = CUES.pattern("lead of items").split(request, maxsplit=1)
        text = after[0] if after else ""
    if len(request) > _LONGEST_REQUEST:
        return None
    wants_summary = summary.is_requested(request)
    if wants_summary and reading.earlier and CUES.matches("of the conversation", request):
        return summary.summarised([Passage("", each) for each in reading.earlier], message)
    text = reading.payload.conversation or text
    if found := summary.rewritten(text, request):
        return found
    is_apart = bool(reading.payload.conversation) or not reading.payload.passages
    wants_summary = wants_summary and bool(text.strip()) and is_apart
    return summary.summarised([Passage("", text)], request) if wants_summary else None


def _from_texts(reading: Reading, message: str) -> Iterator[Answer | None]:
    """Answers from the documents of a request or the texts in the message, the nearest first."""
    payload = reading.payload
    question = payload.question
    passages = (*passages_of(reading.documents), *payload.passages)
    is_marked = payload.is_marked or bool(reading.documents)
    is_plain = question.endswith("?") or not payload.has_text
    request = question if is_plain else message.replace(payload.text, " ")
    yield grounding.of_a_line(request, payload.text)
    yield _selected(payload, request, passages)
    if passages and summary.is_requested(message if is_marked else question):
        yield summary.summarised(passages, f"{question} {message[:500]}")
    grounded = grounding.grounded(question, passages)
    is_figure = grounded and grounded.value != grounded.text and re.match(r"\W*\d", grounded.value)
    if passages and not (is_figure and is_marked):
        yield _one_of_two(payload) or arithmetic.computed("texts", message)
    if grounded:
        is_cited = CUES.matches("cites", message)
        yield grounded._replace(value=grounded.text) if is_cited else grounded
    is_read = payload.document or CUES.matches("speaks of a text", question)
    if is_read and CUES.matches("asks openly", question):
        yield summary.summarised(passages, question)
    if passages and is_marked and "?" in question:
        yield grounding.not_there(f"{reading.system}\n{message}")


def _selected(payload: Payload, request: str, passages: Sequence[Passage]) -> Answer | None:
    """The statements of a kind that a request asks for, such as the risks in a report."""
    opening = request[:_LONGEST_REQUEST]
    if not CUES.matches("asks for a selection", opening):
        return None
    is_read = payload.is_marked or CUES.matches("speaks of a text", request)
    texts = [payload.text] if payload.has_text else [each.text for each in passages]
    if not is_read or payload.makes_demands or any(map(rows_of, texts)):
        return None
    statements = [each for text in texts for each in summary.statements_in(text)]
    return selection.requested(opening, statements)


def _existing(reading: Reading, message: str) -> Answer | None:
    """The answer that a prompt asks to refine, unless it says that there is none."""
    if not CUES.matches("refines an answer", f"{reading.system}\n{message}"):
        return None
    shown = CUES.find("existing answer", message)
    text = shown["text"].strip() if shown else next(reversed(reading.answers), "")
    return stated(text) if text and not CUES.matches("no answer there", text) else None


def _one_of_two(payload: Payload) -> Answer | None:
    """The one of two labels that fits a text: `is this review positive or negative?`"""
    sides = CUES.find("one of two", payload.question) if payload.is_marked else None
    if not sides:
        return None
    chosen = label("\n".join(passage.text for passage in payload.passages), sides.groups())
    quoted = payload.passages[0].text.strip("'\" ")
    return stated(f"It is {chosen}: “{quoted[:200]}”", chosen)


def _from_the_context(reading: Reading, question: str) -> Answer | None:
    """The answer from the context in a system message that allows no other answers."""
    system = reading.system
    names = ("only from the context", "or else", "or says so")
    if not (
        any(CUES.matches(name, system) for name in names)
        and CUES.matches("asks something", question)
    ):
        return None
    context = reading.background
    if not (context.is_marked and context.passages) or reading.payload.is_marked:
        return None
    return grounding.grounded(question, context.passages) or grounding.not_there(system)


def _from_before(reading: Reading, question: str) -> Answer | None:
    """An answer from the system message or earlier messages of the user."""
    if not CUES.matches("asks something", question):
        return None
    before = [match[1] for match in CUES.find_all("said before", reading.system[:_READ])]
    before += memory.corrected(reading.earlier, question)[:-1][-_MOST_TURNS:]
    background = reading.background
    texts = background.passages or [Passage("", reading.system[:_READ])]
    passages = [Passage(each.number, _statements(each.text)) for each in texts]
    passages += [Passage("", memory.to_the_user(text)) for text in before]
    return grounding.grounded(question, [each for each in passages if each.text])


def _statements(text: str) -> str:
    """The lines and sentences of a system message that are no orders."""
    is_order = CUES.pattern("order").match
    text = CUES.pattern("said before").sub("", text)
    return "\n".join(each for each in sentences(text) if not is_order(each))
