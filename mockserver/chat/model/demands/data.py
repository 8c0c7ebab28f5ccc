"""Data in a prompt: JSON, XML, YAML, or the rows of a table."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from textwrap import dedent
from typing import Any
from xml.sax.saxutils import unescape

from pydantic_core import from_json

from mockserver.chat.model.content.quoted.lists import given
from mockserver.chat.model.content.quoted.tables.rows import logged_rows
from mockserver.chat.model.demands.cue import CUES
from mockserver.chat.model.text.literals import json_at, scalar
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.text.rows import rows_of

_JSON = pattern(r"(?:^|(?<=[:>\s]))(?=[\[{]\s*[\"'\[{\d\]}\w])", re.MULTILINE)
"""The place before a JSON value."""

_PAIR = pattern(r"^[ -]*[\w-]+(?: \w+){0,2}:(?: |$)", re.MULTILINE)
"""The label of a `label: value` line."""

_YAML_ROW = pattern(r" *(?:- |[\w-]+(?: \w+){0,2}:(?: |$)).{0,400}$")
"""A line of YAML."""

_ELEMENT = pattern(r"(?s)<([A-Za-z]\w{0,60})([^<>]{0,400})(?<!/)>(.{0,8000}?)</\1>")
_ATTRIBUTE = pattern(r"([\w-]+)=[\"']([^\"']*)[\"']")
"""An attribute of an element of XML."""

_TABLE = pattern(r"^[^|\n]*\|[^\n]*\n[^|\n]*\|", re.MULTILINE)
"""The first two rows of a table in Markdown."""

_MOST_ROWS = 300
"""The most rows of a text that are read as YAML."""

_LEAST_PAIRS = 2
"""The fewest pairs of keys and values that are YAML, not prose with a colon."""


def data_of(text: str) -> Any:
    """The value of a text that is data, None if it is prose: JSON, rows, YAML, or pairs."""
    value = next(values_found(text, READERS), None)
    if value is not None:
        return value
    return {key: scalar(each) for key, each in given.as_written(given.items_in(text), 2)} or None


def values_found(text: str, readers: Sequence[Callable[[str], Any]]) -> Iterator[Any]:
    """The values of a text that is data, as some readers find them."""
    for read in readers:
        with suppress(KeyError, TypeError, SyntaxError, ValueError, RecursionError):
            value = read(text)
            if value not in (None, [], {}):
                yield value


def json_in(text: str) -> Any:
    """The first JSON in a text."""
    start = start_of_json(text)
    return None if start is None else json_at(text, start)


def _repaired_in(text: str) -> Any:
    """The first JSON in a text that is called broken, without its faults; lists are closed."""
    start = start_of_json(text) if CUES.matches("broken data", text) else None
    rest = "" if start is None else CUES.changed("repaired", text[start:].strip("` \n"))
    return from_json(rest, allow_partial=True) if rest else None


def start_of_json(text: str) -> int | None:
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


JSON_READERS: Sequence[Callable[[str], Any]] = (json_in, _repaired_in)
"""The functions that read JSON, in the order to try."""

READERS: Sequence[Callable[[str], Any]] = (
    *JSON_READERS,
    _xml_in,
    _rows_in,
    lambda text: _rows_in(text.partition("\n")[2]),
    _yaml_in,
)
"""The functions that read data of any kind, in the order to try."""
