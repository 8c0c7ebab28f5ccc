"""Answers from tables: a cell, the rows that fit, their number, a statistic."""

from __future__ import annotations

import operator
import re
import statistics
from calendar import month_name
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from operator import itemgetter
from typing import NamedTuple

from mockserver.chat.model.content.cues import CUES, FORMULAS, share_of
from mockserver.chat.model.content.found import Answer, capitalized, listed, named_value, stated
from mockserver.chat.model.content.quoted.rows import Rows
from mockserver.chat.model.text.meaning import stems_of, words_of
from mockserver.chat.model.text.numbers import FIGURES, number_of, place_of, written

_AVERAGES: Mapping[str, Callable[..., Fraction]] = {"total": sum, "average": statistics.mean}
_EXTREMES = ("highest", "lowest")
_SIGNS: Mapping[str, Callable[..., bool]] = {
    ">": operator.lt, "<": operator.gt, ">=": operator.le, "<=": operator.ge, "=": operator.eq,
}  # fmt: skip
"""The comparisons of a limit with a figure beyond it, by the signs of bounds."""

_TITLES = ("name", "title", "label", "message")
"""The titles of a column whose values name the rows."""

_PART = 0.25
"""The fit of a row of whose name a question has only the last word: `tent` for `Summit tent`."""

_NO_TITLE = re.compile(r"\d{1,3}|\d+\.\d+")
_TRUTHS = {"true", "false"}


