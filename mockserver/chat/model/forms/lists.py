"""Lists and tables: things that were asked for, in one line or in rows under their columns."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import cycle, islice

from mockserver.chat.model.content.article import points
from mockserver.chat.model.demands import without_demands
from mockserver.chat.model.demands.documents import subjects_in
from mockserver.chat.model.demands.form import Inline, TableForm
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.numbers import FIGURE, amount_of
from mockserver.chat.model.patterns import pattern

_PAIRED = pattern(r"((?:[A-Z][\w'-]* )*[A-Z][\w'-]*) \(([^()\n]{1,60})\)")
"""A subject with what is told of it: `Oslo (Norway)`."""

_OF_THE_FORM = pattern(
    r"(?i)\b(?:your|the) (?:response|answer|output|reply) (?:should|must|has to) be [^\n]*"
)
"""A sentence that tells and shows the form of the answer alone."""

_NAMING = pattern(
    r"name|item|product|language|city|country|feature|title|task|option|planet|fruit|animal|book"
    r"|subject|topic|person|word|tool|framework|database|term"
)
"""Columns that name the subject of a row."""

_SAYING = pattern(
    r"action|description|note|what|detail|instruction|summary|reason|comment|benefit|use|meaning"
)
"""Columns that hold a sentence."""

_CELLS: tuple[tuple[str, Callable[[int], str]], ...] = (
    (r"e-?mail", lambda row: f"{_name(row).lower()}@example.com"),
    (r"date|\bday", lambda row: f"2026-0{row % 9 + 1}-15"),
    (r"year", lambda row: str(1990 + 5 * row)),
    (r"\bid\b|#|rank|step|\bno\b", lambda row: str(row + 1)),
    (
        r"price|cost|\bage|quantity|amount|population|score|count|number|size|stock|rating|qty|total",
        lambda row: str(10 + 7 * row),
    ),
)
"""The text of a cell, by the name of its column and the number of its row."""

_COMMON = frozenset(
    "comma separated list give with that only this from them what have following text words your "
    "items return provide please respond answer names name five three four keywords extract output"
    .split()
)  # fmt: skip


def table(task: Task, form: TableForm) -> str:
    """Rows about the subjects under the columns that were asked for."""
    subjects = enumerate(_subjects(task, form.rows))
    cells = [
        [_cell(task, each, subject, row) for each in form.columns] for row, subject in subjects
    ]
    cells = _given_rows(task.reading.question, len(form.columns)) or cells
    if form.csv:
        return "\n".join(",".join(row) for row in [[*form.columns], *cells])
    rows = [[*form.columns], ["---"] * len(form.columns), *cells]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _given_rows(text: str, width: int) -> list[list[str]]:
    """The rows that a text tells in brackets, if each has a cell for every column."""
    rows = []
    for found in _PAIRED.finditer(text):
        opens = not text[: found.start()].strip() or text[: found.start()].rstrip()[-1] in ".:!?"
        name = found[1].partition(" ")[2] if opens and " " in found[1] else found[1]
        rows.append([name, *found[2].split(", ")])
    return rows if len(rows) > 1 and all(len(row) == width for row in rows) else []


def _subjects(task: Task, count: int) -> list[str]:
    if task.answer and len(task.answer.items) >= count:
        return [*task.answer.items][:count]
    known = subjects_in(task.reading.question)
    if not known:
        known = points(without_demands(task.reading.question), task.topic)[:count]
    known += [f"{task.title or 'Item'} {number + 1}" for number in range(len(known), count)]
    return known[:count]


def _cell(task: Task, column: str, subject: str, row: int) -> str:
    words = column.lower()
    if words.strip() in ("name", "person", "first name") and task.title and task.title in subject:
        return _name(row)
    if _NAMING.search(words):
        return subject
    for cue, written in _CELLS:
        if re.search(cue, words):
            return written(row)
    if _SAYING.search(words):
        return next(task.spare).rstrip(".")
    return _QUALITIES[(row + len(words)) % len(_QUALITIES)]


_QUALITIES = ("good", "simple", "useful", "common", "quick", "light")


def _name(row: int) -> str:
    names = points("names", "")
    return names[row % len(names)]


def inline(task: Task, form: Inline) -> str:
    """Items with a separator between them."""
    items = things(task, form.count or 4)
    if form.labels:
        items = [f"{label} {item}" for label, item in zip(form.labels, items, strict=True)]
    return form.separator.join(items)


def wanted(task: Task) -> int:
    """The number of items that the request names, or 0."""
    counted = re.search(
        rf"\b({FIGURE})\s+(?:\w+\s+){{0,2}}\w+s\b", task.reading.question, re.IGNORECASE
    )
    return min(amount_of(counted[1]), 50) if counted else 0


def things(task: Task, count: int) -> list[str]:
    """So many things: those that answer or are asked for, else words of the text that the request
    brings along, else of everyday."""
    question, shown = _OF_THE_FORM.subn("", task.reading.question)
    items = [*task.answer.items] if task.answer and not shown else []
    items = items or points(without_demands(question), task.topic, task.draws.below(60))
    items = items or points(question, "")
    if not items and task.given:
        words = dict.fromkeys(re.findall(r"\b[a-z]{4,}\b", task.material.lower()))
        items = [each for each in words if each not in _COMMON]
    return [*islice(cycle(dict.fromkeys([*items, *points("everyday words", "")])), count)]
