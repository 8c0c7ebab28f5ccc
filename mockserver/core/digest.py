"""Digests, with which the service identifies content.

Observed and documented; the worked examples are in `tests/trace/test_digests.py`.
"""

from __future__ import annotations

import json
from binascii import b2a_base64
from collections.abc import Iterable
from hashlib import sha256
from typing import Any, Literal

from mockserver.core.errors import conflict
from mockserver.core.refs import SCHEME, internal_form

DigestOrder = Literal["sorted", "received"]
"""Key order of a hashed value: `sorted` in the current service, `received` in 0.52."""

_LETTERS = bytes.maketrans(b"+/", b"XY")

_ENCODERS = {"sorted": json.JSONEncoder(sort_keys=True), "received": json.JSONEncoder()}


def digest_bytes(content: bytes) -> str:
    """The digest of a file: 43 letters and digits."""
    text = b2a_base64(sha256(content).digest(), newline=False)
    return text.translate(_LETTERS, b"=").decode()


def digest_value(value: Any, order: DigestOrder = "sorted") -> str:
    """The digest of a JSON value, whose refs are hashed in their internal form."""
    encoder = _ENCODERS[order]
    text = encoder.encode(value)
    if SCHEME in text:
        text = encoder.encode(internal_form(value))
    return digest_bytes(text.encode())


def digest_rows(digests: Iterable[str]) -> str:
    """The digest of a table, 64 hexadecimal digits, from the digests of its rows."""
    return sha256("".join(digests).encode(errors="surrogatepass")).hexdigest()


def check_digest(digest: str, expected: str | None, subject: str) -> None:
    """Refuse a digest with a 409 if the client expected another one."""
    if expected not in (None, digest):
        raise conflict(f"Expected digest {expected}, but the {subject} has {digest}")
