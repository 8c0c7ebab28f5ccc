"""Shapes of objects that prompts show: as an example, in TypeScript, in Python, or as a list.

Every notation is read as fields, `name: value` with a comment, where a value is an object, a list,
a type, options, or a description.
"""

from __future__ import annotations

import re
from collections import ChainMap
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from mockserver.chat.model.demands.cue import CUES
from mockserver.chat.model.demands.shapes import typed
from mockserver.chat.model.demands.shapes.brackets import (
    KEY,
    MOST,
    OPEN,
    Field,
    enums_in,
    fields_at,
    with_interfaces,
)
from mockserver.chat.model.demands.shapes.json_schemas import json_schema_in
from mockserver.chat.model.demands.shapes.keys import descriptions_in, keys_in_words, split_keys
from mockserver.chat.model.demands.shapes.typed import Schema, array_of, has_keys, object_of, shown
from mockserver.chat.model.text.literals import spans_of_records
from mockserver.chat.model.text.texts import ends_of
from mockserver.chat.model.values.words import is_known
from mockserver.chat.models import SYSTEM, ChatMessage
from mockserver.chat.prompt.messages import content_text

_READ, _READ_FOR_KEYS = 12_000, 4_096
"""The characters read at each end of a text: for shapes, and for keys in words."""

_FIRST, _LAST = 2, 6
"""The number of messages read at the beginning and at the end of a conversation."""

_DEEPEST, _FEW = 8, 2
"""The most levels of values that are read: in brackets, and in words."""


def schema_in(messages: Sequence[ChatMessage]) -> Schema | None:
    """The schema of the reply that a conversation shows: the last JSON Schema in any message, else
    the shape in the last message or a system message that speaks of one."""
    read = [*messages[:_FIRST], *messages[_FIRST:][-_LAST:]]
    texts = [(message["role"], content_text(message)) for message in reversed(read)]
    for _, text in texts:
        if schema := json_schema_in(ends_of(text, _READ)):
            return schema
    for _, text in (*texts[:1], *(each for each in texts[1:] if each[0] in SYSTEM)):
        ends = ends_of(text, _READ_FOR_KEYS)
        are_named = any(
            CUES.matches(each, ends) for each in ("speaks of keys", "records to invent")
        )
        if are_named and (schema := schema_shown(text)):
            return schema
    asked = CUES.find("asks for keys", ends_of(texts[0][1], _READ_FOR_KEYS)) if texts else None
    return schema_shown(f"JSON with the keys {asked['row']}") if asked else None


def schema_shown(text: str) -> Schema | None:
    """The schema of the reply that a text shows or describes, or None."""
    text = "" if CUES.matches("reformats", text) else ends_of(text, _READ)
    layouts = (_rows, _object) if CUES.matches("rows first", text) else (_object, _rows)
    schema = next(filter(None, (read(text) for read in (json_schema_in, *layouts))), None)
    text = CUES.pattern("inner object").sub(_with_remark, ends_of(text, _READ_FOR_KEYS))
    root = CUES.find("list under a key", text)
    bare = text.replace(root[0], " ") if root else text
    schema = schema or (None if CUES.matches("shown list", text) else keys_in_words(bare))
    if schema and has_keys(schema.get("items")):
        return {**schema, "items": _with_descriptions(schema["items"], text)}
    if not has_keys(schema):
        return schema
    if CUES.matches("empty list allowed", text):
        for shape in schema["properties"].values():
            if isinstance(shape, dict) and shape.get("type") == "array":
                shape["minItems"] = 0
    return _under_a_key(_with_descriptions(schema, text), root[1] if root else "")


def _with_remark(found: re.Match[str]) -> str:
    """A key with the remark `(object with …)` for its own keys, which are named in words."""
    if found["opened"] == "(" and not all(map(is_known, split_keys(found["keys"]))):
        return found[0]  # They may be options.
    is_list = CUES.matches("plural", found["name"]) or CUES.matches("list of", found[0])
    kind = "list of objects" if is_list else "object"
    return f"{found['name']} ({kind} with {found['keys']})"


def _under_a_key(schema: Schema, root: str) -> Schema:
    """The schema of an object for the items of a list, which a text wants under the key `root`;
    without one, the schema as it is."""
    inner = {name: each for name, each in schema["properties"].items() if name != root}
    return object_of({root: array_of(object_of(inner))}) if root and inner else schema


# What a text says about the keys of an object elsewhere


def _with_descriptions(schema: Schema, text: str) -> Schema:
    """The schema of an object with what a text says about its keys elsewhere."""
    properties, needed = schema["properties"], schema.get("required")
    for each in properties.values():
        inner = each.get("items", each) if isinstance(each, dict) else None
        if has_keys(inner):
            inner.update(_with_descriptions(inner, text))
    abouts = descriptions_in(text, properties)
    for name, about in abouts.items():
        own = properties.get(name)
        if not _is_vague(own, name):
            continue
        shape = _told(own, name, about)
        if own == {"type": "boolean"} and shape.get("type") == "string":
            continue
        properties[name] = shape
        for inner in (shape.get("items") or shape).get("properties", ()):
            properties.pop(inner, None)
    if not abouts or not isinstance(needed, list):
        return schema
    optional = [name for name, about in abouts.items() if CUES.matches("optional", about)]
    required = [each for each in properties if each in needed and each not in optional]
    return schema | {"required": required}


def _is_vague(shape: Any, name: str) -> bool:
    """True if the schema of a key has no more than its name tells, or is a sample in one word."""
    match shape:
        case {"type": "string", "description": str(sample), **others} if not others:
            return " " not in sample
    return shape in ({"type": "string"}, typed.schema_of_bare_key(name))


