"""Parameters of tools, which prompts write as a dictionary or as a signature."""

from __future__ import annotations

import re
from typing import Any

from mockserver.chat.model.demands.shapes.typed import (
    Schema,
    described,
    has_keys,
    object_of,
    schema_of_type,
)
from mockserver.chat.model.text.literals import value_of


def parameters_in(written: str) -> Schema | None:
    """The parameters of a tool, shown as a dictionary in the notation of JSON or of Python."""
    try:
        shown = value_of(written)
    except ValueError:
        return None
    return parameters_of(shown) if isinstance(shown, dict) else None


def parameters_of(shown: Any) -> Schema:
    """A schema as it is, or the schema for a dictionary of names and types, if it is one."""
    if has_keys(shown):
        return shown
    if not isinstance(shown, dict):
        return object_of({})
    return object_of({name: _parameter(each) for name, each in shown.items()})


def _parameter(shown: Any) -> Schema:
    """The schema of a parameter, whose type may be one of Python; it is a string by default."""
    if isinstance(shown, dict) and shown:
        kind = schema_of_type(str(shown.get("type", "str")))
        return shown | kind if kind else shown
    return schema_of_type(str(shown)) or {"type": "string"}


def parameters_of_signature(signature: str, description: str) -> Schema | None:
    """The parameters of a Python function, described in its docstring; None if it is no signature.

    `city: str, days: int = 3`
    """
    properties, required = {}, []
    for part in re.split(r",\s*(?![^\[\]]*\])", signature):
        found = re.fullmatch(r"\s*(\w+)\s*(?::\s*([^=\n]+?))?\s*(=.*)?", part)
        if found is None:
            return None
        name, kind, default = found.groups("")
        about = re.search(rf"(?m)^[ \t]*{name}\b[^:\n]*:[ \t]*(\S.*)$", description)
        schema = schema_of_type(kind) or schema_of_type(kind.partition("[")[0])
        properties[name] = described(schema, about[1] if about else "")
        if not default:
            required.append(name)
    return object_of(properties, required)
