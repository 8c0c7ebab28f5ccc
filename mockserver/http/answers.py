"""What a handler returns. The type decides how `wire.endpoint` sends it.

A pydantic model, or any plain JSON value, is sent as `application/json` as well.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable
from typing import NamedTuple

from mockserver.http.cors import Header


class Json(NamedTuple):
    """A JSON document that is already bytes; what hot handlers return."""

    content: bytes


class Content(NamedTuple):
    """Bytes that are not JSON."""

    content: bytes
    media_type: str = "application/octet-stream"
    headers: tuple[Header, ...] = ()


class JsonLines(NamedTuple):
    """A stream of rows, each one JSON document without its newline.

    `rows` must not look at live state after it was returned: the stream is sent in slices,
    between which other requests are served. The length of a list is told beforehand, which saves
    the server from copying each slice into a chunk.
    """

    rows: Iterable[bytes]


class Later(NamedTuple):
    """A JSON document that is waited for; the head of the answer does not wait."""

    content: Callable[[], Awaitable[bytes]]


class Events(NamedTuple):
    """Server-sent events, each one complete: `data: {...}` and its blank line."""

    events: Iterable[bytes]


class Live(NamedTuple):
    """Server-sent events as they come, several at a time, until the caller goes or they end."""

    events: Callable[[], AsyncGenerator[bytes, None]]


class Slow(NamedTuple):
    """A JSON document to be sent after some seconds; one that is lost closes the connection."""

    content: bytes
    wait: float
    lost: bool = False


class SlowEvents(NamedTuple):
    """Server-sent events, each after its seconds; after `cut` of them the connection is closed."""

    events: Iterable[tuple[float, bytes]]
    cut: int | None = None


Answer = Json | Content | JsonLines | Events | Later | Live | Slow | SlowEvents
