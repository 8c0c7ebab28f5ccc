"""Shapes of objects as prompts show them: JSON schemas and examples, TypeScript, pydantic, lists.

One reader takes them all: `{ name: value, ... }` with or without quotation marks, where a value is
an object, a list, a type, options, or words that describe it. A class in Python is read as one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from mockserver.chat.model.demands.cue import CUES
from mockserver.chat.model.demands.keys import descriptions, key_names
from mockserver.chat.model.demands.typed import (
    Schema,
    array_of,
    described,
    named,
    object_of,
    shown,
    typed,
)
from mockserver.chat.model.patterns import pattern
from mockserver.chat.models import ChatMessage
from mockserver.chat.prompt.messages import content_text

_READ = 12_000
_FIRST, _LAST = 2, 6
"""Messages that are read at the beginning and at the end of a conversation."""

_READ_FOR_KEYS = 4_096
_DEEPEST = 8
_MOST = 64
"""Keys of one object, and objects of one text, that are read."""

_OPEN = pattern(r"\{\s*(?:\{\s*)?(?:[\"'`]?[A-Za-z_][\w .-]{0,40}[\"'`]?\s*\??\s*:|//|#|\})")
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
_MEMBER = pattern(r"^[ \t]+(?!(?:class|def|model_config)\b)(\w+\s*:[^\n]+)$", re.MULTILINE)
_ENUM = pattern(r"class\s+(\w+)\s*\([^)\n]*Enum[^)\n]*\):[^\n]*\n((?:[ \t]+[^\n]*(?:\n|$))+)")


def schema_in(messages: Sequence[ChatMessage]) -> Schema | None:
    """The schema of the answer that a conversation shows: the last JSON Schema in a message, else
    what the last message shows, else the newest one of the system."""
    read = [*messages[:_FIRST], *messages[_FIRST:][-_LAST:]]
    texts = [(message["role"], content_text(message)) for message in reversed(read)]
    schemas = (_json_schema(_ends_of(text)) for _, text in texts)
    wanting = (t for n, (role, t) in enumerate(texts) if not n or role in ("system", "developer"))
    return next(filter(None, schemas), None) or next(filter(None, map(schema_shown, wanting)), None)


def schema_shown(text: str) -> Schema | None:
    """The schema of the answer that a text shows or names, if it does."""
    text = _ends_of(text)
    ways = (_json_schema, _objects, _rows, _named)
    return _gathered(next(filter(None, (find(text) for find in ways)), None))


def _gathered(schema: Schema | None) -> Schema | None:
    """A schema in which a list under the plural of another key holds objects with the others."""
    names = schema.get("properties") or {} if schema else {}
    plural = next((name for name in names if name[-1] == "s" and name[:-1] in names), None)
    if plural is None:
        return schema
    items = object_of({name: shape for name, shape in names.items() if name != plural})
    return object_of({plural: array_of(items)})


def json_at(text: str, start: int) -> Any:
    """The JSON that begins at a place, or None."""
    for candidate in (text, text.replace("{{", "{").replace("}}", "}")):
        try:
            return json.JSONDecoder().raw_decode(candidate, start)[0]
        except (ValueError, RecursionError):
            continue
    return None


def _ends_of(text: str) -> str:
    return text if len(text) <= 2 * _READ else f"{text[:_READ]}\n{text[-_READ:]}"


def _json_schema(text: str) -> Schema | None:
    """A JSON Schema that stands in the text; the last of several."""
    found: Schema | None = None
    for start in re.finditer(r"\{(?=\s*\{?\s*\")", text):
        if '"properties"' not in text[start.start() :]:
            break
        value = json_at(text, start.start())
        if found and repr(value) in repr(found):  # A part of the schema that was found before.
            continue
        inner = value.get("schema") if isinstance(value, dict) else None
        schema = inner if isinstance(inner, dict) else value
        # Parsers of output explain what a schema is by one with the property "foo".
        is_example = '"foo"' in text[start.start() :][:120]
        if isinstance(schema, dict) and isinstance(schema.get("properties"), dict | None):
            found = found if is_example else schema
    return found


def _objects(text: str) -> Schema | None:
    """The last object that a text shows by its shape and asks for nearby."""
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
        members, at = _members(text, start)
        at = max(at, found.end())
        schema = _object(members, known, 0)
        if not schema["properties"]:
            continue
        before = text[: found.start()]
        if declared := CUES.find("declared", before[-80:]):
            known[declared["name"]] = schema
        asked = CUES.find("asked before", before[-200:]) or CUES.pattern("open place").match(
            text, start
        )
        if asked or CUES.find("asked behind", text[start : start + 400]):
            last = array_of(schema) if before.rstrip().endswith("[") else schema
    return last


def _as_interface(found: re.Match[str]) -> str:
    """A class in Python as an interface in TypeScript, with the defaults as comments."""
    rows = (re.sub(r"\s*=\s*", " // ", row, count=1) for row in _MEMBER.findall(found["body"]))
    members = "\n".join(rows)
    return f"interface {found['model'] or found['data']} {{\n{members}\n}}\n"


def _members(text: str, at: int) -> tuple[list[tuple[str, str]], int]:
    """The parts between the bracket at a place and its counterpart, each with the comment behind
    it, and the place behind the counterpart."""
    members, current, depth, is_line_new = list[tuple[str, str]](), "", 0, True
    for token in _TOKEN.finditer(text, at + 1):
        said = token[0]
        if token["comment"]:
            said = said.strip("/# ")
            if current.strip():
                members.append((current.strip(), said))
            elif members and not is_line_new:
                members[-1] = (members[-1][0], said)
            current = ""
        elif depth or said not in ",;\n}]" or (said == "\n" and current.rstrip().endswith(":")):
            depth = max(depth + (said in "{[(") - (said in "}])"), 0)
            current += said
        else:
            if current.strip():
                members.append((current.strip(), ""))
            current, is_line_new = "", said == "\n"
            if said in "}]" or len(members) > _MOST:
                return members, token.end()
    return members, len(text)


def _object(members: list[tuple[str, str]], known: Mapping[str, Schema], depth: int) -> Schema:
    keys = ((_KEY.match(member), comment) for member, comment in members)
    return object_of({
        key[1].strip(): described(_value(key[2], key[1], known, depth + 1), comment)
        for key, comment in keys
        if key
    })  # fmt: skip


def _value(written: str, name: str, known: Mapping[str, Schema], depth: int) -> Schema:
    """The schema of a value as it is written under a key."""
    if depth < _DEEPEST and written.startswith("{"):
        members, end = _members(written, int(written.startswith("{{")))
        made = _object(members, known, depth)
        return array_of(made) if written[end:].startswith("[]") else made
    if depth < _DEEPEST and written.startswith("[") and not written.startswith("[["):
        members, _ = _members(written, 0)
        singular = name.removesuffix("s")
        return array_of(_value(members[0][0], singular, known, depth + 1) if members else None)
    return (typed(written, known) if known else None) or shown(written, name)


def _rows(text: str) -> Schema | None:
    """Fields as a list of lines: `- name (string): the full name`."""
    lines = text.split("\n")
    for number, line in enumerate(lines):
        properties: dict[str, Any] = {}
        for row in lines[number + 1 : number + 1 + _MOST] if CUES.find("rows follow", line) else ():
            if found := CUES.pattern("row of a key").match(row):
                name, *said = found.groups(default="")
                properties[name] = shown(" ".join(filter(None, said)) or name, name)
            elif row.strip() and properties:
                break
        if properties and re.search(r"json|object|dict", text, re.IGNORECASE):
            return object_of(properties)
    return None


def _named(text: str) -> Schema | None:
    """Keys that are named in words, with what is said of them around or in brackets behind."""
    if len(text) > 2 * _READ_FOR_KEYS:
        text = f"{text[:_READ_FOR_KEYS]}\n{text[-_READ_FOR_KEYS:]}"
    options = CUES.pattern("key of options")
    said = descriptions(text) | {
        found["name"]: re.sub(", (?:or )?| or ", " | ", found["options"])
        for found in options.finditer(text)
    }
    names = key_names(options.sub(r'"\g<name>"', text))
    properties = {name: shown(said[name], name) if name in said else named(name) for name in names}
    return object_of(properties) if properties else None
