"""Attributes of spans: a tree of their dotted names, and the first value under several names.

`conventions.json` lists, for each field of a call, the attribute names that may hold it in order of
preference. Empty, zero and false values do not count. Observed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from mockserver.core.errors import invalid
from mockserver.core.model import Json, JsonObject
from mockserver.trace.otel.models import Attributes

CONVENTIONS: dict[str, Any] = json.loads(Path(__file__).with_name("conventions.json").read_bytes())
ATTRIBUTES, INPUTS, OUTPUTS, USAGE, FIELDS = CONVENTIONS.values()

MAX_LEVELS = 32
"""Levels of a dotted name. Chosen."""


class FoundAttribute(NamedTuple):
    """An attribute that has a value."""

    name: str
    value: Json


def expanded(attributes: Attributes) -> JsonObject:
    """The tree of dotted names. Raises a 400 if a name has both a value and names below it."""
    tree: JsonObject = {}
    for name, value in attributes.items():
        *branches, leaf = name.split(".")
        if len(branches) >= MAX_LEVELS:
            raise invalid(f"attribute {name[:64]!r} has more than {MAX_LEVELS} levels")
        branch = tree
        for key in branches:
            branch = branch.setdefault(key, {})
            if not isinstance(branch, dict):
                raise _ambiguous(name)
        _put(branch, leaf, value, name)
    return tree


def find(tree: JsonObject, names: Iterable[str]) -> FoundAttribute | None:
    """The first of these attributes that has a value."""
    for name in names:
        if value := _at(tree, name):
            return FoundAttribute(name, listed(value))
    return None


def first(tree: JsonObject, names: Iterable[str]) -> Json:
    """The value of the first of these attributes that has one, or None."""
    match = find(tree, names)
    return match.value if match else None


def field(tree: JsonObject, name: str) -> Json:
    """The value for a field of a call by the conventions, or None."""
    return first(tree, FIELDS[name])


def count(tree: JsonObject, names: Iterable[str]) -> int | None:
    """The first whole number in one of these attributes; it may be zero. Observed."""
    numbers = (whole(_at(tree, name)) for name in names)
    return next((number for number in numbers if number is not None), None)


def is_turn(tree: JsonObject) -> bool:
    """True if a span is a turn of its thread: it is marked as one, or names a conversation."""
    marked = _at(tree, "wandb.is_turn")
    return marked if isinstance(marked, bool) else bool(field(tree, "conversation") or marked)


def listed(value: Json) -> Json:
    """The value with every object whose keys are exactly 0 to n-1 turned into a list.

    Observed: an object without keys is an empty list.
    """
    if isinstance(value, list):
        return [listed(item) for item in value]
    if not isinstance(value, dict):
        return value
    numbers = [str(number) for number in range(len(value))]
    if value.keys() == set(numbers):
        return [listed(value[number]) for number in numbers]
    return {key: listed(item) for key, item in value.items()}


def text(value: Json) -> str | None:
    """A name or an id as text; None for other types and an empty text."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    return str(value) or None


def whole(value: Json) -> int | None:
    """A whole number, also from its digits."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    try:
        number = int(value)
    except (ValueError, OverflowError):
        return None
    return None if isinstance(value, float) and value != number else number


def _put(tree: JsonObject, key: str, value: Json, name: str) -> None:
    present = tree.get(key)
    if not isinstance(present, dict):
        tree[key] = value
    elif isinstance(value, dict):
        for below, item in value.items():
            _put(present, below, item, name)
    else:
        raise _ambiguous(name)


def _ambiguous(name: str) -> Exception:
    return invalid(f"attribute {name[:64]!r} collides with one that is both a value and a parent")


def _at(tree: Json, name: str) -> Json:
    for key in name.split("."):
        tree = tree.get(key) if isinstance(tree, dict) else None
    return tree
