"""Shapes of objects in prompts: JSON schemas and examples, TypeScript, pydantic, lists of fields.

One parser reads them all: `{ name: value, ... }` with or without quotation marks, where a value is
an object, a list, a type, options, or a description. Python classes are rewritten to it first.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from mockserver.chat.model.demands.cue import CUES
from mockserver.chat.model.demands.typed import (
    Schema,
    array_of,
    described,
    descriptions,
    key_names,
    named,
    object_of,
    shown,
    typed,
)
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.texts import json_at
from mockserver.chat.models import ChatMessage
from mockserver.chat.prompt.messages import content_text

_READ = 12_000
_FIRST, _LAST = 2, 6
"""The number of messages read at the beginning and at the end of a conversation."""

_READ_FOR_KEYS = 4_096
_DEEPEST = 8
_MOST = 64
"""The most keys of one object, and objects of one text, that are read."""

_OPEN = pattern(
    r"\{\s*(?:\{\s*)?(?:[\"'`]?[A-Za-z_][\w .-]{0,40}[\"'`]?\s*(?:\??\s*:"
    r"|(?:\([^(){}\n]{1,80}\))?\s*,\s*[\"'`]?[A-Za-z_])|//|#|\})"
)
"""The beginning of an object: a key with a value, or a name in a list of names."""

_BARE = pattern(r"[\"'`]?([A-Za-z_]\w{0,40})[\"'`]?\s*(?:\(([^()]*)\))?")
"""A name in a list of names, which may have a remark."""

_TOKEN = pattern(
    r"\"(?:\\.|[^\"\\\n])*\"|(?<!\w)'[^'\n]*'|<[^<>\n]{0,80}>|(?P<comment>(?<![:\w])(?://|#)[^\n]{0,200})"
    r"|(?s:.)"
)
_KEY = pattern(r"[\"'`]?([A-Za-z_$][\w $.-]{0,60}?)[\"'`]?\s*\??\s*:\s*((?s:.*))")
_CLASS = pattern(
    r"(?:class\s+(?P<model>\w+)\s*\([^)\n]*(?:BaseModel|TypedDict)[^)\n]*\)"
    r"|@dataclass[^\n]*\s*class\s+(?P<data>\w+)[^:\n]*):[^\n]*\n"
    r"(?P<body>(?:[ \t]+[^\n]*(?:\n|$)|\s*\n)+)"
)
_FIELD = pattern(r"^[ \t]+(?!(?:class|def|model_config)\b)(\w+\s*:[^\n]+)$", re.MULTILINE)
_ENUM = pattern(r"class\s+(\w+)\s*\([^)\n]*Enum[^)\n]*\):[^\n]*\n((?:[ \t]+[^\n]*(?:\n|$))+)")


_TYPES = ("object", "array", "string", "integer", "number", "boolean")


def schema_in(messages: Sequence[ChatMessage]) -> Schema | None:
    """The schema of the reply that a conversation shows: the last JSON Schema in any message, else
    the shape in the last message or a system message."""
    read = [*messages[:_FIRST], *messages[_FIRST:][-_LAST:]]
    texts = [(message["role"], content_text(message)) for message in reversed(read)]
    schemas = (_json_schema(_ends_of(text)) for _, text in texts)
    system = [each for each in texts[1:] if each[0] in ("system", "developer")]
    shapes = (schema_shown(text) for _, text in (*texts[:1], *system))
    return next(filter(None, schemas), None) or next(filter(None, shapes), None)


def schema_shown(text: str) -> Schema | None:
    """The schema of the reply that a text shows or describes, or None."""
    text = _ends_of(text)
    in_rows = (_rows, _objects) if CUES.find("rows first", text) else (_objects, _rows)
    readers = (_json_schema, *in_rows, _named)
    return _nested(next(filter(None, (read(text) for read in readers)), None))


def _nested(schema: Schema | None) -> Schema | None:
    """A schema in which a plural key has become a list of objects with the other keys.

    Keys such as `steps`, `step` and `note` mean a list `steps`. Other schemas stay unchanged.
    """
    names = schema.get("properties") or {} if schema else {}
    plural = next((name for name in names if name[-1] == "s" and name[:-1] in names), None)
    if plural is None:
        return schema
    items = object_of({name: shape for name, shape in names.items() if name != plural})
    return object_of({plural: array_of(items)})


def _ends_of(text: str) -> str:
    return text if len(text) <= 2 * _READ else f"{text[:_READ]}\n{text[-_READ:]}"


def _json_schema(text: str) -> Schema | None:
    """The last JSON Schema in a text, or the last object that a text calls its properties."""
    found: Schema | None = None
    last = text.rfind('"properties"')
    for start in re.finditer(r"\{(?=\s*\{?\s*\")", text):
        is_named = "properties" in text[: start.start()][-80:]
        if start.start() > last and not is_named:
            continue
        value = json_at(text, start.start())
        if found and repr(value) in repr(found):  # A part of the previous schema.
            continue
        inner = value.get("schema") if isinstance(value, dict) else None
        schema = inner if isinstance(inner, dict) else value
        if is_named and isinstance(schema, dict) and all(map(_is_typed, schema.values())):
            schema = object_of(schema)
        # Output parsers explain schemas by one with the property "foo".
        is_example = '"foo"' in text[start.start() :][:120]
        is_schema = isinstance(schema, dict) and (
            "type" in schema or isinstance(schema.get("properties"), dict)
        )
        if is_schema and isinstance(schema.get("properties"), dict | None):
            found = found if is_example else schema
    return found


def _is_typed(shape: Any) -> bool:
    return isinstance(shape, dict) and shape.get("type") in _TYPES


def _objects(text: str) -> Schema | None:
    """The last object that a text shows with a request for it nearby."""
    known: dict[str, Schema] = {
        name: {"type": "string", "enum": re.findall(r"=\s*[\"']([^\"'\n]+)[\"']", body)}
        for name, body in _ENUM.findall(text)
    }
    text = _CLASS.sub(_as_interface, text)
    last, at = None, 0
    for _ in range(_MOST):
        if (found := _OPEN.search(text, at)) is None:
            break
        start = found.start() + text.startswith("{{", found.start())
        fields, at = _fields(text, start)
        at = max(at, found.end())
        schema = _object(fields, known, 0)
        before = text[: found.start()]
        if not schema["properties"] or (last and CUES.find("given object", before[-20:])):
            continue
        if declared := CUES.find("declared", before[-80:]):
            known[declared["name"]] = schema
        is_asked = CUES.find("request before", before[-200:]) or CUES.pattern("open place").match(
            text, start
        )
        if is_asked or CUES.find("request after", text[start : start + 400]):
            is_next = last and last["type"] == "array" and before.rstrip().endswith(",")
            is_item = is_next or before.rstrip().endswith("[")
            last = array_of(schema) if is_item else schema
    return last


def _as_interface(found: re.Match[str]) -> str:
    """A Python class as a TypeScript interface, with the defaults as comments."""
    rows = (re.sub(r"\s*=\s*", " // ", row, count=1) for row in _FIELD.findall(found["body"]))
    fields = "\n".join(rows)
    return f"interface {found['model'] or found['data']} {{\n{fields}\n}}\n"


def _fields(text: str, at: int) -> tuple[list[tuple[str, str]], int]:
    """The parts between the bracket at an index and its closing bracket, each with the comment
    after it, and the index after the closing bracket."""
    fields, current, depth, is_line_new = list[tuple[str, str]](), "", 0, True
    for token in _TOKEN.finditer(text, at + 1):
        part = token[0]
        if token["comment"]:
            part = part.strip("/# ")
            if current.strip():
                fields.append((current.strip(), part))
            elif fields and not is_line_new:
                fields[-1] = (fields[-1][0], part)
            current = ""
        elif depth or part not in ",;\n}]" or (part == "\n" and current.rstrip().endswith(":")):
            depth = max(depth + (part in "{[(") - (part in "}])"), 0)
            current += part
        else:
            if current.strip():
                fields.append((current.strip(), ""))
            current, is_line_new = "", part == "\n"
            if part in "}]" or len(fields) > _MOST:
                return fields, token.end()
    return fields, len(text)


def _object(fields: list[tuple[str, str]], known: Mapping[str, Schema], depth: int) -> Schema:
    properties: dict[str, Schema] = {}
    for field, comment in fields:
        if key := _KEY.match(field):
            shape = _value(key[2], key[1], known, depth + 1)
            properties[key[1].strip()] = described(shape, comment)
        elif bare := _BARE.fullmatch(field):
            properties[bare[1]] = shown(bare[2], bare[1]) if bare[2] else named(bare[1])
    return object_of(properties)


def _value(written: str, name: str, known: Mapping[str, Schema], depth: int) -> Schema:
    """The schema of a value under a key."""
    if depth < _DEEPEST and written.startswith("{"):
        fields, end = _fields(written, int(written.startswith("{{")))
        made = _object(fields, known, depth)
        return array_of(made) if written[end:].startswith("[]") else made
    if depth < _DEEPEST and written.startswith("[") and not written.startswith("[["):
        fields, _ = _fields(written, 0)
        if not fields:
            return array_of()
        items = array_of(_value(fields[0][0], name.removesuffix("s"), known, depth + 1))
        are_types = len(fields) > 1 and all(typed(each, known) for each, _ in fields)
        return items | ({"minItems": len(fields), "maxItems": len(fields)} if are_types else {})
    return (typed(written, known) if known else None) or shown(written, name)


def _rows(text: str) -> Schema | None:
    """An object with fields on separate lines: `- name (string): the full name`."""
    lines = text.split("\n")
    for number, line in enumerate(lines):
        properties: dict[str, Any] = {}
        for row in lines[number + 1 : number + 1 + _MOST] if CUES.find("rows follow", line) else ():
            if match := CUES.pattern("row of a key").match(row):
                name, *described_by = match.groups(default="")
                name = re.sub(r"\s+", "_", name).lower() if " " in name else name
                about = " ".join(filter(None, described_by))
                inner = _objects(f"return {about}") if "{" in about else None
                is_list = inner and CUES.find("many objects", about)
                shape = array_of(inner) if is_list else inner
                properties[name] = shape or shown(about or name, name)
            elif row.strip() and properties:
                break
        if properties and re.search(r"json|object|dict", text, re.IGNORECASE):
            return object_of(properties)
    return None


def _named(text: str) -> Schema | None:
    """An object with the keys that a text names, and their descriptions."""
    if len(text) > 2 * _READ_FOR_KEYS:
        text = f"{text[:_READ_FOR_KEYS]}\n{text[-_READ_FOR_KEYS:]}"
    options = CUES.pattern("key of options")
    known = descriptions(text) | {
        match["name"]: re.sub(", (?:or )?| or ", " | ", match["options"])
        for match in options.finditer(text)
    }
    names = key_names(options.sub(r'"\g<name>"', text))
    for name, about in [*known.items()]:  # `city (age as a number)` is about the age.
        other, _, rest = about.partition(" ")
        if other in names and other != name:
            known[other] = rest
            del known[name]
    required = [name for name in names if not CUES.find("optional", known.get(name, ""))]
    bare = {name: CUES.pattern("need").sub("", about).strip(" ,;") for name, about in known.items()}
    properties = {
        name: shown(bare[name], name) if bare.get(name) else named(name) for name in names
    }
    return object_of(properties, required) if properties else None
