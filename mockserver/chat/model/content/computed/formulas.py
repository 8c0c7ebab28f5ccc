"""Formulas: the first one in a section of `formulas.txt` that fits a text, and its answer.

A formula is an expression of the groups of its pattern; `functions` has what it may call.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import date
from fractions import Fraction
from functools import cache
from itertools import islice
from typing import Any, NamedTuple

from mockserver.chat.model.content.computed.expressions import parsed, value_of
from mockserver.chat.model.content.computed.functions import FUNCTIONS
from mockserver.chat.model.content.cues import FORMULAS
from mockserver.chat.model.content.found import Answer, listed, stated
from mockserver.chat.model.text.date_formats import in_words
from mockserver.chat.model.text.numbers import FIGURES, number_of, written
from mockserver.chat.model.text.patterns import pattern

_NUMBERS = frozenset(("a", "b", "c", "d", "year", "later"))
"""Groups of patterns that formulas use as numbers."""

_MOST = 8
"""The most matches of one pattern that are tried in a text."""

_A_NUMBER = pattern(r"(?i)\d+|\bone\b")
_FIGURE = pattern(rf"-?(?:\d+/\d+|{FIGURES})")
_ONE_OF_MANY = pattern(r"(?<![\d.,])1 ([a-z]+)s\b")
"""A plural after the number one, such as `1 days`, in the sentence of a formula."""


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
