"""Polarity: yes or no to a question, by a fact that answers it."""

from __future__ import annotations

import re

from mockserver.chat.model.content.cues import CUES, excepted
from mockserver.chat.model.content.quoted.grounding.evidence import Fact, days_in
from mockserver.chat.model.content.quoted.grounding.question import Question
from mockserver.chat.model.text.clock import minutes_of
from mockserver.chat.model.text.numbers import amount_of

_HOURS_OF = {"hour": 1, "day": 24, "week": 7 * 24, "month": 30 * 24, "year": 365 * 24}


def yes_or_no(question: Question, fact: Fact) -> str:
    """`Yes` or `No` by a fact: one of question and fact may be negative."""
    if already := re.match(r"(?i)(yes|no)\b", fact.text):
        return already[0].capitalize()
    asked = question.text.partition("?")[0]
    said, is_denied = excepted(fact.text, asked)
    is_denied ^= CUES.matches("denies", said) != CUES.matches("denies", asked)
    is_denied ^= CUES.matches("free or not", f"{fact.text} | {asked}")
    is_denied |= question.is_limited_by(fact)
    return "No" if is_denied or _is_of_other_times(fact.text, said, asked) else "Yes"


def _is_of_other_times(text: str, said: str, asked: str) -> bool:
    """True if the days, the longest or shortest period, or the opening hours in a text exclude
    those that are asked about. `said` is the text without its exception."""
    days, told = days_in(asked), days_in(said)
    is_other = bool(days and told) and told.isdisjoint(days)
    period, limit = (CUES.find("period", each) for each in (asked, text))
    if period and limit and CUES.matches("up to a time", text) and not is_other:
        length, most = _length_of(period), _length_of(limit)
        is_other = length < most if CUES.matches("period before", text) else length > most
    hour, hours = CUES.find("hour asked", asked), CUES.find("from hour to hour", text)
    if hour and hours and not is_other:
        begin, end = map(minutes_of, hours.group("begin", "end"))
        is_other = not begin <= minutes_of(hour["it"]) < end
    return is_other


def _length_of(period: re.Match[str]) -> int:
    """The length of a period in hours, or another number of things."""
    return amount_of(period["n"]) * _HOURS_OF.get(period["unit"].lower(), 1)
