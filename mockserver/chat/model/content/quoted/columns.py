"""Tables in texts, and answers from them: a cell, the rows that fit, their number, a statistic.

A table is Markdown, CSV, a list of records in JSON, or lines of one shape, such as `Ann: 3 seats,
blue` or `#12 open`. Its rows are lists of cells, the header first.
"""

from __future__ import annotations

import re
import statistics
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from operator import itemgetter
from typing import Any

from mockserver.chat.model.content.cues import CUES, FORMULAS, share_of
from mockserver.chat.model.content.found import Answer, capitalized, listed, stated
from mockserver.chat.model.text.meaning import stems_of
from mockserver.chat.model.text.numbers import FIGURES, number_of, written
from mockserver.chat.model.text.texts import rows_of

_AVERAGES: Mapping[str, Callable[..., Fraction]] = {"total": sum, "average": statistics.mean}
_TITLES = ("name", "title", "label")
"""The keys of records whose values name them."""

_TRUTHS = {"true", "false"}
_MARKS = {"[x]": "done", "[ ]": "open"}
"""The meanings of marks before a line."""

Rows = Sequence[Sequence[str]]


def rows_in(text: str, records: Any = None) -> Rows:
    """The table in a text, or in the first list of its JSON; empty if there is none."""
    values = records.values() if isinstance(records, dict) else (records,)
    records = next((each for each in values if isinstance(each, list)), [])
    if len(records) > 1 and all(each and isinstance(each, dict) for each in records):
        keys = dict.fromkeys(key for each in records for key in each)
        header = sorted(keys, key=lambda key: key not in _TITLES)
        cells = ([str(each.get(key, "")) for key in header] for each in records)
        return [[each.replace("_", " ") for each in header], *cells]
    return rows_of(text) or _labelled_rows(text) or _marked_rows(text)


def of_rows(question: str, rows: Rows) -> Answer | None:
    """The answer to a question from a table."""
    header, *others = _by_cell(rows)
    body = [row for row in others if len(row) == len(header) and row[0].lower() != "total"]
    if not body:
        return None
    asked = stems_of(CUES.changed("as a title", question))
    fits = [sum(_fits(cell, asked) for cell in row) for row in body]
    best = max(fits)
    fitting = [row for row, fit in zip(body, fits, strict=True) if fit and fit == best]
    counted = fitting if len(fitting) > 1 else body
    if found := _flagged(question, header, body) or statistic(question, header, counted):
        return found
    if not fitting:
        asks_how_many = CUES.matches("count of rows", question)
        return stated(f"There are {len(body)}.", len(body)) if asks_how_many else None
    named = [place for place, title in enumerate(header) if share_of(stems_of(title), asked)]
    is_pair = len(fitting) == 1 and not any(header)
    wanted = [1] if is_pair else named
    asks_for_figures = any(_figure(fitting[0][place]) is not None for place in wanted)
    if CUES.matches("asks for a count", question) and not asks_for_figures:
        names = [row[0] if any(header) else " ".join(row) for row in fitting]
        return stated(f"{len(fitting)}: {'; '.join(names)}.", len(fitting))
    return _cells(question, header, fitting, named) if any(header) else None


def _by_cell(rows: Rows) -> Rows:
    """A timetable with a row for each of its entries; any other table as it is."""
    (first, *days), *body = rows
    if len(days) < 2 or not all(CUES.matches("day of a timetable", each) for each in days):
        return rows
    cells = ([cell, time, day] for time, *row in body for day, cell in zip(days, row, strict=False))
    return [["", first, "day"], *cells]


def _flagged(question: str, header: Sequence[str], body: Rows) -> Answer | None:
    """The rows that are, or are not, what the title of a column of truths says, if a question
    names such a column."""
    for place, title in enumerate(header):
        cells = [row[place].lower() for row in body]
        if {*cells} <= _TRUTHS and title and {*stems_of(title)} <= {*stems_of(question)}:
            wanted = "false" if CUES.matches("denies", question) else "true"
            names = [row[0] for row, cell in zip(body, cells, strict=True) if cell == wanted]
            if CUES.matches("asks for a count", question):
                return stated(f"There are {len(names)}.", len(names))
            return stated(f"{capitalized(listed(names))}.", ", ".join(names), names)
    return None


