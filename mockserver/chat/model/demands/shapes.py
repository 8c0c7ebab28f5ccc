"""Shapes of objects in prompts: JSON schemas and examples, TypeScript, pydantic, lists of fields.

Every notation is read as fields, `name: value` with a comment, where a value is an object, a list,
a type, options, or a description.
"""

from __future__ import annotations

import re
from collections import ChainMap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

from mockserver.chat.model.demands import typed
from mockserver.chat.model.demands.cue import CUES
from mockserver.chat.model.demands.typed import Schema, array_of, object_of, shown
from mockserver.chat.model.text.numbers import amount_of
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.text.texts import ends_of, json_at, spans_of_records
from mockserver.chat.model.values.words import is_known
from mockserver.chat.models import SYSTEM, ChatMessage
from mockserver.chat.prompt.messages import content_text

_READ, _READ_FOR_KEYS = 12_000, 4_096
"""The characters read at each end of a text: for shapes, and for keys in words."""

_FIRST, _LAST = 2, 6
"""The number of messages read at the beginning and at the end of a conversation."""

_DEEPEST, _FEW = 8, 2
"""The most levels of values that are read: in brackets, and in words."""

_MOST = 64
"""The most keys of one object, and objects of one text, that are read."""

_OPEN = pattern(
    r"\{\s*(?:\{\s*)?(?:[\"'`]?[A-Za-z_][\w .-]{0,40}[\"'`]?\s*(?:\??\s*:"
    r"|(?:\([^(){}\n]{1,80}\))?\s*,\s*[\"'`]?[A-Za-z_])|//|#|\.\.\.|\u2026|\})"
)
"""The beginning of an object: a key with a value, or a name in a list of names."""

# A quoted text, a place to fill, a comment, or else a single character
_TOKEN = pattern(
    r"\"(?:\\.|[^\"\\\n])*\"|(?<!\w)'[^'\n]*'|<[^<>\n]{0,80}>|(?P<comment>(?<![:\w])(?://|#)[^\n]{0,200})"
    r"|(?s:.)"
)
_KEY = pattern(
    r"[\"'`]?(?P<key>[A-Za-z_$][\w $.-]{0,60}?)[\"'`]?\s*(?P<optional>\?)?\s*:\s*(?P<value>(?s:.*))"
    r"|[\"'`]?(?P<bare>[A-Za-z_]\w{0,40})[\"'`]?\s*(?:\((?P<remark>[^()]*)\))?"
)
"""A key with its value, or a name in a list of names, which may have a remark."""

# A class of pydantic or a dataclass, with the lines below it, and a field in such a line
_CLASS = pattern(
    r"(?:class\s+(?P<model>\w+)\s*\([^)\n]*(?:BaseModel|TypedDict)[^)\n]*\)"
    r"|@dataclass[^\n]*\s*class\s+(?P<data>\w+)[^:\n]*):[^\n]*\n"
    r"(?P<body>(?:[ \t]+[^\n]*(?:\n|$)|\s*\n)+)"
)
_FIELD = pattern(r"^[ \t]+(?!(?:class|def|model_config)\b)(\w+\s*:[^\n]+)$", re.MULTILINE)
_ENUM = pattern(r"class\s+(\w+)\s*\([^)\n]*Enum[^)\n]*\):[^\n]*\n((?:[ \t]+[^\n]*(?:\n|$))+)")


def schema_in(messages: Sequence[ChatMessage]) -> Schema | None:
    """The schema of the reply that a conversation shows: the last JSON Schema in any message, else
    the shape in the last message or a system message that speaks of one."""
    read = [*messages[:_FIRST], *messages[_FIRST:][-_LAST:]]
    texts = [(message["role"], content_text(message)) for message in reversed(read)]
    for _, text in texts:
        if schema := _json_schema(ends_of(text, _READ)):
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
    schema = next(filter(None, (read(text) for read in (_json_schema, *layouts))), None)
    text = CUES.pattern("inner object").sub(_with_remark, ends_of(text, _READ_FOR_KEYS))
    schema = schema or (None if CUES.matches("shown list", text) else _keys_in_words(text))
    inner = schema.get("items") if schema else None
    if schema and isinstance(inner, dict) and isinstance(inner.get("properties"), dict):
        return {**schema, "items": _with_descriptions(inner, text)}
    if schema and isinstance(schema.get("properties"), dict):
        if CUES.matches("empty list allowed", text):
            for shape in schema["properties"].values():
                if isinstance(shape, dict) and shape.get("type") == "array":
                    shape["minItems"] = 0
        return _under_a_key(_with_descriptions(schema, text), text)
    return schema


