"""Data in the prompt, written in another format: JSON, CSV, YAML or a Markdown table."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from io import StringIO
from typing import Any

from mockserver.chat.model.demands.cue import Place
from mockserver.chat.model.demands.form import Echo, Form
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.texts import json_at, rows_of, table_of

_FENCED = pattern(r"```\w*\n(.*?)```", re.DOTALL)
_JSON = pattern(r"(?:^|(?<=[:>]))\s*(?=[\[{]\s*[\"\[{\d\]}])", re.MULTILINE)
_PAIR = pattern(r"([\w -]+):(?: (.*))?")
_LEAST_PAIRS = 2
_LONGEST_TITLE = 3
"""The most words of a title of a column."""
_MOST_DEPTH = 20


def converted(place: Place) -> Form | None:
    """The data of the prompt in another format, if the prompt brings data."""
    message = place.wording.message
    fenced = _FENCED.search(message)
    text = fenced[1] if fenced else message[place.match.start() :]
    write = _WRITERS[place["target"].lower()]
    for read in (_json_in, _rows_in, _yaml_in):
        value = read(text if fenced else text.strip())
        with suppress(TypeError, RecursionError):
            if value not in (None, [], {}):
                return Echo(write(value).strip())
    return None


# Reading


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
    """Mappings and lists of YAML in blocks."""
    rows = [row for row in text.split("\n") if row.strip()]
    if sum(bool(_PAIR.fullmatch(row.lstrip("- "))) for row in rows[1:]) < _LEAST_PAIRS:
        return None
    starts = (number for number, row in enumerate(rows[1:], 1) if _PAIR.fullmatch(row.lstrip("- ")))
    lines = rows[next(starts, len(rows)) :]
    return _block([(len(line) - len(line.lstrip()), line.strip()) for line in lines])


def _block(lines: Sequence[tuple[int, str]], depth: int = 0) -> Any:
    """The value of lines, each with its indentation."""
    if not lines or depth > _MOST_DEPTH:
        return None
    least = lines[0][0]
    starts = [number for number, (indent, _) in enumerate(lines) if indent <= least]
    parts = [lines[start:end] for start, end in zip(starts, [*starts[1:], len(lines)], strict=True)]
    if lines[0][1].startswith("- "):
        items = ([(least + 2, part[0][1][2:].strip()), *part[1:]] for part in parts)
        return [_block(item, depth + 1) for item in items]
    pairs = [_PAIR.fullmatch(part[0][1]) for part in parts]
    if not all(pairs):
        return _scalar(lines[0][1]) if len(lines) == 1 else None
    return {
        pair[1]: _scalar(pair[2]) if pair[2] else _block(part[1:], depth + 1)
        for pair, part in zip(pairs, parts, strict=True)
        if pair
    }


def _scalar(text: str) -> Any:
    """A number or a boolean if a text is one, else the text."""
    with suppress(ValueError, RecursionError):
        value = json.loads(text)
        return value if isinstance(value, (int, float, bool, list, type(None))) else str(value)
    return text.strip("'\"")


# Writing


def _as_json(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)


def _as_csv(value: Any) -> str:
    written = StringIO()
    csv.writer(written, lineterminator="\n").writerows(_cells(value))
    return written.getvalue()


def _as_table(value: Any) -> str:
    return table_of([[*map(str, row)] for row in _cells(value)])


def _cells(value: Any) -> Iterator[list[Any]]:
    """The header and the rows of records. Raises TypeError if the value has no records."""
    inner = [*value.values()] if isinstance(value, dict) else []
    value = inner[0] if len(inner) == 1 and isinstance(inner[0], list) else value
    records = value if isinstance(value, list) else [value]
    if not all(isinstance(each, Mapping) for each in records):
        raise TypeError(value)
    columns = dict.fromkeys(name for record in records for name in record)
    yield [*columns]
    for record in records:
        yield [_cell(record.get(name, "")) for name in columns]


def _cell(value: Any) -> Any:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def as_yaml(value: Any) -> str:
    """A value of JSON in YAML."""
    return "\n".join(_yaml(value))


def _yaml(value: Any) -> Iterator[str]:
    """The lines of a value in YAML."""
    if isinstance(value, dict):
        for name, each in value.items():
            if isinstance(each, (dict, list)) and each:
                yield f"{name}:"
                yield from (f"  {line}" for line in _yaml(each))
            else:
                yield f"{name}: {_yaml_scalar(each)}"
    elif isinstance(value, list):
        for each in value:
            first, *rest = _yaml(each)
            yield f"- {first}"
            yield from (f"  {line}" for line in rest)
    else:
        yield _yaml_scalar(value)


def _yaml_scalar(value: Any) -> str:
    if isinstance(value, str) and _scalar(value) == value and not re.search(r"[:#\n]|^\W", value):
        return value
    return json.dumps(value, ensure_ascii=False)


_WRITERS: Mapping[str, Callable[[Any], str]] = {
    "json": _as_json, "csv": _as_csv, "table": _as_table, "yaml": as_yaml, "yml": as_yaml,
}  # fmt: skip
