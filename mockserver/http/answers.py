"""The types that a handler may return; each is sent in its own way.

A typed dict, or any plain JSON value, is sent as `application/json` too. The return annotation of
a handler is also the answer's schema in the OpenAPI document.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable
from io import BytesIO
from typing import Any, Generic, NamedTuple, TypeVar

from mockserver.core.steps import UNREAD, Steps
from mockserver.http.cors import Header

T = TypeVar("T")
"""The model of the JSON, for the OpenAPI document only: it is not checked when it is sent."""


class JsonBytes(NamedTuple, Generic[T]):
    """A JSON document that is bytes already, for handlers that are called often."""

    content: bytes


class Content(NamedTuple):
    """Bytes that are not JSON."""

    content: bytes
    media_type: str = "application/octet-stream"
    headers: tuple[Header, ...] = ()


class JsonLines(NamedTuple, Generic[T]):
    """A stream of rows, each one JSON document without its newline.

    `rows` must not read live state after it was returned: the stream is sent in time slices,
    between which other requests are served. A list is sent with a Content-Length, which saves
    copying each slice into a chunk.
    """

    rows: Iterable[bytes]


class Later(NamedTuple):
    """A JSON document to be awaited; the head of the response is sent at once."""

    content: Callable[[], Awaitable[bytes]]


class Events(NamedTuple, Generic[T]):
    """Server-sent events, each one complete: `data: {...}` and its blank line."""

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
    """Server-sent events with seconds to wait before each; the connection closes after `cut`."""

    events: Iterable[tuple[float, bytes]]
    cut: int | None = None


def listed(before: bytes, parts: list[bytes], after: bytes) -> Steps[JsonBytes[Any]]:
    """A document that is a list: parts with commas between `before` and `after`.

    A long list is copied in steps, so that nobody waits for it.
    """
    if len(parts) <= UNREAD:
        return JsonBytes(b"%b%b%b" % (before, b",".join(parts), after))
    content = BytesIO()
    for at in range(0, len(parts), UNREAD):
        content.write(b"," if at else before)
        content.write(b",".join(parts[at : at + UNREAD]))
        yield
    content.write(after)
    return JsonBytes(content.getvalue())
