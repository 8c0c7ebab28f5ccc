"""JSON as pairs of a name and a text: `{"sky": {"now": "clear"}}` as `sky now` and `clear`."""

from __future__ import annotations

from typing import Any

from pydantic_core import from_json, to_json

_LONGEST = 65_536


def pairs_of(text: str) -> list[tuple[str, str]] | None:
    """The pairs of a JSON text in its order; None if it is no JSON or too long."""
    try:
        value = from_json(text) if len(text) <= _LONGEST else None
    except (TypeError, ValueError):  # text that is not Unicode is a TypeError here
        return None
    if len(text) > _LONGEST:
        return None
    pairs = []
    waiting: list[tuple[str, Any]] = [("", value)]
    while waiting:
        name, value = waiting.pop()
        if isinstance(value, dict):
            waiting += [(f"{name} {key}".strip(), each) for key, each in reversed(value.items())]
        elif isinstance(value, list):
            waiting += [(name, each) for each in reversed(value)]
        else:
            said = value if isinstance(value, str) else to_json(value).decode()
            pairs.append((name.replace("_", " "), said))
    return pairs
