"""Shapes of objects as prompts show them: JSON schemas and examples, TypeScript, pydantic, lists.

One reader takes them all: `{ name: value, ... }` with or without quotation marks, where a value is
an object, a list, a type, options, or words that describe it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from mockserver.chat.model.demands.keys import key_names
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

_DEEPEST = 8
_MOST_KEYS = 64
_MOST_SHAPES = 32
_LONGEST_VALUE = 400
_OPEN = pattern(r"\{\s*(?:\{\s*)?(?:[\"'`]?[A-Za-z_][\w .-]{0,40}[\"'`]?\s*\??\s*:|//|#|\})")
_KEY = pattern(r"\s*[\"'`]?([A-Za-z_$][\w $.-]{0,60}?)[\"'`]?\s*\??\s*:\s*")
_COMMENT = pattern(r"[,;]?[ \t]*(?://|#)\s*([^\n]{0,200})")
_BLANK = pattern(r"(?:\s|[,;]|//[^\n]*|#[^\n]*|/\*(?s:.{0,300}?)\*/)*")
_CLASS = pattern(
    r"class\s+(\w+)\s*\([^)\n]*\):[^\n]*\n((?:[ \t]+[^\n]*\n?|\s*\n)+)|"
    r"@dataclass[^\n]*\s*class\s+(\w+)[^:\n]*:\s*\n((?:[ \t]+[^\n]*\n?)+)"
)
_MEMBER = pattern(
    r"^[ \t]+(?!(?:class|def|model_config)\b)(\w+)\s*:\s*([^=#\n]+?)(?:\s*=\s*([^\n]*?))?"
    r"\s*(?:#\s*([^\n]*))?$",
    re.MULTILINE,
)
_DECLARED = pattern(r"(?:interface|type|struct|enum)\s+(\w+)\s*=?\s*(?=\{)")
_ROW = pattern(
    r"^\s*(?:[-*\u2022]|\d{1,2}[.)]|(?=[ \t]*\w+\s*:\s*(?:str|int|num|bool|float|list|array|ISO"
    r"|date|\[|\"))(?=[ \t]))\s*[\"'`*]{0,3}([A-Za-z_]\w{0,40})[\"'`*]{0,3}\s*"
    r"(?:\(([^()\n]{0,120})\)|\[([^\]\n]{0,80})\])?\s*(?:[:\u2013-]+\s*([^\n]{0,200}))?$",
    re.MULTILINE,
)
_ROWS_CUE = pattern(
    r"(?:fields?|keys?|properties|attributes|columns|information|following|schema|containing|with"
    r"|elements)\b[^\n]{0,80}:\s*$",
    re.IGNORECASE,
)
_ASKED_BEFORE = pattern(
    r"example|format|form\b|like|shape|structure|schema|keys|fields|json|respond|reply|return"
    r"|answer|output|interface|type\b|produce|extract|parse|fill|conform|template|following|convert"
    r"|\bturn\b|\binto\b",
    re.IGNORECASE,
)
_ASKED_BEHIND = pattern(
    r"only output|output format|in (?:this|that|the above) (?:format|json)", re.IGNORECASE
)
_OPEN_PLACE = pattern(
    r"\{\s*[\"']?\w+[\"']?\s*:\s*[\[{]*\s*(?:[\"'][^\"'\n]*(?:[\"']\s*)?\|"
    r"|[\"']?(?:<|\.\.\.|\u2026)|true ?[/|]"
    r"|[\"']?(?:bool|boolean|str|string|int|float|number)\b)"
)
"""The beginning of an object whose first value is open: options, a type, dots."""

_TYPED_KEYS = pattern(r"[\"'`]?\b([A-Za-z_]\w{0,40})[\"'`]?\s*\(([^()\n]{2,80})\)")
_LISTED_KEYS = pattern(
    r"(?i)\b(?:as|in|to|return|output|extract[^.\n:]{0,30})\s+json\s*:\s*"
    r"([a-z][\w ]{1,24}(?:\([^)\n]*\))?(?:, (?:and )?[a-z][\w ]{1,24}(?:\([^)\n]*\))?){1,12})"
    r"\s*(?:[.\n]|$)"
)
_OPTION = r"[\"'`][^\"'`\n]{1,40}[\"'`](?! (?:is|are|must|should|has|can|an?)\b)"
_KEY_OF_OPTIONS = pattern(
    r"[\"'`](?P<name>[A-Za-z_]\w{0,40})[\"'`] (?:is|are|must be|has to be|should be|can be|may be)"
    rf"(?: either| one of)?:? (?P<options>{_OPTION}(?:(?:, {_OPTION})*,? or {_OPTION}"
    rf"|(?: ?[|/] ?{_OPTION})+|(?:, {_OPTION})+))"
)
_KEY_OF_LIST = pattern(
    r"\b(?P<name>[A-Za-z_]\w{0,40})(?:[\"'`]|[\"'`]?,? (?:whose value is|is|which is|being))"
    r" an? (?P<said>(?:list|array) of [^.,;\n]{3,40})"
)
_QUOTED_KEY = pattern(
    r"(?:\b(?P<before>boolean|number|integer|string|list|array)(?: called| named)? )?"
    r"[\"'`](?P<name>[A-Za-z_]\w{0,40})[\"'`]"
    r"(?: (?:is|are|should be|must be|has to be) (?P<behind>[^,.\n\"'`]+))?"
)
_PAIR = pattern(r"\b([A-Za-z_]\w{0,30})=([^\s,;&]{1,60})")


def schema_in(messages: Sequence[ChatMessage]) -> Schema | None:
    """The schema of the answer that a conversation shows: the last JSON Schema in a message, else
    what the last message shows, else the newest one of the system."""
    read = [*messages[:_FIRST], *messages[_FIRST:][-_LAST:]]
    texts = [(message["role"], content_text(message)) for message in reversed(read)]
    for _, text in texts:
        if schema := _json_schema(_ends_of(text)):
            return schema
    wanting = [text for role, text in texts[:1]]
    wanting += [text for role, text in texts[1:] if role in ("system", "developer")]
    return next(filter(None, map(schema_shown, wanting)), None)


def schema_shown(text: str) -> Schema | None:
    """The schema of the answer that a text shows or names, if it does."""
    text = _ends_of(text)
    ways = (_json_schema, _classes, _objects, _rows, _named)
    return _gathered(next(filter(None, (find(text) for find in ways)), None))


def _gathered(schema: Schema | None) -> Schema | None:
    """A schema in which a list under the plural of another key holds objects with the others."""
    names = schema.get("properties") or {} if schema else {}
    plural = next((name for name in names if name[-1] == "s" and name[:-1] in names), None)
    if plural is None:
        return schema
    items = object_of({name: shape for name, shape in names.items() if name != plural})
    return object_of({plural: array_of(items)})


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
        if isinstance(value, dict) and isinstance(value.get("properties"), dict):
            if not _explains_schemas(text, start.start()):
                found = value
        elif isinstance(value, dict) and isinstance(value.get("schema"), dict):
            found = value["schema"]
    return found


def _explains_schemas(text: str, start: int) -> bool:
    """True for the schema by which parsers of output explain what a schema is."""
    before, behind = text[max(start - 160, 0) : start], text[start : start + 120]
    return "for the schema" in before or '"foo"' in behind


def json_at(text: str, start: int) -> Any:
    """The JSON that begins at a place, or None."""
    for candidate in (text, text.replace("{{", "{").replace("}}", "}")):
        try:
            return json.JSONDecoder().raw_decode(candidate, start)[0]
        except (ValueError, RecursionError):
            continue
    return None


def _classes(text: str) -> Schema | None:
    """The last class of those that a text declares, which may have the others as members."""
    known: dict[str, Schema] = {}
    for found in _CLASS.finditer(text):
        name, body = found[1] or found[3], found[2] or found[4]
        if re.search("BaseModel|dataclass|TypedDict", found[0]):
            members = (member.groups(default="") for member in _MEMBER.finditer(body))
            known[name] = object_of({
                member: described(typed(kind, known), f"{default} {comment}")
                for member, kind, default, comment in members
            })  # fmt: skip
        elif "Enum" in found[0]:
            values = re.findall(r"=\s*[\"']([^\"'\n]+)[\"']", body)
            known[name] = {"type": "string"} | ({"enum": values} if values else {})
    objects = [schema for schema in known.values() if schema.get("properties")]
    return objects[-1] if objects else None


def _objects(text: str) -> Schema | None:
    """The last object that a text shows by its shape and asks for nearby."""
    known: dict[str, Schema] = {}
    last, at = None, 0
    for _ in range(_MOST_SHAPES):
        found = _OPEN.search(text, at)
        if found is None:
            break
        start = found.start() + text.startswith("{{", found.start())
        read = _Reader(text, known)
        schema = read.value(start, 0)
        at = max(read.at, found.end())
        if not schema.get("properties"):
            continue
        declared = [*_DECLARED.finditer(text, 0, found.end())]
        if declared and declared[-1].end() >= found.start() - 1:
            known[declared[-1][1]] = schema
        before = text[: found.start()]
        asked = _ASKED_BEFORE.search(before[-200:]) or _OPEN_PLACE.match(text, start)
        if asked or _ASKED_BEHIND.search(text[start : start + 400]):
            last = array_of(schema) if before.rstrip().endswith("[") else schema
    return last


def _rows(text: str) -> Schema | None:
    """Fields as a list of lines: `- name (string): the full name`."""
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if not _ROWS_CUE.search(line):
            continue
        properties: dict[str, Any] = {}
        for row in lines[number + 1 : number + 1 + _MOST_KEYS]:
            found = _ROW.match(row)
            if found:
                said = " ".join(filter(None, found.groups()[1:]))
                properties[found[1]] = shown(said or found[1], found[1])
            elif row.strip() and properties:
                break
        if properties and re.search(r"json|object|dict", text, re.IGNORECASE):
            return object_of(properties)
    return None


def _named(text: str) -> Schema | None:
    """Keys that are named in words, with what is said of them around or in brackets behind."""
    said = dict(_TYPED_KEYS.findall(text))
    said |= {each["name"]: each["said"] for each in _KEY_OF_LIST.finditer(text)}
    optional = {each["name"]: each["options"] for each in _KEY_OF_OPTIONS.finditer(text)}
    said |= {name: re.sub(", (?:or )?| or ", " | ", options) for name, options in optional.items()}
    text = _KEY_OF_OPTIONS.sub(r'"\g<name>"', text)
    names = key_names(text[:4_096]) or (key_names(text[-4_096:]) if len(text) > 4_096 else [])
    if not names and (listed := _LISTED_KEYS.search(text)):
        bare = re.sub(r"\([^)]*\)", "", listed[1]).split(",")
        names = [re.sub(r"\W+", "_", re.sub(r"^and ", "", each.strip())) for each in bare]
    if len(names) < 2 and (found := re.search(r"\bjson\b[^.\n]*", text, re.IGNORECASE)):
        wanted = re.split(r"\b(?:not|never|without|avoid|words?)\b", found[0])[0]
        quoted = {each["name"]: each for each in _QUOTED_KEY.finditer(wanted)}
        names = [*quoted] if len(quoted) > len(names) else names
        told = {name: each["before"] or each["behind"] for name, each in quoted.items()}
        said |= {name: words for name, words in told.items() if words}
    if not names and len(pairs := _PAIR.findall(text)) > 1:
        names, said = [name for name, _ in pairs], dict(pairs)
    keys = filter(None, names)
    properties = {name: shown(said[name], name) if name in said else named(name) for name in keys}
    return object_of(properties) if properties else None


class _Reader:
    """A reader of one shape; `at` is where it stopped."""

    def __init__(self, text: str, known: Mapping[str, Schema]) -> None:
        self._text = text
        self._known = known
        self.at = 0

    def value(self, at: int, depth: int, name: str = "") -> Schema:
        """The schema of the value that begins at a place."""
        text = self._text
        self.at = at
        if depth < _DEEPEST and text.startswith("{", at):
            made = self._object(at + 1, depth)
            if text.startswith("[]", self.at):
                self.at += 2
                return array_of(made)
            return made
        if depth < _DEEPEST and text.startswith("[", at) and not text.startswith("[[", at):
            return self._list(at + 1, depth, name)
        written = self._written(at)
        base = written.removesuffix("[]")
        if base not in self._known:
            return shown(written, name)
        return self._known[base] if base == written else array_of(self._known[base])

    def _object(self, at: int, depth: int) -> Schema:
        properties: dict[str, Any] = {}
        while len(properties) < _MOST_KEYS:
            self.at = at = self._behind_blanks(at)
            key = _KEY.match(self._text, at)
            if key is None:
                break
            schema = self.value(key.end(), depth + 1, key[1])
            if comment := _COMMENT.match(self._text, self.at):
                schema = described(schema, comment[1])
                self.at = comment.end()
            properties[key[1].strip()] = schema
            at = self.at
        end = self._text.find("}", self.at)
        self.at = end + 1 if end >= 0 else len(self._text)
        return object_of(properties)

    def _list(self, at: int, depth: int, name: str) -> Schema:
        at = self._behind_blanks(at)
        is_empty = self._text.startswith("]", at)
        items = None if is_empty else self.value(at, depth + 1, name.removesuffix("s"))
        end = self._text.find("]", self.at)
        self.at = end + 1 if end >= 0 else self.at
        return array_of(items)

    def _written(self, at: int) -> str:
        """The text of a value that is neither an object nor a list."""
        text, end, depth, quote = self._text, at, 0, ""
        while end < min(len(text), at + _LONGEST_VALUE):
            mark = text[end]
            if quote:
                quote = "" if mark == quote and text[end - 1] != "\\" else quote
            elif mark == '"' or (mark == "'" and not text[end - 1].isalnum()):
                quote = mark
            elif mark in "(<[":
                depth += 1
            elif mark in ")>]" and depth:
                depth -= 1
            elif mark == "\n" or (mark in ",;}]" and not depth) or text.startswith(" //", end):
                break
            end += 1
        self.at = end
        return text[at:end].strip()

    def _behind_blanks(self, at: int) -> int:
        found = _BLANK.match(self._text, at)
        return found.end() if found else at
