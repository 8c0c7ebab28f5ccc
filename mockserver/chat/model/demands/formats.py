"""Data in the prompt, written in another format: JSON, CSV, YAML or a Markdown table."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from operator import itemgetter
from textwrap import dedent, indent
from typing import Any

from mockserver.chat.model.content.given import csv_of
from mockserver.chat.model.demands.cue import Place
from mockserver.chat.model.demands.form import Echo, Form
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.texts import json_at, rows_of, table_of

_FENCED = pattern(r"```\w*\n(.*?)```", re.DOTALL)
_JSON = pattern(r"(?:^|(?<=[:>\s]))(?=[\[{]\s*[\"\[{\d\]}])", re.MULTILINE)
_PAIR = pattern(r"[ -]*[\w-]+(?: \w+){0,2}:(?: |$)", re.MULTILINE)
_YAML_ROW = pattern(r" *(?:- |[\w-]+(?: \w+){0,2}:(?: |$)).{0,400}$")
_TABLE = pattern(r"^[^|\n]*\|[^\n]*\n[^|\n]*\|", re.MULTILINE)
_SWITCHES = {"on": True, "yes": True, "off": False, "no": False}
_MOST_ROWS = 300
_LEAST_PAIRS = 2
_LONGEST_TITLE = 3
"""The most words of a title of a column."""


def converted(place: Place) -> Form | None:
    """The data of the prompt in another format or with a change, if the prompt brings data."""
    message, change = place.wording.message, place.match.groupdict("")
    fenced = _FENCED.search(message)
    text = fenced[1] if fenced else message[place.match.start() * ("target" in change) :].strip()
    below = text.partition("\n")[2]
    write = _WRITERS[change.get("target", "json").lower()]
    for read, part in ((_json_in, text), (_rows_in, text), (_rows_in, below), (_yaml_in, text)):
        with suppress(KeyError, TypeError, RecursionError):
            value = read(part)
            if value not in (None, [], {}):
                return Echo(write(_told(value, place)).strip())
    return None


def _told(value: Any, place: Place) -> Any:
    """A value as the prompt wants it: its keys, its scalars, one key set, removed or sorted by."""
    change = place.match.groupdict("")
    key, new = change.get("key", ""), change.get("value")
    if isinstance(value, list):
        rows, is_down = [_told(each, place) for each in value], bool(change.get("down"))
        return sorted(rows, key=itemgetter(key), reverse=is_down) if "down" in change else rows
    if isinstance(value, dict):
        form = str.lower if place.find("keys in lower case") else str
        told = {form(name): _told(each, place) for name, each in value.items()}
        told |= {key: _scalar(new)} if new and (key in told or change.get("added")) else {}
        return {each: told[each] for each in told if each != key or not change.get("removed")}
    if place.find("as strings"):
        return _cell(value)
    return _SWITCHES.get(str(value).lower(), value) if place.find("as booleans") else value


def _json_in(text: str) -> Any:
    start = _JSON.search(text)
    return json_at(text, start.end()) if start else None


def _rows_in(text: str) -> list[dict[str, Any]]:
    """The rows of CSV or of a Markdown table."""
    header, *body = (rows_of(text) if "|" not in text or _TABLE.search(text) else []) or [[]]
    is_header = all(len(cell.split()) <= _LONGEST_TITLE for cell in header)
    return [dict(zip(header, map(_scalar, row), strict=False)) for row in body if is_header]


def _yaml_in(text: str) -> Any:
    """The value of the lines of a text that are YAML."""
    rows = [line for line in text.split("\n") if _YAML_ROW.match(line)][:_MOST_ROWS]
    pairs = [row for row in rows if _PAIR.match(row)]
    return _block("\n".join(rows)) if len(pairs) >= _LEAST_PAIRS else {}


def _block(text: str) -> Any:
    """The value of a block of YAML: a list, a mapping or a scalar."""
    text = dedent(text).strip("\n")
    if text.startswith("- "):
        return [_block(f"  {part[2:]}") for part in re.split(r"\n(?=-)", text)]
    if not _PAIR.match(text):
        return _scalar(text.strip())
    pairs = (part.partition(":") for part in re.split(r"\n(?=[^\s-])", text))
    return {key: _block(value) for key, _, value in pairs}


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
    if not isinstance(value, (dict, list)) or not value:
        text = value if isinstance(value, str) and _scalar(value) == value else ""
        is_safe = text and not re.search(r"[:#\n]|^\W", text)
        return text if is_safe else json.dumps(value, ensure_ascii=False)
    if isinstance(value, list):
        return "\n".join(f"- {indent(as_yaml(each), '  ').lstrip()}" for each in value)
    rows = []
    for name, each in value.items():
        text = indent(as_yaml(each), "  ")
        is_below = isinstance(each, (dict, list)) and each
        rows.append(f"{name}:\n{text}" if is_below else f"{name}: {text.lstrip()}")
    return "\n".join(rows)


_WRITERS: Mapping[str, Callable[[Any], str]] = {
    "json": _as_json, "csv": lambda value: csv_of(_cells(value)),
    "table": lambda value: table_of(_cells(value)), "yaml": as_yaml, "yml": as_yaml,
}  # fmt: skip
