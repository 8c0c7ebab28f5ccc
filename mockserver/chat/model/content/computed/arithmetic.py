"""Sums, amounts, dates and counts that a message asks for, in figures, in words or as a problem.

`formulas.txt` has the formulas, and `functions.py` the functions that they use.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime
from fractions import Fraction
from functools import cache
from itertools import islice
from typing import Any, NamedTuple

from mockserver.chat.model.content.computed.expressions import parsed, value_of
from mockserver.chat.model.content.computed.functions import FUNCTIONS
from mockserver.chat.model.content.cues import CUES, FORMULAS, states_total
from mockserver.chat.model.content.found import Answer, as_sentence, listed, stated
from mockserver.chat.model.text.date_formats import in_words
from mockserver.chat.model.text.dates import day_of
from mockserver.chat.model.text.numbers import FIGURES, in_figures, number_of, written
from mockserver.chat.model.text.patterns import pattern

_NUMBERS = frozenset(("a", "b", "c", "d", "year", "later"))
"""Groups of patterns that formulas use as numbers."""

_MOST = 8
"""The most matches of one pattern that are tried in a text."""

_A_NUMBER = pattern(r"(?i)\d+|\bone\b")
_FIGURE = pattern(rf"-?(?:\d+/\d+|{FIGURES})")
_ONE_OF_MANY = pattern(r"(?<![\d.,])1 ([a-z]+)s\b")
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


def by_formula(section: str, text: str, names: Mapping[str, Any]) -> Answer | None:
    """The answer of the first formula in a section that fits, which may use the `names`.

    Raises ZeroDivisionError.
    """
    if not FORMULAS.is_open(section, text):
        return None
    for row in _formulas(section, min(len(_A_NUMBER.findall(text)), _MOST)):
        for match in islice(row.pattern.finditer(text), _MOST):
            with suppress(LookupError, ValueError, OverflowError):
                return _answer(row, match, names)
    return None


class _Formula(NamedTuple):
    """A formula, the pattern of texts that it is for, and the sentence for its result."""

    pattern: re.Pattern[str]
    tree: ast.expr
    sentence: str


@cache
def _formulas(section: str, figures: int) -> Sequence[_Formula]:
    """The formulas of a section that a text with a number of figures may match."""
    found = []
    for row in FORMULAS.rows(section):
        needed = row.source.count("№") + (2 if "{list}" in row.source else 0)
        if needed <= figures:
            formula, _, sentence = (row.text or "").partition(" => ")
            found.append(_Formula(row.pattern, parsed(formula), sentence))
    return found


def _answer(formula: _Formula, match: re.Match[str], names: Mapping[str, Any]) -> Answer:
    """The result of a formula for a match, stated in its sentence.

    Raises LookupError or ValueError if the formula does not apply to the match.
    """
    sentence = formula.sentence
    groups = {name: text.strip() for name, text in match.groupdict("").items()}
    numbers = {name: number_of(text) for name, text in groups.items() if text and name in _NUMBERS}
    figures = _FIGURE.findall(groups.get("row", ""))
    values = [Fraction(each.replace(",", "")) for each in figures]
    known = {**groups, **numbers, **names, "row": values, "message": match.string}
    result = value_of(formula.tree, {**FUNCTIONS, **known})
    if isinstance(result, Answer):
        return result
    if result == [] or ("row" in groups and len(figures) < 2):
        raise LookupError(sentence)
    shown = figures[values.index(result)] if result in values else _shown(result)
    places = {
        **groups,
        **{name: written(number) for name, number in numbers.items()},
        **_places(result, shown),
        "row": listed(figures),
        "rest": listed([each for each in figures if each != shown]),
    }
    text = _ONE_OF_MANY.sub(r"1 \1", sentence.format_map(places))
    if "{n}" in sentence:
        return stated(text, places["n"])
    value = f"{shown}%" if "{r}%" in sentence else shown or None
    return stated(text, value, result if isinstance(result, list) else ())


def _places(result: Any, shown: str) -> Mapping[str, Any]:
    """The places of a sentence that a result fills."""
    items = result if isinstance(result, list) else []
    return {
        "r": shown,
        "no": "" if result else "not ",
        "long": in_words(result) if isinstance(result, date) else shown,
        "n": len(items),
        "all": listed(items),
        "lines": "\n".join(items),
    }


def _shown(result: Any) -> str:
    match result:
        case bool():
            return "Yes" if result else "No"
        case date():
            return result.isoformat()
        case list():
            return ", ".join(result)
        case str():
            return result
    return written(Fraction(result))
