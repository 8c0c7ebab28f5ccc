"""Sums, amounts and dates that a message asks for, in figures, in words or as a word problem."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from fractions import Fraction

from mockserver.chat.model.content import expressions
from mockserver.chat.model.content.cues import CUES
from mockserver.chat.model.content.formulas import FORMULAS, computed
from mockserver.chat.model.content.found import Answer, stated
from mockserver.chat.model.dates import day_of
from mockserver.chat.model.numbers import in_figures, number_of, written

_LONGEST = 700
"""The number of characters at the end of a message that are searched for sums."""

_LONGEST_WHOLE = 400
_SHORT = 80


def worked(question: str, message: str, now: datetime) -> Answer | None:
    """The amount in another unit, the date, the count or the sum that a message asks for.

    The question is tried first, then the message around it if it is short.
    """
    texts = dict.fromkeys((question, message if len(message) < _LONGEST_WHOLE else question))
    ends = [text[-_LONGEST:] for text in texts]
    if (today := CUES.find("today is", message[-_LONGEST:])) and (day := day_of(today["day"], now)):
        ends = [end.replace(today[0], "") for end in ends]
        now = datetime.combine(day, now.time(), now.tzinfo)
    return (
        _first(lambda text: _amount_or_date(text, now), ends)
        or computed("texts", message)
        or _first(_sum, ends)
    )


def story(message: str) -> Answer | None:
    """The answer to a word problem, such as how many apples are left, or what they cost."""
    if len(message) > _LONGEST or not CUES.matches("asks how or what", message):
        return None
    text = in_figures(message)
    if not re.search(r"\d", text):
        return None
    asks_for_balance = CUES.matches("asks what is left", text) and not CUES.matches(
        "for each", text
    )
    try:
        return (_balance(text) if asks_for_balance else None) or _first(
            lambda section: computed(section, text), ("named figures", "stories", "sums")
        )
    except ZeroDivisionError:
        return None


def compared(question: str, earlier: Sequence[str]) -> Answer | None:
    """The highest, lowest, average or total of the numbers that the user named last."""
    texts = (f"{text[-_LONGEST:]}\n{question[:_LONGEST]}" for text in reversed(earlier))
    return _first(lambda text: computed("named figures", text), texts)


def _first(find: Callable[[str], Answer | None], texts: Iterable[str]) -> Answer | None:
    return next(filter(None, map(find, texts)), None)


def _amount_or_date(text: str, now: datetime) -> Answer | None:
    text = re.sub(r"\bhalf an hour\b", "30 minutes", text)
    if (found := computed("units", in_figures(text))) or not CUES.matches("speaks of time", text):
        return found
    counted = re.sub(r"\ban? (?=(?:day|week|month|year|hour)\b)", "one ", text)
    return computed("dates", in_figures(counted), now=now)


def _sum(text: str) -> Answer | None:
    text = in_figures(CUES.pattern("date or telephone number").sub(" ; ", text))
    if not re.search(r"\d", text):
        return None
    try:
        return computed("sums", text) or _expression(text)
    except ZeroDivisionError:
        return stated("Division by zero is not defined.", "undefined")


def _balance(text: str) -> Answer | None:
    """The sum of all gains and losses in a text."""
    found = sorted(
        (match.start(), row.text, number_of(match["a"]))
        for row in FORMULAS.rows("changes")
        for match in row.pattern.finditer(text)
    )
    if len(found) < 2:
        return None
    total = written(sum((-n if sign == "-" else n for _, sign, n in found), Fraction(0)))
    shown = " ".join(f"{sign} {written(n)}" for _, sign, n in found).removeprefix("+ ")
    return stated(f"{shown} = {total}", total)


def _expression(text: str) -> Answer | None:
    """The result of the longest expression in a message that asks for it or consists of it."""
    run = max(expressions.runs_in(text), key=len, default=None)
    if run is None:
        return None
    if re.search(r"[^\W\d_]{2,}", text):
        is_bare = len(text) < _SHORT and CUES.matches("is nothing but a sum", text)
        is_date = len(run) == 3 and run[1] in "-/" and re.search(r"\d[-/]\d", text)
        is_last = re.search(r"\d+[-/]\d+\W*$", text)
        if not (is_bare or CUES.matches("asks for a sum", text)) or (is_date and not is_last):
            return None
    result = expressions.evaluated(run)
    if result is None:
        return None
    return stated(f"{expressions.shown(run)} = {written(result)}", written(result))
