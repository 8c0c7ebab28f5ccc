"""Sums, amounts, dates and counts that a message asks for, in figures, in words or as a problem.

`formulas.txt` has the formulas, and `functions.py` the functions that they use.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from datetime import date, datetime
from fractions import Fraction
from functools import cache
from itertools import islice
from typing import Any

from mockserver.chat.model.content import expressions
from mockserver.chat.model.content.cues import CUES
from mockserver.chat.model.content.found import Answer, listed, stated
from mockserver.chat.model.content.functions import FUNCTIONS
from mockserver.chat.model.dates import day_of, in_words
from mockserver.chat.model.numbers import FIGURES, in_figures, number_of, written
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.tables import PatternRow, table
from mockserver.chat.model.texts import rows_of

_FORMULAS = table("content/formulas.txt")
_NUMBERS = frozenset(("a", "b", "c", "d", "year", "later"))
"""Groups of patterns that formulas use as numbers."""

_MOST = 8
"""The most matches of one pattern that are tried in a text."""

_A_NUMBER = pattern(r"(?i)\d+|\bone\b")
_FIGURE = pattern(rf"-?(?:\d+/\d+|{FIGURES})")
_ONE_OF_MANY = pattern(r"\b1 ([a-z]+)s\b")
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
        return (
            (_balance(text) if asks_for_balance else None)
            or _first(lambda section: computed(section, text), ("named figures", "stories", "sums"))
            or _total(message)
        )
    except ZeroDivisionError:
        return None


def _total(text: str) -> Answer | None:
    """The sum of all figures of a text that asks for a total."""
    figures = re.findall(FIGURES, CUES.pattern("date or telephone number").sub(" ", text))
    is_listed = len(figures) > 1 and not rows_of(text)
    if not (is_listed and CUES.matches("total", text)) or CUES.matches("no sum", text):
        return None
    total = written(sum(map(number_of, figures), Fraction(0)))
    return stated(f"{' + '.join(figures)} = {total}", total)


def computed(section: str, text: str, **names: Any) -> Answer | None:
    """The answer of the first formula in a section that fits a text. It may use the `names`.

    Raises ZeroDivisionError.
    """
    figures = len(_A_NUMBER.findall(text))
    for needed, row in _rows(section):
        if needed > figures:
            continue
        formula, _, sentence = (row.text or "").partition(" => ")
        for match in islice(row.pattern.finditer(text), _MOST):
            with suppress(LookupError, ValueError, OverflowError):
                return _answer(formula, sentence, match, names)
    return None


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
    signs = {
        match.start("a"): (row.text, number_of(match["a"]))
        for row in _FORMULAS.likely_rows("changes", text)
        for match in row.pattern.finditer(text)
    }
    found = [signs[start] for start in sorted(signs)]
    if len(found) < 2:
        return None
    total = written(sum((-n if sign == "-" else n for sign, n in found), Fraction(0)))
    shown = " ".join(f"{sign} {written(n)}" for sign, n in found).removeprefix("+ ")
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


@cache
def _rows(section: str) -> list[tuple[int, PatternRow]]:
    """The rows of a section, each after the number of figures that a text needs to match it."""
    rows = _FORMULAS.rows(section)
    return [(row.source.count("№") + 2 * ("{list}" in row.source), row) for row in rows]


def _answer(formula: str, sentence: str, match: re.Match[str], names: Mapping[str, Any]) -> Answer:
    """The result of a formula for a match, stated in its sentence.

    Raises LookupError or ValueError if the formula does not apply to the match.
    """
    groups = {name: text.strip() for name, text in match.groupdict("").items()}
    numbers = {name: number_of(text) for name, text in groups.items() if text and name in _NUMBERS}
    figures = _FIGURE.findall(groups.get("row", ""))
    if "row" in groups and len(figures) < 2:
        raise LookupError(groups["row"])
    row = [Fraction(each.replace(",", "")) for each in figures]
    known = {**groups, **numbers, **names, "row": row, "message": match.string}
    result = expressions.value_of(formula, {**FUNCTIONS, **known})
    if result == []:
        raise LookupError(formula)
    shown = figures[row.index(result)] if result in row else _shown(result)
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


def _places(result: Any, shown: str) -> dict[str, Any]:
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
