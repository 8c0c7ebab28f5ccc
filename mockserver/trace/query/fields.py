"""Fields of a kind of record that a query or a sort order may address, and their values.

A path is keys joined by dots: `inputs.user.name`. `\\.` is a dot in a key; digits index a list.
`$convert` and `$size` turn the JSON value of a field into text, a number, a boolean or a time; None
is NULL, for a value that cannot be converted.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any, Self

from mockserver.core.clock import parse
from mockserver.core.codec import encode
from mockserver.core.errors import ApiError, invalid
from mockserver.core.limits import LONGEST_PATH
from mockserver.core.model import Record
from mockserver.core.records import RecordModel, holds_json, holds_time, is_derived
from mockserver.trace.query.models import Conversion

Getter = Callable[[Any], Any]
"""From a record to the raw value of a field; None if it is null or missing."""

Step = str | int
"""A key of an object or an index of a list."""

_DOT = re.compile(r"(?<!\\)\.")
_INDEX = re.compile(r"[0-9]{1,18}")


class Comparison(Enum):
    """The kind of comparison of a field's values."""

    COLUMN = auto()
    """Unchanged; an absent value is NULL."""
    TIME = auto()
    """ISO 8601, compared as seconds since the epoch; an absent value is NULL."""
    JSON = auto()
    """Unchanged, but objects and lists as their JSON, and null or an absent value as an empty
    string."""


@dataclass(frozen=True, slots=True)
class QueryField:
    """A field that is resolved to a getter."""

    read: Getter
    kind: Comparison
    each: Callable[[Record], Iterable[Record]] | None = None
    """For a field with several values: returns one record for each. A condition holds if it holds
    for any of them."""


def column(name: str) -> Getter:
    """A getter of a field of the record."""
    return lambda record: record.get(name)


def inside(root: str, steps: list[Step]) -> Getter:
    """A getter of a value inside a JSON field of the record."""

    def read(record: Record) -> Any:
        value = record.get(root)
        for step in steps:
            value = value.get(step) if type(value) is dict else step_into(value, step)
        return value

    return read


@dataclass(frozen=True, slots=True)
class QueryFields:
    """The fields of one kind of record.

    `columns` and `times` are plain values. `roots` are JSON and may be followed by a path, which
    `reach` reads. `special` has fields by their whole path, which may also lead into a root.
    `elsewhere` finds fields whose values are outside the record. `refuse` makes the error for an
    unknown path.
    """

    refuse: Callable[[str], ApiError]
    columns: frozenset[str] = frozenset()
    times: frozenset[str] = frozenset()
    roots: frozenset[str] = frozenset()
    special: Mapping[str, QueryField] = field(default_factory=dict)
    reach: Callable[[str, list[Step]], Getter] = inside
    elsewhere: Callable[[str], QueryField | None] = lambda _: None

    @classmethod
    def of(
        cls,
        model: type[RecordModel],
        refuse: Callable[[str], ApiError],
        hidden: frozenset[str] = frozenset(),
    ) -> Self:
        """Every stored field of a record, except `hidden` ones."""
        names = {
            name: field
            for name, field in model.model_fields.items()
            if name not in hidden and not is_derived(field)
        }
        times = frozenset(name for name, field in names.items() if holds_time(field))
        roots = frozenset(name for name, field in names.items() if holds_json(field))
        return cls(refuse, frozenset(names) - times - roots, times, roots)

    def find(self, path: str) -> QueryField:
        """The field at a path. Raises the error of `refuse`."""
        if path in self.columns:
            return QueryField(column(path), Comparison.COLUMN)
        if path in self.times:
            return QueryField(column(path), Comparison.TIME)
        if path in self.special:
            return self.special[path]
        root, *steps = steps_of(path)
        if root in self.roots:
            return QueryField(self.reach(root, steps), Comparison.JSON)
        found = self.elsewhere(path)
        if found is None:
            raise self.refuse(path)
        return found


