"""Schemas of values, which prompts write as a type, options, an example or a description."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, TypeGuard

from mockserver.chat.model.demands.cue import CUES
from mockserver.chat.model.text.lists import by_word, lists, words
from mockserver.chat.model.text.meaning import words_of
from mockserver.chat.model.text.texts import stripped
from mockserver.chat.model.values.fields.schemas import NUMBERS
from mockserver.chat.model.values.words import known_range, known_text

Schema = dict[str, Any]

_QUOTED = r"[\"']([^\"'\n]{1,60})[\"']"
_TYPES = by_word("types")
TYPES = {bool: "boolean", int: "integer", float: "number", str: "string"}
"""The types of JSON Schema by those of Python."""


def object_of(properties: Mapping[str, Any], required: list[str] | None = None) -> Schema:
    """The schema of an object with only these properties."""
    return {
        "type": "object",
        "properties": {**properties},
        "required": [*properties] if required is None else required,
        "additionalProperties": False,
    }


def has_keys(schema: Any) -> TypeGuard[Schema]:
    """True for the schema of an object with known keys."""
    return isinstance(schema, dict) and isinstance(schema.get("properties"), dict)


def array_of(items: Schema | None = None, count: int = 0) -> Schema:
    """The schema of a list, of strings by default, with this number of items if it is not 0."""
    schema = {"type": "array", "items": items or {"type": "string"}, "minItems": count or 1}
    return schema | ({"maxItems": count} if count else {})


def _of_kind(kind: str) -> Schema:
    return array_of() if kind == "array" else {"type": kind}


def schema_of_bare_key(name: str) -> Schema:
    """The schema of a key without a description; a plural is a list."""
    schema = schema_of_key(name)
    return array_of() if schema["type"] == "string" and CUES.matches("plural", name) else schema


def schema_of_scalar(name: str) -> Schema:
    """The schema of a number or a text, by the name of its key."""
    kind = schema_of_key(name)["type"]
    return {"type": kind if kind in NUMBERS else "string"}


def nullable(schema: Schema) -> Schema:
    """A schema that allows null as well."""
    return schema | {"type": [schema["type"], "null"]} if "type" in schema else schema


def shown(source: str, name: str) -> Schema:
    """The schema of a value that is shown as a type, options, an example or a description."""
    if found := CUES.pattern("or null").search(source):
        return nullable(shown(source[: found.start()] + source[found.end() :], name))
    bare = source.strip().rstrip(",;").strip()
    is_quoted = len(bare) > 1 and bare[0] == bare[-1] and bare[0] in "\"'"
    inner = bare[1:-1].strip() if is_quoted and bare.count(bare[0]) == 2 else bare
    contrary = CUES.text("contrary of a state", f"{name}: {inner}")
    options = [inner, contrary] if contrary else _options(bare, inner)
    if options == [True, False]:
        return {"type": "boolean"}
    if options:
        are_texts = all(isinstance(each, str) for each in options)
        return {"enum": options, "type": "string"} if are_texts else {"enum": options}
    number = _number("" if is_quoted else inner, inner.strip("<>() "), name)
    if CUES.matches("score in brackets", bare):
        number = described({"type": "number"}, inner)
    return number or _schema_of(inner, name)


def _schema_of(written: str, name: str) -> Schema:
    """The schema of a value that is shown as a type or a description, else that of its key."""
    type_, _, remark = written.partition(" (")
    kind = schema_of_type(type_.strip("<>() ")) if written else None
    if kind is not None and kind.get("type") == "array" and remark:
        return described(kind, remark.rstrip(")"))
    if kind == {"type": "number"} and schema_of_key(name) == {"type": "integer"}:
        kind = {"type": "integer"}
    if kind is not None and " " not in written:
        return kind
    if written in ("null", "None", "undefined"):
        return nullable(schema_of_bare_key(name))
    if not re.search(r"\w", written):
        return schema_of_bare_key(name)
    return described(kind or schema_of_key(name, written), written)


def schema_of_type(source: str, known: Mapping[str, Schema] | None = None) -> Schema | None:
    """The schema of a type in TypeScript, Python or English, or None."""
    source = CUES.pattern("wrapped type").sub(r"\g<inner>\g<first>", source.strip().strip("\"'"))
    if known and source in known:
        return known[source]
    if found := CUES.pattern("list type").fullmatch(source):
        inner = (found["items"] or found["each"]).strip()
        return array_of(
            schema_of_type(inner.removesuffix("s"), known) or schema_of_type(inner, known)
        )
    kind = _TYPES.get(source.lower())
    return _of_kind(kind) if kind else None


def described(schema: Schema | None, text: str) -> Schema:
    """A copy of a schema with a description, and with the bounds or options in it."""
    schema, text = {"type": "string"} if schema is None else dict(schema), text.strip()
    kind = schema.get("type")
    if not text or "enum" in schema:
        return schema
    if kind in NUMBERS and (found := CUES.find("numbers", text)):
        number = int if kind == "integer" else float
        schema["minimum"], schema["maximum"] = sorted(map(number, map(float, found.groups())))
    if kind == "array" and (counted := CUES.find("number of items", text)):
        schema["minItems"] = int(counted["low"])
        schema["maxItems"] = int(counted["high"] or counted["low"])
        schema["items"] = schema_of_type((counted["each"] or "")[:-1]) or schema["items"]
    if kind == "array" and (listed := CUES.find("options of items", text)):
        text = listed["list"]
        options = re.findall(_QUOTED, text) or _split(text)
        return schema | {"items": {"type": "string", "enum": options}, "minItems": 0}
    if kind == "string" and len(options := _options(text, text)) > 1:
        return {"type": "string", "enum": options}
    return schema | {"description": text[:200]}


def schema_of_key(name: str, description: str = "") -> Schema:
    """The schema of a value, inferred from its description, or else from the name of its key."""
    return _of_kind(_kind_described(description) if description else _kind_of(name))


def _kind_described(description: str) -> str:
    if CUES.matches("asks how many", description):
        return "integer"
    known = {*words_of(description)}
    kinds = (kind for kind, cues in lists("types").items() if known & {*cues})
    return next((kind for kind in kinds if kind != "object"), "string")


def _kind_of(name: str) -> str:
    parts = words_of(name) or ("",)
    is_moment = len(parts) == 2 and parts[1] in words("keys.moments")  # `published_date`
    if parts[0] in words("keys.claims") and not is_moment:
        return "boolean"
    if parts[-1] in words("keys.lists"):
        return "array"
    if parts[-1] in words("keys.counts") or parts[:2] in (("years", "of"), ("years", "experience")):
        return "integer"
    usual_range = None if known_text(name) else known_range(name)
    if usual_range is None:
        return "string"
    *_, step = usual_range
    return "integer" if step == 1 else "number"


def _number(example: str, bounds: str, name: str) -> Schema | None:
    """The schema of a number, from an example or from bounds: `0-1`."""
    if re.fullmatch(r"-?\d+", example):
        return described({"type": "integer"}, name)
    if re.fullmatch(r"-?\d*\.\d+", example):
        return {"type": "number"}
    if found := CUES.pattern("numbers").fullmatch(re.split(r"[,;(]", bounds)[0].strip()):
        is_share = "." in bounds or float(found["high"]) <= 1
        return described({"type": "number" if is_share else "integer"}, bounds)
    return None


def _options(bare: str, inner: str) -> list[Any]:
    """The values to choose from: quoted, listed after `one of`, or separated by `|` or `/`."""
    quoted = re.findall(_QUOTED, bare)
    if len(quoted) > 1 and CUES.pattern("between options").fullmatch(re.sub(_QUOTED, "", bare)):
        return quoted
    stripped = inner.strip("<>[]{}() ")
    if found := CUES.pattern("named options").fullmatch(stripped):
        items = re.findall(_QUOTED, found["list"]) or _split(found["list"])
        if len(items) > 1 and all(len(item.split()) < 4 for item in items):
            return items
    items = _split(stripped) if CUES.pattern("alternatives").fullmatch(stripped) else []
    lowered = {item.lower() for item in items}
    if lowered == {"true", "false"}:
        return [True, False]
    if lowered <= {*_TYPES, "null", "none", "undefined"} or len(items) < 2:
        return []
    return [int(item) for item in items] if all(map(str.isdecimal, items)) else items


def _split(text: str) -> list[str]:
    return stripped(re.split(r"\s*(?:[|/,;]|\bor\b)\s*", text), " \"'`()")
