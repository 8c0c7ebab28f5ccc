"""Lists in one line, and tables."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from itertools import cycle, islice

from mockserver.chat.model.content.article import list_items, requested_items
from mockserver.chat.model.content.topic import subject_of
from mockserver.chat.model.demands import without_demands
from mockserver.chat.model.demands.documents import subjects_in
from mockserver.chat.model.demands.form import Inline, TableForm
from mockserver.chat.model.demands.keys import schema_of_key
from mockserver.chat.model.demands.typed import object_of
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.forms.words import named
from mockserver.chat.model.numbers import FIGURE, amount_of
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.values.fill import filled, records_in
from mockserver.chat.structured.budget import Budget

_PAIRED = (
    pattern(r"(?<=[a-z,:] )((?:[A-Z][\w'-]* )+)\(([^()\n]{1,60})\)"),
    pattern(r"\b([A-Z][\w'-]*(?: [A-Z][\w'-]*)?) (?:is|costs|has|earns) (\$?\d[\w.,$€%]*\b)"),
)
"""A subject with a fact: `Oslo (Norway)`, `Ana is 31`."""

_COUNTED = pattern(rf"(?i)\b({FIGURE})\s+(?:\w+\s+){{0,2}}\w+s\b")
_QUALITIES = ("good", "simple", "useful", "common", "quick", "light")


def table(task: Task, form: TableForm) -> str:
    """A table of the requested columns, with a row for each subject."""
    question = task.reading.question
    cells = _read(task, form.columns)
    if not cells:
        pairs = next(filter(None, (each.findall(question) for each in _PAIRED)), [])
        cells = [[name.strip(), *facts.split(", ")] for name, facts in pairs]
    if not cells or any(len(row) != len(form.columns) for row in cells):
        cells = _rows_about(task, form.columns, form.rows)
    if form.csv:
        return "\n".join(",".join(row) for row in [[*form.columns], *cells])
    rows = [[*form.columns], ["---"] * len(form.columns), *cells]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _read(task: Task, columns: Sequence[str]) -> list[list[str]]:
    """The rows of a text that has several records with a value for every column, else none."""
    text = task.text if task.text != task.reading.question else _after_colon(task.text)
    names = [re.sub(r"\W+", "_", each.lower()) for each in columns]
    schema = object_of({name: schema_of_key(name) for name in names})
    rows = records_in(schema, text, task.now) if "|" not in text else []
    return [[_shown(row[name]) for name in names] for row in rows] if len(rows) > 1 else []


def _after_colon(text: str) -> str:
    return text.partition(": ")[2] or text.partition(":\n")[2]


def _shown(value: object) -> str:
    return f"{value:.2f}" if isinstance(value, float) else str(value)


def _rows_about(task: Task, columns: Sequence[str], count: int) -> list[list[str]]:
    """A row for each subject: it is in the first column for names, and facts or values in the
    others."""
    numbered = [each for each in columns if each.lower() in ("id", "rank", "step", "no", "#")]
    naming = (each for each in columns if each not in numbered and not named("remark").search(each))
    title = next(naming, "")
    rows = []
    for number, subject in enumerate(_subjects(task, columns, title, count)):
        known = {title: subject} | dict.fromkeys(numbered, str(number + 1))
        rows.append([known.get(each) or _cell(task, each, number, subject) for each in columns])
    return rows


def _subjects(task: Task, columns: Sequence[str], title: str, count: int) -> list[str]:
    """The subjects of a table: answers, or those that the request or the title column names."""
    listed = task.answer or task.answer_to(f"List the {task.topic}.")
    answers = [*listed.items] if listed else []
    known = answers if len(answers) >= count else subjects_in(task.reading.question)
    if known and {*known} <= {*columns}:
        known = list_items("aspects", "")
    request = without_demands(task.reading.question)
    kinds = (list_items(title, task.topic), requested_items(request, task.topic))
    known = known or next(filter(None, kinds if title.lower() != "name" else kinds[::-1]), [])
    known += [f"{task.title} {number + 1}" for number in range(len(known), count)]
    return known[:count]


def _cell(task: Task, column: str, row: int, subject: str) -> str:
    """A known fact about a subject, else a sentence or a plausible value for the column."""
    found = task.answer_to(f"What is the {column} of {subject}?")
    if found and not found.items and len(found.value) < 40:
        return found.value
    if items := list_items(column, task.topic):
        return items[row % len(items)]
    if named("remark").search(column):
        return next(task.fillers).rstrip(".")
    name = re.sub(r"\W+", "_", column.lower())
    key = b"%b %d" % (task.key, row)
    schema = object_of({name: schema_of_key(name)})
    value = json.loads(filled(schema, {}, key, subject, Budget.of_choices(1)))[name]
    if re.search(r"^[a-z]+ [a-z]+|\[", str(value)):
        return _QUALITIES[(row + len(name)) % len(_QUALITIES)]
    return str(value).removesuffix(".0")


def inline(task: Task, form: Inline) -> str:
    """Items in one line, with a separator between them."""
    known = len(task.known.items) if task.known else 0
    items = things(task, form.count or known or 4)
    if form.labels:
        items = [f"{label} {item}" for label, item in zip(form.labels, items, strict=True)]
    return form.separator.join(items)


def count_requested(task: Task) -> int:
    """The number of items that the request asks for, or 0."""
    counted = _COUNTED.search(task.reading.question)
    return min(amount_of(counted[1]), 50) if counted else 0


def things(task: Task, count: int) -> list[str]:
    """The first `count` items from the answer, a known list, the text, or everyday words."""
    question, forms = named("about the form").subn("", task.reading.question)
    is_reworded = task.last_question and named("other wordings").search(question)
    topic = subject_of(task.last_question) if is_reworded else task.topic
    items = [*task.answer.items] if task.answer and not forms else []
    items = items or requested_items(question, topic) or list_items(question, topic)
    if not items and task.text:
        content = named("of the request").sub("", task.material.lower())
        items = re.findall(r"\b[a-z]{4,}\b", content)
    return [*islice(cycle(dict.fromkeys([*items, *list_items("everyday words", "")])), count)]
