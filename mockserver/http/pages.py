"""Pages for browsers, with headers that forbid foreign content and framing."""

from __future__ import annotations

import re
from base64 import b64encode
from functools import lru_cache
from hashlib import sha256

from mockserver.http.answers import Content
from mockserver.http.cors import Header

_INLINE = re.compile(rb"<(script|style)[^>]*>(.+?)</\1>", re.DOTALL)


def page(content: bytes, media_type: str) -> Content:
    """A page, or a file of one, with its content security policy."""
    return Content(content, f"{media_type}; charset=utf-8", _headers(content))


@lru_cache(maxsize=64)
def _headers(content: bytes) -> tuple[Header, ...]:
    hashes: dict[bytes, bytes] = {b"script": b"", b"style": b""}
    for tag, text in _INLINE.findall(content):
        hashes[tag] += b" 'sha256-" + b64encode(sha256(text).digest()) + b"'"
    policy = (
        b"default-src 'none'",
        b"script-src 'self'" + hashes[b"script"],
        b"style-src 'self'" + hashes[b"style"],
        b"connect-src 'self'",
        b"img-src 'self' data: blob:",
        b"media-src 'self' data: blob:",
        b"base-uri 'none'",
        b"form-action 'none'",
        b"frame-ancestors 'none'",
        b"require-trusted-types-for 'script'",
    )
    return (
        (b"content-security-policy", b"; ".join(policy)),
        (b"x-content-type-options", b"nosniff"),
        (b"x-frame-options", b"DENY"),
    )
