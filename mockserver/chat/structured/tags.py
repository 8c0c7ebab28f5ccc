"""Structural tags: JSON between two marks, where a trigger announces it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mockserver.chat.structured import schema
from mockserver.chat.structured.effort import Effort, Unservable


def write_tagged(form: Any, key: bytes, hint: str, effort: Effort) -> str:
    """The first structure and nothing else. Raises Unservable for a form that has none."""
    structures, triggers = _lists(form)
    for structure in structures:
        begin = structure["begin"]
        if not any(begin.startswith(trigger) for trigger in triggers):
            raise Unservable(f"no trigger announces the structure that begins with {begin[:100]}")
    first = structures[0]
    wanted = first.get("schema")
    inner = schema.write({} if wanted is None else wanted, key, hint, effort)
    return f"{first['begin']}{inner}{first['end']}"


def _lists(form: Any) -> tuple[list[Mapping[str, Any]], list[str]]:
    if not isinstance(form, dict):
        raise Unservable("a structural tag is an object")
    structures, triggers = form.get("structures"), form.get("triggers")
    if not isinstance(structures, list) or not all(map(_is_structure, structures)):
        raise Unservable("`structures` lists objects with the texts `begin` and `end`")
    if not isinstance(triggers, list) or not all(isinstance(text, str) for text in triggers):
        raise Unservable("`triggers` is a list of texts")
    if not structures or not triggers:
        raise Unservable("a structural tag needs `structures` and `triggers`")
    return structures, triggers


def _is_structure(value: Any) -> bool:
    if not isinstance(value, dict) or not isinstance(value.get("schema", {}), dict | bool | None):
        return False
    return isinstance(value.get("begin"), str) and isinstance(value.get("end"), str)
