"""Bytes in a data file."""

from __future__ import annotations

from base64 import b64decode
from typing import Annotated, Any

from pydantic import AfterValidator, PlainValidator


def _from_base64(text: Any) -> bytes:
    try:
        return b64decode(text, validate=True)
    except (TypeError, ValueError):
        raise ValueError("not base64") from None


Base64 = Annotated[bytes, PlainValidator(_from_base64)]


def _in_utf8(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ValueError("not a text in UTF-8; give its bytes in base64") from None
    return text


Text = Annotated[str, AfterValidator(_in_utf8)]
