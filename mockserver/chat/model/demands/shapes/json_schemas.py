"""JSON Schemas that a text shows, or the properties of one."""

from __future__ import annotations

import re

from mockserver.chat.model.demands.cue import CUES
from mockserver.chat.model.demands.shapes.typed import Schema, has_keys
from mockserver.chat.model.text.literals import json_at


def json_schema_in(text: str) -> Schema | None:
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
        is_typed = isinstance(schema, dict) and "type" in schema and "properties" not in schema
        if is_typed or has_keys(schema):
            found = schema
    return found
