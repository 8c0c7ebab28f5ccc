"""Data in the prompt, written in another format: JSON, CSV, TSV, YAML, TOML, XML or a table."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from textwrap import dedent
from typing import Any
from xml.sax.saxutils import unescape

from pydantic_core import from_json

from mockserver.chat.model.content.quoted import given
from mockserver.chat.model.content.quoted.rows import logged_rows
from mockserver.chat.model.demands.cue import CUES, Place
from mockserver.chat.model.demands.form import Echo, Form, JsonForm
from mockserver.chat.model.demands.shapes import schema_shown
from mockserver.chat.model.text.literals import as_json, as_text, json_at, scalar
from mockserver.chat.model.text.markup import as_toml, as_xml, as_yaml
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.text.rows import rows_of, table_of

_FENCED = pattern(r"```\w*\n(.*?)```", re.DOTALL)
_JSON = pattern(r"(?:^|(?<=[:>\s]))(?=[\[{]\s*[\"'\[{\d\]}\w])", re.MULTILINE)
_PAIR = pattern(r"^[ -]*[\w-]+(?: \w+){0,2}:(?: |$)", re.MULTILINE)
"""The label of a `label: value` line."""

_YAML_ROW = pattern(r" *(?:- |[\w-]+(?: \w+){0,2}:(?: |$)).{0,400}$")
_ELEMENT = pattern(r"(?s)<([A-Za-z]\w{0,60})([^<>]{0,400})(?<!/)>(.{0,8000}?)</\1>")
_ATTRIBUTE = pattern(r"([\w-]+)=[\"']([^\"']*)[\"']")
_TABLE = pattern(r"^[^|\n]*\|[^\n]*\n[^|\n]*\|", re.MULTILINE)
_MOST_ROWS = 300
"""The most rows of a text that are read as YAML."""

_LEAST_PAIRS = 2
"""The fewest pairs of keys and values that are YAML, not prose with a colon."""


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
    readers = _READERS if target and schema_shown(request) is None else (json_in,)
    for each in (text, message[:start].strip(), message[end:].strip(" :\n")):
        yield from _values_in(each, readers)
    items = given.items_in(text)  # With marks, since its first line is the request.
    if target and len(items) > 1 and not (text.startswith(items[0]) or schema_shown(message)):
        yield items


def changed(place: Place) -> Form | None:
    """JSON that is made of the JSON in the prompt, if there is some."""
    text = place.wording.message
    data = next(_values_in(text, _READERS[:2]), None)
    is_shape = CUES.matches("shape to return", text[: _start_of_json(text)][-120:])
    return None if data is None or is_shape else JsonForm("{}")


def data_of(text: str) -> Any:
    """The value of a text that is data, None if it is prose: JSON, rows, YAML, or pairs."""
    value = next(_values_in(text, _READERS), None)
    if value is not None:
        return value
    return {key: scalar(each) for key, each in given.as_written(given.items_in(text), 2)} or None


def _values_in(text: str, readers: Sequence[Callable[[str], Any]]) -> Iterator[Any]:
    """The values of a text that is data, as some readers find them."""
    for read in readers:
        with suppress(KeyError, TypeError, SyntaxError, ValueError, RecursionError):
            value = read(text)
            if value not in (None, [], {}):
                yield value


def json_in(text: str) -> Any:
    """The first JSON in a text."""
    start = _start_of_json(text)
    return None if start is None else json_at(text, start)


def _repaired_in(text: str) -> Any:
    """The first JSON in a text that is called broken, without its faults; lists are closed."""
    start = _start_of_json(text) if CUES.matches("broken data", text) else None
    rest = "" if start is None else CUES.changed("repaired", text[start:].strip("` \n"))
    return from_json(rest, allow_partial=True) if rest else None


def _start_of_json(text: str) -> int | None:
    """The index of the first JSON in a text, None if it is the shape of what is to be written."""
    start = _JSON.search(text)
    if start is None or CUES.pattern("open place").match(text, start.end()):
        return None
    is_shape = CUES.matches("shape before", text[: start.end()][-120:])
    return None if is_shape else start.end()


def _xml_in(text: str) -> Any:
    """The elements of XML in a text: each has its attributes and its children, else its value;
    elements of the same name are a list."""
    found: dict[str, list[Any]] = {}
    for tag, attributes, inner in _ELEMENT.findall(text):
        value = _xml_in(inner) or scalar(unescape(inner.strip()))
        if isinstance(value, dict):
            value = {**dict(_ATTRIBUTE.findall(attributes)), **value}
        found.setdefault(tag, []).append(value)
    return {name: values if values[1:] else values[0] for name, values in found.items()}


def _rows_in(text: str) -> list[dict[str, Any]]:
    """The rows of a log, of CSV or of a Markdown table."""
    if "|" in text and not _TABLE.search(text):
        return []
    header, *body = logged_rows(text, least=1) or rows_of(text) or [[]]
    return [dict(zip(header, map(scalar, row), strict=False)) for row in body]


def _yaml_in(text: str) -> Any:
    """The value of the lines of a text that are YAML; of blocks with the same keys, a list."""
    text = re.sub(r"\A[^\n]*:\n\n", "", text)  # The request.
    rows = [line for line in text.split("\n") if _YAML_ROW.match(line) or not line][:_MOST_ROWS]
    blocks = "\n".join(rows).split("\n\n")
    values = [_block(each) for each in blocks if len(_PAIR.findall(each)) >= _LEAST_PAIRS]
    if not values:
        return {}
    alike = [each for each in values if isinstance(each, dict) and each.keys() == values[0].keys()]
    return alike if len(alike) > 1 else _block("\n".join(filter(None, rows)))


def _block(text: str) -> Any:
    """The value of a block of YAML: a list, a mapping or a scalar."""
    text = dedent(text).strip("\n")
    if text.startswith("- "):
        return [_block(f"  {part[2:]}") for part in re.split(r"\n(?=-)", text)]
    if not _PAIR.match(text):
        return scalar(text.strip())
    pairs = (part.partition(":") for part in re.split(r"\n(?=[^\s-])", text))
    return {key: _block(value) for key, _, value in pairs}


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


_READERS: Sequence[Callable[[str], Any]] = (
    json_in,
    _repaired_in,
    _xml_in,
    _rows_in,
    lambda text: _rows_in(text.partition("\n")[2]),
    _yaml_in,
)
_WRITERS: Mapping[str, Callable[[Any], str]] = {
    "json": as_json, "yaml": as_yaml, "yml": as_yaml, "toml": as_toml,
    "tsv": lambda value: given.csv_of(_cells(value), "\t"),
    "csv": lambda value: given.csv_of(_cells(value)),
    "table": lambda value: table_of(_cells(value)),
    "csv;": lambda value: given.csv_of(_cells(value), ";"),
}  # fmt: skip
