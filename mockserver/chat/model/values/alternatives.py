"""Alternatives: of several objects that a schema allows, the one that a text is about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from mockserver.chat.model.meaning import stems_of
from mockserver.chat.model.values.assignment import FAIR, best_matches
from mockserver.chat.model.values.fields import flat_fields, plain

_DEEPEST = 4
"""The most levels of a schema that are read."""

_SURE = 5.0
"""The score from which one value is no better evidence than another."""


def decided(schema: Any, text: str, now: datetime) -> Any:
    """A schema in which the object that a text fits best is the only one of its alternatives."""
    return _decided(schema, schema, text, now, _DEEPEST)


def _decided(shape: Any, root: Any, text: str, now: datetime, depth: int) -> Any:
    if not isinstance(shape, Mapping) or not depth:
        return shape
    if isinstance(shape.get("$ref"), str):
        shape = plain(shape, root)
    name = next((each for each in ("anyOf", "oneOf") if isinstance(shape.get(each), list)), "")
    if objects := _objects_of(shape.get(name), root):
        best = max(objects, key=lambda each: _worth(each, text, now))
        return {key: value for key, value in shape.items() if key != name} | best
    inner: dict[str, Any] = {}
    if isinstance(shape.get("properties"), Mapping):
        inner["properties"] = {
            key: _decided(each, root, text, now, depth - 1)
            for key, each in shape["properties"].items()
        }
    if "items" in shape:
        inner["items"] = _decided(shape["items"], root, text, now, depth - 1)
    return {**shape, **inner}


def _objects_of(options: Any, root: Any) -> Sequence[dict[str, Any]]:
    """The alternatives that are objects, none if there are not several."""
    listed = options if isinstance(options, list) else ()
    plains = [dict(plain(each, root)) for each in listed if isinstance(each, Mapping)]
    objects = [each for each in plains if isinstance(each.get("properties"), Mapping)]
    return objects if len(objects) > 1 else ()


def _worth(shape: Mapping[str, Any], text: str, now: datetime) -> float:
    """The share of the fields of an object for which a text has values or names the constants."""
    fields = flat_fields(shape)
    constants = [frozenset(stems_of(str(each.enum[0]))) for each in fields if len(each.enum) == 1]
    said = frozenset(stems_of(text))
    named = sum(len(each & said) / len(each) for each in constants if each)
    open_fields = [each for each in fields if len(each.enum) != 1]
    found = best_matches(open_fields, text, now, least=FAIR)
    sure = sum(min(one.score, _SURE) / _SURE for one in found.values())
    return (named + sure) / max(len(fields), 1)
