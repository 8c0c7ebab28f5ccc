"""Slots: the places for values that a prompt names, such as the keys of JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from mockserver.chat.model.demands.shapes import typed
from mockserver.chat.model.demands.shapes.typed import Schema
from mockserver.chat.model.forms.words import NAMES
from mockserver.chat.model.values.fields.schemas import NUMBERS, resolved_schema, type_of


class Slot(NamedTuple):
    """A place for a value: the words of its name, its schema, and the names of its neighbours."""

    words: str
    shape: Schema
    beside: Mapping[str, Schema] = {}
    found: Any = None
    """The value that the text has for the place."""

    is_free: bool = False
    """True if a text may be written for the place."""

    is_needed: bool = False
    """True if the schema requires a value."""

    @property
    def type(self) -> str | None:
        """The type of its value, None if any or one of several fits."""
        kind = self.shape.get("type")
        return kind if isinstance(kind, str) else None

    @property
    def about(self) -> str:
        """The description of the place in its schema."""
        return str(self.shape.get("description", ""))

    @property
    def options(self) -> list[Any]:
        """The values to choose from, none if the schema allows any."""
        options = self.shape.get("enum")
        return options if isinstance(options, list) else []

    @property
    def labels(self) -> tuple[str, ...]:
        """The options that are texts."""
        return tuple(each for each in self.options if isinstance(each, str))

    @property
    def is_text(self) -> bool:
        """True if the place takes any text."""
        is_string = self.shape.get("type", "string") == "string"
        return is_string and not {"enum", "format", "const"} & {*self.shape}


def shapes_of(schema: Any) -> dict[str, Schema]:
    """The keys of an object with the schemas of their values, with bounds that they describe."""
    properties = schema.get("properties") if isinstance(schema, dict) else None
    if not isinstance(properties, dict):
        return {}
    shapes = properties.items()
    plains = {
        name: resolved_schema(shape, schema) for name, shape in shapes if isinstance(shape, dict)
    }
    return {
        name: typed.described(dict(shape), str(shape.get("description", "")))
        if shape.get("type") in NUMBERS and "minimum" not in shape
        else {**shape, "type": type_of(shape)}
        if "type" in shape
        else dict(shape)
        for name, shape in plains.items()
    }


def takes_number(name: str, shape: Schema) -> bool:
    """True for a key that holds the number of a record."""
    is_plain = shape.get("type") in NUMBERS or shape == {"type": "string"}
    return is_plain and NAMES.pattern("number of a record").fullmatch(name) is not None


def with_integers(items: Schema, names: Sequence[str]) -> Schema:
    """The schema of an object in which some keys take integers."""
    integers = {name: {"type": "integer"} for name in names}
    return items | {"properties": shapes_of(items) | integers}