def of_rows(question: str, rows: Rows) -> Answer | None:
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
        found = placed.told(question)
    else:
        found = counted.flagged(rest) or counted.grouped(rest) or counted.statistic(rest)
    if found or fitting.body or len(within.body) < len(table.body):
        return found or (fitting if fitting.body else within).told(rest)
    asked = (each["it"] for each in CUES.find_all("asks for the cells", question))
    if cells := next(filter(None, map(table.cells_below, asked)), None):
        return stated(f"{listed(cells)}.", ", ".join(cells), cells)
    asks_how_many = CUES.matches("count of rows", question)
    return stated(f"There are {len(table.body)}.", len(table.body)) if asks_how_many else None


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
        place = next((place for place, each in enumerate(header) if each.lower() in _TITLES), 0)
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
        stems, asked = stems_of(question), self._asked_for(question)
        shares = [share_of(stems_of(title), stems) for title in self.header]
        shares = [share / 2 if place in asked else share for place, share in enumerate(shares)]
        figures = [[figure_in(row[place]) for row in self.body] for place in range(len(shares))]
        filled = [2 * each.count(None) < len(each) for each in figures]
        columns = [e for e, share in enumerate(shares) if filled[e] and (e or share)]
        is_price = CUES.pattern("price of a piece").fullmatch
        prices = [place for place in columns if is_price(self.header[place].lower())]
        if prices and FORMULAS.matches("value of all", question):
            return prices[0]
        best = max(columns, key=lambda place: (shares[place], place > 0), default=None)
        return best if best is None or len(columns) == 1 or shares[best] else None

    def _asked_for(self, question: str) -> list[int]:
        """The columns whose cells a question asks for: `which month and region`."""
        asked = {
            *stems_of(" ".join(e["it"] for e in FORMULAS.find_all("column asked for", question)))
        }
        return [e for e, title in enumerate(self.header) if {*stems_of(title)} & asked]

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
                    met = partial(_SIGNS[sign], number_of(limit))
                    rows = [row for each, row in known if each is not None and met(each)]
        return rest, DataTable(self.header, rows)

    def fitting(self, question: str) -> DataTable:
        """The rows of which a question names the most cells."""
        asked, words = stems_of(question), f" {' '.join(words_of(question))} "
        fits = [
            sum(_fit(cell, asked) + (f" {cell.lower()} " in words) for cell in row)
            + _PART * any(stem in asked for stem in stems_of(row[0])[-1:])
            for row in self.body
        ]
        best = max(fits, default=0)
        kept = [row for row, fit in zip(self.body, fits, strict=True) if fit and fit == best]
        return DataTable(self.header, kept)

    def flags(self, question: str) -> DataTable | None:
        """The rows that are, or are not, what the title of a column of truths says, if a question
        names such a column."""
        for place, title in enumerate(self.header):
            cells = [row[place].lower() for row in self.body]
            if title and {*cells} <= _TRUTHS and {*stems_of(title)} <= {*stems_of(question)}:
                wanted = "false" if CUES.matches("denies", question) else "true"
                kept = [row for row, cell in zip(self.body, cells, strict=True) if cell == wanted]
                return DataTable(self.header, kept)
        return None

    def flagged(self, question: str) -> Answer | None:
        """The names of the rows of `flags`."""
        kept = self.flags(question)
        return DataTable(["name"], [row[:1] for row in kept.body]).told(question) if kept else None

    def grouped(self, question: str) -> Answer | None:
        """The names, the number or a statistic of the rows of each group, such as the `average
        salary per department`; or the group for which it is the highest or the lowest."""
        asked = FORMULAS.find("by group", question)
        groups = self._groups(asked["it"]) if asked else {}
        is_ranked = any(FORMULAS.matches(each, question) for each in _EXTREMES)
        is_choice = asked is not None and asked[0].lower().startswith("wh")
        if not 1 < len(groups) < len(self.body) or (is_choice and not is_ranked):
            return None
        title, found = self._of_groups(question, groups, is_ranked=is_ranked)
        if is_ranked:
            best = DataTable(["", title], [*found.items()])
            return best.statistic(re.sub(r"(?i)\b(average|mean|total|sum)\b", "", question))
        lines = [*map(": ".join, found.items())]
        return stated("\n".join(lines), items=lines)

    def _groups(self, name: str) -> dict[str, list[Sequence[str]]]:
        """The rows by their cells in the column whose title has a word of a name."""
        words, groups = {*stems_of(name)}, dict[str, list[Sequence[str]]]()
        titles = (e for e, title in enumerate(self.header) if {*stems_of(title)} & words)
        if (place := next(titles, None)) is not None:
            for row in self.body:
                groups.setdefault(row[place], []).append(row)
        return groups

    def _of_groups(
        self, question: str, groups: Mapping[str, Rows], *, is_ranked: bool
    ) -> tuple[str, dict[str, str]]:
        """The title of what a question asks of groups of rows, and that of each group: the number
        of its rows, a statistic, or their names."""
        word = next((each for each in _AVERAGES if FORMULAS.matches(each, question)), "total")
        is_figure, column = is_ranked or FORMULAS.matches(word, question), self.column(question)
        if CUES.matches("asks for a count", question) or (is_figure and column is None):
            return "number", {key: str(len(rows)) for key, rows in groups.items()}
        found = dict[str, str]()
        for key, rows in groups.items():
            if is_figure and column:
                figures = [amount_in(row[column]) for row in rows]
                found[key] = written(Fraction(_AVERAGES[word](figures)))
            else:
                names = (next((cell for cell in row if cell != key), key) for row in rows)
                found[key] = ", ".join(names)
        return f"{word} {self.header[column or 0]}", found

    def statistic(self, question: str) -> Answer | None:
        """The highest, lowest, total and average of a column of figures, or two rows compared. The
        total of prices counts the pieces of each row, and so do all of them for the value."""
        column = self.column(question)
        if column is None:
            return None
        rows = [row for row in self.body if figure_in(row[column]) is not None]
        if len(rows) == 2 and (found := _compared(question, column, *rows)):
            return found
        title = self.header[column].lower() or "value"
        has_prices = CUES.pattern("price of a piece").fullmatch(title)
        pieces = self._pieces(question) if has_prices else None
        naming = [place for place in self._asked_for(question) if place != column] or [0]
        names = [", ".join(row[place] for place in naming) for row in rows]
        named = zip(rows, names, strict=True)
        ranked = [(amount_in(row[column]), row[column], name) for row, name in named]
        counts = [amount_in(row[pieces]) if pieces else 1 for row in rows]
        worth = [each * count for (each, *_), count in zip(ranked, counts, strict=True)]
        if pieces and FORMULAS.matches("value of all", question):
            title = "value"
            ranked = [*zip(worth, map(written, worth), names, strict=True)]
        told = _extremes(f"{question} {title}", title, ranked)
        for word, average in _AVERAGES.items():
            if FORMULAS.matches(word, question):
                figures = worth if word == "total" else [each for each, *_ in ranked]
                value = written(average(figures))
                told[f"the {word} {title} is {value}"] = value
        text = capitalized(listed([*told]))
        return stated(f"{text}.", listed([*told.values()])) if told else None

    def _pieces(self, question: str) -> int | None:
        """The column of the number of pieces; those in stock count for the value of all."""
        is_worth = FORMULAS.matches("value of all", question)
        is_number = CUES.pattern("number of pieces" if not is_worth else "pieces at hand").fullmatch
        return next((e for e, title in enumerate(self.header) if is_number(title.lower())), None)

    def told(self, question: str) -> Answer | None:
        """The cells of the column that a question names, else the rows or their number."""
        if not self.body:
            return stated("None.", "none")
        stems = stems_of(question)
        named = [e for e, title in enumerate(self.header) if share_of(stems_of(title), stems)]
        is_pair = len(self.body) == 1 and not any(self.header)
        if CUES.matches("asks for a count", question):
            pieces = self._pieces(question) if len(self.body) == 1 else None
            wanted = [1] if is_pair else named
            if pieces is not None and not wanted:
                named = wanted = [pieces]
            if not any(figure_in(self.body[0][place]) is not None for place in wanted):
                names = [row[0] if any(self.header) else " ".join(row) for row in self.body]
                return stated(f"{len(names)}: {'; '.join(names)}.", len(names))
        return self._cells(question, named) if any(self.header) else None

    def _cells(self, question: str, named: Sequence[int]) -> Answer:
        """The cells of the named column, else the names of the rows, else the first row."""
        rows, asked = self.body, stems_of(question)
        given = {place for row in rows for place, cell in enumerate(row) if _fit(cell, asked) == 1}
        wanted = [place for place in named if place not in given]
        asks_for_names = len(rows) > 1 or CUES.matches("asks who or what", question)
        if not wanted and 0 not in given and asks_for_names:
            wanted = [0]
        is_all = CUES.matches("asks for more", question)
        if len(wanted) == 1 and not is_all and (len(rows) == 1 or 0 not in given):
            cells = [*dict.fromkeys(row[wanted[0]] for row in rows)]
            text = f"{capitalized(listed(cells))}."
            if len(rows) == 1 and wanted[0]:
                text = named_value(self.header[wanted[0]].lower(), cells[0], f" of {rows[0][0]}")
            return stated(text, ", ".join(cells), cells if len(cells) > 1 else ())
        titles = [title.lower() for title in self.header[1:]]
        same = (row[1:] for row in rows if row[0] == rows[0][0])
        told = (listed([*map("the {} is {}".format, titles, cells)]) for cells in same)
        return stated(f"For {rows[0][0]}, {'; '.join(told)}.", ", ".join(rows[0][1:]))


