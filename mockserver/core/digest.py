"""Digests: the service names content by its hash.

Observed and documented; the worked examples are in `tests/trace/test_digests.py`.
"""

from __future__ import annotations

import json
from binascii import b2a_base64
from collections.abc import Iterable
from hashlib import sha256
from typing import Any, Literal

from mockserver.core.refs import SCHEME, internal_form

DigestOrder = Literal["sorted", "received"]
"""Key order under the hash: `sorted` is today's service, `received` the 0.52 generation."""

_LETTERS = bytes.maketrans(b"+/", b"XY")

_SPELLINGS = {"sorted": json.JSONEncoder(sort_keys=True), "received": json.JSONEncoder()}


def digest_bytes(content: bytes) -> str:
    """43 letters and digits naming a file's content."""
    text = b2a_base64(sha256(content).digest(), newline=False)
    return text.translate(_LETTERS, b"=").decode()


def digest_value(value: Any, order: DigestOrder = "sorted") -> str:
    """43 letters and digits naming a JSON value, whose refs are hashed in their internal form."""
    spelling = _SPELLINGS[order]
    text = spelling.encode(value)
    if SCHEME in text:
        text = spelling.encode(internal_form(value))
    return digest_bytes(text.encode())


def digest_rows(digests: Iterable[str]) -> str:
    """64 hexadecimal digits naming a table by the digests of its rows, which may be any texts."""
    return sha256("".join(digests).encode(errors="surrogatepass")).hexdigest()
