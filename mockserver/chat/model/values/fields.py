"""Fields: the properties of a schema, each with the kind of its value.

The name and the description of a property tell its kind, such as `date` or `place`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple

from mockserver.chat.model.text.lists import by_word, words
from mockserver.chat.model.text.meaning import senses_of, stems_of, words_of
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.text.texts import enumerated
from mockserver.core.codec import decode, encode

NUMBERS = ("integer", "number")
"""The types of numbers."""

_KIND_OF = by_word("kinds")
_QUOTED = pattern(r"(?<!\w)['\"`]([^'\"`]{1,40})['\"`](?!\w)")
_LISTED = pattern(
    r"(?:e\.g\.?|i\.e\.?|can be|could be|either|one of|such as|options(?: are| include)?)[:,]? "
    r"((?:[\w-]{2,20}(?: [\w-]{2,20})?(?:, | or |, or ))"
    r"{1,12}[\w-]{2,20}(?: [\w-]{2,20})?)(?=[.)]|,? etc|$)",
    re.IGNORECASE,
)
"""Options in a description, without quotes: `one of: low, medium or high`."""

_MOMENT = pattern(
    r"ISO[ -]?8601(?! dates?\b)|RFC ?3339|\bdate ?-?time\b|\btimestamp\b|\d{4}-\d\d-\d\dT"
)
_DAY = pattern(r"(?i)\byyyy[-/.]mm|\bdd[-/.]mm\b|\bISO dates?\b")
_CLOCK = pattern(r"(?i)(?<![:T])\bHH:MM")
_MOST, _DEEPEST, _MOST_STEPS = 128, 3, 4
"""The most fields read of one object, levels of inner objects, and references to resolve."""

_WANTED = pattern(r"^.*\b(?:should|must) be an? (?=[\w-]+$)")
"""All that is before what a value has to be: `it should be a website`."""

_DESCRIBED = 1_000
"""The most characters read of a description."""

_PERSONAL = frozenset({"name", "nom", "nombre", "nome", "naam"})
_SPECIAL = ("person", "place", "path", "color", "language", "currency")
"""The kinds of value that a field called `name` may have."""

_TYPES: Mapping[str, tuple[type, ...]] = {
    "integer": (int,), "number": (int, float), "array": (list,), "string": (str,),
    "object": (dict,), "boolean": (bool,),
}  # fmt: skip
_WRAPS = frozenset({"$ref", "anyOf", "oneOf", "allOf"})


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
    schema = plain(shape, root)
    texts = (schema.get("description"), schema.get("title"))
    description = next((each[:_DESCRIBED] for each in texts if isinstance(each, str)), "")
    named = frozenset(stems_of(re.split(r"[_ ]per[_ ]", name)[0]) or words_of(name))
    kind = _kind_of(str(schema.get("format", ""))) or _kind_of(name, description)
    kind = _kind_of_time(kind, description)
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
        _enum_of(schema),
        tuple(_options(description, kind)),
        schema.get("default"),
        required,
        schema,
        items if isinstance(items, Property) else None,
    )


def _kind_of_time(kind: str, description: str) -> str:
    """The kind of a value of which the description tells a format of times, else the kind."""
    if kind in ("", "date", "time") and _MOMENT.search(description):
        return "moment"
    if _CLOCK.search(description):
        return "time"
    return "date" if kind != "moment" and _DAY.search(description) else kind


def _kind_of(name: str, description: str = "") -> str:
    """The kind of value that the last words of a name tell, else those of the description."""
    parts = words_of(name)
    endings = ("".join(parts), *reversed(parts))
    kinds = (_KIND_OF.get(each) or _KIND_OF.get(each.removesuffix("s")) for each in endings)
    kind = next(filter(None, kinds), "")
    if kind == "name":
        told = _by_words((*parts[:-1], *words_of(description)[:8]), besides="name")
        if told in _SPECIAL:
            return told
        return "person" if len(parts) == 1 and parts[0] in _PERSONAL else kind
    before = _by_words(parts[:-1])
    if kind == "text" and before in ("place", "job"):
        return before
    return kind or _by_words(words_of(_WANTED.sub("", description.partition(".")[0]))[:8])


def _by_words(words: Sequence[str], besides: str = "") -> str:
    """The kind that the first of the words with a kind tells, if any."""
    kinds = (_KIND_OF.get(word, "") for word in words)
    return next((kind for kind in kinds if kind not in ("", besides)), "")


def _options(description: str, kind: str) -> Iterator[str]:
    """The values that a description lists; names and dates without quotes are examples."""
    yield from _QUOTED.findall(description)
    if kind in ("place", "person", "date"):
        return
    for listed in _LISTED.finditer(description):
        yield from enumerated(listed[1])


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
    return "string" if any(isinstance(each, str) for each in _enum_of(schema)) else ""


def _enum_of(schema: Mapping[str, Any]) -> tuple[Any, ...]:
    values = schema.get("enum")
    if isinstance(values, list):
        return tuple(values)
    return (schema["const"],) if "const" in schema else ()


def plain(schema: Mapping[str, Any], root: Mapping[str, Any]) -> Mapping[str, Any]:
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