def _under_a_key(schema: Schema, text: str) -> Schema:
    """The schema of an object for the items of a list, which a text wants under a key of its own;
    else the schema as it is."""
    root = CUES.find("list under a key", text)
    inner = {name: each for name, each in schema["properties"].items() if root and name != root[1]}
    return object_of({root[1]: array_of(object_of(inner))}) if root and inner else schema


def _with_remark(found: re.Match[str]) -> str:
    """A key with the remark `(object with …)` for its own keys, which are named in words."""
    if found["opened"] == "(" and not all(map(is_known, _split(found["keys"]))):
        return found[0]  # They may be options.
    is_list = CUES.matches("plural", found["name"]) or CUES.matches("list of", found[0])
    kind = "list of objects" if is_list else "object"
    return f"{found['name']} ({kind} with {found['keys']})"


def _with_descriptions(schema: Schema, text: str) -> Schema:
    """The schema of an object with what a text says about its keys elsewhere."""
    properties, needed = schema["properties"], schema.get("required")
    for each in properties.values():
        inner = each.get("items", each) if isinstance(each, dict) else None
        if isinstance(inner, dict) and isinstance(inner.get("properties"), dict):
            inner.update(_with_descriptions(inner, text))
    abouts = _abouts(text, properties)
    for name, about in abouts.items():
        match own := properties.get(name):
            case {"type": "string", "description": str(sample), **others} if not others:
                is_open = " " not in sample
            case _:
                is_open = own in ({"type": "string"}, typed.schema_of_bare_key(name))
        if is_open:
            may_be_counted = own is not None and own.get("type") != "integer"
            may_be_counted = may_be_counted and CUES.matches("plural", name)
            is_counted = may_be_counted and CUES.matches("number of items", about)
            shown_as = CUES.pattern("need").sub("", about)
            shape = typed.described(array_of(), about) if is_counted else _value(shown_as, name)
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


def _json_schema(text: str) -> Schema | None:
    """The last JSON Schema in a text, or the last object that a text calls its properties."""
    found: Schema | None = None
    text = CUES.pattern("flag of a property").sub("", text)
    last = text.rfind('"properties"')
    for start in re.finditer(r"\{(?=\s*\{?\s*\")", text):
        is_named = "properties" in text[: start.start()][-80:]
        # Output parsers explain schemas by one with the property "foo".
        if (start.start() > last and not is_named) or '"foo"' in text[start.start() :][:120]:
            continue
        value = json_at(text, start.start())
        if found and repr(value) in repr(found):  # A part of the previous schema.
            continue
        schema = value.get("schema", value) if isinstance(value, dict) else None
        if isinstance(schema, dict):
            is_typed = "type" in schema and "properties" not in schema
            if is_typed or isinstance(schema.get("properties"), dict):
                found = schema
    return found


# Objects in brackets


class _Field(NamedTuple):
    """A field of an object or an element of a list, as written, and the comment after it."""

    written: str
    comment: str = ""


def _object(text: str) -> Schema | None:
    """The last object that a text shows with a request for it nearby."""
    known: dict[str, Schema] = {
        name: {"type": "string", "enum": re.findall(r"=\s*[\"']([^\"'\n]+)[\"']", body)}
        for name, body in _ENUM.findall(text)
    }
    text = _CLASS.sub(_as_interface, text)
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
    for _ in range(_MOST):
        if (found := _OPEN.search(text, at)) is None:
            break
        fields, end = _fields(text, found.start())
        at = max(end, found.end())
        schema, before = object_of(_properties(fields, known)), text[: found.start()]
        is_given = CUES.matches("given object", before[-80:]) or found.start() in chain(*data)
        if is_given and before.rstrip().endswith("["):
            _, at = _fields(text, before.rindex("["))
        if not schema["properties"] or is_given or CUES.matches("in a remark", before[-40:]):
            continue
        if declared := CUES.find("declared", before[-80:]):
            known[declared["name"]] = schema
        is_open = CUES.pattern("open place").match(text, found.start())
        if is_open or CUES.matches("request before", before[-200:]):
            last = array_of(schema) if before.rstrip().endswith("[") else schema
            if key := CUES.find("list with a name", before[-80:]):
                last = object_of({key["name"]: array_of(schema)})
    return last