def not_allowed(status: int) -> Callable[[str], ApiError]:
    """The refusal of a field of calls: 403 in Listing A, 422 in Listing B."""
    return lambda path: ApiError(status, f"Field {path} is not allowed")


def unknown_field(path: str) -> ApiError:
    """The refusal of a field of costs and feedback: 400."""
    return invalid(f"Unknown field: {path}")


def parts_of(path: str) -> list[str]:
    """The root of a path, then its keys. Raises a 400 for a path that is too long. Chosen."""
    if len(path) > LONGEST_PATH:
        raise invalid(f"Field path is longer than {LONGEST_PATH} characters")
    return [part.replace("\\.", ".") for part in _DOT.split(path)]


def steps_of(path: str) -> tuple[str, *tuple[Step, ...]]:
    """The root of a path, then a key or an index for each further part. Raises a 400."""
    root, *parts = parts_of(path)
    return root, *map(step_of, parts)


def step_of(part: str) -> Step:
    """A part of a path after its root: digits are an index, anything else is a key."""
    return int(part) if _INDEX.fullmatch(part) else part


def step_into(value: Any, step: Step) -> Any:
    """The value at a key of an object or an index of a list; None if there is none."""
    if isinstance(step, str):
        return value.get(step) if isinstance(value, dict) else None
    return value[step] if isinstance(value, list) and step < len(value) else None


Reading = Callable[[Any], Any]

Number = int | float

_NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_TRUTHS: dict[str, bool] = {"true": True, "True": True, "false": False, "False": False}
_BITS: dict[str | int, bool] = {"1": True, "0": False, 1: True, 0: False}


def converted(field: QueryField, to: Conversion) -> QueryField:
    """`$convert`: a field with converted values."""
    match to:
        case "double":
            return changed(field, seconds if field.kind is Comparison.TIME else number)
        case "int":
            return changed(field, _whole_seconds if field.kind is Comparison.TIME else integer)
        case "bool":
            return changed(field, truth)
        case "exists":
            return changed(field, lambda value: value is not None)
        case "string" if field.kind is Comparison.JSON:
            return changed(field, json_text)
        case "string":
            return changed(field, lambda value: None if value is None else text(value))


def changed(field: QueryField, change: Reading) -> QueryField:
    """A field with changed values."""
    read = field.read
    return QueryField(lambda record: change(read(record)), Comparison.COLUMN, field.each)


def size(value: Any) -> int | None:
    """`$size`: the number of items, keys or characters of a value; NULL for any other value."""
    return len(value) if isinstance(value, str | list | dict) else None


def text(value: Any) -> str:
    """A string unchanged, anything else as compact JSON."""
    return value if isinstance(value, str) else encode(value).decode()


def json_text(value: Any) -> str:
    """A JSON value as text; an absent one as an empty string."""
    return "" if value is None else text(value)


def number(value: Any) -> Number | None:
    """A number, or a string that is entirely a number."""
    if type(value) is float or type(value) is int:
        return value
    if not isinstance(value, str) or not _NUMBER.fullmatch(value):
        return None
    try:
        return int(value)
    except ValueError:
        return float(value)


def integer(value: Any) -> int | None:
    """A whole number, or a string that is one without a point or an exponent."""
    found = number(value)
    if isinstance(found, float):
        return int(found) if found.is_integer() and not isinstance(value, str) else None
    return found


def truth(value: Any) -> bool | None:
    """A boolean in JSON or as a string, or 1 or 0."""
    if isinstance(value, dict | list):
        return None
    return _TRUTHS.get(value, _BITS.get(value))


def spelled_truth(words: str) -> bool | None:
    """The boolean that a string represents in JSON or Python."""
    return _TRUTHS.get(words)


def seconds(value: Any) -> Number | None:
    """Seconds since the epoch: a number, or a string in ISO 8601 or that is a number."""
    if not isinstance(value, str):
        return number(value)
    try:
        return parse(value).timestamp()
    except (ValueError, OverflowError):
        return number(value)


def _whole_seconds(value: Any) -> int | None:
    moment = seconds(value)
    return None if moment is None else math.floor(moment)