def _told(own: Schema, name: str, about: str) -> Schema:
    """The schema of a key by what a text says about it: `tags (3 words)` are a list."""
    may_be_list = own["type"] != "integer" and CUES.matches("plural", name)
    if may_be_list and CUES.matches("number of items", about):
        return typed.described(array_of(), about)
    return _value(CUES.pattern("need").sub("", about), name)


# The notations of objects


def _object(text: str) -> Schema | None:
    """The last object in brackets that a text shows with a request for it nearby."""
    known: dict[str, Schema] = {
        name: {"type": "string", "enum": values} for name, values in enums_in(text).items()
    }
    text = with_interfaces(text)
    last = _last_object(text, known)
    if len(known) > 1:  # A type may be used before it is declared.
        last = _last_object(text, known)
    roots = (known.get(each["name"]) for each in CUES.find_all("named root", text))
    return next(filter(None, roots), last)


def _last_object(text: str, known: dict[str, Schema]) -> Schema | None:
    """The last object with a request for it nearby. Declared types are added to those `known`."""
    last: Schema | None = None
    spans = spans_of_records(text)
    data = [e for e in spans if not CUES.matches("shape before", text[: e.start][-120:])]
    at = 0
    for _ in range(MOST):
        if (found := OPEN.search(text, at)) is None:
            break
        start, before = found.start(), text[: found.start()].rstrip()
        fields, end = fields_at(text, start)
        at = max(end, found.end())
        is_in_list = before.endswith("[")
        if CUES.matches("given object", text[:start][-80:]) or any(start in e for e in data):
            if is_in_list:
                _, at = fields_at(text, len(before) - 1)
            continue
        schema = object_of(_properties(fields, known))
        if not schema["properties"] or CUES.matches("in a remark", text[:start][-40:]):
            continue
        if declared := CUES.find("declared", text[:start][-80:]):
            known[declared["name"]] = schema
        is_open = CUES.pattern("open place").match(text, start)
        if is_open or CUES.matches("request before", text[:start][-200:]):
            last = array_of(schema) if is_in_list else schema
            if key := CUES.find("list with a name", text[:start][-80:]):
                last = object_of({key["name"]: array_of(schema)})
    return last


def _rows(text: str) -> Schema | None:
    """An object with fields on separate lines: `- name (string): the full name`."""
    if not re.search(r"json|object|dict|extract", text, re.IGNORECASE):
        return None
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        below = lines[number : number + MOST] if CUES.matches("rows follow", line) else ()
        if properties := _properties_in(below):
            return object_of(properties)
    return None


def _properties_in(rows: Iterable[str]) -> dict[str, Schema]:
    """The schemas of the fields on the first rows that are for fields, by name."""
    properties: dict[str, Schema] = {}
    for row in rows:
        if match := CUES.pattern("row of a key").match(row):
            about = " ".join(filter(None, (match["brackets"], match["options"], match["about"])))
            for name in split_keys(match["name"]):
                key = name.lower() if " " in match["name"] else name
                properties[key] = _value(about, key)
        elif row.strip() and properties:
            break
    return properties


# Values


def _properties(
    fields: Iterable[Field], known: Mapping[str, Schema] | None, depth: int = 0
) -> dict[str, Schema]:
    """The schemas of fields by name."""
    properties = {}
    for field in fields:
        found = KEY.fullmatch(field.written)
        if found and found["key"]:
            shape = _value(found["value"], found["key"], known, depth + 1)
            shape = typed.described(shape, field.comment)
            properties[found["key"].strip()] = typed.nullable(shape) if found["optional"] else shape
        elif found:
            name, remark = found["bare"], found["remark"]
            properties[name] = shown(remark, name) if remark else typed.schema_of_bare_key(name)
    return properties


def _value(
    written: str, name: str, known: Mapping[str, Schema] | None = None, depth: int = 0
) -> Schema:
    """The schema of a value under a key, which may be of a type that the text declares."""
    if depth < _DEEPEST and written.startswith("["):
        return _list(written, name, known, depth)
    is_list = CUES.matches("many objects", written)
    opened = OPEN.search(written) if written[:1] not in "\"'`<" else None
    if depth < _DEEPEST and opened:
        fields, end = fields_at(written, opened.start())
        inner = object_of(_properties(fields, known, depth))
        return array_of(inner) if is_list or written[end:].startswith("[]") else inner
    listed = CUES.find("object in words", written) if depth < _FEW else None
    if listed and (named := schema_shown(f"JSON with the keys: {listed['keys']}")):
        return array_of(named) if is_list else named
    return (typed.schema_of_type(written, known) if known else None) or shown(written, name)


def _list(written: str, name: str, known: Mapping[str, Schema] | None, depth: int) -> Schema:
    """The schema of a list in brackets; of elements that are types, it has as many."""
    fields, _ = fields_at(written, 0)
    is_open = fields and fields[0].written in ("...", "\u2026") and not name.endswith("s")
    if not fields or is_open:
        return typed.described(array_of(), name)
    count = len(fields)
    if CUES.pattern("place in brackets").fullmatch(written) and not CUES.matches("plural", name):
        return typed.shown(fields[0].written, name)
    are_types = count > 1 and all(typed.schema_of_type(each.written, known) for each in fields)
    is_exact = are_types or (count > 2 and len({*fields}) == 1)
    shapes = [_value(each.written, name.removesuffix("s"), known, depth + 1) for each in fields]
    if len(records := [each["properties"] for each in shapes if "properties" in each]) > 1:
        merged = {**ChainMap(*records)}
        shapes = [object_of(merged, [key for key in merged if all(key in e for e in records)])]
    is_text = shapes[0] == array_of() and fields[0].written[:1] in "\"'<."
    return array_of(None if is_text else shapes[0], count if is_exact else 0)
