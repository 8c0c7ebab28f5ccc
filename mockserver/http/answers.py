"""The types that a handler may return.

A typed dict, or any plain JSON value, is sent as `application/json`. The return annotation of a
handler is also the schema of its response in the OpenAPI document.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable
from functools import lru_cache
from hashlib import sha256
from io import BytesIO
from typing import Any, Generic, NamedTuple, TypeVar

from typing_extensions import TypeAliasType

from mockserver.core.steps import UNREAD, Steps
from mockserver.http.headers import HeaderLines, header_line

Handler = Callable[..., Any]
"""A function from a body, if it takes one, and a context to an answer."""

T = TypeVar("T")
"""The model of the JSON, for the OpenAPI document only: a response is not checked."""

_INLINE = rb"(?s)<(script|style)[^>]*>(.+?)</\1>"


JsonBytes = TypeAliasType("JsonBytes", bytes, type_params=(T,))
"""A JSON document that is encoded already."""


class Content(NamedTuple):
    """Bytes that are not JSON."""

    content: bytes
    media_type: str = "application/octet-stream"
    headers: HeaderLines = b""


class JsonLines(NamedTuple, Generic[T]):
    """A stream of rows, each one JSON document without its newline.

    `rows` must not read live state once it is returned: other requests are served while it is
    sent. A list is sent with a Content-Length, which saves copying each part into a chunk.
    """

    rows: Iterable[bytes]


class Later(NamedTuple):
    """A JSON document that is awaited after the head of the response was sent."""

    content: Callable[[], Awaitable[bytes]]


class Events(NamedTuple, Generic[T]):
    """Server-sent events, each complete: `data: {...}` and its blank line."""

    events: Iterable[bytes]


class LiveEvents(NamedTuple):
    """Server-sent events sent as they happen, until they end or the caller leaves."""

    events: Callable[[], AsyncGenerator[bytes, None]]


class Slow(NamedTuple):
    """A JSON document sent after `wait` seconds; if it is `lost`, the connection is closed."""

    content: bytes
    wait: float
    lost: bool = False


class SlowEvents(NamedTuple):
    """Server-sent events, each with the seconds to wait before it; the connection is closed after
    `cut` events."""

    events: Iterable[tuple[float, bytes]]
    cut: int | None = None


def listed(before: bytes, parts: list[bytes], after: bytes) -> Steps[JsonBytes[Any]]:
    """A JSON document of a list: its parts joined by commas, between `before` and `after`.

    A long list is joined in steps, so that other requests need not wait.
    """
    if len(parts) <= UNREAD:
        return b"%b%b%b" % (before, b",".join(parts), after)
    content = BytesIO()
    for at in range(0, len(parts), UNREAD):
        content.write(b"," if at else before)
        content.write(b",".join(parts[at : at + UNREAD]))
        yield
    content.write(after)
    return content.getvalue()


def page(content: bytes, media_type: str) -> Content:
    """A page, or a file of one, with its content security policy."""
    return Content(content, f"{media_type}; charset=utf-8", _headers(content))


@lru_cache(maxsize=64)
def _headers(content: bytes) -> HeaderLines:
    hashes: dict[bytes, bytes] = {b"script": b"", b"style": b""}
    for tag, text in re.findall(_INLINE, content):
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
        header_line(b"content-security-policy", b"; ".join(policy))
        + header_line(b"x-content-type-options", b"nosniff")
        + header_line(b"x-frame-options", b"DENY")
    )
