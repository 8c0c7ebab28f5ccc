"""Data tables: columns found by their titles, and rows by their cells, bounds or places."""

from __future__ import annotations

import operator
import re
from calendar import month_name
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from mockserver.chat.model.content.cues import CUES, FORMULAS, share_of
from mockserver.chat.model.content.quoted.tables.rows import Rows
from mockserver.chat.model.text.meaning import stems_of, words_of
from mockserver.chat.model.text.numbers import FIGURES, number_of, place_of

_COMPARISONS: Mapping[str, Callable[..., bool]] = {
    ">": operator.lt, "<": operator.gt, ">=": operator.le, "<=": operator.ge, "=": operator.eq,
}  # fmt: skip
"""The comparisons of a limit with a figure beyond it, by the signs of bounds."""

_NAME_TITLES = ("name", "title", "label", "message")
"""The titles of a column whose values name the rows."""

_LAST_WORD_FIT = 0.25
"""The fit of a row of whose name a question has only the last word: `tent` for `Summit tent`."""

_NO_TITLE = re.compile(r"\d{1,3}|\d+\.\d+")
_TRUTH_VALUES = {"true", "false"}


class DataTable(NamedTuple):
    """A table, or some of its rows. The first cell of a row is its name."""

    header: Sequence[str]
    body: Rows

    @classmethod
    def of(cls, rows: Rows) -> DataTable:
        """The table of rows, the header first, with its column of names as the first one."""
        header, *body = _by_cell(rows)
        if any(map(_NO_TITLE.fullmatch, header)):  # It is a row itself.
            header, body = [""] * len(header), [header, *body]
        place = next(
            (place for place, each in enumerate(header) if each.lower() in _NAME_TITLES), 0
        )
        kept = (row for row in body if len(row) == len(header) and row[0].lower() != "total")
        first, *moved = ([row[place], *row[:place], *row[place + 1 :]] for row in (header, *kept))
        return cls(first, moved)

    def cells_below(self, title: str) -> list[str]:
        """The different cells of the column with a title."""
        titles = [stems_of(each) for each in self.header]
        place = titles.index(stems_of(title)) if stems_of(title) in titles else None
        return [] if place is None else [*dict.fromkeys(row[place] for row in self.body)]

    def column(self, question: str) -> int | None:
        """The column of figures that a question names, else the only one. What the question asks
        for, such as `which year`, is less likely one."""
        stems, asked = stems_of(question), self.columns_asked_for(question)
        shares = [share_of(stems_of(title), stems) for title in self.header]
        shares = [share / 2 if place in asked else share for place, share in enumerate(shares)]
        figures = [[figure_in(row[place]) for row in self.body] for place in range(len(shares))]
        is_filled = [2 * each.count(None) < len(each) for each in figures]
        columns = [e for e, share in enumerate(shares) if is_filled[e] and (e or share)]
        is_price = CUES.pattern("price of a piece").fullmatch
        prices = [place for place in columns if is_price(self.header[place].lower())]
        if prices and FORMULAS.matches("value of all", question):
            return prices[0]
        best = max(columns, key=lambda place: (shares[place], place > 0), default=None)
        return best if best is None or len(columns) == 1 or shares[best] else None

    def columns_asked_for(self, question: str) -> list[int]:
        """The columns whose cells a question asks for: `which month and region`."""
        asked = " ".join(each["it"] for each in FORMULAS.find_all("column asked for", question))
        stems = {*stems_of(asked)}
        return [place for place, title in enumerate(self.header) if {*stems_of(title)} & stems]

    def column_of_pieces(self, question: str) -> int | None:
        """The column of the number of pieces; those in stock count for the value of all."""
        is_worth = FORMULAS.matches("value of all", question)
        is_number = CUES.pattern("pieces at hand" if is_worth else "number of pieces").fullmatch
        return next((e for e, title in enumerate(self.header) if is_number(title.lower())), None)

    def in_place(self, question: str) -> DataTable | None:
        """The row at the place that a question names: `the second user`."""
        asked = CUES.find("row in its place", question)
        place = place_of(asked["place"]) if asked else 0
        if not place or place > len(self.body):
            return None
        return DataTable(self.header, [self.body[place - 1 if place > 0 else place]])

    def within(self, question: str) -> tuple[str, DataTable]:
        """A question without its bounds, such as `less than 20 euros`, and the rows within them."""
        rest, rows, column = question, self.body, self.column(question)
        if column is None:
            return question, self
        title = stems_of(self.header[column])
        for bound in FORMULAS.rows("bound"):
            if match := bound.pattern.search(rest):
                bare = rest.replace(match[0], " ").split()
                rest = " ".join(word for word in bare if not share_of(title, stems_of(word)))
                for sign, limit in zip(str(bound.text).split(), match.groups() or "0", strict=True):
                    known = [(figure_in(row[column]), row) for row in rows]
                    met = partial(_COMPARISONS[sign], number_of(limit))
                    rows = [row for each, row in known if each is not None and met(each)]
        return rest, DataTable(self.header, rows)

    def fitting(self, question: str) -> DataTable:
        """The rows of which a question names the most cells."""
        asked, words = stems_of(question), f" {' '.join(words_of(question))} "
        fits = [
            sum(fit_of(cell, asked) + (f" {cell.lower()} " in words) for cell in row)
            + _LAST_WORD_FIT * any(stem in asked for stem in stems_of(row[0])[-1:])
            for row in self.body
        ]
        best = max(fits, default=0)
        kept = [row for row, fit in zip(self.body, fits, strict=True) if fit and fit == best]
        return DataTable(self.header, kept)

    def flagged(self, question: str) -> DataTable | None:
        """The rows that are, or are not, what the title of a column of truths says, if a question
        names such a column."""
        for place, title in enumerate(self.header):
            cells = [row[place].lower() for row in self.body]
            if title and {*cells} <= _TRUTH_VALUES and {*stems_of(title)} <= {*stems_of(question)}:
                wanted = "false" if CUES.matches("denies", question) else "true"
                kept = [row for row, cell in zip(self.body, cells, strict=True) if cell == wanted]
                return DataTable(self.header, kept)
        return None

    def groups(self, name: str) -> dict[str, list[Sequence[str]]]:
        """The rows by their cells in the column whose title has a word of a name."""
        words, groups = {*stems_of(name)}, dict[str, list[Sequence[str]]]()
        titles = (e for e, title in enumerate(self.header) if {*stems_of(title)} & words)
        if (place := next(titles, None)) is not None:
            for row in self.body:
                groups.setdefault(row[place], []).append(row)
        return groups


