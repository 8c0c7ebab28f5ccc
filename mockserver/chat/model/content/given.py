"""Items, records with columns, and sections that a prompt brings to be laid out in a form.

Lists, tables, CSV and documents are made of it; the prompt's own data come before any other.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping, Sequence
from io import StringIO

from mockserver.chat.model.meaning import stem, words_of
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.payload import material_of
from mockserver.chat.model.texts import bullets_in, rows_of, sentences

_MOST = 100
_LONGEST = 400
"""The most characters of a part that are read."""

_LONGEST_ITEM = 6
"""The most words of an item in a list that commas separate."""

_MARK = pattern(r"^\s*(?:[-*•]|\d{1,3}[.)])(?: \[[ x]?\])?\s+")
_LABEL = pattern(r"^\W*(?P<label>[A-Za-z][\w -]{0,24})(?:\([\w -]+\))?!?:\s+(?P<text>\S.*)$")
_NUMBER = pattern(r"[$€£]?(?<![\w-])\d[\d,]*(?:\.\d+)?(?![\w-])%?")
_NAME = pattern(
    r"\b[A-Z][\w'’.-]*\w(?: [A-Z][\w'’.-]*\w)*|\b\w+@[\w.-]+\w"
    r"|\b(?=[\w-]*\d)\w*[A-Za-z-][\w-]*|(?<=\ba )[a-z]+"
)
_SUBJECT = pattern(
    r"^(?:[Tt]he |[Aa]n? |[Oo]ur |[Mm]y )?(?P<it>\S.*?)(?=[,(:;|–—]| - |\s(?:are|was|were|have|had"
    r"|with|from|for|at|in|by|and|[a-z]+s)\s|\s[$€£]?\d|\.?$)"
)
_AMOUNT = pattern(r"(?i)\b(?:ages?|prices?|costs?|amounts?|quantit|total|points?|scores?|years?)")
_SPLITS = (r",\s+", r",\s+|(?<=\w):\s+", r"\s*[|;\t]\s*", r"\s+[-–—]\s+")
"""The ways of separating the cells of a row."""


def request_and_text(message: str) -> tuple[str, str]:
    """The request of a message, and the text that it brings: below it, or after a colon or a
    question."""
    message = message.strip()
    if "\n\n" in message and (text := material_of(message)):
        return message.replace(text, " "), text
    request, mark, text = message.partition("\n")
    if not mark:
        request, *rest = re.split(r"(?<=[:?])\s+", message, maxsplit=1)
        text = "".join(rest)
    return request, text.strip()


def items_in(text: str) -> list[str]:
    """The items of a text: lines, or the parts of a line between semicolons, stops or commas."""
    lines = [_MARK.sub("", line).strip() for line in text.split("\n") if line.strip()]
    if bullets := bullets_in(text):
        lines = bullets
    if len(lines) == 1:
        clauses = [each for part in lines[0].split(";") for each in sentences(part)]
        ways = (clauses, _enumerated(lines[0]))
        lines = next((each for each in ways if len(each) > 1), lines)
    return [bare for each in lines[:_MOST] if (bare := each.strip(" ,;\"'"))]


def _enumerated(text: str) -> list[str]:
    """The items that commas and `and` separate, unless they are clauses."""
    parts = re.split(r",\s*(?:and |or )?|\s+(?:and|or)\s+", text.strip(" .[]"))
    is_short = max(len(each.split()) for each in parts) <= _LONGEST_ITEM
    return parts if (is_short and "," in text) or len(parts) == len(text.split()) - 1 else [text]


def things_in(text: str) -> list[str]:
    """The things that a text enumerates, or else names after an article."""
    text = text[: 4 * _LONGEST]
    listed = re.search(r"(?:[\w'-]+, )+[\w'-]+,? and [\w'-]+", text)
    named = re.findall(r"(?i)\b(?:the|an?) ([a-z-]+)(?=[ ,.;]|$)", text)
    return _enumerated(listed[0]) if listed else [*dict.fromkeys(named)]


# Records


def rows_for(text: str, columns: Sequence[str]) -> list[list[str]]:
    """The rows of a text with a cell for each column; none if they cannot be told apart."""
    if (table := rows_of(text)) and len(table) > 1:
        places = [_place(each, table[0]) for each in columns]
        if all(place >= 0 for place in places):
            return [[row[place] for place in places] for row in table[1:]]
    parts = [part.rstrip(".")[:_LONGEST] for part in items_in(text)]
    if rows := as_written(parts, len(columns)):
        return _unlabelled(rows, columns)
    read = [_read(part, columns) for part in parts]
    numeric = {name for row in read for name, value in row.items() if _NUMBER.fullmatch(value)}
    rows = [_completed(part, row, columns, numeric) for part, row in zip(parts, read, strict=True)]
    kept = [row for row in rows if all(row)]
    return kept if len(kept) > 1 or len(parts) == 1 else []


def _place(column: str, header: Sequence[str]) -> int:
    """The index of a column in the header of a table, or -1."""
    stems = [*map(stem, words_of(column))]
    return next((i for i, each in enumerate(header) if [*map(stem, words_of(each))] == stems), -1)


def as_written(parts: Sequence[str], width: int = 0) -> list[list[str]]:
    """The cells of parts that are all lists of the same length, `width` if it is given."""
    for mark in _SPLITS:
        rows = [re.split(mark, part) for part in parts]
        widths = {*map(len, rows)}
        if len(rows) > 1 and len(widths) == 1 and widths != {1} and width in (0, *widths):
            return rows
    return []


def _unlabelled(rows: list[list[str]], columns: Sequence[str]) -> list[list[str]]:
    """Rows without the names of their columns in the cells: `9 EUR` for `price 9 EUR`."""
    names = [rf"{re.escape(each)}s?(?: is|:| =)?\s+(?=\S)" for each in columns]
    return [
        [re.sub(rf"(?i)^{name}", "", cell) for name, cell in zip(names, row, strict=True)]
        for row in rows
    ]


def _read(part: str, columns: Sequence[str]) -> dict[str, str]:
    """The values in a part that the names of columns stand beside: `captain Wen`, `12 points`."""
    found = {}
    for name in columns:
        word = rf"\b{re.escape(stem(name.lower()))}\w*"
        value = rf"(?-i:{_NAME.pattern}|{_NUMBER.pattern})"
        before = re.search(rf"(?i)({_NUMBER.pattern})\s+{word}", part)
        after = re.search(rf"(?i){word}(?: is| of| no\.?|:| =)*\s+({value})", part)
        if match := before or after:
            found[name] = match[1]
    return found


def _completed(
    part: str, known: Mapping[str, str], columns: Sequence[str], numeric: set[str]
) -> list[str]:
    """The cells of a part: what is left of it fills the columns without a value, in order."""
    rest = part
    for name, value in known.items():
        rest = re.sub(rf"(?i)\b{stem(name.lower())}\w*", "", rest.replace(value, "", 1), count=1)
    amount = _NUMBER.match(rest.strip())
    rest = rest.strip()[amount.end() if amount else 0 :].strip()
    subject = _SUBJECT.match(rest)
    behind = rest[subject.end() :] if subject else rest
    numbers = [*([amount[0]] if amount else []), *_NUMBER.findall(behind)]
    texts = [*([subject["it"]] if subject else []), *_NAME.findall(behind)]
    open_columns = [each for each in columns if each not in known]
    are_numbers = [each in numeric for each in open_columns]
    if not any(are_numbers) and len(texts) < len(open_columns):
        are_numbers = _numeric_ones(open_columns, len(open_columns) - len(texts))
    cells = dict(known)
    for name, is_number in zip(open_columns, are_numbers, strict=True):
        source = numbers if is_number else texts
        cells[name] = source.pop(0) if source else ""
    return [cells[name] for name in columns]


def _numeric_ones(columns: Sequence[str], count: int) -> list[bool]:
    """Marks the columns that are likeliest to hold numbers: amounts by their names, or the last."""
    ranked = sorted(columns, key=lambda each: (not _AMOUNT.search(each), -columns.index(each)))
    return [each in ranked[:count] for each in columns]


def csv_of(rows: Sequence[Sequence[str]]) -> str:
    """Rows as CSV; numbers have no thousands separators."""
    written = StringIO()
    plain = ([re.sub(r"(?<=\d),(?=\d{3}\b)", "", cell) for cell in row] for row in rows)
    csv.writer(written, lineterminator="\n").writerows(plain)
    return written.getvalue().strip()


# Sections


def sections_in(
    text: str, headings: Sequence[str], kinds: Mapping[str, str]
) -> dict[str, list[str]]:
    """The items under each heading, by their labels: `fixed: crash`, `feat: dark mode`.

    `kinds` are other words for headings, such as `Added` for `feat`.
    """
    found: dict[str, list[str]] = {}
    by_stem = {stem(words_of(each)[0]): each for each in headings if words_of(each)}
    lines = (each for line in text.split("\n") for each in sentences(_MARK.sub("", line)))
    for line in lines:
        labelled = _LABEL.match(line)
        word = labelled["label"].lower() if labelled else ""
        heading = by_stem.get(stem(word)) or by_stem.get(stem(kinds.get(word, "")))
        if heading and labelled:
            rest = labelled["text"].rstrip(".")
            several = re.split(r",\s*(?:and )?|;\s*", rest) if kinds.get(word) is None else [rest]
            found.setdefault(heading, []).extend(several)
    return found
