"""Durations, moments and contents as people write them in a data file."""

from __future__ import annotations

from base64 import b64decode
from datetime import datetime, timedelta
from typing import Annotated, Any

from pydantic import AfterValidator, PlainValidator, WithJsonSchema

from mockserver.core.clock import parse
from mockserver.core.hand_written import HandWritten
from mockserver.core.values import duration


def moment(text: Any) -> datetime | timedelta:
    """Read an ISO 8601 text as a moment, and `-2h` as the time before now. Raises ValueError."""
    if isinstance(text, datetime | timedelta):
        return text
    if isinstance(text, str) and text.startswith("-"):
        return duration(text[1:])
    try:
        return parse(text)
    except (TypeError, ValueError):
        raise ValueError("not a moment; write it like -2h or 2025-01-31T09:00:00Z") from None


def _from_base64(text: Any) -> bytes:
    try:
        return b64decode(text, validate=True)
    except (TypeError, ValueError):
        raise ValueError("not base64") from None


def _in_utf8(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ValueError("not valid UTF-8; use base64 instead") from None
    return text


def _text_like(description: str, **more: Any) -> WithJsonSchema:
    return WithJsonSchema({"type": "string", "description": description, **more})


Duration = Annotated[
    timedelta, PlainValidator(duration), _text_like("A duration such as 1.4s, 200ms or 1h30m.")
]
Moment = Annotated[
    datetime | timedelta,
    PlainValidator(moment),
    _text_like("A moment such as 2025-01-31T09:00:00Z, or -2h for two hours before now."),
]
Base64 = Annotated[
    bytes, PlainValidator(_from_base64), _text_like("Base64.", contentEncoding="base64")
]
Text = Annotated[str, AfterValidator(_in_utf8)]


class FileContents(HandWritten):
    """The contents of a file, as text or in base64."""

    text: Text | None = None
    base64: Base64 | None = None

    @property
    def content(self) -> bytes | None:
        """The contents as bytes."""
        encoded: bytes | None = self.base64
        return encoded if self.text is None else self.text.encode()
