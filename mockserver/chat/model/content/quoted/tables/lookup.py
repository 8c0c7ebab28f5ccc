"""Lookup: the answer from a table to a question for a cell, for rows, their number or a figure."""

from __future__ import annotations

from collections.abc import Sequence

from mockserver.chat.model.content.cues import CUES, FORMULAS, share_of
from mockserver.chat.model.content.found import Answer, capitalized, listed, named_value, stated
from mockserver.chat.model.content.quoted.tables.aggregates import grouped, statistic
from mockserver.chat.model.content.quoted.tables.datatable import DataTable, figure_in, fit_of
from mockserver.chat.model.content.quoted.tables.rows import Rows
from mockserver.chat.model.text.meaning import stems_of


def looked_up(question: str, rows: Rows) -> Answer | None:
    """The answer to a question from a table."""
    table = DataTable.of(rows)
    if not table.body or FORMULAS.matches("several extremes", question):
        return None
    if FORMULAS.matches("amount of all", question) and not table.fitting(question).body:
        question = f"{question} in total"
    if CUES.matches("asks for the columns", question) and any(table.header):
        return stated(f"{listed(table.header)}.", ", ".join(table.header), table.header)
    rest, within = table.within(CUES.changed("as a title", question))
    fitting = within.fitting(rest)
    counted = fitting if len(fitting.body) > 1 else within
    if CUES.matches("asks yes or no", question) and len(within.body) < len(table.body):
        names = listed([row[0] for row in within.body])
        return stated(f"Yes: {names}." if within.body else "No.", "Yes" if within.body else "No")
    if placed := table.in_place(question):
        found = _told(placed, question)
    else:
        found = _flagged(counted, rest) or grouped(counted, rest) or statistic(counted, rest)
    if found or fitting.body or len(within.body) < len(table.body):
        return found or _told(fitting if fitting.body else within, rest)
    asked = (each["it"] for each in CUES.find_all("asks for the cells", question))
    if cells := next(filter(None, map(table.cells_below, asked)), None):
        return stated(f"{listed(cells)}.", ", ".join(cells), cells)
    asks_how_many = CUES.matches("count of rows", question)
    return stated(f"There are {len(table.body)}.", len(table.body)) if asks_how_many else None


def _flagged(table: DataTable, question: str) -> Answer | None:
    """The names of the rows that have the flag of a question: `Which tasks are done?`"""
    kept = table.flagged(question)
    return _told(DataTable(["name"], [row[:1] for row in kept.body]), question) if kept else None


def _told(table: DataTable, question: str) -> Answer | None:
    """The cells of the column that a question names, else the rows or their number."""
    if not table.body:
        return stated("None.", "none")
    stems = stems_of(question)
    named = [e for e, title in enumerate(table.header) if share_of(stems_of(title), stems)]
    is_pair = len(table.body) == 1 and not any(table.header)
    if CUES.matches("asks for a count", question):
        pieces = table.column_of_pieces(question) if len(table.body) == 1 else None
        wanted = [1] if is_pair else named
        if pieces is not None and not wanted:
            named = wanted = [pieces]
        if not any(figure_in(table.body[0][place]) is not None for place in wanted):
            names = [row[0] if any(table.header) else " ".join(row) for row in table.body]
            return stated(f"{len(names)}: {'; '.join(names)}.", len(names))
    return _cells(table, question, named) if any(table.header) else None


def _cells(table: DataTable, question: str, named: Sequence[int]) -> Answer:
    """The cells of the named column, else the names of the rows, else the first row."""
    rows, asked = table.body, stems_of(question)
    given = {place for row in rows for place, cell in enumerate(row) if fit_of(cell, asked) == 1}
    wanted = [place for place in named if place not in given]
    asks_for_names = len(rows) > 1 or CUES.matches("asks who or what", question)
    if not wanted and 0 not in given and asks_for_names:
        wanted = [0]
    is_all = CUES.matches("asks for more", question)
    if len(wanted) == 1 and not is_all and (len(rows) == 1 or 0 not in given):
        cells = [*dict.fromkeys(row[wanted[0]] for row in rows)]
        text = f"{capitalized(listed(cells))}."
        if len(rows) == 1 and wanted[0]:
            text = named_value(table.header[wanted[0]].lower(), cells[0], f" of {rows[0][0]}")
        return stated(text, ", ".join(cells), cells if len(cells) > 1 else ())
    titles = [title.lower() for title in table.header[1:]]
    same = (row[1:] for row in rows if row[0] == rows[0][0])
    clauses = (listed([*map("the {} is {}".format, titles, cells)]) for cells in same)
    return stated(f"For {rows[0][0]}, {'; '.join(clauses)}.", ", ".join(rows[0][1:]))
