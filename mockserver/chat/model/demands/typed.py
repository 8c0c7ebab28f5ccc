"""Values as prompts show them: a type, options, an example or a description, as a schema."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from mockserver.chat.model.demands.keys import schema_of_key
from mockserver.chat.model.patterns import pattern

Schema = dict[str, Any]

_TYPES = {
    "string": "string", "str": "string", "text": "string", "char": "string",
    "integer": "integer", "int": "integer", "long": "integer",
    "number": "number", "float": "number", "double": "number", "decimal": "number",
    "boolean": "boolean", "bool": "boolean", "true": "boolean", "false": "boolean",
    "date": "string", "datetime": "string", "any": "string",
    "array": "array", "list": "array", "object": "object", "dict": "object",
}  # fmt: skip
_UNKNOWN = ("null", "None", "undefined", "...")
_RANGE = pattern(r"(-?\d+(?:\.\d+)?)\s*(?:-|\u2013|to|and|through|\.\.)\s*(-?\d+(?:\.\d+)?)")
_ALTERNATIVES = pattern(r"[\w -]{1,40}(?:\s*[|/]\s*[\w -]{1,40})+|[\w-]+(?:, [\w-]+)*,? or [\w-]+")
_NAMED_OPTIONS = pattern(
    r"(?:one of|either|enum|must be|options?|string|str)\W*\s*(?P<list>.+)", re.IGNORECASE
)
_QUOTED_OPTION = pattern(r"[\"']([^\"'\n]{1,60})[\"']")
_JOINTS = pattern(r"(?:[\s|,/()<>\[\]]|or|one of:?|either|Literal|and|enum|string|str|:)*")
_WRAPPED_TYPE = pattern(
    r"\s*\|\s*(?:None|null|undefined)|^Optional\[(.*)\]$|^Annotated\[([^,]*),.*\]$"
)
_LIST_TYPE = pattern(
    r"(?:list|array|sequence|set)\s*(?:\[|<|of )\s*(.+?)[\]>]?|(.+?)\[\]", re.IGNORECASE
)
_SEVERAL = pattern(r"(?:(?:a )?(?:list|array) of )?(?:exactly )?(\d{1,2}) (string|number|integer)s")
_PLURAL = pattern(
    r"(?:^|_)(?!(?:is|has|was|status|address|news|class|series|notes|analysis|basis)$)[a-z]{2,}[^s]s$"
)


def object_of(properties: Mapping[str, Any], required: list[str] | None = None) -> Schema:
    """The schema of an object that has just these properties."""
    return {
        "type": "object",
        "properties": {**properties},
        "required": [*properties] if required is None else required,
        "additionalProperties": False,
    }


def array_of(items: Schema | None = None) -> Schema:
    """The schema of some items, of texts unless something else is said."""
    return {"type": "array", "items": items or {"type": "string"}, "minItems": 1}


def named(name: str) -> Schema:
    """The schema of a key of which nothing is said: several things if its name is a plural."""
    schema = schema_of_key(name)
    return array_of() if schema["type"] == "string" and _PLURAL.search(name) else schema


def shown(written: str, name: str) -> Schema:
    """The schema of a value as it is shown: a type, options, an example, or a description."""
    bare = written.strip().rstrip(",;").strip()
    if bare in _UNKNOWN:
        return named(name)
    is_quoted = len(bare) > 1 and bare[0] == bare[-1] and bare[0] in "\"'"
    inner = bare[1:-1].strip() if is_quoted and bare.count(bare[0]) == 2 else bare
    plain = inner.strip("<>() ")
    if options := _options(bare, inner):
        texts = all(isinstance(each, str) for each in options)
        return {"enum": options} | ({"type": "string"} if texts else {})
    if number := _number("" if is_quoted else inner, plain, name):
        return number
    kind = typed(plain, {}) if inner else None
    if kind is not None and " " not in inner:
        return kind
    if kind is None and not re.search(r"\w", inner):
        return schema_of_key(name)
    said = described(kind or schema_of_key(name, said=inner), inner)
    if is_quoted and _is_example(inner, name):
        said.pop("description", None)
    return said


def typed(written: str, known: Mapping[str, Schema]) -> Schema | None:
    """The schema of a type as TypeScript, Python or English writes it; None for other words."""
    written = _WRAPPED_TYPE.sub(r"\1\2", written.strip().strip("\"'"))
    if written in known:
        return known[written]
    if several := _SEVERAL.fullmatch(written):
        count = int(several[1])
        return array_of({"type": several[2]}) | {"minItems": count, "maxItems": count}
    if found := _LIST_TYPE.fullmatch(written):
        inner = (found[1] or found[2] or "").strip()
        return array_of(typed(inner, known) or typed(inner.removesuffix("s"), known))
    if found := re.fullmatch(r"(?:Literal|Enum)\[(.+)\]", written):
        return {"enum": _split(found[1], ",")}
    kind = _TYPES.get(written.lower())
    return array_of() if kind == "array" else {"type": kind} if kind else None


def described(schema: Schema | None, said: str) -> Schema:
    """A schema with what is said of it: its bounds, and its options if it is a text."""
    schema = {"type": "string"} if schema is None else dict(schema)
    said = said.strip()
    if not said or "enum" in schema:
        return schema
    if schema.get("type") in ("integer", "number") and (found := _RANGE.search(said)):
        number = int if schema["type"] == "integer" else float
        low, high = sorted(number(float(bound)) for bound in found.groups())
        schema |= {"minimum": low, "maximum": high}
    for way, bound in re.findall(r"\b(ge|le|gt|lt)=(-?\d+(?:\.\d+)?)", said):
        schema["minimum" if way[0] == "g" else "maximum"] = float(bound)
    if schema.get("type") == "string" and len(options := _options(said, said)) > 1:
        return {"type": "string", "enum": options}
    return schema | {"description": said[:200]}


def _number(example: str, bounds: str, name: str) -> Schema | None:
    """The schema of a number by an example, or by its bounds: `0-1`."""
    if re.fullmatch(r"-?\d+", example):
        return described({"type": "integer"}, name)
    if re.fullmatch(r"-?\d*\.\d+", example):
        return {"type": "number"}
    if found := _RANGE.fullmatch(bounds):
        is_share = "." in bounds or float(found[2]) <= 1
        return described({"type": "number" if is_share else "integer"}, bounds)
    return None


def _is_example(inner: str, name: str) -> bool:
    """True if a text is an example of a value rather than a description of it."""
    is_name = inner[:1].isupper() or any(map(str.isdigit, inner))
    return len(inner.split()) < 3 and is_name and name.lower() not in inner.lower()


def _options(bare: str, inner: str) -> list[Any]:
    """The values that a place may have: quoted, listed behind `one of`, or divided by strokes."""
    quoted = _QUOTED_OPTION.findall(bare)
    if len(quoted) > 1 and _JOINTS.fullmatch(_QUOTED_OPTION.sub("", bare)):
        return quoted
    stripped = inner.strip("<>[]{}() ")
    if found := _NAMED_OPTIONS.fullmatch(stripped):
        items = _split(found["list"], r"\s*(?:,|\||/|\bor\b)\s*")
        if len(items) > 1 and all(len(item.split()) < 4 for item in items):
            return items
    if _ALTERNATIVES.fullmatch(stripped):
        return _valued(_split(stripped, r"\s*(?:[|/,]|\bor\b)\s*"))
    return []


def _split(text: str, joint: str) -> list[str]:
    return [bare for item in re.split(joint, text) if (bare := item.strip(" \"'`()"))]


def _valued(items: list[str]) -> list[Any]:
    """Options as booleans and numbers, if all of them are; names of types are none."""
    lowered = {item.lower() for item in items}
    if lowered <= {"true", "false"}:
        return [True, False]
    if lowered <= {*_TYPES, "null", "none", "undefined"} or len(items) < 2:
        return []
    return [int(item) for item in items] if all(map(str.isdecimal, items)) else items
