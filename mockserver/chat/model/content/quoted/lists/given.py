"""Items, records with columns, and sections that a prompt brings to be laid out in a form.

Lists, tables, CSV and documents are made of it; the prompt's own data come before any other.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from io import StringIO

from mockserver.chat.model.reading.material import material_of
from mockserver.chat.model.text.meaning import stem, words_of
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.text.texts import BULLET, enumerated, sentences, stripped
from mockserver.chat.model.values.matching.labels import pairs_in

_MOST = 100
"""The most items of a text."""

_LONGEST_ITEM = 6
"""The most words of an item in a list that commas separate."""

_MARK = pattern(rf"^\s*(?:{BULLET}(?: \[[ x]?\])?|\d{{1,3}}:)\s+")
_SEVERAL = pattern(r",\s*(?:and )?|;\s*")
_SPLITS = (r",\s+|(?<=\w):\s+", r",\s+", r"\s*[|;\t]\s*", r"\s+[-–—]\s+")
"""The ways of separating the cells of a row."""

_FIGURE = pattern(r"[$€£]?-?\d[\d.,]*%?")
_BETWEEN_VALUES = pattern(r",?(?: [a-z]{1,20}){1,8} (?=[A-Z\d$€£])")
"""The words of a sentence between two values, which are names or numbers."""


@lru_cache(maxsize=8)
def request_and_text(message: str) -> tuple[str, str]:
    """The request of a message, and the text below it, or after a colon or a question."""
    request, mark, text = message.strip().partition("\n")
    if not mark:
        request, *rest = re.split(r"(?<=[:?])\s+|(?<=：)", request, maxsplit=1)
        return request, "".join(rest).strip()
    is_below = request.endswith(":") and not text.startswith("\n")
    if not is_below and "\n\n" in message.strip() and (material := material_of(message.strip())):
        return message.replace(material, " "), material
    return request, text.strip()


def items_in(text: str) -> list[str]:
    """The items of a text: lines, or the parts of a line between semicolons, stops or commas."""
    lines = [line for line in text.split("\n") if line.strip()]
    marked = [line for line in lines if _MARK.match(line)]
    lines = [_MARK.sub("", line).strip() for line in marked or lines]
    if len(lines) == 1:
        clauses = [each for part in lines[0].split(";") for each in sentences(part)]
        lines = clauses if len(clauses) > 1 else _members(lines[0])
    return stripped(lines[:_MOST], " ,;\"'")


def _members(text: str) -> list[str]:
    """The items that commas and `and` separate, unless they are clauses."""
    parts = enumerated(text.strip(" .[]"))
    is_short = max(len(each.split()) for each in parts) <= _LONGEST_ITEM
    return parts if (len(parts) == len(text.split()) - 1) or (is_short and "," in text) else [text]


# Records


def as_written(parts: Sequence[str], width: int = 0) -> list[list[str]]:
    """The cells of parts that are all lists of the same length, `width` if it is given, or the
    values of sentences that differ in nothing else."""
    if len(parts) < 2:
        return []
    for mark in _SPLITS:
        rows = [re.split(mark, part) for part in parts]
        cells = len(rows[0])
        if cells > 1 and width in (0, cells) and all(len(row) == cells for row in rows):
            return rows
    words = [part.split() for part in parts if not part.endswith(".")]  # They are no sentences.
    columns = [*zip(*words, strict=False)]
    is_even = [len(columns)] * len(parts) == [*map(len, words)] and width in (0, len(columns))
    if is_even and any(all(map(_FIGURE.fullmatch, cells)) for cells in columns[1:]):
        return words
    between, *others = (_BETWEEN_VALUES.findall(part) for part in parts)
    if width or not between or any(each != between for each in others):
        return []
    return [_BETWEEN_VALUES.split(part.rstrip(".")) for part in parts]


def csv_of(rows: Sequence[Sequence[str]], separator: str = ",") -> str:
    """Rows as CSV; numbers have no thousands separators."""
    written = StringIO()
    plain = ([re.sub(r"(?<=\d),(?=\d{3}\b)", "", cell) for cell in row] for row in rows)
    csv.writer(written, delimiter=separator, lineterminator="\n").writerows(plain)
    return written.getvalue().strip()


# Sections


def sections_in(
    text: str, headings: Sequence[str], kinds: Mapping[str, str]
) -> dict[str, list[str]]:
    """The items under each heading, by their labels: `fixed: crash`, `feat: dark mode`. `kinds` are
    other words for headings, such as `Added` for `feat`."""
    found: dict[str, list[str]] = {}
    named = {each.lower(): each for each in headings}
    by_stem = {stem(word): each for each in headings for word in reversed(words_of(each))}
    for pair in pairs_in(text):
        word = pair.label.lower().partition("(")[0]
        other = kinds.get(word, "")
        if heading := named.get(word) or by_stem.get(stem(word)) or by_stem.get(stem(other)):
            text = pair.value.rstrip(".")
            found.setdefault(heading, []).extend([text] if other else _SEVERAL.split(text))
    return found
