"""Schemas of values as prompts show them, and the keys that prompts name in words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from mockserver.chat.model.demands.cue import CUES
from mockserver.chat.model.lists import by_word, lists, words
from mockserver.chat.model.meaning import words_of
from mockserver.chat.model.texts import value_of
from mockserver.chat.model.values.plausible import known_range, known_text

Schema = dict[str, Any]

_QUOTED = r"[\"']([^\"'\n]{1,60})[\"']"
_TYPES = by_word("types")


def object_of(properties: Mapping[str, Any], required: list[str] | None = None) -> Schema:
    """The schema of an object with only these properties."""
    return {
        "type": "object",
        "properties": {**properties},
        "required": [*properties] if required is None else required,
        "additionalProperties": False,
    }


def array_of(items: Schema | None = None) -> Schema:
    """The schema of a list, of strings by default."""
    return {"type": "array", "items": items or {"type": "string"}, "minItems": 1}


def named(name: str) -> Schema:
    """The schema of a key without a description; a plural is a list."""
    schema = schema_of_key(name)
    return array_of() if schema["type"] == "string" and CUES.find("plural", name) else schema


def shown(source: str, name: str) -> Schema:
    """The schema of a value that is shown as a type, options, an example or a description."""
    bare = source.strip().rstrip(",;").strip()
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
    if is_quoted and inner in ("...", "…"):
        return {"type": "string"}
    if not re.search(r"\w", inner) or inner in ("null", "None", "undefined"):
        return named(name)
    return described(kind or schema_of_key(name, inner), inner)


def typed(source: str, known: Mapping[str, Schema]) -> Schema | None:
    """The schema of a type in TypeScript, Python or English, or None."""
    source = CUES.pattern("wrapped type").sub(r"\g<inner>\g<first>", source.strip().strip("\"'"))
    if source in known:
        return known[source]
    if several := CUES.pattern("several of a type").fullmatch(source):
        count = int(several["count"])
        return array_of({"type": several["type"].lower()}) | {"minItems": count, "maxItems": count}
    if found := CUES.pattern("list type").fullmatch(source):
        inner = (found["items"] or found["each"]).strip()
        return array_of(typed(inner.removesuffix("s"), known) or typed(inner, known))
    kind = _TYPES.get(source.lower())
    return array_of() if kind == "array" else {"type": kind} if kind else None


def parameters_in(written: str) -> Schema | None:
    """The parameters of a tool, shown as a dictionary in the notation of JSON or of Python."""
    try:
        shown = value_of(written)
    except ValueError:
        return None
    return parameters_of(shown) if isinstance(shown, dict) else None


def parameters_of(shown: Schema) -> Schema:
    """A schema as it is, or the schema for a dictionary of names and types."""
    if "properties" in shown:
        return shown
    return object_of({name: _parameter(each) for name, each in shown.items()})


def parameters_of_signature(signature: str, description: str) -> Schema | None:
    """The parameters of a Python function, described in its docstring; None if it is no signature.

    `city: str, days: int = 3`
    """
    properties, required = {}, []
    for part in re.split(r",\s*(?![^\[\]]*\])", signature):
        found = re.fullmatch(r"\s*(\w+)\s*(?::\s*([^=\n]+?))?\s*(=.*)?", part)
        if found is None:
            return None
        name, kind, default = found.groups()
        about = re.search(rf"(?m)^[ \t]*{name}\b[^:\n]*:[ \t]*(\S.*)$", description)
        bare = (kind or "str").partition("[")[0]
        schema = typed(kind or "str", {}) or typed(bare, {}) or {"type": "string"}
        properties[name] = described(schema, about[1]) if about else schema
        required += [] if default else [name]
    return object_of(properties, required)


def _parameter(shown: Any) -> Schema:
    """The schema of a parameter, whose type may be one of Python; it is a string by default."""
    schema = shown if isinstance(shown, dict) else {}
    kind = typed(str(schema.get("type", "str") if schema else shown), {})
    return {**schema, **(kind or ({} if schema else {"type": "string"}))}


def described(schema: Schema | None, text: str) -> Schema:
    """A copy of a schema with a description, and with the bounds or options in it."""
    schema = {"type": "string"} if schema is None else dict(schema)
    text = text.strip()
    if not text or "enum" in schema:
        return schema
    if schema.get("type") in ("integer", "number") and (found := CUES.find("numbers", text)):
        number = int if schema["type"] == "integer" else float
        low, high = sorted(number(float(bound)) for bound in found.groups())
        schema |= {"minimum": low, "maximum": high}
    for relation, bound in re.findall(r"\b(ge|le|gt|lt)=(-?\d+(?:\.\d+)?)", text):
        schema["minimum" if relation[0] == "g" else "maximum"] = float(bound)
    if schema.get("type") == "array" and len(quoted := re.findall(_QUOTED, text)) > 1:
        return schema | {"items": {"type": "string", "enum": quoted}}
    if schema.get("type") == "array" and (found := CUES.find("items counted", text)):
        schema |= {"minItems": int(found["count"]), "maxItems": int(found["count"])}
    if schema.get("type") == "string" and len(options := _options(text, text)) > 1:
        return {"type": "string", "enum": options}
    return schema | {"description": text[:200]}


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
        items = _split(found["list"])
        if len(items) > 1 and all(len(item.split()) < 4 for item in items):
            return items
    return _valued(_split(stripped)) if CUES.pattern("alternatives").fullmatch(stripped) else []


def _split(text: str) -> list[str]:
    parts = re.split(r"\s*(?:[|/,]|\bor\b)\s*", text)
    return [bare for item in parts if (bare := item.strip(" \"'`()"))]


def _valued(items: list[str]) -> list[Any]:
    """Options, converted if all are booleans or numbers; an empty list if they name types."""
    lowered = {item.lower() for item in items}
    if lowered == {"true", "false"}:
        return [True, False]
    if lowered <= {*_TYPES, "null", "none", "undefined"} or len(items) < 2:
        return []
    return [int(item) for item in items] if all(map(str.isdecimal, items)) else items


_DESCRIBED = (
    "key with a remark", "key of a list", "key of a type", "key in a range", "key that is",
    "key before options",
)  # fmt: skip
"""Named patterns for a key with a description of its value."""


def key_names(text: str) -> list[str]:
    """The keys that a text names, in quotation marks or as a list of words."""
    named = [*dict.fromkeys(_quoted(text))] or _in_words(text)
    if len(named) < 2 and (sentence := CUES.find("sentence on json", text)):
        bare = CUES.pattern("in brackets").sub("", sentence[0])
        loose = dict.fromkeys(match[0].strip("\"'`") for match in CUES.find_all("key", bare))
        named = [*loose] if len(loose) > len(named) else named
    return named


def descriptions(text: str) -> dict[str, str]:
    """Descriptions of values in a text, by key."""
    matches = (match for name in _DESCRIBED for match in CUES.find_all(name, text))
    return {match["name"]: match["about"] for match in matches}


def schema_of_key(name: str, description: str = "") -> dict[str, Any]:
    """The schema of a value, inferred from its description, or else from the name of its key."""
    kind = _kind_described(description) if description else _kind_of(name)
    if kind == "array":
        return {"type": "array", "items": {"type": "string"}, "minItems": 1}
    return {"type": kind}


def _quoted(text: str) -> list[str]:
    """Quoted names that the text calls keys, else those that it asks for in JSON."""
    called, listed = list[str](), list[str]()
    for row in CUES.find_all("quoted keys", text):
        before, names = text[: row.start()][-100:], _names(row[0])
        if CUES.matches("before keys", before) or CUES.pattern("after keys").match(text, row.end()):
            called += names
        elif len(names) > 1 and CUES.matches("before several keys", before):
            listed += names
    return called or listed


def _in_words(text: str) -> list[str]:
    """A list of unquoted names that the text clearly uses as keys."""
    for match in CUES.find_all("keys in words", text):
        no_key = CUES.pattern("no key").fullmatch
        names = [name for name in _names(match["row"]) if not no_key(name)]
        if len(names) > (0 if match["plain"] else 1):
            return names
    row = CUES.find("keys of json", text) if "json" in text.lower() else None
    return _names(row["row"]) if row else []


def _names(row: str) -> list[str]:
    parts = CUES.pattern("between keys").split(CUES.pattern("in brackets").sub("", row))
    names = [re.sub(r"\W+", "_", part.strip(" \"'`[]")) for part in parts]
    begins_sentence = len(names) > 1 and names[0].istitle() and names[1].islower()
    return [names[0].lower(), *names[1:]] if begins_sentence else names


def _kind_described(description: str) -> str:
    known = {*words_of(description)}
    kinds = (kind for kind, cues in lists("types").items() if known & {*cues})
    return next((kind for kind in kinds if kind != "object"), "string")


def _kind_of(name: str) -> str:
    parts = words_of(name)
    if not parts:
        return "string"
    for part, section, kind in (
        (parts[0], "keys.claims", "boolean"),
        (parts[-1], "keys.lists", "array"),
        (parts[-1], "keys.counts", "integer"),
    ):
        if part in words(section):
            return kind
    if len(parts) > 1 and (parts[-1] in by_word("units") or parts[-1] in by_word("currencies")):
        return "number"
    usual_range = None if known_text(name) else known_range(name)
    if usual_range is None:
        return "string"
    return "integer" if usual_range.unit == 1 else "number"
