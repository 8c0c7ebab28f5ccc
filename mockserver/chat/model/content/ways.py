"""Ways to ask for something that is worked out, as `ways.txt` lists them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import date
from fractions import Fraction
from functools import cache
from importlib.resources import files
from itertools import islice
from typing import Any, NamedTuple

from mockserver.chat.model.content.dates import DATES, in_words
from mockserver.chat.model.content.expressions import value_of
from mockserver.chat.model.content.found import Answer, listed, stated
from mockserver.chat.model.content.workings import FUNCTIONS
from mockserver.chat.model.dates import CLOCK, MONTH
from mockserver.chat.model.numbers import FIGURES, number_of, written
from mockserver.chat.model.patterns import in_notation, pattern

_NUMBERS = frozenset(("a", "b", "c", "d", "year", "later"))
"""Groups of patterns that are numbers for the formula."""

_MOST = 8
"""Places of one text in which a way is tried."""

_A_NUMBER = pattern(r"(?i)\d+|\bone\b")
_FIGURE = pattern(rf"-?(?:\d+/\d+|{FIGURES})")
_ONE_OF_MANY = pattern(r"\b1 ([a-z]+)s\b")


class Way(NamedTuple):
    """A way to ask, how the answer is worked out, and how it is told."""

    asked: re.Pattern[str]
    figures: int
    """Numbers that a text must have for it."""

    formula: str
    said: str


def worked_out(section: str, text: str, **more: Any) -> Answer | None:
    """The answer to the first way of a section in which a text asks; `more` are further names of
    formulas. Raises ZeroDivisionError."""
    figures = len(_A_NUMBER.findall(text))
    for way in ways()[section]:
        if way.figures > figures:
            continue
        for found in islice(way.asked.finditer(text), _MOST):
            with suppress(LookupError, ValueError, OverflowError):
                return _told(way, found, more)
    return None


def _told(way: Way, found: re.Match[str], more: Mapping[str, Any]) -> Answer:
    said = {name: text.strip() for name, text in found.groupdict("").items()}
    figures = [each[0] for each in _FIGURE.finditer(said.get("row", ""))]
    if "row" in said and len(figures) < 2:
        raise LookupError(said["row"])
    row = [Fraction(each.replace(",", "")) for each in figures]
    numbers = {name: number_of(text) for name, text in said.items() if text and name in _NUMBERS}
    names = {**said, **numbers, **more, "row": row, "message": found.string}
    result = value_of(way.formula, {**FUNCTIONS, **DATES, **names})
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
    text = _ONE_OF_MANY.sub(r"1 \1", way.said.format_map(words))
    if "{n}" in way.said:
        return stated(text, len(parts))
    return stated(text, f"{shown}%" if "{r}%" in way.said else shown or None, parts)


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


@cache
def ways() -> Mapping[str, list[Way]]:
    """All ways by their sections, in the order of the file."""
    pieces = {"figures": FIGURES, "month": MONTH, "clock": CLOCK}
    sections: dict[str, list[Way]] = {}
    waiting: list[str] = []
    for line in (files(__package__) / "ways.txt").read_text("utf-8").splitlines():
        if not line or line.startswith("# ") or line == "#":
            continue
        if section := re.fullmatch(r"\[(\w+)\]", line):
            rows = sections.setdefault(section[1], [])
        elif piece := re.fullmatch(r"\{(.+?)\} = (.+)", line):
            pieces[piece[1]] = in_notation(piece[2], pieces)
        elif line.startswith(" "):
            formula, _, said = line.strip().partition(" => ")
            rows += [
                Way(each, row.count("№") + 2 * ("{list}" in row), formula, said)
                for row, each in zip(waiting, _patterns(waiting, pieces), strict=True)
            ]
            waiting = []
        else:
            waiting.append(line)
    return sections


def _patterns(written_: list[str], pieces: Mapping[str, str]) -> Iterator[re.Pattern[str]]:
    for each in written_:
        first, *rest = in_notation(each, pieces).split("№")
        text = first + "".join(
            rf"[$€£]?(?<![\w.,])(?P<{letter}>-?{FIGURES}|one\b){part}"
            for letter, part in zip("abcd", rest, strict=False)
        )
        yield pattern(re.sub(" ?… ?", r"[^?\\d]{0,60}?", text), re.IGNORECASE | re.DOTALL)
