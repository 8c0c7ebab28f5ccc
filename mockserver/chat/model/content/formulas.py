"""Answers that are computed by the formulas of `formulas.txt`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from datetime import date
from fractions import Fraction
from functools import cache
from itertools import islice
from typing import Any

from mockserver.chat.model.content.dates import DATES, in_words
from mockserver.chat.model.content.expressions import value_of
from mockserver.chat.model.content.found import Answer, listed, stated
from mockserver.chat.model.content.functions import FUNCTIONS
from mockserver.chat.model.numbers import FIGURES, number_of, written
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.tables import PatternRow, table

FORMULAS = table("content/formulas.txt")
_NUMBERS = frozenset(("a", "b", "c", "d", "year", "later"))
"""Groups of patterns that formulas use as numbers."""

_MOST = 8
"""The most matches of one pattern that are tried in a text."""

_A_NUMBER = pattern(r"(?i)\d+|\bone\b")
_FIGURE = pattern(rf"-?(?:\d+/\d+|{FIGURES})")
_ONE_OF_MANY = pattern(r"\b1 ([a-z]+)s\b")


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


@cache
def _rows(section: str) -> list[tuple[int, PatternRow]]:
    """The rows of a section, each after the number of figures that a text needs to match it."""
    rows = FORMULAS.rows(section)
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
    result = value_of(formula, {**FUNCTIONS, **DATES, **known})
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
