"""Tables in texts, and answers from them: a cell, the rows that fit, their number, a statistic.

A table is Markdown, CSV, a list of records in JSON, or lines of one shape, such as `Ann: 3 seats,
blue` or `#12 open`. Its rows are lists of cells, the header first.
"""

from __future__ import annotations

import re
import statistics
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from mockserver.chat.model.content.cues import CUES, share_of
from mockserver.chat.model.content.found import Answer, capitalized, listed, stated
from mockserver.chat.model.meaning import stems_of
from mockserver.chat.model.numbers import FIGURES, number_of, written
from mockserver.chat.model.tables import table
from mockserver.chat.model.texts import rows_of

_FORMULAS = table("content/formulas.txt")
_STATISTICS: Mapping[str, Callable[..., Fraction]] = {
    "highest": max, "lowest": min, "total": sum, "average": statistics.mean,
}  # fmt: skip

Rows = Sequence[Sequence[str]]


def rows_in(text: str, records: object = None) -> Rows:
    """The table in a text, or in the records of its JSON; empty if there is none."""
    if (
        isinstance(records, list)
        and records[1:]
        and all(e and isinstance(e, dict) for e in records)
    ):
        header = [*dict.fromkeys(key for each in records for key in each)]
        cells = ([str(each.get(key, "")) for key in header] for each in records)
        return [[each.replace("_", " ") for each in header], *cells]
    return rows_of(text) or _labelled_rows(text) or _marked_rows(text)


def of_rows(question: str, rows: Rows) -> Answer | None:
    """The answer to a question from a table."""
    header, *body = (row for row in rows if row[0].lower() != "total" or row is rows[0])
    body = [row for row in body if len(row) == len(header)]
    asked = stems_of(question)
    fitting = [row for row in body if asked and _fits(row, asked)]
    if not body or (found := _statistic(question, header, (fitting[1:] and fitting) or body)):
        return found if body else None
    if CUES.matches("count of rows", question) and not fitting:
        return stated(f"The table has {len(body)} rows.", len(body))
    named = [place for place, title in enumerate(header) if share_of(stems_of(title), asked)]
    is_count = CUES.matches("asks for a count", question)
    if fitting and is_count and not any(_figures([fitting[0][place]]) for place in named):
        names = "; ".join(" ".join(row[: 1 if any(header) else None]) for row in fitting)
        return stated(f"{len(fitting)}: {names}.", len(fitting))
    return _cells(question, header, fitting, named) if fitting and any(header) else None


def _cells(question: str, header: Sequence[str], rows: Rows, named: Sequence[int]) -> Answer | None:
    """The cells of the column that a question names, in the rows that fit it, else the first of
    these rows."""
    asked = stems_of(question)
    given = {place for row in rows for place, cell in enumerate(row) if _fits([cell], asked)}
    wanted = [place for place in named if place not in given]
    if not wanted and 0 not in given and CUES.matches("asks for a name", question):
        wanted = [0]
    is_all = CUES.matches("asks for more", question)
    if len(wanted) == 1 and not is_all and (len(rows) == 1 or 0 not in given):
        cells = [*dict.fromkeys(row[wanted[0]] for row in rows)]
        text = f"{capitalized(listed(cells))}."
        if len(rows) == 1 and wanted[0]:
            text = f"The {header[wanted[0]].lower()} of {rows[0][0]} is {cells[0]}."
        return stated(text, ", ".join(cells), cells[1:] and cells)
    others = [*zip(header, rows[0], strict=True)][1:]
    text = listed([f"the {title.lower()} is {cell}" for title, cell in others])
    return stated(f"For {rows[0][0]}, {text}.", ", ".join(cell for _, cell in others))


def _fits(row: Sequence[str], asked: Sequence[str]) -> bool:
    """True if a question names a cell of a row."""
    cells = (stems_of(cell) for cell in row)
    return any(cell and {*cell} <= {*asked} for cell in cells)


def _statistic(question: str, header: Sequence[str], body: Rows) -> Answer | None:
    """The highest, lowest, total and average of a column of figures."""
    columns = [place for place, cell in enumerate(body[0]) if _figures([cell])]
    shares = {place: share_of(stems_of(header[place]), stems_of(question)) for place in columns}
    column = max(columns, key=shares.__getitem__, default=None)
    if column is None or (len(columns) > 1 and not shares[column]):
        return None
    known = [(figure, row[0], row[column]) for row in body for figure in _figures(row[column:][:1])]
    name, parts, values = header[column].lower() or "value", list[str](), list[str]()
    for word in filter(lambda each: _FORMULAS.matches(each, question), _STATISTICS):
        is_extreme = word in ("highest", "lowest")
        is_turned = (
            is_extreme and CUES.matches("since when", name) and CUES.matches("age", question)
        )
        pick = _STATISTICS[
            word if not is_turned else {"highest": "lowest", "lowest": "highest"}[word]
        ]
        result = written(pick([figure for figure, _, _ in known]))
        _, owner, cell = next((each for each in known if written(each[0]) == result), ("", "", ""))
        of = f"{owner} has the {word} {name}: {cell}"
        parts.append(of if is_extreme else f"the {word} {name} is {result}")
        values.append(owner if is_extreme else result)
    return stated(f"{capitalized(listed(parts))}.", listed(values)) if parts else None


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
    found = [
        match for line in text.split("\n") if (match := CUES.pattern("marked line").fullmatch(line))
    ]
    rows = [[_MARKS.get(each["mark"].lower(), each["mark"]), each["rest"]] for each in found]
    return [["", ""], *rows] if len(rows) > 2 else []


_MARKS = {"[x]": "done", "[ ]": "open"}


def _figures(cells: Sequence[str]) -> list[Fraction]:
    """The numbers that cells begin with or mostly are."""
    found = ((cell, match) for cell in cells if (match := re.search(FIGURES, cell)))
    return [
        number_of(match[0])
        for cell, match in found
        if match.start() == 0 or len(match[0]) * 2 >= len(cell.strip())
    ]
