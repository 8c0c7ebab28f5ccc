"""The types of the TypeScript package: `make docs` writes them, a test compares them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import mockserver
from mockserver import InProcess, Settings
from mockserver.data.models import schema
from mockserver.listing import OPERATIONS

TYPES = Path(mockserver.__file__).parent / "typescript" / "types.ts"

TAKEN = ("Fault", "Rule", "LoggedCriteria", "Verify", "Wait", "NewSettings")
"""The models that verbs send, by their names in the description of the control API."""

DUMPED = "Records"
"""The model that `save` writes and `load` reads; nobody writes it by hand."""

HEAD = """\
// What the control API takes, what a server can be told, and what a data file holds.
// Written by `make docs`; durations are seconds or a text such as "300ms".
"""

SIMPLE = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean"}

OPERATION = 'Operation | "*" | (string & {})'

Schema = dict[str, Any]


def types() -> str:
    """The whole module."""
    control: Schema = InProcess().channel.get("/openapi.json")["components"]["schemas"]
    data = schema()
    settings = Settings.model_json_schema()
    known = {**data["$defs"], **control, "DataFile": data, "Settings": settings}
    names = [*TAKEN, "DataFile", "Settings"]
    for name in names:
        names += sorted(set(referred(known[name])) - {*names, DUMPED})
    operations = union((json.dumps(row.name) for row in OPERATIONS), "\n  | ")
    parts = [f"export type Operation =\n  | {operations};"]
    parts += [interface(name, known[name]) for name in sorted(names)]
    return "\n\n".join([HEAD.rstrip(), *parts]) + "\n"


def interface(name: str, schema: Schema) -> str:
    required = schema.get("required", ())
    lines = []
    for key, part in schema["properties"].items():
        optional = "" if key in required else "?"
        type_ = OPERATION if key == "operation" else expression(part)
        written = key if re.fullmatch(r"\w+", key) else json.dumps(key)
        lines += [*comment(part, "  "), f"  {written}{optional}: {type_};"]
    head = [*comment(schema), f"export interface {name} {{"]
    return "\n".join([*head, *lines, "}"])


def comment(schema: Schema, indent: str = "") -> list[str]:
    words = " ".join(schema.get("description", "").split())
    return [f"{indent}/** {words} */"] if words else []


def expression(schema: Schema) -> str:
    """The type of a value that fits a schema."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return "unknown" if name == DUMPED else name
    if "anyOf" in schema:
        return union(map(expression, schema["anyOf"]))
    if "enum" in schema or "const" in schema:
        return union(map(json.dumps, schema.get("enum", [schema.get("const")])))
    match schema.get("type"):
        case "null":
            return "null"
        case "array":
            item = expression(schema.get("items", {}))
            return f"({item})[]" if "|" in item else f"{item}[]"
        case "object":
            item = schema.get("additionalProperties", True)
            return f"Record<string, {expression(item) if isinstance(item, dict) else 'unknown'}>"
        case known:
            return SIMPLE.get(known, "unknown")


def union(parts: Any, between: str = " | ") -> str:
    return between.join(dict.fromkeys(parts))


def referred(schema: Any) -> Iterator[str]:
    """The names of the schemas that one refers to."""
    if isinstance(schema, dict):
        if isinstance(schema.get("$ref"), str):
            yield schema["$ref"].rpartition("/")[2]
        for key, part in schema.items():
            if key != "$defs":
                yield from referred(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from referred(part)


if __name__ == "__main__":
    TYPES.write_text(types(), encoding="utf-8")
