"""A schema that a conversation holds: how clients ask for JSON where they cannot send a schema."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from mockserver.inference.models import Message
from mockserver.inference.prompt import content_text

_READ = 65_536
_TRIES = 16
_BEGINNING = re.compile(r"(?:^|(?<=\s)|(?<=`)){(?=\s*\")")
_DECODER = json.JSONDecoder()


def schema_in(messages: Sequence[Message]) -> dict[str, Any] | None:
    """The last JSON Schema of an object that stands as JSON in a message, if there is any."""
    for message in reversed(messages):
        for value in _objects(content_text(message)[:_READ]):
            if value.get("type") == "object" and isinstance(value.get("properties"), dict):
                return value
    return None


def _objects(text: str) -> Iterator[dict[str, Any]]:
    for start in islice(_BEGINNING.finditer(text), _TRIES):
        try:
            value, _ = _DECODER.raw_decode(text, start.start())
        except (ValueError, RecursionError):
            continue
        yield value
