"""Lists of objects: judged, found in the text, or made up; and objects without named keys.

`inferred.txt` has the patterns of texts that are records themselves, such as a line of a log.
"""

from __future__ import annotations

import json
import re
from typing import Any

from mockserver.chat.model.demands.typed import Schema
from mockserver.chat.model.forms import judging
from mockserver.chat.model.forms.documents import parts
from mockserver.chat.model.forms.places import NUMBERS, each_judged, judged_values, shapes_of
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.forms.words import is_named, named, words_of
from mockserver.chat.model.lists import is_place
from mockserver.chat.model.numbers import amount_of
from mockserver.chat.model.reading import Reading
from mockserver.chat.model.tables import table
from mockserver.chat.model.values.fields import flat_fields
from mockserver.chat.model.values.fill import filled_value
from mockserver.chat.model.values.finds import finds_in
from mockserver.chat.model.values.match import is_certain, match, nested
from mockserver.chat.model.values.records import records_in, remainder, without_loose_ends

_TABLE = table("forms/inferred.txt")

_READ = 12_000
_MOST = 50
_LONGEST = 1_000
"""The most characters read of an item."""


def records(
    task: Task, items: Schema, read: list[dict[str, Any]] | None = None
) -> list[dict[str, Any]]:
    """The records of the text: judged claims, names with their kinds, or parts.

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


def _named(task: Task, items: Schema) -> list[dict[str, Any]]:
    """The names in the text with their kinds."""
    shapes = shapes_of(items)
    is_kind = named("kind of a name").fullmatch
    kinds = [name for name, each in shapes.items() if each.get("enum") or is_kind(words_of(name))]
    others = [name for name in shapes if name not in kinds and shapes[name].get("type") == "string"]
    if len(kinds) != 1 or len(others) != 1 or len(shapes) != 2:
        return []
    options = shapes[kinds[0]].get("enum") or ["person", "organization", "place"]
    names = dict.fromkeys(find.text for find in finds_in(task.material) if find.kind == "name")
    return [{others[0]: name, kinds[0]: _kind_of_name(name, options)} for name in names]


def _kind_of_name(name: str, options: list[Any]) -> Any:
    """The option for a place, a person or a company, by the look of a name."""
    is_person = " " in name and not named("company").search(name)
    likely = ["of a person", "of a company"] if is_person else ["of a company", "of a person"]
    likely = ["of a place", *likely] if is_place(name) else likely
    fitting = (each for kind in likely for each in options if named(kind).match(str(each)))
    return next(fitting, options[0])


def _each_listed(task: Task, items: Schema) -> list[dict[str, Any]]:
    """An object for each item of a list in the prompt, unless an item has nothing for it."""
    rows = [*named("item").finditer(task.reading.question)][:_MOST]
    made = [
        _of_item(task, items, row["text"][:_LONGEST].strip(), int(row["number"] or number))
        for number, row in enumerate(rows, 1)
    ]
    return made if len(made) > 1 and all(made) else []


def _of_item(task: Task, items: Schema, text: str, number: int) -> Any:
    """The values that an item has for an object: read from it, judged by it, or its own text.

    A field for a text gets what is left of the item without the other values.
    """
    fields = flat_fields(items)
    texts = [each.name for each in fields if each.kind == "text" and not each.enum]
    matches = match([each for each in fields if each.name not in texts], text, task.now)
    rest = without_loose_ends(remainder(text, matches.values()))
    read = {name: each for name, each in matches.items() if is_certain(each)}
    alone = Task(Reading.of_text(text), (), task.key, task.now)
    values = judged_values(alone, items) | nested(read, fields)
    values |= {name: text if named("claim").fullmatch(name) else rest for name in texts}
    known = values | _numbers(items, number)
    return filled_value(items, known, task.key, text) if values else {}


# Made-up records


def to_invent(task: Task) -> re.Match[str] | None:
    """The words of a request for made-up records: their number and what they are."""
    kinds = ("invented", "to be invented")
    found = (named(kind).search(task.reading.question) for kind in kinds)
    return next(filter(None, found), None)


def invented(task: Task, items: Schema) -> list[dict[str, Any]]:
    """Made-up records, if the request asks for a number of them: `5 test users`.

    The identifiers of records are their numbers.
    """
    if (request := to_invent(task)) is None:
        return []
    shapes = shapes_of(items)
    shapes |= {name: {"type": "integer"} for name in _numbers(items, 0)}
    schema = items | {"title": request["noun"].removesuffix("s"), "properties": shapes}
    rows = enumerate(numbered(task, schema, min(amount_of(request["count"]), _MOST)), 1)
    return [filled_value(schema, row, b"%b %d" % (task.key, number), "") for number, row in rows]


def numbered(task: Task, items: Schema, count: int) -> list[dict[str, Any]]:
    """The numbers of `count` records that no text has, and their texts on the topic."""
    days = named("days").search(task.reading.question)
    shapes = {name: each for name, each in shapes_of(items).items() if "enum" not in each}
    texts = {name: parts(task, words_of(name), 5) for name in shapes}
    rows = []
    for number in range(amount_of(days["count"]) if days else count):
        row: dict[str, Any] = {}
        for name, own in texts.items():
            if own and shapes[name].get("type") == "string":
                row[name] = own[number % len(own)]
            elif own and shapes[name].get("type") == "array":
                row[name] = own[:3]
        rows.append(row | _numbers(items, number + 1))
    return rows


def _numbers(items: Schema, number: int) -> dict[str, int]:
    """The number of a record for the fields that hold it."""
    is_number = named("number of a record").fullmatch
    return {
        name: number
        for name, shape in shapes_of(items).items()
        if is_number(name) and (shape.get("type") in NUMBERS or shape == {"type": "string"})
    }


def inferred(text: str, *, is_plain: bool = False) -> Any:
    """The records that a text consists of, such as lines of a log; else its `key: value` pairs,
    if it is a request to convert them rather than `is_plain`."""
    text = text[:_READ]
    if found := [*map(_of_groups, _TABLE.find_all("record", text))]:
        return found if len(found) > 1 else found[0]
    asked = re.split(r"(?i)\bjson\b[^:\n]{0,40}:\s*", text)[-1]
    if is_plain or "{" in asked or not _TABLE.find("conversion", text):
        return None
    pairs = {pair["key"]: pair["value"] for pair in _TABLE.find_all("pair", asked)}
    named_pairs = {_key(name): _valued(value) for name, value in pairs.items()}
    return named_pairs if len(named_pairs) > 1 else None


def _of_groups(match: re.Match[str]) -> dict[str, Any]:
    """The named groups of a match that matched."""
    return {name: _valued(text) for name, text in match.groupdict().items() if text}


def _key(name: str) -> str:
    """A label as a key: `Unit price` becomes `unit_price`."""
    bare = re.sub(r"\W+", "_", name.strip())
    return bare.lower() if "_" in bare or bare.istitle() or bare.isupper() else bare


def _valued(text: str) -> Any:
    """A value as JSON writes it, else as a text."""
    bare = text.strip(" .\"'`")
    try:
        value = json.loads(bare.lower())
    except (ValueError, RecursionError):
        return bare
    return value if isinstance(value, int | float | None) else bare
