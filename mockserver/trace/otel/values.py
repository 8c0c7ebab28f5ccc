"""Attribute values of protobuf, read as plain JSON."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterable
from math import isfinite
from typing import TYPE_CHECKING, Any

from pydantic_core import from_json as parse_json

from mockserver.core.errors import too_large
from mockserver.core.limits import MOST_SPAN_VALUES
from mockserver.core.model import Json
from mockserver.trace.otel.models import Attributes

if TYPE_CHECKING:
    from opentelemetry.proto.common.v1.common_pb2 import AnyValue, KeyValue


class Values:
    """Reads the values of one span. Raises a 413 when there are too many."""

    def __init__(self) -> None:
        self._left = MOST_SPAN_VALUES
        self._readers: dict[str, Callable[[Any], Json]] = {
            "string_value": _text,
            "bool_value": bool,
            "int_value": int,
            "double_value": _number,
            "bytes_value": _base64,
            "array_value": lambda array: [self._value(value) for value in array.values],
            "kvlist_value": lambda pairs: self.attributes(pairs.values),
        }

    def attributes(self, pairs: Iterable[KeyValue]) -> Attributes:
        """Attributes by name; of two with one name the last."""
        self._count()
        return {pair.key: self._value(pair.value) for pair in pairs}

    def _value(self, value: AnyValue) -> Json:
        """A plain JSON value; null where nothing is set."""
        self._count()
        kind = value.WhichOneof("value")
        read = self._readers.get(kind) if kind else None
        return read(getattr(value, kind)) if kind and read else None

    def _count(self) -> None:
        self._left -= 1
        if self._left < 0:
            raise too_large(MOST_SPAN_VALUES)


def _text(text: str) -> Json:
    """A text, or what it says if it is a JSON object or array."""
    if not text.startswith(("{", "[")):
        return text
    try:
        return parse_json(text)
    except ValueError:
        return text


def _number(number: float) -> float | str:
    return number if isfinite(number) else str(number)


def _base64(content: bytes) -> str:
    return b64encode(content).decode()
