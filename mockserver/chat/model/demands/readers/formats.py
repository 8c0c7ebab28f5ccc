"""Demands for the data of the prompt in another format: JSON, CSV, YAML, TOML, XML or a table."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any

from mockserver.chat.model.content.quoted.lists import given
from mockserver.chat.model.demands.cue import CUES, Place
from mockserver.chat.model.demands.data import (
    JSON_READERS,
    READERS,
    json_in,
    start_of_json,
    values_found,
)
from mockserver.chat.model.demands.form import Echo, Form, JsonForm
from mockserver.chat.model.demands.shapes.shapes import schema_shown
from mockserver.chat.model.text.literals import as_json, as_text
from mockserver.chat.model.text.markup import as_toml, as_xml, as_yaml
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.text.rows import table_of

_FENCED = pattern(r"```\w*\n(.*?)```", re.DOTALL)


def converted(place: Place) -> Form | None:
    """The data of the prompt in another format, if the prompt brings data."""
    message, target = place.wording.message, place["target"].lower() or "json"
    request, _ = given.request_and_text(message)
    has_columns = target == "table" and CUES.matches("columns", request)
    for value in _values_to_convert(place, request):
        if has_columns and isinstance(value, dict):  # Its pairs are rows.
            return None
        with suppress(KeyError, TypeError, RecursionError):
            if target == "xml":
                return Echo(as_xml(value, CUES.text("root element", message)))
            is_parted = target == "csv" and CUES.text("separator of cells", message) == ";"
            return Echo(_WRITERS["csv;" if is_parted else target](value).strip())
    return None


def _values_to_convert(place: Place, request: str) -> Iterator[Any]:
    """The values that a prompt may bring: in a fence, below the request or above it, and as a list
    without marks."""
    message, target = place.wording.message, place["target"]
    start, end = place.match.start() if target else 0, place.match.end()
    fenced = _FENCED.search(message)
    text = fenced[1] if fenced else message[start:].strip()
    readers = READERS if target and schema_shown(request) is None else (json_in,)
    for each in (text, message[:start].strip(), message[end:].strip(" :\n")):
        yield from values_found(each, readers)
    items = given.items_in(text)  # With marks, since its first line is the request.
    if target and len(items) > 1 and not (text.startswith(items[0]) or schema_shown(message)):
        yield items


def changed(place: Place) -> Form | None:
    """JSON that is made of the JSON in the prompt, if there is some."""
    text = place.wording.message
    data = next(values_found(text, JSON_READERS), None)
    is_shape = CUES.matches("shape to return", text[: start_of_json(text)][-120:])
    return None if data is None or is_shape else JsonForm("{}")


def _cells(value: Any) -> list[list[str]]:
    """The header and the rows of records. Raises TypeError if the value has no records, or if no
    two of them share a column."""
    while (
        isinstance(value, dict)
        and len(value) == 1
        and isinstance(next(iter(value.values())), (dict, list))
    ):
        value = next(iter(value.values()))
    records = value if isinstance(value, list) else [value]
    if not all(isinstance(each, Mapping) for each in records):
        raise TypeError(value)
    columns = [*dict.fromkeys(name for record in records for name in record)]
    if len(records) > 1 and len(columns) == sum(map(len, records)):
        raise TypeError(value)
    return [columns, *([as_text(record.get(name, "")) for name in columns] for record in records)]


_WRITERS: Mapping[str, Callable[[Any], str]] = {
    "json": as_json, "yaml": as_yaml, "yml": as_yaml, "toml": as_toml,
    "tsv": lambda value: given.csv_of(_cells(value), "\t"),
    "csv": lambda value: given.csv_of(_cells(value)),
    "table": lambda value: table_of(_cells(value)),
    "csv;": lambda value: given.csv_of(_cells(value), ";"),
}  # fmt: skip