def _as_interface(found: re.Match[str]) -> str:
    """A Python class as a TypeScript interface, with the defaults as comments."""
    rows = (re.sub(r"\s*=\s*", " // ", row, count=1) for row in _FIELD.findall(found["body"]))
    return "\n".join([f"interface {found['model'] or found['data']} {{", *rows, "}\n"])


def _fields(text: str, at: int) -> tuple[list[_Field], int]:
    """The fields between the bracket at an index, which may be doubled, and its closing bracket,
    and the index after that."""
    fields, current, depth, is_line_new = list[_Field](), "", 0, True
    for token in _TOKEN.finditer(text, at + 2 if text.startswith(("{{", "[["), at) else at + 1):
        part = token[0]
        if token["comment"] and not depth:
            comment = part.strip("/# ")
            if current.strip():
                fields.append(_Field(current.strip(), comment))
            elif fields and not is_line_new:
                fields[-1] = fields[-1]._replace(comment=comment)
            current = ""
        elif depth or part not in ",;\n}]" or (part == "\n" and current.rstrip().endswith(":")):
            if part in "{[(":
                depth += 1
            elif part in "}])":
                depth = max(depth - 1, 0)
            current += part
        else:
            if current.strip():
                fields.append(_Field(current.strip()))
            current, is_line_new = "", part == "\n"
            if part in "}]" or len(fields) > _MOST:
                return fields, token.end()
    return fields, len(text)


def _properties(
    fields: Iterable[_Field], known: Mapping[str, Schema] | None, depth: int = 0
) -> dict[str, Schema]:
    """The schemas of fields by name."""
    properties = {}
    for field in fields:
        found = _KEY.fullmatch(field.written)
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
    opened = _OPEN.search(written) if written[:1] not in "\"'`<" else None
    if depth < _DEEPEST and opened:
        fields, end = _fields(written, opened.start())
        inner = object_of(_properties(fields, known, depth))
        return array_of(inner) if is_list or written[end:].startswith("[]") else inner
    listed = CUES.find("object in words", written) if depth < _FEW else None
    if listed and (named := schema_shown(f"JSON with the keys: {listed['keys']}")):
        return array_of(named) if is_list else named
    return (typed.schema_of_type(written, known) if known else None) or shown(written, name)


def _list(written: str, name: str, known: Mapping[str, Schema] | None, depth: int) -> Schema:
    """The schema of a list in brackets; of elements that are types, it has as many."""
    fields, _ = _fields(written, 0)
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


# Keys on lines and in words


def _rows(text: str) -> Schema | None:
    """An object with fields on separate lines: `- name (string): the full name`."""
    if not re.search(r"json|object|dict|extract", text, re.IGNORECASE):
        return None
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if not CUES.matches("rows follow", line):
            continue
        properties: dict[str, Any] = {}
        for row in lines[number + 1 : number + 1 + _MOST]:
            if match := CUES.pattern("row of a key").match(row):
                abouts = (match["brackets"], match["options"], match["about"])
                for name in _split(match["name"]):
                    key = name.lower() if " " in match["name"] else name
                    properties[key] = _value(" ".join(filter(None, abouts)), key)
            elif row.strip() and properties:
                break
        if properties:
            return object_of(properties)
    return None


def _abouts(text: str, names: Iterable[str]) -> dict[str, str]:
    """The descriptions of keys in a text."""
    known = {name.rpartition("_")[2]: name for name in names} | {name: name for name in names}
    abouts = dict[str, str]()
    for match in CUES.find_all("described key", text):
        other, _, rest = match["about"].partition(" ")
        is_of_other = other in known and rest  # `city (age as a number)` is about the age.
        name, about = (other, rest) if is_of_other else (match["name"], match["about"])
        if name in known:
            abouts[known[name]] = about
    for match in CUES.find_all("each has", text):
        stem = re.sub("(y|ies|s)$", "", match["one"])
        for plural in (f"{stem}s", f"{stem}es", f"{stem}ies"):
            if plural in known:
                abouts[plural] = f"list of objects with {match['about']}"
    # What is said about a key of several named objects may be about another one's.
    return {name: each for name, each in abouts.items() if not _is_in_several(name, text)}


