"""Documents: answers from the documents of a request, or from the texts in its message."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from mockserver.chat.model.content.computed import arithmetic
from mockserver.chat.model.content.computed.arithmetic import for_several
from mockserver.chat.model.content.cues import CUES, FORMULAS
from mockserver.chat.model.content.found import Answer, stated
from mockserver.chat.model.content.quoted import summary
from mockserver.chat.model.content.quoted.citations import cited
from mockserver.chat.model.content.quoted.grounding import grounding
from mockserver.chat.model.content.quoted.judgement import sentiment
from mockserver.chat.model.reading.conversation import Reading
from mockserver.chat.model.reading.passages import Passage


def from_texts(reading: Reading, message: str, now: datetime) -> Iterator[Answer | None]:
    """Answers from the documents of a request or the texts in the message, the nearest first."""
    payload, cites = reading.payload, CUES.matches("cites", f"{reading.system}\n{message}")
    question, passages = payload.question, _passages(reading, cites=cites)
    is_marked = payload.is_marked or bool(reading.documents)
    yield summary.wanted(reading, message, [each.text for each in passages])
    yield sentiment.opinions_on(question, payload.text)
    found = for_several(grounding.grounded(question, passages), question, now)
    yield cited(found, reading) if cites else found
    if CUES.matches("speaks of a text", question) and CUES.matches("asks openly", question):
        yield summary.summarised([each.text for each in passages], question)
    may_be_sum = "?" not in question or FORMULAS.matches("asks to compute", question)
    if is_marked and may_be_sum and grounding.names_all(question, passages):
        yield arithmetic.computed(question, message, now)
    if is_marked and CUES.matches("asks for a mention", question):
        yield stated("No, the text does not mention it.", "No")
    if payload.is_apart and not reading.system:
        yield grounding.grounded(question, passages, is_strict=False)
    if passages and is_marked and "?" in question:
        yield grounding.not_there(f"{reading.system}\n{message}")


def _passages(reading: Reading, *, cites: bool) -> Sequence[Passage]:
    """The documents of a request and the texts in its message. Unless the answer cites them, only
    numbers are named, not files, nor a single document."""
    documents = [Passage(str(number), text) for number, text in enumerate(reading.documents, 1)]
    if len(documents) == 1:
        documents = [Passage("", documents[0].text)]
    passages = [*documents, *reading.payload.passages]
    if cites:
        return passages
    return [each if each.number.isdecimal() else Passage("", each.text) for each in passages]
