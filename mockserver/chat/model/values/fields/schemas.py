"""JSON Schemas: the type of a value, what is required, and references resolved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mockserver.core.codec import encode

NUMBERS = ("integer", "number")
"""The types of numbers."""

_MOST_STEPS = 4
"""The most references to resolve, one after the other."""

_TYPES: Mapping[str, tuple[type, ...]] = {
    "integer": (int,), "number": (int, float), "array": (list,), "string": (str,),
    "object": (dict,), "boolean": (bool,),
}  # fmt: skip
_WRAPS = frozenset({"$ref", "anyOf", "oneOf", "allOf"})
"""The keys of a schema for other schemas in its place."""


def schema_key(schema: Any) -> bytes:
    """A schema as JSON, which unlike a dict can be the key of a cache."""
    try:
        return encode(schema) if isinstance(schema, Mapping) else b"{}"
    except RecursionError:
        return b"{}"


def required_in(schema: Any) -> Sequence[Any]:
    """The keys that a schema requires; one that is `true` or invalid requires none."""
    required = schema.get("required") if isinstance(schema, Mapping) else None
    return required if isinstance(required, list) else ()


def type_of(schema: Mapping[str, Any]) -> str:
    """The type of a value by its schema; of several, the first one other than null."""
    kind = schema.get("type")
    if isinstance(kind, list):
        kind = next((each for each in kind if each != "null"), "null")
    if isinstance(kind, str):
        return kind
    if "properties" in schema:
        return "object"
    if "items" in schema:
        return "array"
    return "string" if any(isinstance(each, str) for each in enum_of(schema)) else ""


def enum_of(schema: Mapping[str, Any]) -> tuple[Any, ...]:
    """The values that a schema allows; none if it allows any."""
    values = schema.get("enum")
    if isinstance(values, list):
        return tuple(values)
    return (schema["const"],) if "const" in schema else ()


def resolved_schema(schema: Mapping[str, Any], root: Mapping[str, Any]) -> Mapping[str, Any]:
    """A schema with its reference resolved and its first alternative other than `null` chosen."""
    for _ in range(_MOST_STEPS):
        inner = _inner(schema, root)
        if not isinstance(inner, Mapping):
            return schema
        outer = {key: value for key, value in schema.items() if key not in _WRAPS}
        definitions = {key: root[key] for key in ("$defs", "definitions") if key in root}
        schema = {**definitions, **inner, **outer}
    return schema


def _inner(schema: Mapping[str, Any], root: Mapping[str, Any]) -> Any:
    """The schema that a schema refers to, or its first alternative; None if there is neither."""
    if _WRAPS.isdisjoint(schema):
        return None
    if isinstance(ref := schema.get("$ref"), str):
        inner: Any = root
        for part in ref.removeprefix("#/").split("/"):
            inner = inner.get(part) if isinstance(inner, Mapping) else None
        return inner
    options = schema.get("anyOf") or schema.get("oneOf") or schema.get("allOf")
    if not isinstance(options, list):
        return None
    shapes = (each for each in options if isinstance(each, Mapping))
    return next((each for each in shapes if each.get("type") != "null"), None)


def takes_null(shape: Any) -> bool:
    """True if a schema allows null beside other values."""
    shape = shape if isinstance(shape, Mapping) else {}
    several = shape.get("anyOf") or shape.get("oneOf")
    options = [shape, *(several if isinstance(several, list) else ())]
    kinds = [each.get("type") for each in options if isinstance(each, Mapping)]
    return any(kind == "null" or (isinstance(kind, list) and "null" in kind) for kind in kinds)


def is_of(value: Any, type_: str) -> bool:
    """True if a value is of a type; a boolean is of no other type."""
    is_boolean = isinstance(value, bool)
    return isinstance(value, _TYPES.get(type_, (object,))) and is_boolean == (type_ == "boolean")
