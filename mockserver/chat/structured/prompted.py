"""A schema that a conversation holds: how clients ask for JSON where they cannot send a schema.

Either it stands there as JSON, or an example of the answer does, or its keys are named.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from mockserver.chat.model.demands.keys import key_names, schema_of_key
from mockserver.chat.models import Message
from mockserver.chat.prompt.messages import content_text

_FIRST, _LAST = 2, 6
"""Messages that are read at the beginning and at the end of a conversation."""

_READ = 65_536
_READ_FOR_WORDS = 4_096
"""Characters of a message, and of each of its ends where keys are named in words."""

_TRIES = 16
_ABOVE = 160
_BEGINNING = re.compile(r"(?:^|(?<=\s)|(?<=`)){(?=\s*\")")
_CUE = re.compile(
    r"\b(?:example|format|form|like|shape|structure|schema|keys|fields|JSON"
    r"|respond|reply|return|answer|output)\b",
    re.IGNORECASE,
)
"""What is said before an example of the answer, but not before what the answer is about."""

_SKETCH = re.compile(r'"([^"\n]{1,64})"\s*:')
_DECODER = json.JSONDecoder()
_TYPES = {str: "string", bool: "boolean", int: "integer", float: "number"}


def schema_in(messages: Sequence[Message]) -> dict[str, Any] | None:
    """The last JSON Schema of an object that stands as JSON in a message, if there is any.

    Else that of the keys which the last message wants, or the newest one of the system.
    """
    read = [*messages[:_FIRST], *messages[_FIRST:][-_LAST:]]
    texts = [(message["role"], content_text(message)) for message in reversed(read)]
    for _, text in texts:
        for _, value in _objects(text):
            if value.get("type") == "object" and isinstance(value.get("properties"), dict):
                return value
    for place, (role, text) in enumerate(texts):
        wants = place == 0 or role in ("system", "developer")
        if wants and (keys := _exemplified(text) or _sketched(text) or _named(text)):
            return _object_of(keys)
    return None


def _objects(text: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """The JSON objects in a text, with their places."""
    for start in islice(_BEGINNING.finditer(text, 0, _READ), _TRIES):
        try:
            value, _ = _DECODER.raw_decode(text[:_READ], start.start())
        except (ValueError, RecursionError):
            continue
        yield start.start(), value


def _exemplified(text: str) -> dict[str, Any]:
    """The keys of an example that is JSON, with schemas of its values."""
    for place, value in _objects(text):
        if _is_example(text, place):
            return {name: _like(name, item) for name, item in value.items()}
    return {}


def _sketched(text: str) -> dict[str, Any]:
    """The keys of an example that leaves its values open: `{"answer": ...}`."""
    for start in islice(_BEGINNING.finditer(text, 0, _READ), _TRIES):
        end = text.find("}", start.start(), _READ)
        if end > 0 and _is_example(text, start.start()):
            names = _SKETCH.findall(text, start.start(), end)
            return {name: schema_of_key(name) for name in names}
    return {}


def _named(text: str) -> dict[str, Any]:
    ends = dict.fromkeys((text[:_READ_FOR_WORDS], text[_READ_FOR_WORDS:][-_READ_FOR_WORDS:]))
    return {name: schema_of_key(name) for end in ends for name in key_names(end)}


def _is_example(text: str, place: int) -> bool:
    return bool(_CUE.search(text, max(place - _ABOVE, 0), place))


def _like(name: str, example: Any) -> Any:
    """A schema of values like an example; one that names a type stands for that."""
    if isinstance(example, Mapping):
        return _object_of({inner: _like(inner, value) for inner, value in example.items()})
    if isinstance(example, list):
        items = _like(name, example[0]) if example else {"type": "string"}
        return {"type": "array", "items": items, "minItems": 1}
    if isinstance(example, str):
        return schema_of_key(name, said=example)
    return {"type": _TYPES[type(example)]} if example is not None else schema_of_key(name)


def _object_of(keys: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {**keys},
        "required": [*keys],
        "additionalProperties": False,
    }