def _compared(
    question: str, column: int, one: Sequence[str], other: Sequence[str]
) -> Answer | None:
    """The difference of the figures of two rows, or yes or no: `Is Ann older than Bob?`"""
    if FORMULAS.matches("difference of two", question):
        value = written(abs(amount_in(one[column]) - amount_in(other[column])))
        return stated(f"The difference is {value}.", value)
    if not all(CUES.matches(each, question) for each in ("comparative", "asks yes or no")):
        return None
    first, second = sorted((one, other), key=lambda row: question.find(row[0]))
    is_more = amount_in(first[column]) > amount_in(second[column])
    truth = "Yes" if is_more != FORMULAS.matches("lowest", question) else "No"
    return stated(f"{truth}, {first[column]} to {second[column]}.", truth)


def _extremes(
    question: str, title: str, figures: Sequence[tuple[Fraction, str, str]]
) -> dict[str, str]:
    """Clauses on the highest or the lowest of figures, each with its text and the name of its row,
    and these names."""
    place, told = FORMULAS.find("place of an extreme", question), dict[str, str]()
    for word in _EXTREMES:
        if FORMULAS.matches(word, question):
            ranked = sorted(figures, key=itemgetter(0), reverse=word == "highest")
            _, shown, name = ranked[min(place_of(place["n"]) if place else 1, len(ranked)) - 1]
            degree = f"{place['n']} {word}" if place else word
            told[f"{name} has the {degree} {title}: {shown}"] = name
    return told


def _by_cell(rows: Rows) -> Rows:
    """A timetable with a row for each of its entries; any other table as it is."""
    (first, *days), *body = rows
    if len(days) < 2 or not all(CUES.matches("day of a timetable", each) for each in days):
        return rows
    cells = ([cell, time, day] for time, *row in body for day, cell in zip(days, row, strict=False))
    return [["", first, "day"], *cells]


def _fit(cell: str, asked: Sequence[str]) -> float:
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
