"""Lists in one line, and tables."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from itertools import cycle, islice

from mockserver.chat.model.content.article import points
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
from mockserver.chat.model.values.fill import filled, values_for
from mockserver.chat.structured.budget import Budget

_PAIRED = (
    pattern(r"(?<=[a-z,:] )((?:[A-Z][\w'-]* )+)\(([^()\n]{1,60})\)"),
    pattern(r"\b([A-Z][\w'-]*(?: [A-Z][\w'-]*)?) (?:is|costs|has|earns) (\$?\d[\w.,$€%]*\b)"),
)
"""A subject with a fact: `Oslo (Norway)`, `Ana is 31`."""

_COUNTED = pattern(rf"(?i)\b({FIGURE})\s+(?:\w+\s+){{0,2}}\w+s\b")
_ORDER = pattern(r"(?im)^\W*(?:please )?(?:name|list)\b")
"""A command to name or list things, which asks for no names."""

_QUALITIES = ("good", "simple", "useful", "common", "quick", "light")


def table(task: Task, form: TableForm) -> str:
    """A table of the requested columns, with a row for each subject."""
    question = task.reading.question
    cells = _read(task, form.columns)
    if not cells:
        pairs = next(filter(None, (each.findall(question) for each in _PAIRED)), [])
        cells = [[name.strip(), *facts.split(", ")] for name, facts in pairs]
    if not cells or any(len(row) != len(form.columns) for row in cells):
        subjects = enumerate(_subjects(task, form.columns, form.rows))
        cells = [_row(task, form.columns, *each) for each in subjects]
    if form.csv:
        return "\n".join(",".join(row) for row in [[*form.columns], *cells])
    rows = [[*form.columns], ["---"] * len(form.columns), *cells]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _read(task: Task, columns: Sequence[str]) -> list[list[str]]:
    """The rows of a text whose parts all have a value for every column, else none."""
    names = [re.sub(r"\W+", "_", each.lower()) for each in columns]
    schema = object_of({name: schema_of_key(name) for name in names})
    text = task.text if task.text != task.reading.question else _after_colon(task.text)
    for parting in _PARTS if "|" not in text else ():
        parts = [part for part in re.split(parting, text) if part.strip()]
        rows = [values_for(schema, part, task.now) for part in parts]
        if len(rows) > 1 and all(len(row) == len(names) for row in rows):
            return [[_shown(row[name]) for name in names] for row in rows]
    return []


_PARTS = (r"\n+", r"(?<=[.;!?])\s+", r"[,;]\s+(?:and )?|\s+and\s+")
"""Where one row of a text may end and the next begin."""


def _after_colon(text: str) -> str:
    return text.partition(": ")[2] or text.partition(":\n")[2]


def _shown(value: object) -> str:
    return f"{value:.2f}" if isinstance(value, float) else str(value)


def _subjects(task: Task, columns: Sequence[str], count: int) -> list[str]:
    answers = [*task.answer.items] if task.answer else []
    known = answers if len(answers) >= count else subjects_in(task.reading.question)
    if known and {*known} <= {*columns}:
        known = [*points("aspects", "")]
    known = known or points(without_demands(task.reading.question), task.topic)
    known += [f"{task.title} {number + 1}" for number in range(len(known), count)]
    return known[:count]


def _row(task: Task, columns: Sequence[str], row: int, subject: str) -> list[str]:
    """A row of cells: the subject in the first column for names, facts or values in the others."""
    numbered = [each for each in columns if each.lower() in ("id", "rank", "step", "no", "#")]
    naming = (each for each in columns if each not in numbered and not named("remark").search(each))
    title = next(naming, "")
    is_person = title.lower() == "name" and task.title in subject
    first = points("names", "", row)[0] if is_person else subject
    known = {title: first} | dict.fromkeys(numbered, str(row + 1))
    return [known.get(each) or _cell(task, each, row, subject) for each in columns]


def _cell(task: Task, column: str, row: int, subject: str) -> str:
    """A known fact about a subject, else a sentence or a plausible value for the column."""
    if (found := task.answer_to(f"What is the {column} of {subject}?")) and len(found.value) < 40:
        return found.value
    if items := points(column, task.topic):
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
    items = items or points(without_demands(question), topic, task.draws.below(60))
    items = items or points(_ORDER.sub("", question), "")
    if not items and task.text:
        content = named("of the request").sub("", task.material.lower())
        items = re.findall(r"\b[a-z]{4,}\b", content)
    return [*islice(cycle(dict.fromkeys([*items, *points("everyday words", "")])), count)]
