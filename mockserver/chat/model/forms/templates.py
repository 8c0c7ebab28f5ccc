"""Templates: lines with places to fill in, which the text of a prompt or a judgement fills."""

from __future__ import annotations

import re
from typing import Any

from mockserver.chat.model.demands.form import Label, Template
from mockserver.chat.model.demands.readers.templates import PLACE
from mockserver.chat.model.demands.shapes.typed import Schema, object_of, schema_of_scalar, shown
from mockserver.chat.model.forms.data.places import value_at
from mockserver.chat.model.forms.judging.choosing import chosen, offered
from mockserver.chat.model.forms.judging.claims import judged_items
from mockserver.chat.model.forms.judging.reasons import reason
from mockserver.chat.model.forms.slots import Slot
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.forms.words import NAMES, as_words
from mockserver.chat.model.reading.conversation import Reading
from mockserver.chat.model.text.texts import BULLET
from mockserver.chat.model.values.fill import filled_value, values_for
from mockserver.chat.model.values.matching.labels import pair_for

_LETTER = re.compile(r"\b(?:[XYZN]|HH|MM|SS)\b")
"""A place for a figure in a template: `X h Y min`, `HH:MM`."""


def template(task: Task, form: Template) -> str:
    """The template with a value in each place, and an explanation before or after it."""
    lines = form.text.split("\n")
    items = judged_items(task) if len(lines) == 1 else ()
    if items:
        return "\n".join(_of_item(task, form.text, *each) for each in enumerate(items, 1))
    own = re.compile(rf"[\"'`]?{re.escape(form.text)}[\"'`]?")  # Its own lines are no values.
    task = task.on(task.reading.asking(own.sub("", task.reading.question)))
    if written := _with_figures(form.text, task):
        return written
    following = [*lines[1:], ""]
    written = "\n".join(_row(task, *each) for each in zip(lines, following, strict=True))
    return f"{reason(task)}\n\n{written}" if form.last and task.sentences else written


def _with_figures(text: str, task: Task) -> str:
    """A template such as `X h Y min` with the figures of the answer, empty if it is no such one."""
    letters = _LETTER.findall(text)
    figures = re.findall(r"\d+", task.known.value) if len(letters) > 1 and task.known else []
    if not figures or len(letters) != len(figures):
        return ""
    rest = iter(figures)
    return _LETTER.sub(lambda letter: next(rest).zfill(len(letter[0])), text)


def _of_item(task: Task, row: str, number: int, item: str) -> str:
    """The line of a template for one of several items: its number, and what is judged of it."""
    alone = task.on(Reading.of_text(item))

    def filled(place: re.Match[str]) -> str:
        name = place[0].strip("<>[]{}")
        if NAMES.pattern("number of a record").fullmatch(name):
            return str(number)
        options = shown(name, "label").get("enum")
        choice = Label(tuple(options)) if options else offered(task, name, is_only=True)
        return chosen(alone, choice) if choice else str(value_of(alone, name, name))

    return PLACE.sub(filled, row)


def _row(task: Task, row: str, following: str) -> str:
    """A line with its places filled. A label without one gets a value, unless it heads a list."""
    label = NAMES.pattern("name of a place").match(row)
    name = label["name"] if label else ""
    if PLACE.search(row):
        return PLACE.sub(lambda place: _at(task, name, place[0]), row)
    is_heading = row.lstrip().startswith("#") or re.match(rf"\s*{BULLET}", following)
    if label and row.rstrip().endswith(":") and not is_heading:
        return f"{row.rstrip()} {value_of(task, name)}"
    return row


def _at(task: Task, name: str, place: str) -> str:
    """The value at a place, by the label of the line or else by the text of the place."""
    description = re.sub(r"^(?:XX?|N)$", "", place.strip("<>()[]{}.…_# "))
    is_only = isinstance(task.form, Template) and len(PLACE.findall(task.form.text)) == 1
    is_rating = place.startswith("[[") and place.endswith("]]")
    usual = "score" if is_rating else "answer"
    value = value_of(task, name or description or usual, description, is_only=is_only)
    shown = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    return f"[[{shown}]]" if is_rating else shown


def value_of(task: Task, name: str, description: str = "", *, is_only: bool = False) -> Any:
    """The value for a name, of the type and within the bounds that a description gives."""
    words, shape = as_words(name), shown(description, name) if description else {}
    if NAMES.matches("fake data", task.instructions):
        return filled_value(object_of({name: shape or {"type": "string"}}), {}, task.key, "")[name]
    bounds = NAMES.find("bounds", description)
    if bounds and (bounds[0] == description or NAMES.matches("score", description)):
        words, shape = "score", {"minimum": float(bounds["low"]), "maximum": float(bounds["high"])}
    elif shape.get("type") == "string" and "enum" not in shape:
        shape = {}
    if NAMES.matches("step", words) and not task.reading.payload.is_judged:
        return next(task.fillers)
    beside = {name: shape} if is_only else {}
    value = value_at(task, Slot(words, shape, beside, _read(task, name, shape), is_free=True))
    if value is None:
        return next(iter(task.sentences), task.title)
    return value.removeprefix("- ").replace("\n- ", " ") if isinstance(value, str) else value


def _read(task: Task, name: str, shape: Schema) -> Any:
    """The value that the prompt has for a name: after a label, else in its text, which has the
    values of all places of a template."""
    pair = None if shape else pair_for(as_words(name), task.reading.question)
    if pair and not (PLACE.search(pair.value) or pair.value.startswith("(")):
        return re.split(r"[.,;] ", pair.value)[0].rstrip(".")
    if NAMES.matches("gist", as_words(name)):
        return None
    rows = task.form.text.split("\n") if isinstance(task.form, Template) else ()
    labels = filter(None, map(NAMES.pattern("name of a place").match, rows))
    shapes = {each: schema_of_scalar(each) for each in (*(label["name"] for label in labels), name)}
    schema = object_of(shapes | ({name: shape} if shape else {}))
    return values_for(schema, task.material, task.now).get(name)
