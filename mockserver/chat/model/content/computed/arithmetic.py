"""Arithmetic: sums, amounts, dates and counts that a message asks for, in figures or in words.

A text is made plain, its numbers in figures, before the formulas of each section are tried.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from mockserver.chat.model.content.computed.formulas import by_formula
from mockserver.chat.model.content.cues import CUES, FORMULAS, states_total
from mockserver.chat.model.content.found import Answer, as_sentence, stated
from mockserver.chat.model.text.dates import day_of
from mockserver.chat.model.text.numbers import in_figures
from mockserver.chat.model.text.patterns import pattern

_QUESTION_IN_SENTENCE = pattern(r",\s+how (?=(?:many|much)\b)")
"""The comma before a question that ends a story: `If I have 2 and get 3, how many are that?`"""

_ONE_SPAN = pattern(r"(?i)\ban? (?=(?:day|week|month|year|hour)\b)")
_LONGEST, _LONGEST_WHOLE = 700, 400
"""The lengths of a question, and of a message around one, that are searched for sums."""


def computed(question: str, message: str, now: datetime) -> Answer | None:
    """The answer of the first formula that fits a question, else the short message around it.

    The figures of a text that is to be summarised, or that states its sum, are no sum.
    """
    if CUES.matches("summary", question) or states_total(question, message):
        return None
    now = moment_in(message, now)
    question, message = (FORMULAS.pattern("today is").sub("", e) for e in (question, message))
    if FORMULAS.matches("asks of a mail", f"{question}\n{message}"):
        message = FORMULAS.pattern("line of a header").sub("", message)
    is_sum = not (CUES.matches("headed", message) or CUES.matches("asks for no sum", question))
    is_short = len(message) < _LONGEST_WHOLE and is_sum
    texts = dict.fromkeys((question, message if is_short else question))
    found = (each for text in texts for each in _answers(text, message or question, now))
    return next(filter(None, found), None) or by_formula("texts", message, {"now": now})


def for_several(found: Answer | None, question: str, now: datetime) -> Answer | None:
    """An answer, or by a price of one thing in it the price of several."""
    if found is None or not FORMULAS.matches("asks for several", f"{found.text} {question}"):
        return found
    return computed(f"{as_sentence(found.text)} {question}", "", now) or found


def moment_in(text: str, now: datetime) -> datetime:
    """The present moment on the day that a text says is today, if it names one."""
    today = FORMULAS.find("today is", text)
    day = day_of(today["day"], now) if today else None
    return datetime.combine(day, now.time(), now.tzinfo) if day else now


def _answers(text: str, request: str, now: datetime) -> Iterator[Answer | None]:
    """The answer of each section of formulas for a text, with its numbers in figures."""
    if len(text) > _LONGEST:
        return
    text = in_figures(_ONE_SPAN.sub("one ", text.replace("half an hour", "30 minutes")))
    text = _QUESTION_IN_SENTENCE.sub(". How ", text)
    bare = CUES.pattern("date or telephone number").sub(" ; ", text)
    for section, part in (("stories", bare), ("units", text), ("dates", text), ("sums", bare)):
        try:
            yield by_formula(section, part, {"now": now, "request": request})
        except ZeroDivisionError:
            yield stated("Division by zero is not defined.", "undefined")
