"""Fields: the properties of a schema, each with its type, its kind and the words for it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple

from mockserver.chat.model.text.lists import words
from mockserver.chat.model.text.meaning import senses_of, stems_of, words_of
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.text.texts import enumerated
from mockserver.chat.model.values.fields.kinds import kind_of
from mockserver.chat.model.values.fields.schemas import (
    NUMBERS,
    enum_of,
    required_in,
    resolved_schema,
    schema_key,
    takes_null,
    type_of,
)
from mockserver.core.codec import decode

_QUOTED = pattern(r"(?<!\w)['\"`]([^'\"`]{1,40})['\"`](?!\w)")
"""Options in a description, in quotation marks."""

_LISTED = pattern(
    r"(?:e\.g\.?|i\.e\.?|can be|could be|either|one of|such as|options(?: are| include)?)[:,]? "
    r"((?:[\w-]{2,20}(?: [\w-]{2,20})?(?:, | or |, or ))"
    r"{1,12}[\w-]{2,20}(?: [\w-]{2,20})?)(?=[.)]|,? etc|$)",
    re.IGNORECASE,
)
"""Options in a description, without quotes: `one of: low, medium or high`."""

_MOST, _DEEPEST = 128, 3
"""The most fields read of one object, and levels of inner objects."""

_DESCRIBED = 1_000
"""The most characters read of a description."""


class Property(NamedTuple):
    """A property of a schema."""

    name: str
    type: str
    kind: str
    """The kind of its value, such as `date`; empty if unknown."""
    description: str
    words: frozenset[str]
    """Stems in its name."""
    around: frozenset[str]
    """Stems in its description only."""
    senses: frozenset[int]
    enum: tuple[Any, ...]
    options: tuple[str, ...]
    """Values that the description lists."""
    default: Any
    required: bool
    schema: Mapping[str, Any]
    items: Property | None = None

    @property
    def is_number(self) -> bool:
        """True if it takes a number."""
        return self.type in NUMBERS

    @property
    def is_text(self) -> bool:
        """True if it takes any text."""
        return self.type in ("string", "") and not self.enum

    @property
    def needs_number(self) -> bool:
        """True if it requires a number."""
        return self.required and self.is_number

    @property
    def head(self) -> str:
        """The last word of its name, which tells most; empty if the name has no words."""
        return words_of(self.name)[-1] if words_of(self.name) else ""

    @property
    def is_reference(self) -> bool:
        """True if it takes an id, which users seldom know."""
        return self.head in words("fields.references")

    @property
    def is_unguessable(self) -> bool:
        """True if it takes an id, an e-mail address or a URL."""
        return self.is_reference or self.kind == "email" or "url" in self.words

    def admits(self, value: Any) -> bool:
        """True if a value may be its own: an id has a digit, an address too or an `@`."""
        if not isinstance(value, str):
            return value is not None
        is_address = self.kind == "email" or self.head in words("fields.addressed")
        is_plain = "@" not in value and not any(map(str.isdecimal, value))
        return not (is_plain and (is_address or self.is_reference))


def fields_of(schema: Any) -> tuple[Property, ...]:
    """The properties of an object in their order; none if it is too deeply nested to encode."""
    return _fields(schema_key(schema))


def flat_fields(schema: Any) -> tuple[Property, ...]:
    """The fields of an object and of the objects in it; a field of the latter is `outer.inner`."""
    return _flat_fields(schema_key(schema))


@lru_cache(maxsize=1024)
def _fields(schema_json: bytes) -> tuple[Property, ...]:
    schema = decode(schema_json)
    shapes, needed = schema.get("properties"), required_in(schema)
    return tuple(
        _field(name, shape, schema, required=name in needed and not takes_null(shape))
        for name, shape in islice(shapes.items() if isinstance(shapes, Mapping) else (), _MOST)
        if isinstance(shape, Mapping)
    )


@lru_cache(maxsize=1024)
def _flat_fields(schema_json: bytes, depth: int = _DEEPEST) -> tuple[Property, ...]:
    flat: list[Property] = []
    for field in _fields(schema_json):
        if field.type == "object" and depth and "properties" in field.schema:
            inner = _flat_fields(schema_key(field.schema), depth - 1)
            flat += (_within(field, each) for each in inner)
        else:
            flat.append(field)
    return tuple(flat)


def _within(outer: Property, inner: Property) -> Property:
    """A field of an inner object as one of the whole: the name of the object tells of it, too."""
    stems = frozenset(stems_of(outer.name))
    is_answer = inner.type == "boolean" and inner.head in words("fields.answers")
    return inner._replace(
        name=f"{outer.name}.{inner.name}",
        words=stems if is_answer else inner.words,
        around=inner.around | stems,
        required=outer.required and (inner.required or "required" not in outer.schema),
    )


def _field(
    name: str, shape: Mapping[str, Any], root: Mapping[str, Any], *, required: bool
) -> Property:
    """The property with a name and a schema, which is part of a root schema."""
    schema = resolved_schema(shape, root)
    texts = (schema.get("description"), schema.get("title"))
    description = next((each[:_DESCRIBED] for each in texts if isinstance(each, str)), "")
    named = frozenset(stems_of(re.split(r"[_ ]per[_ ]", name)[0]) or words_of(name))
    kind = kind_of(name, str(schema.get("format", "")), description)
    items = schema.get("items")
    if isinstance(items, Mapping):
        items = _field(name, {"description": description, **items}, root, required=True)
    return Property(
        name,
        type_of(schema),
        kind,
        description,
        named,
        frozenset(stems_of(description)) - named,
        senses_of(named),
        enum_of(schema),
        tuple(_options(description, kind)),
        schema.get("default"),
        required,
        schema,
        items if isinstance(items, Property) else None,
    )


def _options(description: str, kind: str) -> Iterator[str]:
    """The values that a description lists; names and dates without quotes are examples."""
    yield from _QUOTED.findall(description)
    if kind in ("place", "person", "date"):
        return
    for listed in _LISTED.finditer(description):
        yield from enumerated(listed[1])
