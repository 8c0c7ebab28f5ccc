"""Changes of data that a prompt brings: sorted, filtered, with other keys or other values.

`changes.txt` has the ways of asking for them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from operator import itemgetter
from typing import Any

from mockserver.chat.model.content.known.translation import phrase
from mockserver.chat.model.content.quoted.tables.datatable import DataTable
from mockserver.chat.model.content.quoted.tables.rows import rows_of_data
from mockserver.chat.model.forms.words import as_words
from mockserver.chat.model.languages import named
from mockserver.chat.model.text.literals import scalar
from mockserver.chat.model.text.meaning import stems_of
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.text.tables import table

CHANGES = table("forms/data/changes.txt")
"""Patterns of requests for changes."""

_CASES: Mapping[str, Callable[[Sequence[str]], str]] = {
    "snake": "_".join, "kebab": "-".join,
    "camel": lambda words: words[0] + "".join(map(str.capitalize, words[1:])),
    "pascal": lambda words: "".join(map(str.capitalize, words)),
}  # fmt: skip
"""The ways of joining the words of a key."""

_DATA = pattern(r"[\[{].*[\]}]", re.DOTALL)


def changed(data: Any, request: str) -> Any:
    """Data as a request wants them changed."""
    request = _DATA.sub(" ", request)
    if isinstance(data, list) and CHANGES.matches("filtered", request):
        return ordered(_filtered(data, request), request)
    rows = _objects_in(data)
    if len(plucked := _named(rows, "values of a key", request)) == 1 and rows[1:]:
        return ordered([row.get(*plucked) for row in rows], request)
    for key in _named(rows, "keyed by", request):
        return {row[key]: {name: row[name] for name in row if name != key} for row in rows}
    every = {*_keys(data)}
    kept = (_named(data, "only keys", request) or every) - _named(data, "without keys", request)
    data = _changed_within(data, request, kept)
    for each in CHANGES.find_all("new value", request):
        data = _with(data, each["key"], scalar(each["value"]))
    return ordered(data, request)


def _changed_within(data: Any, request: str, kept: set[str]) -> Any:
    """Data with only some of their keys, which may be renamed, and with values in the language that
    a request asks for."""
    renamed = {each["old"]: each["new"] for each in CHANGES.find_all("renamed", request)}
    if case := CHANGES.text("case of keys", request):
        renamed |= {key: _CASES[case](as_words(key).split()) for key in kept}
    asked = CHANGES.find("translated", request)
    language = named(asked["to"]) if asked else None

    def rebuilt(data: Any) -> Any:
        if isinstance(data, list):
            return [*map(rebuilt, data)]
        if isinstance(data, dict):
            return {renamed.get(key, key): rebuilt(data[key]) for key in data if key in kept}
        return (language and isinstance(data, str) and phrase(data, language)) or data

    return rebuilt(data)


def ordered(data: Any, request: str) -> Any:
    """Data in the order that a request asks for, if it is a list that can be sorted."""
    if not isinstance(data, list):
        return data
    if CHANGES.matches("without duplicates", request):
        data = [each for place, each in enumerate(data) if each not in data[:place]]
    if CHANGES.matches("in reverse", request):
        return data[::-1]
    if not (asked := CHANGES.find("in order", request)):
        return data
    about, key = {*stems_of(request[asked.start() :][:80])}, None
    if data and isinstance(data[0], dict):
        names = (name for name in data[0] if about & {*stems_of(as_words(name))})
        key = itemgetter(next(names, next(iter(data[0]))))
    with suppress(TypeError, KeyError):  # They are of several types.
        return sorted(data, key=key, reverse=CHANGES.matches("falling", request))
    return data


def _filtered(data: list[Any], request: str) -> list[Any]:
    """The objects of a list that a request wants kept, by a bound, a value or a flag."""
    table = DataTable.of(rows_of_data("", data) or [[""]])
    if len(table.body) != len(data):
        return data
    rest, within = table.within(request)
    fitting = (within.flagged(rest) or within.fitting(rest)).body
    kept = fitting if fitting and len(within.body) == len(data) else within.body
    is_left_out = CHANGES.matches("left out", request)
    pairs = zip(table.body, data, strict=True)
    return [each for row, each in pairs if any(row is one for one in kept) != is_left_out]


def _objects_in(data: Any) -> list[dict[str, Any]]:
    """The objects of a list, or of the only list in an object; else none."""
    inner = [*data.values()] if isinstance(data, dict) else [data]
    listed = inner[0] if len(inner) == 1 and isinstance(inner[0], list) else []
    return listed if all(isinstance(each, dict) for each in listed) else []


def _keys(data: Any) -> Iterator[str]:
    """The keys of all objects in data."""
    yield from data if isinstance(data, dict) else ()
    for each in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        yield from _keys(each)


def _named(data: Any, kind: str, request: str) -> set[str]:
    """The keys of data in the clauses of a kind."""
    clauses = " ".join(each["what"] for each in CHANGES.find_all(kind, request))
    return {key for key in _keys(data) if re.search(rf"(?<!\w){re.escape(key)}e?s?(?!\w)", clauses)}


def _with(data: Any, key: str, value: Any) -> Any:
    """Data with a new value of a key, which objects without it get as well."""
    if isinstance(data, list):
        return [_with(each, key, value) for each in data]
    if not isinstance(data, dict):
        return data
    if key in data or key not in _keys(data):
        return {**data, key: value}
    return {name: _with(each, key, value) for name, each in data.items()}
