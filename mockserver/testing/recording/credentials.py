"""Masking of callers' credentials in recordings."""

from __future__ import annotations

import json
import re
from base64 import b64decode
from collections.abc import Iterable, Iterator

from mockserver.http.dialects import Headers

SHORTEST = 8
"""Characters from which a credential counts as secret; `any` does not."""

_TELLING = re.compile(rb"auth|cookie|key|password|secret|token")
_PARTS = re.compile(rb"[\s;,=]+")


def secrets_of(headers: Headers, *more: bytes) -> list[bytes]:
    """The secrets in the headers of a request, the longest first."""
    shown = [value for name, value in headers.items() if _TELLING.search(name)]
    found = {secret for value in (*shown, *more) for secret in _forms(value)}
    return sorted((secret for secret in found if len(secret) >= SHORTEST), key=len, reverse=True)


def stripped(text: bytes, secrets: Iterable[bytes]) -> bytes:
    """Replace each secret by as many asterisks, so that lengths stay right."""
    for secret in secrets:
        if secret in text:
            text = text.replace(secret, b"*" * len(secret))
    return text


def _forms(value: bytes) -> Iterator[bytes]:
    """Yield a header's value and its parts, each also as in JSON and decoded from Basic."""
    for part in {value, value.partition(b" ")[2].strip(), *_PARTS.split(value)}:
        yield part
        yield json.dumps(part.decode("latin-1"))[1:-1].encode()
        yield from _behind_basic(part)


def _behind_basic(part: bytes) -> Iterator[bytes]:
    try:
        decoded = b64decode(part, validate=True)
    except ValueError:
        return
    if b":" in decoded:
        yield decoded
        yield from decoded.split(b":", 1)
