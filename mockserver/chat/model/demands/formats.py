"""Data in the prompt, written in another format: JSON, CSV, YAML or a Markdown table."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any

from mockserver.chat.model.content.given import csv_of
from mockserver.chat.model.demands.cue import Place
from mockserver.chat.model.demands.form import Echo, Form
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.texts import json_at, rows_of, table_of

_FENCED = pattern(r"```\w*\n(.*?)```", re.DOTALL)
_JSON = pattern(r"(?:^|(?<=[:>]))\s*(?=[\[{]\s*[\"\[{\d\]}])", re.MULTILINE)
_PAIR = pattern(r"[\w-]+:(?: |$)")
_YAML_ROW = pattern(r"(?:- |[\w-]+:(?: |$)).{0,400}$")
_MOST_ROWS = 1_000
_LEAST_PAIRS = 2
_LONGEST_TITLE = 3
"""The most words of a title of a column."""


def converted(place: Place) -> Form | None:
    """The data of the prompt in another format, if the prompt brings data."""
    message = place.wording.message
    fenced = _FENCED.search(message)
    text = fenced[1] if fenced else message[place.match.start() :]
    write = _WRITERS[place["target"].lower()]
    for read in (_json_in, _rows_in, _yaml_in):
        with suppress(TypeError, RecursionError):
            value = read(text if fenced else text.strip())
            if value not in (None, [], {}):
                return Echo(write(value).strip())
    return None


def _json_in(text: str) -> Any:
    start = _JSON.search(text)
    return json_at(text, start.end()) if start else None


def _rows_in(text: str) -> list[dict[str, Any]]:
    """The rows of CSV or of a Markdown table."""
    is_table = re.search(r"(?m)^\s*\|", text)
    header, *body = (rows_of(text) if is_table or "|" not in text else []) or [[]]
    is_header = all(len(cell.split()) <= _LONGEST_TITLE for cell in header)
    return [dict(zip(header, map(_scalar, row), strict=False)) for row in body if is_header]


def _yaml_in(text: str) -> Any:
    """The value of the lines of a text that are YAML."""
    rows = [(len(line) - len(line.lstrip()), line.strip()) for line in text.split("\n")]
    read = [row for row in rows[:_MOST_ROWS] if _YAML_ROW.match(row[1])]
    pairs = [text for _, text in read if _PAIR.match(text.removeprefix("- "))]
    return _block(read) if len(pairs) >= _LEAST_PAIRS else {}


def _block(rows: list[tuple[int, str]]) -> Any:
    """The value of rows of YAML, each with its indentation: a list, a mapping or a scalar."""
    indent, first = rows[0]
    is_list = first.startswith("- ")
    parts: list[list[tuple[int, str]]] = []
    for row in rows:
        if not parts or (row[0] == indent and row[1].startswith("- ") == is_list):
            parts.append([])
        parts[-1].append(row)
    if is_list:
        return [_block([(indent + 2, head[1][2:].strip()), *rest]) for head, *rest in parts]
    if not _PAIR.match(first):
        return _scalar(first)
    pairs = ((head[1].partition(":"), rest) for head, *rest in parts)
    return {
        key: _block(rest) if rest else _scalar(value.strip()) for (key, _, value), rest in pairs
    }


def _scalar(text: str) -> Any:
    """A number or a boolean if a text is one, else the text."""
    with suppress(ValueError, RecursionError):
        value = json.loads(text)
        return value if isinstance(value, (int, float, bool, list, type(None))) else str(value)
    return text.strip("'\"")


def _as_json(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)


def _cells(value: Any) -> list[list[str]]:
    """The header and the rows of records. Raises TypeError if the value has no records."""
    inner = [*value.values()] if isinstance(value, dict) else []
    value = inner[0] if len(inner) == 1 and isinstance(inner[0], list) else value
    records = value if isinstance(value, list) else [value]
    if not all(isinstance(each, Mapping) for each in records):
        raise TypeError(value)
    columns = [*dict.fromkeys(name for record in records for name in record)]
    return [columns, *([_cell(record.get(name, "")) for name in columns] for record in records)]


def _cell(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def as_yaml(value: Any) -> str:
    """A value of JSON in YAML."""
    return "\n".join(_yaml(value))


def _yaml(value: Any) -> Iterator[str]:
    """The lines of a value in YAML."""
    if isinstance(value, dict):
        for name, each in value.items():
            is_nested = isinstance(each, (dict, list)) and each
            lines = [*_yaml(each)]
            yield f"{name}:" if is_nested else f"{name}: {lines[0]}"
            yield from (f"  {line}" for line in lines if is_nested)
    elif isinstance(value, list) and value:
        for each in value:
            first, *rest = _yaml(each)
            yield f"- {first}"
            yield from (f"  {line}" for line in rest)
    else:
        is_plain = isinstance(value, str) and _scalar(value) == value
        is_safe = is_plain and not re.search(r"[:#\n]|^\W", value)
        yield value if is_safe else json.dumps(value, ensure_ascii=False)


_WRITERS: Mapping[str, Callable[[Any], str]] = {
    "json": _as_json, "csv": lambda value: csv_of(_cells(value)),
    "table": lambda value: table_of(_cells(value)), "yaml": as_yaml, "yml": as_yaml,
}  # fmt: skip
