"""Lists and tables: things that were asked for, in one line or in rows under their columns."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import cycle, islice

from mockserver.chat.model.content.article import points
from mockserver.chat.model.demands import without_demands
from mockserver.chat.model.demands.form import Inline, TableForm
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.numbers import FIGURE, amount_of

_SUBJECTS = re.compile(
    r"(?i)(?:compar\w+|of|for|about|between|with rows? for)\s+"
    r"((?:[A-Z]?[\w+#.-]+(?:, (?:and )?| and | vs\.? )){1,9}[A-Z]?[\w+#.-]+)"
)
_NAMING = re.compile(
    r"name|item|product|language|city|country|feature|title|task|option|planet|fruit|animal|book"
    r"|subject|topic|person|word|tool|framework|database|term"
)
"""Columns that name the subject of a row."""

_SAYING = re.compile(
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
    if form.csv:
        return "\n".join(",".join(row) for row in [[*form.columns], *cells])
    rows = [[*form.columns], ["---"] * len(form.columns), *cells]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _subjects(task: Task, count: int) -> list[str]:
    if task.answer and len(task.answer.items) >= count:
        return [*task.answer.items][:count]
    listed = _SUBJECTS.search(task.reading.question)
    named = re.split(r",\s*(?:and )?| and | vs\.? ", listed[1]) if listed else []
    bare = (each.strip() for each in named)
    known = [each for each in bare if each and each.lower() not in ("columns", "rows", "the")]
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
    for pattern, written in _CELLS:
        if re.search(pattern, words):
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
    return form.separator.join(things(task, form.count or 4))


def wanted(task: Task) -> int:
    """The number of items that the request names, or 0."""
    counted = re.search(
        rf"\b({FIGURE})\s+(?:\w+\s+){{0,2}}\w+s\b", task.reading.question, re.IGNORECASE
    )
    return min(amount_of(counted[1]), 50) if counted else 0


def things(task: Task, count: int) -> list[str]:
    """So many things: those that answer or are asked for, else words of the text that the request
    brings along, else of everyday."""
    items = [*task.answer.items] if task.answer else []
    asked = without_demands(task.reading.question)
    items = items or points(asked, task.topic, task.draws.below(60))
    if not items and task.given:
        words = dict.fromkeys(re.findall(r"\b[a-z]{4,}\b", task.material.lower()))
        items = [each for each in words if each not in _COMMON]
    return [*islice(cycle(dict.fromkeys([*items, *points("everyday words", "")])), count)]
