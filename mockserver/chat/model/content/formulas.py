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
    """The result of a formula for a match, stated in its sentence."""
    groups = {name: text.strip() for name, text in match.groupdict("").items()}
    figures = _FIGURE.findall(groups.get("row", ""))
    if "row" in groups and len(figures) < 2:
        raise LookupError(groups["row"])
    row = [Fraction(each.replace(",", "")) for each in figures]
    numbers = {name: number_of(text) for name, text in groups.items() if text and name in _NUMBERS}
    known = {**FUNCTIONS, **DATES, **groups, **numbers, **names, "row": row}
    result = value_of(formula, {**known, "message": match.string})
    items = result if isinstance(result, list) else []
    as_written = dict(zip(row, figures, strict=True))
    shown = as_written[result] if row and result in as_written else _shown(result)
    words = {
        **groups, **{name: written(number) for name, number in numbers.items()},
        "r": shown, "n": len(items), "no": "" if result else "not ",
        "long": in_words(result) if isinstance(result, date) else shown,
        "all": listed(items), "lines": "\n".join(items),
        "row": listed(figures), "rest": listed([each for each in figures if each != shown]),
    }  # fmt: skip
    text = _ONE_OF_MANY.sub(r"1 \1", sentence.format_map(words))
    if "{n}" in sentence:
        return stated(text, len(items))
    return stated(text, f"{shown}%" if "{r}%" in sentence else shown or None, items)


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
