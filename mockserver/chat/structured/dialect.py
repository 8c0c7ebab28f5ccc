"""The dialect of a schema, and the document as that dialect's judge may read it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from mockserver.chat.structured.effort import Unservable

MOST_PARTS = 2_000
"""Chosen: to see whether so many are JSON Schema takes less than half a second, once."""

MOST_MIXED = 1_000
_UNEVALUATED = frozenset({"unevaluatedItems", "unevaluatedProperties"})


def dialect_of(schema: Any) -> Any:
    """The validator class by `$schema`, else 2020-12, else draft 7 if that is how it is spelled."""
    from jsonschema import Draft7Validator, Draft202012Validator

    check_size([schema])
    named = _named(schema)
    tried = [named] if named else [Draft202012Validator, Draft7Validator]
    objections: list[str] = []
    for known in tried:
        if not (objection := _objection(known, schema)):
            return known
        objections.append(objection)
    raise Unservable(objections[0])


def check_size(schemas: Iterable[Any]) -> None:
    """Refuse schemas of one request that take too long to check together."""
    if sum(map(_parts, schemas)) > MOST_PARTS:
        raise Unservable(f"the schema has more than {MOST_PARTS} objects and lists")


def _objection(known: Any, schema: Any) -> str:
    """What a dialect has against a schema, if anything."""
    from jsonschema import FormatChecker, SchemaError

    try:
        known.check_schema(schema, format_checker=FormatChecker(()))
    except SchemaError as broken:
        where = "/".join(map(str, broken.absolute_path))
        return f"`{where or 'schema'}` is not JSON Schema: {broken.message[:200]}"
    return ""


def _parts(schema: Any) -> int:
    """How many objects and lists there are in a document. Refuses long lists of mixed values:
    whether they repeat themselves takes as many steps as they have pairs."""
    if isinstance(schema, dict):
        return 1 + sum(map(_parts, schema.values()))
    if not isinstance(schema, list):
        return 0
    kinds = set(map(type, schema))
    if len(schema) > MOST_MIXED and not (kinds <= {str} or kinds <= {int, float}):
        raise Unservable(f"a list of the schema has more than {MOST_MIXED} values of several types")
    return 1 + sum(map(_parts, schema))


def _named(schema: Any) -> Any:
    """The validator class of the draft that `$schema` names, if it is one that we follow."""
    from jsonschema import validators

    name = schema.get("$schema") if isinstance(schema, dict) else None
    if name is None:
        return None
    if not isinstance(name, str) or "draft-03" in name:
        raise Unservable(f"`$schema` names no draft that is followed: {str(name)[:100]}")
    return validators.validator_for(schema, default=None)


def prepared(schema: Any) -> Any:
    """The document as it is judged.

    Every `$schema` would bring in a class that does not count, so it is left out; one further down
    that names another draft is refused. What is unevaluated is looked for without counting, so it
    comes last, when everything that is evaluated has been counted.
    """
    return _without(schema, schema.get("$schema")) if isinstance(schema, dict) else schema


def _without(value: Any, dialect: Any) -> Any:
    if isinstance(value, list):
        return [_without(item, dialect) for item in value]
    if not isinstance(value, dict):
        return value
    names = sorted(value, key=_UNEVALUATED.__contains__)
    if isinstance(named := value.get("$schema"), str):
        if named != dialect:
            raise Unservable("`$schema` names another draft inside the schema")
        names.remove("$schema")
    return {name: _without(value[name], dialect) for name in names}


def objects_in(document: Any) -> Iterator[dict[str, Any]]:
    """Every object of a document, at whatever depth."""
    if isinstance(document, dict):
        yield document
        document = [*document.values()]
    for inner in document if isinstance(document, list) else ():
        yield from objects_in(inner)