def _cells(question: str, header: Sequence[str], rows: Rows, named: Sequence[int]) -> Answer | None:
    """The cells of the column that a question names, in the rows that fit it, else the first of
    these rows."""
    asked = stems_of(question)
    given = {place for row in rows for place, cell in enumerate(row) if _fits(cell, asked)}
    wanted = [place for place in named if place not in given]
    asks_for_names = len(rows) > 1 or CUES.matches("asks who or what", question)
    if not wanted and 0 not in given and asks_for_names:
        wanted = [0]
    is_all = CUES.matches("asks for more", question)
    if len(wanted) == 1 and not is_all and (len(rows) == 1 or 0 not in given):
        cells = [*dict.fromkeys(row[wanted[0]] for row in rows)]
        text = f"{capitalized(listed(cells))}."
        if len(rows) == 1 and wanted[0]:
            text = f"The {header[wanted[0]].lower()} of {rows[0][0]} is {cells[0]}."
        return stated(text, ", ".join(cells), cells if len(cells) > 1 else ())
    titles = [title.lower() for title in header[1:]]
    same = (row[1:] for row in rows if row[0] == rows[0][0])
    told = (listed([*map("the {} is {}".format, titles, cells)]) for cells in same)
    return stated(f"For {rows[0][0]}, {'; '.join(told)}.", ", ".join(rows[0][1:]))


def _fits(cell: str, asked: Sequence[str]) -> bool:
    """True if a question names a cell."""
    return bool(stems := {*stems_of(cell)}) and stems <= {*asked}


def statistic(question: str, header: Sequence[str], body: Rows) -> Answer | None:
    """The highest, lowest, total and average of a column of figures."""
    columns = [place for place, cell in enumerate(body[0]) if _figure(cell) is not None]
    shares = {place: share_of(stems_of(header[place]), stems_of(question)) for place in columns}
    column = max(columns, key=shares.__getitem__, default=None)
    if column is None or (len(columns) > 1 and not shares[column]):
        return None
    known = [(figure, row) for row in body if (figure := _figure(row[column])) is not None]
    name, parts, values = header[column].lower() or "value", list[str](), list[str]()
    for word in ("highest", "lowest"):
        if FORMULAS.matches(word, question):
            extreme = max if word == "highest" else min
            _, row = extreme(known, key=itemgetter(0))
            parts.append(f"{row[0]} has the {word} {name}: {row[column]}")
            values.append(row[0])
    for word, average in _AVERAGES.items():
        if FORMULAS.matches(word, question):
            has_prices = word == "total" and CUES.pattern("price of a piece").fullmatch(name)
            figures = [each * (_pieces(header, row) if has_prices else 1) for each, row in known]
            values.append(written(average(figures)))
            parts.append(f"the {word} {name} is {values[-1]}")
    return stated(f"{capitalized(listed(parts))}.", listed(values)) if parts else None


def _pieces(header: Sequence[str], row: Sequence[str]) -> Fraction:
    """The number of pieces that a row is for, 1 if it has none."""
    is_number = CUES.pattern("number of pieces").fullmatch
    cells = (cell for title, cell in zip(header, row, strict=True) if is_number(title))
    return _figure(next(cells, "1")) or Fraction(1)


def _labelled_rows(text: str) -> Rows:
    """The rows of lines such as `Aura: 4 seats, 320 km range`, under a header of their words."""
    lines = (CUES.pattern("pair").match(line) for line in text.split("\n") if len(line) < 300)
    parts = [(each["name"], re.split(r",\s+", each["value"].rstrip("."))) for each in lines if each]
    if len(parts) < 2 or len({len(cells) for _, cells in parts}) > 1:
        return []
    if len(parts[0][1]) == 1:
        return [["", ""], *([name, *cells] for name, cells in parts)]
    names = (" ".join(re.findall(r"[A-Za-z]{4,}", cell)) for cell in parts[0][1])
    header = ["", *(name or "value" for name in names)]
    bare = ([re.sub(r"^\D*(?=\d)", "", cell) for cell in cells] for _, cells in parts)
    return [header, *([name, *cells] for (name, _), cells in zip(parts, bare, strict=True))]


def _marked_rows(text: str) -> Rows:
    """The rows of at least three lines of a mark and a few words: `#12 open`, `[x] call Ann`."""
    lines = map(CUES.pattern("marked line").fullmatch, text.split("\n"))
    marked = [(line["mark"], line["rest"]) for line in lines if line]
    rows = [[_MARKS.get(mark.lower(), mark), rest] for mark, rest in marked]
    return [["", ""], *rows] if len(rows) > 2 else []


def _figure(cell: str) -> Fraction | None:
    """The number that a cell begins with or mostly is."""
    found = re.search(FIGURES, cell)
    if found and (found.start() == 0 or len(found[0]) * 2 >= len(cell.strip())):
        return number_of(found[0])
    return None
