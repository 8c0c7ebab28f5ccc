"""Shapes of objects as prompts show them: JSON schemas and examples, TypeScript, pydantic, lists.

One reader takes them all: `{ name: value, ... }` with or without quotation marks, where a value is
an object, a list, a type, options, or words that describe it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from mockserver.chat.model.demands.keys import key_names, schema_of_key
from mockserver.chat.models import ChatMessage
from mockserver.chat.prompt.messages import content_text

Schema = dict[str, Any]

_READ = 12_000
_FIRST, _LAST = 2, 6
"""Messages that are read at the beginning and at the end of a conversation."""

_DEEPEST = 8
_MOST_KEYS = 64
_TYPES = {
    "string": "string", "str": "string", "text": "string", "char": "string",
    "integer": "integer", "int": "integer", "long": "integer",
    "number": "number", "float": "number", "double": "number", "decimal": "number",
    "boolean": "boolean", "bool": "boolean", "true": "boolean", "false": "boolean",
    "date": "string", "datetime": "string", "any": "string",
    "array": "array", "list": "array", "object": "object", "dict": "object",
}  # fmt: skip
_OPEN = re.compile(r"\{\s*(?:\{\s*)?(?:[\"'`]?[A-Za-z_][\w .-]{0,40}[\"'`]?\s*\??\s*:|//|#|\})")
_KEY = re.compile(r"\s*[\"'`]?([A-Za-z_$][\w $.-]{0,60}?)[\"'`]?\s*\??\s*:\s*")
_COMMENT = re.compile(r"[ \t]*(?://|#)\s*([^\n]{0,200})")
_BLANK = re.compile(r"(?:\s|,|;)*")
_CLASS = re.compile(
    r"class\s+(\w+)\s*\([^)\n]*\):[^\n]*\n((?:[ \t]+[^\n]*\n?|\s*\n)+)|"
    r"@dataclass[^\n]*\s*class\s+(\w+)[^:\n]*:\s*\n((?:[ \t]+[^\n]*\n?)+)"
)
_MEMBER = re.compile(
    r"^[ \t]+(\w+)\s*:\s*([^=#\n]+?)(?:\s*=\s*([^\n]*?))?\s*(?:#\s*([^\n]*))?$", re.MULTILINE
)
_DECLARED = re.compile(r"(?:interface|type|struct|enum)\s+(\w+)\s*=?\s*(?=\{)")
_ROW = re.compile(
    r"^\s*(?:[-*\u2022]|\d{1,2}[.)]|(?=[ \t]*\w+\s*:\s*(?:str|int|num|bool|float|list|array|ISO|date|\[|\"))(?=[ \t]))\s*[\"'`*]{0,3}([A-Za-z_]\w{0,40})[\"'`*]{0,3}\s*"
    r"(?:\(([^()\n]{0,120})\)|\[([^\]\n]{0,80})\])?\s*(?:[:\u2013-]+\s*([^\n]{0,200}))?$",
    re.MULTILINE,
)
_ROWS_CUE = re.compile(
    r"(?:fields?|keys?|properties|attributes|columns|information|following|schema|containing|with|elements)\b[^\n]{0,80}:\s*$",
    re.IGNORECASE,
)


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
    for find in (_json_schema, _classes, _objects, _rows, _named):
        if schema := find(text):
            return schema
    return None


def _ends_of(text: str) -> str:
    return text if len(text) <= 2 * _READ else f"{text[:_READ]}\n{text[-_READ:]}"


def object_of(properties: Mapping[str, Any], required: list[str] | None = None) -> Schema:
    """The schema of an object that has just these properties."""
    wanted = [*properties] if required is None else required
    return {
        "type": "object", "properties": {**properties}, "required": wanted,
        "additionalProperties": False,
    }  # fmt: skip


def _json_schema(text: str) -> Schema | None:
    """A JSON Schema that stands in the text; the last of several."""
    found = None
    for start in re.finditer(r"\{(?=\s*\{?\s*\")", text):
        if '"properties"' not in text[start.start() :]:
            break
        value = _decoded(text, start.start())
        if isinstance(value, dict) and isinstance(value.get("properties"), dict):
            if not _is_example_of_format(text, start.start()):
                found = value
        elif isinstance(value, dict) and isinstance(value.get("schema"), dict):
            found = value["schema"]
    return found


def _is_example_of_format(text: str, start: int) -> bool:
    """True for the schema by which parsers of output explain what a schema is."""
    return (
        "for the schema" in text[max(start - 160, 0) : start]
        or '"foo"' in text[start : start + 120]
    )


def _decoded(text: str, start: int) -> Any:
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
        if "BaseModel" in found[0] or "dataclass" in found[0] or "TypedDict" in found[0]:
            members = {
                member[1]: _described(
                    _typed(member[2], known), f"{member[3] or ''} {member[4] or ''}"
                )
                for member in _MEMBER.finditer(body)
                if member[1] not in ("class", "def", "model_config")
            }
            known[name] = object_of(members)
        elif "Enum" in found[0]:
            values = re.findall(r"=\s*[\"']([^\"'\n]+)[\"']", body)
            known[name] = {"type": "string", "enum": values} if values else {"type": "string"}
    objects = [schema for schema in known.values() if schema.get("properties")]
    return objects[-1] if objects else None


def _objects(text: str) -> Schema | None:
    """The best object that a text shows by its shape: the one with most keys, asked for nearby."""
    known: dict[str, Schema] = {}
    shown: list[tuple[int, Schema]] = []
    at = 0
    while (found := _OPEN.search(text, at)) and len(shown) < 16:
        read = _Reader(text, known)
        start = found.start()
        start += text[start : start + 2] == "{{"
        schema = read.value(start, 0)
        at = max(read.at, found.end())
        if schema.get("properties"):
            declared = [*_DECLARED.finditer(text, 0, found.end())]
            if declared and declared[-1].end() >= found.start() - 1:
                known[declared[-1][1]] = schema
            if _before_asks(text, found.start()):
                wrapped = text[: found.start()].rstrip().endswith("[")
                shown.append(
                    (
                        start,
                        {"type": "array", "items": schema, "minItems": 1} if wrapped else schema,
                    )
                )
    return shown[-1][1] if shown else None


_ASKS = re.compile(
    r"example|format|form\b|like|shape|structure|schema|keys|fields|json|respond|reply|return|answer|output"
    r"|interface|type\b|produce|conform|template|following",
    re.IGNORECASE,
)


def _before_asks(text: str, start: int) -> bool:
    around = text[max(start - 200, 0) : start]
    return bool(
        _ASKS.search(around)
        or re.search(
            r"only output|output format|in (?:this|that|the above) (?:format|json)",
            text[start : start + 400],
            re.IGNORECASE,
        )
    )


def _rows(text: str) -> Schema | None:
    """Fields as a list of lines: `- name (string): the full name`."""
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if not _ROWS_CUE.search(line):
            continue
        properties: dict[str, Any] = {}
        for row in lines[number + 1 : number + 1 + _MOST_KEYS]:
            found = _ROW.match(row)
            if found is None:
                if row.strip() and properties:
                    break
                continue
            said = " ".join(filter(None, found.groups()[1:]))
            properties[found[1]] = scalar(said or found[1], found[1])
        if properties and re.search(r"json|object|dict", text, re.IGNORECASE):
            return object_of(properties)
    return None


_TYPED_KEYS = re.compile(r"[\"'`]?\b([A-Za-z_]\w{0,40})[\"'`]?\s*\(([^()\n]{2,80})\)")
_LISTED_KEYS = re.compile(
    r"(?i)\b(?:as|in|to|return|output|extract[^.\n:]{0,30})\s+json\s*:\s*([a-z][\w ]{1,24}(?:\([^)\n]*\))?(?:, (?:and )?[a-z][\w ]{1,24}(?:\([^)\n]*\))?){1,12})\s*(?:[.\n]|$)"
)


def _named(text: str) -> Schema | None:
    """Keys that are named in words, with what stands in brackets behind them."""
    said = dict(_TYPED_KEYS.findall(text))
    names = key_names(text[:4_096]) or (key_names(text[-4_096:]) if len(text) > 4_096 else [])
    if not names and (listed := _LISTED_KEYS.search(text)):
        names = [
            re.sub(r"\W+", "_", each.strip())
            for each in re.sub(r"\([^)]*\)", "", listed[1]).split(",")
        ]
        names = [re.sub(r"^and_", "", each) for each in names if each]
    if not names and (
        found := re.search(
            r"\bjson\b[^.\n]{0,60}?\b(?:with|containing|of|having)\b([^.\n]+)", text, re.IGNORECASE
        )
    ):
        names = re.findall(r"[\"'`]([A-Za-z_]\w{0,40})[\"'`]", found[1])
    properties = {
        name: scalar(said[name], name) if name in said else _by_name(name) for name in names
    }
    return object_of(properties) if properties else None


_PLURAL = re.compile(
    r"(?:^|_)(?!(?:is|has|was|status|address|news|class|series|notes|analysis|basis)$)[a-z]{2,}[^s]s$"
)


def _by_name(name: str) -> Schema:
    """The schema of a key of which nothing is said: several things if its name is a plural."""
    schema = schema_of_key(name)
    if schema["type"] == "string" and _PLURAL.search(name):
        return {"type": "array", "items": {"type": "string"}, "minItems": 1}
    return schema


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
                return {"type": "array", "items": made, "minItems": 1}
            return made
        if depth < _DEEPEST and text.startswith("[", at) and not text.startswith("[[", at):
            return self._list(at + 1, depth, name)
        return self._scalar(at, name)

    def _object(self, at: int, depth: int) -> Schema:
        properties: dict[str, Any] = {}
        optional: set[str] = set()
        while len(properties) < _MOST_KEYS:
            self.at = at = self._skipped(at)
            key = _KEY.match(self._text, at)
            if key is None:
                break
            schema = self.value(key.end(), depth + 1, key[1])
            comment = _COMMENT.match(self._text, _after_comma(self._text, self.at))
            if comment:
                schema = _described(schema, comment[1])
                self.at = comment.end()
            if "?" in key[0]:
                optional.add(key[1])
            properties[key[1].strip()] = schema
            at = self.at
        end = self._text.find("}", self.at)
        self.at = end + 1 if end >= 0 else len(self._text)
        return object_of(properties)

    def _list(self, at: int, depth: int, name: str) -> Schema:
        at = self._skipped(at)
        items = (
            {"type": "string"}
            if self._text.startswith("]", at)
            else self.value(at, depth + 1, name)
        )
        close = self._text.find("]", self.at)
        self.at = close + 1 if close >= 0 else self.at
        return {"type": "array", "items": items, "minItems": 1}

    def _scalar(self, at: int, name: str) -> Schema:
        end = at
        depth, quote = 0, ""
        text = self._text
        while end < len(text) and end - at < 400:
            mark = text[end]
            if quote:
                quote = "" if mark == quote and text[end - 1] != "\\" else quote
            elif mark in "\"'" and (mark == '"' or not text[end - 1].isalnum()):
                quote = mark
            elif mark in "(<[":
                depth += 1
            elif mark in ")>]" and depth:
                depth -= 1
            elif (mark in ",;}]" and not depth) or (mark == "\n") or text.startswith(" //", end):
                break
            end += 1
        self.at = end
        written = text[at:end].strip()
        base = written.removesuffix("[]")
        if base in self._known:
            schema = self._known[base]
            return {"type": "array", "items": schema, "minItems": 1} if base != written else schema
        return scalar(written, name)

    def _skipped(self, at: int) -> int:
        while True:
            at = _BLANK.match(self._text, at).end()  # type: ignore[union-attr]
            comment = re.compile(r"//[^\n]*|#[^\n]*|/\*.{0,300}?\*/", re.DOTALL).match(
                self._text, at
            )
            if not comment:
                return at
            at = comment.end()


def _after_comma(text: str, at: int) -> int:
    return at + 1 if text[at : at + 1] in ",;" else at


_RANGE = re.compile(r"(-?\d+(?:\.\d+)?)\s*(?:-|\u2013|to|and|through|\.\.)\s*(-?\d+(?:\.\d+)?)")
_ALTERNATIVES = re.compile(r"^[\w -]{1,40}(?:\s*[|/]\s*[\w -]{1,40})+$")


def scalar(written: str, name: str) -> Schema:
    """The schema of a value as it is shown: a type, options, an example, or a description."""
    bare = written.strip().rstrip(",;").strip()
    if bare in ("null", "None", "undefined", "..."):
        return _by_name(name)
    quoted = len(bare) > 1 and bare[0] == bare[-1] and bare[0] in "\"'"
    inner = bare[1:-1].strip() if quoted and bare.count(bare[0]) == 2 else bare
    options = _options(bare, inner)
    if options:
        return (
            {"enum": options, "type": "string"}
            if all(isinstance(o, str) for o in options)
            else {"enum": options}
        )
    if number := _number("" if quoted else inner, inner.strip("<>() "), name):
        return number
    typed = _typed(inner.strip("<>() "), {}) if inner else None
    if typed is not None and " " not in inner:
        return typed
    said = _described(typed or schema_of_key(name, said=inner or None), inner)
    if typed is None and said["type"] == "string" and re.fullmatch(r"\W*", inner):
        said = schema_of_key(name)
    if quoted and said.get("description") == inner and _is_example(inner, name):
        del said["description"]
    return said


def _number(example: str, bounds: str, name: str) -> Schema | None:
    """The schema of a number by an example, or by its bounds: `0-1`."""
    if re.fullmatch(r"-?\d+", example):
        return _described({"type": "integer"}, name)
    if re.fullmatch(r"-?\d*\.\d+", example):
        return {"type": "number"}
    if found := _RANGE.fullmatch(bounds):
        kind = "number" if "." in bounds or float(found[2]) <= 1 else "integer"
        return _described({"type": kind}, bounds)
    return None


def _is_example(inner: str, name: str) -> bool:
    """True if a text is an example of a value rather than a description of it."""
    words = inner.split()
    return (
        len(words) < 3
        and (inner[:1].isupper() or any(c.isdigit() for c in inner))
        and name.lower() not in inner.lower()
    )


_NAMED_OPTIONS = re.compile(
    r"(?:one of|either|enum|must be|options?|string|str)\W*\s*(?P<list>.+)", re.IGNORECASE
)
_JOINTS = re.compile(r"(?:[\s|,/()<>\[\]]|or|one of:?|either|Literal|and|enum|string|str|:)*")


def _options(bare: str, inner: str) -> list[Any]:
    """The values that a place may have: quoted, listed behind `one of`, or divided by strokes."""
    quoted = re.findall(r"[\"']([^\"'\n]{1,60})[\"']", bare)
    if len(quoted) > 1 and _JOINTS.fullmatch(re.sub(r"[\"'][^\"'\n]{0,60}[\"']", "", bare)):
        return quoted
    stripped = inner.strip("<>[]{}() ")
    if found := _NAMED_OPTIONS.fullmatch(stripped):
        items = _split(found["list"], r"\s*(?:,|\||/|\bor\b)\s*")
        if len(items) > 1 and all(len(item.split()) < 4 for item in items):
            return items
    if _ALTERNATIVES.match(stripped) or re.fullmatch(r"[\w-]+(?:, [\w-]+)*,? or [\w-]+", stripped):
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


def _typed(written: str, known: Mapping[str, Schema]) -> Schema | None:
    """The schema of a type as TypeScript, Python or English writes it; None for other words."""
    written = written.strip().strip("\"'")
    written = re.sub(
        r"\s*\|\s*(?:None|null|undefined)|^Optional\[(.*)\]$|^Annotated\[([^,]*),.*\]$",
        r"\1\2",
        written,
    )
    if written in known:
        return known[written]
    if found := re.fullmatch(
        r"(?:list|array|sequence|set|List|Array|Sequence)\s*(?:\[|<|of )\s*(.+?)[\]>]?|(.+?)\[\]",
        written,
        re.IGNORECASE,
    ):
        inner = (found[1] or found[2] or "").strip()
        items = _typed(inner, known) or _typed(inner.removesuffix("s"), known) or {"type": "string"}
        return {"type": "array", "items": items, "minItems": 1}
    if found := re.fullmatch(r"(?:Literal|Enum)\[(.+)\]", written):
        return {"enum": [item.strip().strip("\"'") for item in found[1].split(",")]}
    kind = _TYPES.get(written.lower())
    if kind == "array":
        return {"type": "array", "items": {"type": "string"}, "minItems": 1}
    if kind == "object":
        return {"type": "object"}
    return {"type": kind} if kind else None


def _described(schema: Schema | None, said: str) -> Schema:
    """A schema with what is said of it: its bounds, and its options if it is a text."""
    schema = {"type": "string"} if schema is None else dict(schema)
    said = said.strip()
    if not said or "enum" in schema:
        return schema
    if schema.get("type") in ("integer", "number") and (found := _RANGE.search(said)):
        low, high = sorted((float(found[1]), float(found[2])))
        whole = schema["type"] == "integer"
        schema |= {"minimum": int(low) if whole else low, "maximum": int(high) if whole else high}
    bounds = dict(re.findall(r"\b(ge|le|gt|lt)=(-?\d+(?:\.\d+)?)", said))
    if "ge" in bounds or "gt" in bounds:
        schema["minimum"] = float(bounds.get("ge") or bounds["gt"])
    if "le" in bounds or "lt" in bounds:
        schema["maximum"] = float(bounds.get("le") or bounds["lt"])
    if schema.get("type") == "string" and len(options := _options(said, said)) > 1:
        return {"type": "string", "enum": options}
    schema["description"] = said[:200]
    return schema
