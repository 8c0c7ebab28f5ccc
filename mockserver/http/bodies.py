"""Request bodies: the kinds that a handler may take, and reading them within the limit.

The annotation of a handler's first parameter decides: a model (JSON), `Upload`
(multipart/form-data) or `Raw` (any bytes, described by a `Holding` annotation). A handler with one
parameter takes only the context.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Generic, NamedTuple, TypeVar, get_args, get_origin

from starlette.types import Receive

from mockserver.core.errors import too_large
from mockserver.http.dialects import Headers
from mockserver.http.multipart import FormReader, Upload


@dataclass(frozen=True, slots=True)
class Raw:
    """A body that the handler decodes."""

    content: bytes


class Holding(NamedTuple):
    """The content of a raw body, for the OpenAPI document."""

    model: Any = Any
    """The model of its JSON."""

    media: tuple[str, ...] = ()
    """Media types other than JSON."""


def held(body: Any) -> Holding | None:
    """The content that an annotation declares for a raw body; None for another kind of body."""
    kind, *notes = get_args(body) if get_origin(body) is Annotated else (body,)
    if kind is not Raw:
        return None
    return notes[0] if notes else Holding()


T = TypeVar("T")


@dataclass(slots=True)
class Recurring(Generic[T]):
    """A JSON body that may be sent again: for a while, equal bytes give the same object.

    A handler may cache in `made` a result that depends only on the body. Neither may change.
    """

    value: T
    made: Any = None


class Disconnected(Exception):
    """The caller closed the connection before its request was complete."""


async def read(receive: Receive, headers: Headers, limit: int) -> bytes:
    """Read the whole body. Raises a 413 beyond `limit` bytes, at once if Content-Length says so."""
    chunks: list[bytes] = []
    await _feed(chunks.append, receive, headers, limit)
    return b"".join(chunks)


async def read_form(receive: Receive, headers: Headers, limit: int) -> Upload:
    """Read a form, parsed as it arrives. Raises like `read`, and a 400 for a broken form."""
    reader = FormReader(headers.get(b"content-type", b""))
    await _feed(reader.write, receive, headers, limit)
    return reader.finish()


async def _feed(
    take: Callable[[bytes], None], receive: Receive, headers: Headers, limit: int
) -> None:
    if _announced(headers) > limit:
        raise too_large(limit)
    size, more = 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Disconnected
        chunk = message.get("body", b"")
        size += len(chunk)
        if size > limit:
            raise too_large(limit)
        take(chunk)
        more = message.get("more_body", False)


def _announced(headers: Headers) -> int:
    try:
        return int(headers.get(b"content-length", b"0"))
    except ValueError:
        return 0


Body = bytes | Upload
"""A body as it was received: bytes, or a parsed form."""
