"""Structural tags: text of known forms between marks, in the older format and in today's.

The older one lists JSON schemas with their marks. Today's is a tree whose leaves are texts,
schemas, patterns and grammars. Chosen: where a tag leaves several texts open the first tag is
written and nothing else, and any text is the empty one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from mockserver.chat.structured.budget import Unservable

Leaves = Mapping[str, Callable[[Any], str]]
"""Writers of the forms that schemas, patterns and grammars describe, by the type of the leaf."""

_FIELDS = {
    "const_string": "value",
    "json_schema": "json_schema",
    "regex": "pattern",
    "grammar": "grammar",
    "sequence": "elements",
    "or": "elements",
    "triggered_tags": "tags",
    "tags_with_separator": "tags",
}
"""The key that holds the content of a node, by the type of the node."""

_MOST_LEVELS = 100


def write_tagged(form: Any, leaves: Leaves) -> str:
    """A text that obeys a tag. Raises `Unservable`."""
    if not isinstance(form, dict):
        raise Unservable("a structural tag is an object")
    if "format" in form:
        return _written(form["format"], leaves, 0)
    structures, triggers = _list(form, "structures", dict), _list(form, "triggers", str)
    for structure in structures:
        _check_announced(_mark(structure, "begin"), triggers)
    first = structures[0]
    schema = {} if first.get("schema") is None else first["schema"]
    return f"{first['begin']}{leaves['json_schema'](schema)}{_mark(first, 'end')}"


def _written(node: Any, leaves: Leaves, level: int) -> str:
    """The text of a node of today's format and of all below it."""
    kind = node.get("type") if isinstance(node, dict) else None
    if level > _MOST_LEVELS:
        raise Unservable(f"a structural tag has at most {_MOST_LEVELS} levels")
    if kind == "any_text":
        return ""
    if kind == "tag":
        return _tag(node, leaves, level)
    field = _FIELDS.get(str(kind))
    if field is None:
        raise Unservable(f"a structural tag has no format of type {kind!r}")
    if field == "tags":
        tags = _list(node, field, dict)
        if "triggers" in node:
            triggers = _list(node, "triggers", str)
            for tag in tags:
                _check_announced(_mark(tag, "begin"), triggers)
        return _tag(tags[0], leaves, level)
    if field == "elements":
        elements = _list(node, field, dict)
        wanted = elements if kind == "sequence" else elements[:1]
        return "".join(_written(each, leaves, level + 1) for each in wanted)
    if field not in node:
        raise Unservable(f"a format of type {kind} needs `{field}`")
    return _mark(node, field) if kind == "const_string" else leaves[str(kind)](node[field])


def _tag(tag: Mapping[str, Any], leaves: Leaves, level: int) -> str:
    inner = _written(tag.get("content"), leaves, level + 1)
    ends = tag.get("end")
    end = ends[0] if isinstance(ends, list) and ends else ends
    return f"{_mark(tag, 'begin')}{inner}{_mark({'end': end}, 'end')}"


def _check_announced(begin: str, triggers: list[str]) -> None:
    if not any(begin.startswith(trigger) for trigger in triggers):
        raise Unservable(f"no trigger announces the structure that begins with {begin[:100]}")


def _mark(holder: Mapping[str, Any], field: str) -> str:
    text = holder.get(field)
    if not isinstance(text, str):
        raise Unservable(f"`{field}` of a structural tag is a text")
    return text


def _list(holder: Mapping[str, Any], field: str, kind: type) -> list[Any]:
    """A list of at least one item. Raises `Unservable`."""
    found = holder.get(field)
    if (
        not isinstance(found, list)
        or not found
        or not all(isinstance(each, kind) for each in found)
    ):
        items = "objects" if kind is dict else "texts"
        raise Unservable(f"`{field}` of a structural tag lists {items}, at least one")
    return found
