"""Request bodies: what handlers may ask for, and reading them within the limit.

A handler's first parameter names one of four kinds of body: a model (JSON), `Upload`
(multipart/form-data), `Raw` (bytes as they are; annotated, it says what they may hold), or none
when it takes the context alone.
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
    """A body that the handler decodes itself."""

    content: bytes


class Holding(NamedTuple):
    """What raw bytes may hold, for the description of an operation."""

    model: Any = Any
    """Of JSON."""

    media: tuple[str, ...] = ()
    """Media types other than JSON."""


def held(body: Any) -> Holding | None:
    """What a body holds by what the handler asks for; None if that is not bytes as they are."""
    kind, *said = get_args(body) if get_origin(body) is Annotated else (body,)
    if kind is not Raw:
        return None
    return said[0] if said else Holding()


T = TypeVar("T")


@dataclass(slots=True)
class Recurring(Generic[T]):
    """A JSON body that is often sent again; the same bytes are the same object for a while.

    So a handler may leave here what it made of the body, if nothing else went into that. Neither
    is to be changed.
    """

    value: T
    made: Any = None


class Disconnected(Exception):
    """The caller went away before its body was complete; there is nobody to answer."""


async def read(receive: Receive, headers: Headers, limit: int) -> bytes:
    """The whole body. Raises `too_large` beyond `limit` bytes, at once if the length is told."""
    chunks: list[bytes] = []
    await _feed(chunks.append, receive, headers, limit)
    return b"".join(chunks)


async def read_form(receive: Receive, headers: Headers, limit: int) -> Upload:
    """The form that a body holds, parsed as it arrives. Raises like `read`, and a 400 if torn."""
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
"""A body as it was received; a form that came in pieces is taken apart already."""
