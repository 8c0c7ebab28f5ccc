"""Records: the objects of a list, one for each item, line or sentence of the text in a prompt."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from mockserver.chat.model.demands.typed import Schema
from mockserver.chat.model.forms import judging
from mockserver.chat.model.forms.documents import parts
from mockserver.chat.model.forms.places import (
    NUMBERS,
    each_judged,
    judged_values,
    shapes_of,
)
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.forms.words import is_named, named, words_of
from mockserver.chat.model.lists import is_place
from mockserver.chat.model.numbers import amount_of
from mockserver.chat.model.reading import Reading
from mockserver.chat.model.values.fields import flat_fields
from mockserver.chat.model.values.fill import filled_value
from mockserver.chat.model.values.finds import finds_in
from mockserver.chat.model.values.match import is_certain, match, nested
from mockserver.chat.model.values.records import records_in, remainder, without_loose_ends

_MOST = 50
_LONGEST = 1_000
"""The most characters read of an item."""

_LETTERS = "ABCD"
"""The letters of the options of a question."""


def records(
    task: Task, items: Schema, read: list[dict[str, Any]] | None = None
) -> list[dict[str, Any]]:
    """The records of the text: questions on it, judged claims, names, or parts.

    `read` are the records that the fields alone find in it.
    """
    chosen = judged_values(task, items)
    if any(is_named("choice", name) for name in chosen) and judging.chosen_row(task):
        return [chosen]
    return (
        each_judged(task, items)
        or _named(task, items)
        or read
        or records_in(items, task.text, task.now)
        or _each_listed(task, items)
    )


def invented(task: Task, items: Schema) -> list[dict[str, Any]]:
    """Made-up records, if the request asks for a number of them: `5 test users`.

    The identifiers of records are their numbers.
    """
    if (request := to_invent(task)) is None:
        return []
    shapes = {
        name: {"type": "integer"} if _is_number_of_record(name, shape) else shape
        for name, shape in shapes_of(items).items()
    }
    schema = items | {"title": request["noun"].removesuffix("s"), "properties": shapes}
    rows = numbered(task, schema, min(amount_of(request["count"]), _MOST))
    keys = (b"%b %d" % (task.key, number) for number in range(1, len(rows) + 1))
    return [filled_value(schema, row, key, "") for row, key in zip(rows, keys, strict=True)]


def numbered(task: Task, items: Schema, count: int) -> list[dict[str, Any]]:
    """The numbers of `count` records that no text has, and their texts on the topic."""
    days = named("days").search(task.reading.question)
    shapes = shapes_of(items).items()
    kinds = {name: each.get("type") for name, each in shapes if "enum" not in each}
    texts = {name: parts(task, words_of(name), 5) for name in kinds}
    rows = []
    for number in range(amount_of(days["count"]) if days else count):
        own = {name: each[number % len(each)] for name, each in texts.items() if each}
        own = {name: each for name, each in own.items() if kinds[name] == "string"}
        lists = {name: each[:3] for name, each in texts.items() if kinds[name] == "array" and each}
        rows.append(own | lists | _numbers(items, number + 1))
    return rows


def to_invent(task: Task) -> re.Match[str] | None:
    """The words of a request for made-up records: their number and what they are."""
    kinds = ("invented", "to be invented")
    found = (named(kind).search(task.reading.question) for kind in kinds)
    return next(filter(None, found), None)


def _numbers(items: Schema, number: int) -> dict[str, int]:
    """The number of a record for the fields that hold it."""
    shapes = shapes_of(items).items()
    return {name: number for name, shape in shapes if _is_number_of_record(name, shape)}


def _is_number_of_record(name: str, shape: Schema) -> bool:
    is_number = shape.get("type") in NUMBERS or shape == {"type": "string"}
    return is_number and bool(named("number of a record").fullmatch(name))


def _each_listed(task: Task, items: Schema) -> list[dict[str, Any]]:
    """An object for each item of a list in the prompt, unless an item has nothing for it."""
    rows = [*named("item").finditer(task.reading.question)][:_MOST]
    made = [
        _of_item(task, items, row["text"][:_LONGEST].strip(), int(row["number"] or number))
        for number, row in enumerate(rows, 1)
    ]
    return made if len(made) > 1 and all(made) else []


def _of_item(task: Task, items: Schema, text: str, number: int) -> dict[str, Any]:
    """The values that an item has for an object: read from it, judged by it, or its own text.

    A field for a text gets what is left of the item without the other values.
    """
    fields = flat_fields(items)
    texts = [each for each in fields if (each.type, each.kind, each.enum) == ("string", "text", ())]
    matches = match([each for each in fields if each not in texts], text, task.now)
    rest = without_loose_ends(remainder(text, matches.values()))
    alone = Task(Reading.of_text(text), (), task.key, task.now)
    verdicts = judged_values(alone, items)
    read = {name: each for name, each in matches.items() if is_certain(each)}
    values = nested(matches, fields) | verdicts | nested(read, fields)
    values |= {each.name: text if named("claim").fullmatch(each.name) else rest for each in texts}
    if not values:
        return {}
    known = values | _numbers(items, number)
    made: dict[str, Any] = filled_value(items, known, task.key, text)
    return made


def _named(task: Task, items: Schema) -> list[dict[str, Any]]:
    """The names in the text with their kinds."""
    shapes = shapes_of(items)
    kind = next((name for name, shape in shapes.items() if shape.get("enum")), "")
    kind = kind or next(
        (name for name in shapes if named("kind of a name").fullmatch(words_of(name))), ""
    )
    other = next((name for name in shapes if name != kind), "")
    if not kind or len(shapes) != 2 or shapes[other].get("type") != "string":
        return []
    options = [str(option) for option in shapes[kind].get("enum", ())]
    names = dict.fromkeys(find.text for find in finds_in(task.material) if find.kind == "name")
    return [{other: name, kind: _kind_of_name(name, options)} for name in names]


def _kind_of_name(name: str, options: Sequence[str] = ()) -> str:
    """The option for a place, a person or a company, by the look of a name."""
    options = options or ("person", "organization", "place")
    is_person = " " in name and not named("company").search(name)
    kinds = ["of a person", "of a company"] if is_person else ["of a company", "of a person"]
    kinds = ["of a place", "of a person"] if is_place(name) else kinds
    fitting = (each for kind in kinds for each in options if named(kind).match(each))
    return next(fitting, options[0])
