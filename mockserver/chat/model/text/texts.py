"""Parsers and writers of texts: sentences, tables, JSON."""

from __future__ import annotations

import ast
import csv
import json
import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain, groupby
from typing import Any

from pydantic_core import from_json, to_json

from mockserver.chat.model.text.patterns import pattern

_NAMED = {"True": True, "False": False, "None": None, "true": True, "false": False, "null": None}
_LONGEST_JSON = 65_536
BULLET = r"(?:[-*+•]|\d{1,3}[.)])"
"""The bullet or the number before an item of a list."""

_ITEM = pattern(rf"(?m)^[ \t]*{BULLET}[ \t]+(\S[^\n]*)$")
_NUMBER_FOLLOWS = r"(?!(?<=\b[Nn][or]\.)[ \t]+#?[A-Z]{0,3}-?\d)"
"""`no.` and `nr.` before a number end no sentence."""

_SENTENCE_END = pattern(
    r"(?<=[.!?…。！？])(?:(?<=[。！？])|(?<!\bMr\.)(?<!\bMrs\.)(?<!\bMs\.)(?<!\bDr\.)(?<!\bSt\.)"
    r"(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\bNo\.)(?<!str\.)"
    rf"{_NUMBER_FOLLOWS}"
    r"(?:(?<![ .][A-Z]\.)|(?=[ \t]+(?:The|They|It|He|She|This|These|We|You|In|If|When)\b))"
    r"[\"”')]?[ \t]+(?=[A-Z0-9\"“'(\[¿¡À-Þ\u0400-\u042f]"
    r"|(?:wh(?:at|en|ere|o|ich|y)|how)\b[^.?!\n]*\?))|\n+"
)
_PLAIN_END = pattern(
    rf"{_NUMBER_FOLLOWS}(?<=\w[.!?…])"
    r"(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\bincl\.)(?<!\betc\.)(?<!\bmax\.)[ \t]+(?=\w)|\n+"
)


def sentences(text: str) -> list[str]:
    """The sentences and lines of a text; those of notes may all begin with small letters."""
    return stripped((_PLAIN_END if text.islower() else _SENTENCE_END).split(text))


def stripped(parts: Iterable[str], marks: str | None = None) -> list[str]:
    """Parts without blanks or other marks at their ends; empty ones are left out."""
    return [bare for each in parts if (bare := each.strip(marks))]


def bullets_in(text: str) -> list[str]:
    """The items of the lists in a text, with bullets or numbers."""
    return _ITEM.findall(text)


def enumerated(text: str) -> list[str]:
    """The members of an enumeration: `red, green and blue`."""
    return re.split(r",(?!(?<=\d,)\d{3}\b)\s*(?:and |or )?|\s+(?:and|or)\s+", text)


def ends_of(text: str, reach: int) -> str:
    """A text without the middle of a long one."""
    return text if len(text) <= 2 * reach else f"{text[:reach]}\n{text[-reach:]}"


def is_question(text: str) -> bool:
    """True if a text ends with a question mark."""
    return text.rstrip().endswith(("?", "？"))


def rows_of(text: str) -> list[list[str]]:
    """The rows of a Markdown table or of CSV in a text, the header first."""
    lines = [re.sub(r" {2,}", "\t", line.strip()) for line in text.splitlines()]
    piped = [line for line in lines if "|" in line]
    if len(piped) >= 2:
        rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in piped]
        return [row for row in rows if not all(set(cell) <= set("-: ") for cell in row)]
    for sign in (",", "\t", ";"):
        # The longest run of lines with equally many separators
        blocks = groupby(lines, partial(_separators, sign))
        block = max(([*block] for count, block in blocks if count), key=len, default=[])
        if len(block) > 1:
            return [[cell.strip() for cell in row] for row in csv.reader(block, delimiter=sign)]
    return []


def _separators(sign: str, line: str) -> int:
    """The number of separators in a row of CSV, 0 for prose, labels, a list or a log."""
    is_other = ": " in line or line.startswith("- ") or line.endswith((".", "?"))
    return 0 if is_other or re.match(r"\S+ \d\d:\d\d:\d\d", line) else line.count(sign)


def table_of(rows: Sequence[Sequence[str]]) -> str:
    """Rows, the header first, as a Markdown table."""
    header, *body = rows
    return "\n".join(f"| {' | '.join(line)} |" for line in [header, ["---"] * len(header), *body])


def bulleted(items: Iterable[str]) -> str:
    """Items on lines with bullets: `- red`."""
    return "\n".join(f"- {each}" for each in items)


def numbered(items: Iterable[str], joint: str = "\n", mark: str = ".") -> str:
    """Items with their numbers, `1. red`, and a text between them."""
    return joint.join(f"{number}{mark} {each}" for number, each in enumerate(items, 1))


def pairs_of(text: str) -> list[tuple[str, str]] | None:
    """The paths and values of JSON: `sky now` and `clear` for `{"sky": {"now": "clear"}}`.

    None if the text is no data, or is too long.
    """
    try:
        document = value_of(text)
    except ValueError:
        return None
    pairs = []
    waiting: list[tuple[str, Any]] = [("", document)]
    while waiting:
        name, value = waiting.pop()
        if isinstance(value, dict):
            waiting += [(f"{name} {key}".strip(), each) for key, each in reversed(value.items())]
        elif isinstance(value, list):
            waiting += [(name, each) for each in reversed(value)]
        else:
            text = value if isinstance(value, str) else to_json(value).decode()
            pairs.append((name.replace("_", " "), text))
    return pairs


def value_of(text: str) -> Any:
    """The value of JSON or of a Python literal: frameworks write the results of tools as either.

    Raises a `ValueError` for any other text, and for one that is too long.
    """
    text = text[: _LONGEST_JSON + 1]
    try:
        return from_json(text)
    except (TypeError, ValueError):  # A text that is not Unicode is a TypeError.
        value = python_literal(text.strip()) if text.lstrip()[:1] in ("{", "[") else None
        if value is None:
            raise ValueError from None
        return value


def scalar(text: str) -> Any:
    """A number or a named value if a text is one, else the text."""
    if text in _NAMED:
        return _NAMED[text]
    with suppress(ValueError, RecursionError):
        value = json.loads(text)
        return value if isinstance(value, int | float | list) else str(value)
    return text.strip("'\"")


def python_literal(written: str) -> Any:
    """The value of a Python literal as JSON has it, or None; a tuple is a list."""
    try:
        return json.loads(json.dumps(ast.literal_eval(written)))
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        return None


def as_json(value: Any) -> str:
    """A value as JSON on indented lines."""
    return json.dumps(value, indent=2, ensure_ascii=False)


def as_text(value: Any) -> str:
    """A text as it is, any other value as JSON on one line."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def json_at(text: str, start: int) -> Any:
    """The JSON value that begins at an index, or None."""
    for candidate in (text, text.replace("{{", "{").replace("}}", "}")):
        try:
            return json.JSONDecoder().raw_decode(candidate, start)[0]
        except (ValueError, RecursionError):
            continue
    return None


def spans_of_records(text: str) -> list[range]:
    """The places of the JSON lists in a text that have several different objects."""
    spans = list[range]()
    for start in re.finditer(r"\[(?=\s*\{)", text):
        if start.start() not in chain(*spans):
            with suppress(ValueError, RecursionError):
                value, end = json.JSONDecoder().raw_decode(text, start.start())
                are_data = all(isinstance(e, dict) and "parameters" not in e for e in value)
                if are_data and value[1:] != value[:-1]:
                    spans.append(range(start.start(), end))
    return spans
