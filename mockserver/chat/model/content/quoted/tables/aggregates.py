"""Aggregates: totals, averages and extremes of a column of figures, also for each group of rows."""

from __future__ import annotations

import re
import statistics
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from operator import itemgetter

from mockserver.chat.model.content.cues import CUES, FORMULAS
from mockserver.chat.model.content.found import Answer, capitalized, listed, stated
from mockserver.chat.model.content.quoted.tables.datatable import DataTable, amount_in, figure_in
from mockserver.chat.model.content.quoted.tables.rows import Rows
from mockserver.chat.model.text.numbers import place_of, written

_AVERAGES: Mapping[str, Callable[..., Fraction]] = {"total": sum, "average": statistics.mean}
_EXTREMES = ("highest", "lowest")


def grouped(table: DataTable, question: str) -> Answer | None:
    """The names, the number or a statistic of the rows of each group, such as the `average
    salary per department`; or the group for which it is the highest or the lowest."""
    asked = FORMULAS.find("by group", question)
    groups = table.groups(asked["it"]) if asked else {}
    is_ranked = any(FORMULAS.matches(each, question) for each in _EXTREMES)
    is_choice = asked is not None and asked[0].lower().startswith("wh")
    if not 1 < len(groups) < len(table.body) or (is_choice and not is_ranked):
        return None
    title, found = _of_groups(table, question, groups, is_ranked=is_ranked)
    if is_ranked:
        best = DataTable(["", title], [*found.items()])
        return statistic(best, re.sub(r"(?i)\b(average|mean|total|sum)\b", "", question))
    lines = [*map(": ".join, found.items())]
    return stated("\n".join(lines), items=lines)


def statistic(table: DataTable, question: str) -> Answer | None:
    """The highest, lowest, total and average of a column of figures, or two rows compared. The
    total of prices counts the pieces of each row, and so do all of them for the value."""
    column = table.column(question)
    if column is None:
        return None
    rows = [row for row in table.body if figure_in(row[column]) is not None]
    if len(rows) == 2 and (found := _compared(question, column, *rows)):
        return found
    title = table.header[column].lower() or "value"
    has_prices = CUES.pattern("price of a piece").fullmatch(title)
    pieces = table.column_of_pieces(question) if has_prices else None
    naming = [place for place in table.columns_asked_for(question) if place != column] or [0]
    names = [", ".join(row[place] for place in naming) for row in rows]
    figures, shown = [amount_in(row[column]) for row in rows], [row[column] for row in rows]
    counts = [amount_in(row[pieces]) if pieces else 1 for row in rows]
    worth = [figure * count for figure, count in zip(figures, counts, strict=True)]
    if pieces and FORMULAS.matches("value of all", question):
        title, figures, shown = "value", worth, [*map(written, worth)]
    named = [*zip(figures, shown, names, strict=True)]
    told = _extremes(f"{question} {title}", title, named)
    for word, average in _AVERAGES.items():
        if FORMULAS.matches(word, question):
            value = written(average(worth if word == "total" else figures))
            told[f"the {word} {title} is {value}"] = value
    text = capitalized(listed([*told]))
    return stated(f"{text}.", listed([*told.values()])) if told else None


def _of_groups(
    table: DataTable, question: str, groups: Mapping[str, Rows], *, is_ranked: bool
) -> tuple[str, dict[str, str]]:
    """The title of what a question asks of groups of rows, and that of each group: the number
    of its rows, a statistic, or their names."""
    word = next((each for each in _AVERAGES if FORMULAS.matches(each, question)), "total")
    is_figure, column = is_ranked or FORMULAS.matches(word, question), table.column(question)
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
    return f"{word} {table.header[column or 0]}", found


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
