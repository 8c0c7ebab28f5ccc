"""Record models: the fields of each kind of record, in one place.

A model gives the blank record, the exact form in a data file, the fields of queries, and the
schema of answers. Its fields are in the order in which the service writes them.
"""

from __future__ import annotations

from types import UnionType
from typing import Annotated, Any, NamedTuple, TypeVar, get_args, get_origin

from pydantic import ConfigDict, PlainValidator, WithJsonSchema
from pydantic.fields import FieldInfo

from mockserver.core.clock import iso, parse
from mockserver.core.model import Deferred, Record

T = TypeVar("T")


class Blank(NamedTuple):
    """The value of a field in a blank record, if not the empty value of its type."""

    value: Any


class NullInStore(NamedTuple):
    """Marks a field that is null in the store and computed for responses on request."""


def timestamp(text: Any) -> str:
    """Check that a moment has the format of records. Raises ValueError."""
    try:
        exact = isinstance(text, str) and iso(parse(text)) == text
    except ValueError:
        exact = False
    if not exact:
        raise ValueError("not a moment in the format of records: in UTC, with a Z")
    return str(text)


_BEGINNING = Blank("1970-01-01T00:00:00Z")

Timestamp = Annotated[
    str,
    PlainValidator(timestamp),
    WithJsonSchema({"type": "string", "format": "date-time"}),
    _BEGINNING,
]
"""A moment in the format of records."""

Derived = Annotated[T | None, NullInStore()]
"""A field that is computed for responses; null in the store."""


class RecordModel(Deferred):
    """The fields of one kind of record, all of which every record has."""

    model_config = ConfigDict(json_schema_serialization_defaults_required=True)

    @classmethod
    def blank(cls) -> Record:
        """A record without content: defaults, else the empty value of each type."""
        return {name: _blank(field) for name, field in cls.model_fields.items()}


def is_derived(field: FieldInfo) -> bool:
    """True if a field is null in the store."""
    return any(isinstance(mark, NullInStore) for mark in field.metadata)


def holds_time(field: FieldInfo) -> bool:
    """True if a field is a moment."""
    return _BEGINNING in field.metadata or Timestamp in get_args(field.annotation)


def holds_json(field: FieldInfo) -> bool:
    """True if a field is any JSON value, a list or an object."""
    return field.annotation is Any or get_origin(field.annotation) in (dict, list)


def _blank(field: FieldInfo) -> Any:
    if not field.is_required():
        return field.get_default(call_default_factory=True)
    for mark in field.metadata:
        if isinstance(mark, Blank):
            return mark.value
    kind = field.annotation
    if isinstance(kind, UnionType):
        kind = get_args(kind)[0]
    return (get_origin(kind) or kind)()  # type: ignore[misc]