def fit_of(cell: str, asked: Sequence[str]) -> float:
    """The degree to which a question names a cell: 1, or one half if only its number is missing."""
    known, date = {*asked}, re.match(r"(\d{4})-([01]\d)-\d\d\b", cell)
    parts = [date[1], month_name[int(date[2])]] if date else cell.split(", ")
    for part in parts:
        stems = {*stems_of(part)}
        if stems and stems <= known:
            return 1
        if (words := {each for each in stems if each.isalpha()}) and words <= known:
            return 0.5
    return 0


def figure_in(cell: str) -> Fraction | None:
    """The number that a cell begins with or mostly is; a date is a year and a fraction of it."""
    cell = re.sub(
        r"^(\d{4})\D(\d\d)\D(\d\d)(?:\D(\d\d):(\d\d):?(\d\d)?.*)?$", r"\1.\2\3\4\5\6", cell
    )
    found = re.search(rf"(?<![A-Za-z\d]){FIGURES}", cell)
    if found and (found.start() == 0 or len(found[0]) * 2 >= len(cell.strip())):
        return number_of(found[0])
    return None


def amount_in(cell: str) -> Fraction:
    """The figure of a cell, 0 if it has none."""
    return figure_in(cell) or Fraction(0)


def _by_cell(rows: Rows) -> Rows:
    """A timetable with a row for each of its entries; any other table as it is."""
    (first, *days), *body = rows
    if len(days) < 2 or not all(CUES.matches("day of a timetable", each) for each in days):
        return rows
    cells = ([cell, time, day] for time, *row in body for day, cell in zip(days, row, strict=False))
    return [["", first, "day"], *cells]
