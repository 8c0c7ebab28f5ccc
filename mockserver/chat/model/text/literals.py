"""Literals: values as JSON or Python writes them in a text."""

from __future__ import annotations

import ast
import json
import re
from contextlib import suppress
from itertools import chain
from typing import Any

from pydantic_core import from_json, to_json

_NAMED = {"True": True, "False": False, "None": None, "true": True, "false": False, "null": None}
"""The values that have names in Python or JSON."""

_LONGEST_JSON = 65_536
"""The most characters of a text that may be JSON."""


def pairs_of(text: str) -> list[tuple[str, str]] | None:
    """The paths and values of JSON: `sky now` and `clear` for `{"sky": {"now": "clear"}}`.

    None if the text is no data, or is too long.
    """
    try:
        document = value_of(text)
    except ValueError:
        return None
    pairs = []
    waiting: list[tuple[str, Any]] = [("", document)]
    while waiting:
        name, value = waiting.pop()
        if isinstance(value, dict):
            waiting += [(f"{name} {key}".strip(), each) for key, each in reversed(value.items())]
        elif isinstance(value, list):
            waiting += [(name, each) for each in reversed(value)]
        else:
            text = value if isinstance(value, str) else to_json(value).decode()
            pairs.append((name.replace("_", " "), text))
    return pairs


def value_of(text: str) -> Any:
    """The value of JSON or of a Python literal: frameworks write the results of tools as either.

    Raises a `ValueError` for any other text, and for one that is too long.
    """
    text = text[: _LONGEST_JSON + 1]
    try:
        return from_json(text)
    except (TypeError, ValueError):  # A text that is not Unicode is a TypeError.
        value = python_literal(text.strip()) if text.lstrip()[:1] in ("{", "[") else None
        if value is None:
            raise ValueError from None
        return value


def scalar(text: str) -> Any:
    """A number or a named value if a text is one, else the text."""
    if text in _NAMED:
        return _NAMED[text]
    with suppress(ValueError, RecursionError):
        value = json.loads(text)
        return value if isinstance(value, int | float | list) else str(value)
    return text.strip("'\"")


def python_literal(written: str) -> Any:
    """The value of a Python literal as JSON has it, or None; a tuple is a list."""
    try:
        return json.loads(json.dumps(ast.literal_eval(written)))
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        return None


def as_json(value: Any) -> str:
    """A value as JSON on indented lines."""
    return json.dumps(value, indent=2, ensure_ascii=False)


def as_text(value: Any) -> str:
    """A text as it is, any other value as JSON on one line."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def json_at(text: str, start: int) -> Any:
    """The JSON value that begins at an index, or None."""
    for candidate in (text, text.replace("{{", "{").replace("}}", "}")):
        try:
            return json.JSONDecoder().raw_decode(candidate, start)[0]
        except (ValueError, RecursionError):
            continue
    return None


def spans_of_records(text: str) -> list[range]:
    """The places of the JSON lists in a text that have several different objects."""
    spans = list[range]()
    for start in re.finditer(r"\[(?=\s*\{)", text):
        if start.start() not in chain(*spans):
            with suppress(ValueError, RecursionError):
                value, end = json.JSONDecoder().raw_decode(text, start.start())
                are_data = all(isinstance(e, dict) and "parameters" not in e for e in value)
                if are_data and value[1:] != value[:-1]:
                    spans.append(range(start.start(), end))
    return spans
