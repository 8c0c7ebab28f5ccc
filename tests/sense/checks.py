"""Cases and the checks that say what has to be true of an answer."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable
from typing import Any, NamedTuple

Check = Callable[[str], bool]


class Case(NamedTuple):
    """A conversation, and what has to be true of the answer."""

    prompt: str
    check: Check
    system: str = ""
    earlier: tuple[tuple[str, str], ...] = ()

    @property
    def messages(self) -> list[dict[str, str]]:
        """The conversation as a request has it."""
        system = [("system", self.system)] if self.system else []
        turns = [*system, *self.earlier, ("user", self.prompt)]
        return [{"role": role, "content": text} for role, text in turns]


def of(
    prompt: str, check: Check, system: str = "", earlier: tuple[tuple[str, str], ...] = ()
) -> Case:
    return Case(prompt, check, system, earlier)


def bare(text: str) -> str:
    """JSON without its fence."""
    return re.sub(r"^```\w*\n|\n?```$", "", text.strip())


def has(
    keys: dict[str, type | tuple[Any, ...] | Callable[[Any], bool]], *, fenced: bool | None = None
) -> Check:
    """An object of just these keys in this order, each of a type, of some values, or fitting."""

    def check(text: str) -> bool:
        if fenced is not None and text.strip().startswith("```") != fenced:
            return False
        value = json.loads(bare(text))
        return (
            isinstance(value, dict)
            and [*value] == [*keys]
            and all(fits(value[k], keys[k]) for k in keys)
        )

    return check


def fits(value: Any, wanted: Any) -> bool:
    if isinstance(wanted, tuple):
        return value in wanted
    if isinstance(wanted, type):
        return isinstance(value, wanted) and not (wanted is int and isinstance(value, bool))
    return bool(wanted(value))


def number(low: float, high: float) -> Callable[[Any], bool]:
    return lambda value: (
        not isinstance(value, bool) and isinstance(value, int | float) and low <= value <= high
    )


def is_(*options: str) -> Check:
    return lambda text: text.strip() in options


def words(low: int, high: int) -> Check:
    return lambda text: low <= len(text.split()) <= high


def sentences(low: int, high: int) -> Check:
    return lambda text: low <= len(re.findall(r"[.!?](?=\s|$)", text)) <= high


def paragraphs(count: int) -> Check:
    return lambda text: len([p for p in re.split(r"\n\s*\n", text.strip()) if p.strip()]) == count


def lines(count: int) -> Check:
    return lambda text: len([line for line in text.strip().split("\n") if line.strip()]) == count


def bullets(count: int) -> Check:
    return lambda text: len(re.findall(r"(?m)^\s*[-*\u2022] \S", text)) == count


def numbered(count: int) -> Check:
    return lambda text: (
        [int(n) for n in re.findall(r"(?m)^\s*(\d+)[.)] \S", text)] == [*range(1, count + 1)]
    )


def fits_pattern(pattern: str) -> Check:
    return lambda text: re.fullmatch(pattern, text.strip(), re.DOTALL) is not None


def holds(*parts: str) -> Check:
    return lambda text: all(part in text for part in parts)


def lacks(*parts: str) -> Check:
    return lambda text: (
        bool(text.strip()) and not any(part.lower() in text.lower() for part in parts)
    )


def both(*checks: Check) -> Check:
    return lambda text: all(check(text) for check in checks)


def starts(prefix: str) -> Check:
    return lambda text: text.strip().startswith(prefix)


def ends(suffix: str) -> Check:
    return lambda text: text.strip().endswith(suffix)


def upper(text: str) -> bool:
    return text.isupper()


def lower(text: str) -> bool:
    return text.islower()


def times(word: str, low: int, high: int = 10_000) -> Check:
    return lambda text: low <= text.lower().count(word.lower()) <= high


def scored(low: float, high: float) -> Check:
    def check(text: str) -> bool:
        found = re.search(r"-?\d+(?:\.\d+)?", text)
        return found is not None and low <= float(found[0]) <= high

    return check


def table(columns: list[str], rows: int) -> Check:
    def check(text: str) -> bool:
        found = [line for line in text.split("\n") if line.strip().startswith("|")]
        cells = [cell.strip() for cell in found[0].strip().strip("|").split("|")]
        return cells == columns and len(found) == rows + 2

    return check


def comma_separated(columns: list[str], rows: int) -> Check:
    def check(text: str) -> bool:
        found = [*csv.reader(bare(text).split("\n"))]
        return (
            found[0] == columns
            and len(found) == rows + 1
            and all(len(row) == len(columns) for row in found)
        )

    return check


def code(language: str, *parts: str) -> Check:
    return lambda text: f"```{language}" in text and all(part in text for part in parts)


def last_line(*options: str) -> Check:
    return lambda text: text.strip().split("\n")[-1].strip(" *.") in options


def parsed(text: str) -> Any:
    """The JSON of an answer, with or without a fence."""
    return json.loads(bare(text))


def label(*options: str) -> Check:
    """One of some words, in any case, with or without a full stop."""
    return lambda text: text.strip().strip(".\"'").lower() in options
