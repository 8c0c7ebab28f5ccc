"""Templates: texts whose places the reply fills, such as `Score: <number>`."""

from __future__ import annotations

import re
from typing import Any

from mockserver.chat.model.demands.form import Template
from mockserver.chat.model.demands.notations import PLACE
from mockserver.chat.model.demands.typed import object_of, shown
from mockserver.chat.model.forms.objects import values_of
from mockserver.chat.model.forms.places import RANGE, Slot, judged, reason
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.forms.words import named, words_of
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.values.labels import pair_for

_BOUNDS = pattern(RANGE)
_LABEL = pattern(r"[\W]*([A-Za-z][\w /()-]{0,40}?)[^\w=]*[:=]")


def template(task: Task, form: Template) -> str:
    """The template with a value in each place, and an explanation before or after it."""
    lines = form.text.split("\n")
    rows = [_row(task, *pair) for pair in zip(lines, [*lines[1:], ""], strict=True)]
    written = "\n".join(rows)
    if form.first:
        return f"{written}\n{reason(task)}"
    return f"{reason(task)}\n\n{written}" if form.last and task.sentences else written


def _row(task: Task, row: str, following: str) -> str:
    """A line with its places filled. A label without one gets a value, unless it heads a list."""
    label = _LABEL.match(row)
    name = label[1] if label else ""
    if PLACE.search(row):
        return PLACE.sub(lambda place: _at(task, name, place[0]), row)
    is_heading = row.lstrip().startswith("#") or re.match(r"\s*(?:\d+[.)]|[-*])", following)
    if label and row.rstrip().endswith(":") and not is_heading:
        return f"{row.rstrip()} {value_of(task, name)}"
    return row


def _at(task: Task, name: str, place: str) -> str:
    """The value at a place, by the label of the line or else by the text of the place."""
    description = re.sub(r"^(?:XX?|N)$", "", place.strip("<>[]{}.…_# "))
    value = value_of(task, name or description or "answer", description)
    return f"[[{value}]]" if place.startswith("[[") and place.endswith("]]") else str(value)


def value_of(task: Task, name: str, description: str = "") -> Any:
    """The value for a name, of the type and within the bounds that a description gives."""
    words, shape = words_of(name), shown(description, name) if description else {}
    bounds = _BOUNDS.search(description)
    if bounds and (bounds[0] == description or named("score").search(description)):
        words, shape = "score", {"minimum": float(bounds[1]), "maximum": float(bounds[2])}
    elif shape.get("type") == "string" and "enum" not in shape:
        shape = {}
    if named("step").search(words):
        return next(task.fillers)
    value = judged(task, Slot(words, shape))
    pair = pair_for(words, task.reading.question) if value is None else None
    if pair and not PLACE.search(pair.value):
        return re.split(r"[.,;] ", pair.value)[0].rstrip(".")
    if value is None:
        value = values_of(task, object_of({words: shape or {"type": "string"}})).get(words)
    if isinstance(value, str):
        value = value.removeprefix("- ").replace("\n- ", " ")
    return next(iter(task.sentences), task.title) if value is None else value
