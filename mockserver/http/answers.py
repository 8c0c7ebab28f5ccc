"""What a handler returns. The type decides how `http.endpoint` sends it.

A typed dict, or any plain JSON value, is sent as `application/json` as well. A handler's return
annotation is also what the description of its operation says of the answer.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable
from typing import Generic, NamedTuple, TypeVar

from mockserver.http.cors import Header

T = TypeVar("T")
"""What the JSON holds, for the description of an operation: nothing checks it as it is sent."""


class Json(NamedTuple, Generic[T]):
    """A JSON document that is already bytes; what hot handlers return."""

    content: bytes


class Content(NamedTuple):
    """Bytes that are not JSON."""

    content: bytes
    media_type: str = "application/octet-stream"
    headers: tuple[Header, ...] = ()


class JsonLines(NamedTuple, Generic[T]):
    """A stream of rows, each one JSON document without its newline.

    `rows` must not look at live state after it was returned: the stream is sent in slices,
    between which other requests are served. The length of a list is told beforehand, which saves
    the server from copying each slice into a chunk.
    """

    rows: Iterable[bytes]


class Later(NamedTuple):
    """A JSON document that is waited for; the head of the answer does not wait."""

    content: Callable[[], Awaitable[bytes]]


class Events(NamedTuple, Generic[T]):
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
