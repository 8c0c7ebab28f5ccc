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
from mockserver.chat.model.content.quoted.columns import DataTable, rows_of_data
from mockserver.chat.model.forms.words import as_words
from mockserver.chat.model.languages import Language, named_in
from mockserver.chat.model.text.meaning import stems_of
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.text.tables import table
from mockserver.chat.model.text.texts import scalar

CHANGES = table("forms/changes.txt")
"""Patterns of requests for changes."""

_CASES: Mapping[str, Callable[[Sequence[str]], str]] = {
    "snake": "_".join,
    "kebab": "-".join,
    "camel": lambda words: words[0] + "".join(map(str.capitalize, words[1:])),
    "pascal": lambda words: "".join(map(str.capitalize, words)),
}

_DATA = pattern(r"[\[{].*[\]}]", re.DOTALL)

Pair = tuple[str, Any]


def changed(data: Any, request: str) -> Any:
    """Data as a request wants them changed."""
    request = _DATA.sub(" ", request)
    if isinstance(data, list) and CHANGES.matches("filtered", request):
        return ordered(_filtered(data, request), request)
    if dropped := _named(data, "without keys", request):
        data = _rebuilt(data, lambda key, value: None if key in dropped else (key, value))
    rows = _objects_in(data)
    if len(plucked := _named(rows, "values of a key", request)) == 1 and rows[1:]:
        return ordered([row.get(*plucked) for row in rows], request)
    if kept := _named(data, "only keys", request):
        data = _rebuilt(data, lambda key, value: (key, value) if key in kept else None)
    renamed = {each["old"]: each["new"] for each in CHANGES.find_all("renamed", request)}
    if case := CHANGES.text("case of keys", request):
        renamed |= {key: _CASES[case](as_words(key).split()) for key in _keys(data)}
    if renamed:
        data = _rebuilt(data, lambda key, value: (renamed.get(key, key), value))
    for each in CHANGES.find_all("new value", request):
        data = _with(data, each["key"], scalar(each["value"]))
    if found := CHANGES.find("new null", request):
        value = {"empty string": "", "empty list": [], "empty array": []}.get(found["value"])
        value = scalar(found["value"]) if value is None else value
        data = _rebuilt(data, lambda key, own: (key, value if own is None else own))
    if (named := _named(rows, "keyed by", request)) and len(rows) > 0:
        key = named.pop()
        return {row.pop(key): row for row in map(dict, rows)}
    if CHANGES.matches("flattened", request) and isinstance(data, dict):
        data = dict(_flat(data))
    if CHANGES.matches("translated", request) and (language := named_in(request)):
        data = _rebuilt(data, lambda key, value: (key, _in(value, language)))
    return ordered(data, request)


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
    fitting = (within.flags(rest) or within.fitting(rest)).body
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
    for key, value in data.items() if isinstance(data, dict) else ():
        yield from (key, *_keys(value))
    for each in data if isinstance(data, list) else ():
        yield from _keys(each)


def _flat(data: Any, path: str = "") -> Iterator[Pair]:
    """The values in data, each with its path: `a.b.0`."""
    pairs = data.items() if isinstance(data, dict) else enumerate(data)
    for key, value in pairs:
        name = f"{path}{key}"
        yield from _flat(value, f"{name}.") if isinstance(value, (dict, list)) else [(name, value)]


def _named(data: Any, kind: str, request: str) -> set[str]:
    """The keys of data in the clauses of a kind."""
    clauses = " ".join(each["what"] for each in CHANGES.find_all(kind, request))
    return {key for key in _keys(data) if re.search(rf"(?<!\w){re.escape(key)}e?s?(?!\w)", clauses)}


def _rebuilt(data: Any, change: Callable[[str, Any], Pair | None]) -> Any:
    """Data with each pair of the objects changed; those without a new one are left out."""
    if isinstance(data, list):
        return [_rebuilt(each, change) for each in data]
    if not isinstance(data, dict):
        return data
    pairs = (change(key, _rebuilt(value, change)) for key, value in data.items())
    return dict(filter(None, pairs))


def _in(value: Any, language: Language) -> Any:
    """A text in another language if its translation is known, any other value as it is."""
    return (isinstance(value, str) and phrase(value, language)) or value


def _with(data: Any, key: str, value: Any) -> Any:
    """Data with a new value of a key, which objects without it get as well."""
    if key in _keys(data):
        return _rebuilt(data, lambda name, own: (name, value if name == key else own))
    if isinstance(data, list):
        return [_with(each, key, value) for each in data]
    return {**data, key: value} if isinstance(data, dict) else data
