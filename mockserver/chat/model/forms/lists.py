"""Lists and tables: things that were asked for, in one line or in rows under their columns."""

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
from mockserver.chat.model.values.fill import filled
from mockserver.chat.structured.budget import Budget

_PAIRED = (
    pattern(r"(?<=[a-z,:] )((?:[A-Z][\w'-]* )+)\(([^()\n]{1,60})\)"),
    pattern(r"\b([A-Z][\w'-]*(?: [A-Z][\w'-]*)?) (?:is|costs|has|earns) (\$?\d[\w.,$€%]*\b)"),
)
"""A subject with what is told of it: `Oslo (Norway)`, `Ana is 31`."""

_OF_THE_FORM = pattern(
    r"(?i)\b(?:your|the) (?:response|answer|output|reply) (?:should|must|has to) be [^\n]*"
)
"""A sentence that tells and shows the form of the answer alone."""

_OTHER_WORDS = pattern(
    r"(?i)\b(?:versions?|variants?|variations?|alternatives?|rephras\w+|reword\w+|sub-?questions?)\b"
)
"""Said by a request for other wordings of a question that it brings."""

_COUNTED = pattern(rf"(?i)\b({FIGURE})\s+(?:\w+\s+){{0,2}}\w+s\b")
_QUALITIES = ("good", "simple", "useful", "common", "quick", "light")
_COMMON = frozenset(
    "comma separated list give with that only this from them what have following text words your "
    "items return provide please respond answer names name five three four keywords extract output"
    .split()
)  # fmt: skip


def table(task: Task, form: TableForm) -> str:
    """Rows about the subjects under the columns that were asked for."""
    question = task.reading.question
    told = next(filter(None, (each.findall(question) for each in _PAIRED)), [])
    cells = [[name.strip(), *said.split(", ")] for name, said in told]
    if not cells or any(len(row) != len(form.columns) for row in cells):
        subjects = enumerate(_subjects(task, form.rows))
        cells = [_row(task, form.columns, *each) for each in subjects]
    if form.csv:
        return "\n".join(",".join(row) for row in [[*form.columns], *cells])
    rows = [[*form.columns], ["---"] * len(form.columns), *cells]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _subjects(task: Task, count: int) -> list[str]:
    if task.answer and len(task.answer.items) >= count:
        return [*task.answer.items][:count]
    known = subjects_in(task.reading.question)
    known = known or points(without_demands(task.reading.question), task.topic)
    known += [f"{task.title or 'Item'} {number + 1}" for number in range(len(known), count)]
    return known[:count]


def _row(task: Task, columns: Sequence[str], row: int, subject: str) -> list[str]:
    """The subject in the first column that can name it, and in the others what is told of it."""
    numbered = ("id", "rank", "step", "no", "#")
    words = (each for each in columns if each.lower() not in numbered)
    opens = next((each for each in words if not named("remark").search(each)), "")
    is_person = opens.lower() == "name" and task.title in subject
    first = points("names", "", row)[0] if is_person else subject
    cells = {each: str(row + 1) if each.lower() in numbered else "" for each in columns}
    cells |= {each: cells[each] or _told(task, each, row, subject) for each in columns}
    return [*(cells | {opens: first}).values()]


def _told(task: Task, column: str, row: int, subject: str) -> str:
    """A known fact on a subject, else a sentence or a plausible value for the column."""
    if (found := task.answer_to(f"What is the {column} of {subject}?")) and len(found.value) < 40:
        return found.value
    if items := points(column, task.topic):
        return items[row % len(items)]
    if named("remark").search(column):
        return next(task.spare).rstrip(".")
    name = re.sub(r"\W+", "_", column.lower())
    key = b"%b %d" % (task.key, row)
    schema = object_of({name: schema_of_key(name)})
    value = json.loads(filled(schema, {}, key, subject, Budget.of_choices(1)))[name]
    if re.search(r"^[a-z]+ [a-z]+|\[", str(value)):
        return _QUALITIES[(row + len(name)) % len(_QUALITIES)]
    return str(value).removesuffix(".0")


def inline(task: Task, form: Inline) -> str:
    """Items with a separator between them."""
    items = things(task, form.count or 4)
    if form.labels:
        items = [f"{label} {item}" for label, item in zip(form.labels, items, strict=True)]
    return form.separator.join(items)


def count_asked(task: Task) -> int:
    """The number of items that the request names, or 0."""
    counted = _COUNTED.search(task.reading.question)
    return min(amount_of(counted[1]), 50) if counted else 0


def things(task: Task, count: int) -> list[str]:
    """So many things: those that answer or are asked for, else words of the text that the request
    brings along, else of everyday."""
    question, shown = _OF_THE_FORM.subn("", task.reading.question)
    topic = subject_of(task.asked) if task.asked and _OTHER_WORDS.search(question) else task.topic
    items = [*task.answer.items] if task.answer and not shown else []
    items = items or points(without_demands(question), topic, task.draws.below(60))
    items = items or points(question, "")
    if not items and task.given:
        words = dict.fromkeys(re.findall(r"\b[a-z]{4,}\b", task.material.lower()))
        items = [each for each in words if each not in _COMMON]
    return [*islice(cycle(dict.fromkeys([*items, *points("everyday words", "")])), count)]
