"""Alternatives: of several objects that a schema allows, the one that a text is about."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import partial
from typing import Any

from mockserver.chat.model.text.meaning import stems_of
from mockserver.chat.model.values.fields.fields import flat_fields
from mockserver.chat.model.values.fields.schemas import resolved_schema, schema_key
from mockserver.chat.model.values.matching.assignment import FAIR, best_matches

_DEEPEST, _LONGEST = 4, 10_000
"""The most levels of a schema that are read, and the most bytes of one that is."""

_BRANCHES = (b'"anyOf"', b'"oneOf"', b'"$ref"')
"""The keywords without which a schema is its only alternative."""

_SURE = 5.0
"""The score from which one value is no better evidence than another."""


def decided(schema: Any, text: str, now: datetime) -> Any:
    """A schema in which the object that a text fits best is the only one of its alternatives."""
    schema_json = schema_key(schema)
    if len(schema_json) > _LONGEST or not any(each in schema_json for each in _BRANCHES):
        return schema
    return _decided(schema, partial(_worth, text=text, now=now), schema, _DEEPEST)


def _decided(shape: Any, worth: Any, root: Any, depth: int) -> Any:
    if not isinstance(shape, Mapping) or not depth:
        return shape
    shape = resolved_schema(shape, root) if isinstance(shape.get("$ref"), str) else shape
    listed = shape.get("anyOf") or shape.get("oneOf")
    options = listed if isinstance(listed, list) else ()
    plains = (resolved_schema(each, root) for each in options if isinstance(each, Mapping))
    objects = [each for each in plains if isinstance(each.get("properties"), Mapping)]
    if len(objects) > 1:
        bare = {key: each for key, each in shape.items() if key not in ("anyOf", "oneOf")}
        return {**bare, **max(objects, key=worth)}
    inner = {"items": _decided(shape["items"], worth, root, depth - 1)} if "items" in shape else {}
    if isinstance(fields := shape.get("properties"), Mapping):
        inner["properties"] = {
            name: _decided(each, worth, root, depth - 1) for name, each in fields.items()
        }
    return {**shape, **inner}


def _worth(shape: Mapping[str, Any], text: str, now: datetime) -> float:
    """The share of the fields of an object for which a text has values or names the constants."""
    fields, said = flat_fields(shape), frozenset(stems_of(text))
    constants = [stems_of(str(each.enum[0])) for each in fields if len(each.enum) == 1]
    named = sum(len(said.intersection(each)) / len(each) for each in constants if each)
    others = [each for each in fields if len(each.enum) != 1]
    found = best_matches(others, text, now, least=FAIR).values()
    return (named + sum(min(one.score, _SURE) / _SURE for one in found)) / max(len(fields), 1)
