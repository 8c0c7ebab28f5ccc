"""Ways to ask for something that is worked out, as `ways.txt` lists them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from datetime import date
from fractions import Fraction
from itertools import islice
from typing import Any

from mockserver.chat.model.content.dates import DATES, in_words
from mockserver.chat.model.content.expressions import value_of
from mockserver.chat.model.content.found import Answer, listed, stated
from mockserver.chat.model.content.workings import FUNCTIONS
from mockserver.chat.model.numbers import FIGURES, number_of, written
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.tables import table

WAYS = table("content/ways.txt")
_NUMBERS = frozenset(("a", "b", "c", "d", "year", "later"))
"""Groups of patterns that are numbers for the formula."""

_MOST = 8
"""Places of one text in which a way is tried."""

_A_NUMBER = pattern(r"(?i)\d+|\bone\b")
_FIGURE = pattern(rf"-?(?:\d+/\d+|{FIGURES})")
_ONE_OF_MANY = pattern(r"\b1 ([a-z]+)s\b")


def worked_out(section: str, text: str, **more: Any) -> Answer | None:
    """The answer to the first way of a section in which a text asks; `more` are further names of
    formulas. Raises ZeroDivisionError."""
    figures = len(_A_NUMBER.findall(text))
    for way in WAYS.rows(section):
        if way.source.count("№") + 2 * ("{list}" in way.source) > figures:
            continue
        for match in islice(way.pattern.finditer(text), _MOST):
            with suppress(LookupError, ValueError, OverflowError):
                formula, _, sentence = (way.text or "").partition(" => ")
                return _answer(formula, sentence, match, more)
    return None


def _answer(formula: str, sentence: str, match: re.Match[str], more: Mapping[str, Any]) -> Answer:
    said = {name: text.strip() for name, text in match.groupdict("").items()}
    figures = [each[0] for each in _FIGURE.finditer(said.get("row", ""))]
    if "row" in said and len(figures) < 2:
        raise LookupError(said["row"])
    row = [Fraction(each.replace(",", "")) for each in figures]
    numbers = {name: number_of(text) for name, text in said.items() if text and name in _NUMBERS}
    names = {**said, **numbers, **more, "row": row, "message": match.string}
    result = value_of(formula, {**FUNCTIONS, **DATES, **names})
    parts = result if isinstance(result, list) else []
    as_said = dict(zip(row, figures, strict=True))
    shown = as_said[result] if row and result in as_said else _shown(result)
    words = {
        **said, **{name: written(number) for name, number in numbers.items()},
        "r": shown, "n": len(parts), "no": "" if result else "not ",
        "long": in_words(result) if isinstance(result, date) else shown,
        "all": listed(parts), "lines": "\n".join(parts),
        "row": listed(figures), "rest": listed([each for each in figures if each != shown]),
    }  # fmt: skip
    text = _ONE_OF_MANY.sub(r"1 \1", sentence.format_map(words))
    if "{n}" in sentence:
        return stated(text, len(parts))
    return stated(text, f"{shown}%" if "{r}%" in sentence else shown or None, parts)


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