def _is_in_several(name: str, text: str) -> bool:
    """True if a text shows a key in several objects that have names of their own."""
    return len(re.findall(rf'"\w+"\s*:\s*\{{[^{{}}]{{0,600}}"{re.escape(name)}"\s*:', text)) > 1


def _keys_in_words(text: str) -> Schema | None:
    """An object with the keys that a text names in quotation marks or as a list of words."""
    text = CUES.pattern("key of options").sub(r'"\g<name>"', text)
    text = CUES.pattern("typed key").sub(r"\g<name> (\g<type>)", text)
    found = [name for row in CUES.find_all("named keys", text) for name in _split(row["row"])]
    names = dict.fromkeys(found or next(_listed(text), []))
    asked = CUES.find("records to invent", text)
    if asked and (not names or not names.keys().isdisjoint(_split(asked["row"]))):
        return _to_invent(asked, _split(asked["row"]))
    if not found[1:] and (things := CUES.find("things with parts", text)):
        rows = array_of(record_of(map(_singular, _split(things["row"].replace(" with ", " and ")))))
        is_alone = not things["listed"] or CUES.matches(
            "many objects", text[: things.end("things")]
        )
        return rows if is_alone else object_of({things["things"]: rows})
    if len(names) < 2 and (sentence := CUES.find("sentence on json", text)):
        bare = CUES.pattern("in brackets").sub("", sentence[0])
        loose = dict.fromkeys(match[0].strip("\"'`") for match in CUES.find_all("key", bare))
        names = max(names, loose, key=len)
    if not names:
        return usual_record(text)
    record = record_of(CUES.pattern("topic after a key").sub("", name) for name in names)
    for name, shape in record["properties"].items():
        if shape == array_of() and _is_counted(name, text):
            record["properties"][name] = {"type": "integer"}
    return record


def _is_counted(name: str, text: str) -> bool:
    """True if a text has the number of things under a key, rather than the things."""
    if CUES.matches("people", name) and CUES.matches("reservation", text):
        return True
    counted = rf"\b\d[\d.,]* (\w+ )?{name.replace('_', ' ')}\b(?!:|, (?!and\b|\d))"
    is_listed = re.search(rf"\b{name}\W{{1,3}}(an? )?(array|list)\b", text)
    return not is_listed and re.search(rf"(?<!of )(?<!exactly ){counted}", text) is not None


def usual_record(text: str) -> Schema | None:
    """One or several objects of a kind that a text wants, with the usual keys of the kind."""
    asked = CUES.find("usual records", text)
    usual = CUES.meaning("usual keys", asked["noun"]) if asked else ""
    return _to_invent(asked, usual.split(", ")) if asked and usual else None


def _to_invent(asked: re.Match[str], keys: Sequence[str]) -> Schema:
    """One or several objects of a kind that a text wants made up."""
    record = record_of(keys) | {"title": _singular(asked["noun"])}
    several = asked.groupdict().get("several")
    return array_of(record, amount_of(several)) if several else record


def _singular(noun: str) -> str:
    """The singular of a regular plural."""
    return re.sub("(?<!mov)ies$", "y", noun).removesuffix("s")


def record_of(names: Iterable[str]) -> Schema:
    """An object with keys whose names tell their types."""
    return object_of({name: typed.schema_of_bare_key(name) for name in names})


def _listed(text: str) -> Iterator[list[str]]:
    """The lists of names that a text clearly uses as keys."""
    for match in CUES.find_all("listed keys", text):
        is_key, every = CUES.pattern("no key").fullmatch, _split(match["row"])
        is_way = "subject" in every or {"from", "to"} <= {*every}
        names = [name for name in every if is_way or not is_key(name)]
        if len(names) >= (1 if match.groupdict().get("plain") else 2):
            yield names


def _split(row: str) -> list[str]:
    """The names in a list of keys."""
    parts = CUES.pattern("between keys").split(CUES.pattern("in brackets").sub("", row))
    return [re.sub(r"\W+", "_", part.strip(" \"'`[]*")) for part in parts]
