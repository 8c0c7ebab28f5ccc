"""Structural tags: constrained text between marks, in the older format and in the current one.

The older format lists JSON schemas with their marks. The current one is a tree whose leaves are
strings, schemas, patterns and grammars. Chosen: where a tag allows several texts, the first tag is
written once, and free text is empty.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from mockserver.chat.structured.budget import Unservable

WriteLeaf = Callable[[str, Any], str]
"""Writes the text of a schema, pattern or grammar: from the type of the leaf and its content."""

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
"""The key of a node's content, by the type of the node."""

_MOST_LEVELS = 100


def write_tagged(form: Any, write: WriteLeaf) -> str:
    """A text that obeys a structural tag. Raises `Unservable`."""
    if not isinstance(form, dict):
        raise Unservable("a structural tag is an object")
    if "format" in form:
        return _text(form["format"], write, 0)
    structures = _list(form, "structures", dict)
    _check_triggers(structures, _list(form, "triggers", str))
    first = structures[0]
    schema = {} if first.get("schema") is None else first["schema"]
    return f"{first['begin']}{write('json_schema', schema)}{_string(first, 'end')}"


def _text(node: Any, write: WriteLeaf, level: int) -> str:
    """The text of a node of the current format, with the nodes below it."""
    kind = node.get("type") if isinstance(node, dict) else None
    if level > _MOST_LEVELS:
        raise Unservable(f"a structural tag has at most {_MOST_LEVELS} levels")
    if kind == "any_text":
        return ""
    if kind == "tag":
        return _tag(node, write, level)
    field = _FIELDS.get(str(kind))
    if field is None:
        raise Unservable(f"a structural tag has no format of type {kind!r}")
    if field == "tags":
        tags = _list(node, field, dict)
        if "triggers" in node:
            _check_triggers(tags, _list(node, "triggers", str))
        return _tag(tags[0], write, level)
    if field == "elements":
        elements = _list(node, field, dict)
        written = elements if kind == "sequence" else elements[:1]
        return "".join(_text(each, write, level + 1) for each in written)
    if field not in node:
        raise Unservable(f"a format of type {kind} needs `{field}`")
    return _string(node, field) if kind == "const_string" else write(str(kind), node[field])


def _tag(tag: Mapping[str, Any], write: WriteLeaf, level: int) -> str:
    inner = _text(tag.get("content"), write, level + 1)
    ends = tag.get("end")
    end = ends[0] if isinstance(ends, list) and ends else ends
    return f"{_string(tag, 'begin')}{inner}{_string({'end': end}, 'end')}"


def _check_triggers(tags: list[Any], triggers: list[str]) -> None:
    """Each tag has to begin with a trigger."""
    for tag in tags:
        begin = _string(tag, "begin")
        if not begin.startswith(tuple(triggers)):
            raise Unservable(f"no trigger matches the tag that begins with {begin[:100]}")


def _string(node: Mapping[str, Any], field: str) -> str:
    text = node.get(field)
    if not isinstance(text, str):
        raise Unservable(f"`{field}` of a structural tag is a string")
    return text


def _list(node: Mapping[str, Any], field: str, kind: type) -> list[Any]:
    """A list of at least one item."""
    items = node.get(field)
    if (
        not isinstance(items, list)
        or not items
        or not all(isinstance(each, kind) for each in items)
    ):
        kinds = "objects" if kind is dict else "strings"
        raise Unservable(f"`{field}` of a structural tag is a list of {kinds}, at least one")
    return items
