"""Responses: the answer of a handler, or a refusal, as status, headers and content.

An answer that takes longer than one time slice is computed while other requests are served.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import Any, NamedTuple

from pydantic import BaseModel
from starlette.types import Receive, Send

from mockserver.core.clock import stopwatch
from mockserver.core.codec import encode
from mockserver.core.steps import Steps
from mockserver.http.answers import (
    Content,
    Events,
    JsonBytes,
    JsonLines,
    Later,
    LiveEvents,
    Slow,
    SlowEvents,
)
from mockserver.http.bodies import Disconnected
from mockserver.http.cors import HeaderList
from mockserver.http.dialects import Headers, Refusal
from mockserver.http.distort import Dropped
from mockserver.http.streams import EventStream, departure, send_later, send_live, send_rows

JSON = (b"content-type", b"application/json")
EVENTS = (b"content-type", b"text/event-stream; charset=utf-8")

SLICE = 0.00015
"""Seconds of work before other requests are served."""

UNFINISHED = object()
"""Returned in place of an answer that needs more time."""

Stream = Callable[[Receive, Send], Awaitable[None]]


class Delayed:
    """A body that is sent after some seconds or, if it is `lost`, closes the connection."""

    def __init__(self, content: bytes, wait: float, *, lost: bool) -> None:
        self._content = content
        self._wait = wait
        self._lost = lost

    async def send(self, status: int, headers: HeaderList, receive: Receive, send: Send) -> None:
        """Send head and body together. Raises Dropped if the body is lost."""
        with departure(receive) as gone:
            if not await _connected_after(self._wait, gone):
                return
        if self._lost:
            raise Dropped
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": self._content})


class HttpResponse(NamedTuple):
    """Status, headers, and the content: all of it, or the sender of a stream."""

    status: int
    headers: HeaderList
    content: bytes | Stream | Delayed

    async def send(self, receive: Receive, send: Send) -> None:
        """Send the response through ASGI."""
        status, headers, content = self
        if isinstance(content, Delayed):
            await content.send(status, headers, receive, send)
            return
        await send({"type": "http.response.start", "status": status, "headers": headers})
        if isinstance(content, bytes):
            await send({"type": "http.response.body", "body": content})
        else:
            await content(receive, send)


class Unfinished:
    """An incomplete response. `proceed` works for one time slice, and returns it when complete."""

    def __init__(self, proceed: Callable[[], HttpResponse | None]) -> None:
        self._proceed = proceed

    async def finish(self, receive: Receive) -> HttpResponse:
        """Complete the response, serving other requests after each time slice.

        Raises Disconnected if the caller disconnects.
        """
        with departure(receive) as gone:
            while True:
                await asyncio.sleep(0)
                if gone.done():
                    raise Disconnected
                if response := self._proceed():
                    return response


def response_to(answer: Any, headers: Headers, shared: HeaderList) -> HttpResponse:
    """The response for a handler's answer; `headers` are the request's."""
    if isinstance(answer, JsonBytes):
        length = b"content-length", b"%d" % len(answer.content)
        return HttpResponse(200, [JSON, *shared, length], answer.content)
    if isinstance(answer, Refusal):
        response = whole(answer.status, answer.content, [JSON, *answer.headers, *shared])
        return _late(response, answer.wait)
    if isinstance(answer, JsonLines | Events | Later | LiveEvents | SlowEvents):
        return _streamed(answer, headers, shared)
    if isinstance(answer, Slow):
        response = whole(200, answer.content, [JSON, *shared])
        return _late(response, answer.wait, lost=answer.lost)
    if isinstance(answer, Content):
        media_type = (b"content-type", answer.media_type.encode())
        return whole(200, answer.content, [media_type, *answer.headers, *shared])
    return whole(200, _json_text(answer), [JSON, *shared])


def advance(steps: Steps[Any]) -> Any:
    """Work for one time slice. Returns the answer, or UNFINISHED."""
    turn = stopwatch() + SLICE
    try:
        next(steps)
        while stopwatch() < turn:
            next(steps)
    except StopIteration as end:
        return end.value
    return UNFINISHED


def _late(response: HttpResponse, wait: float, *, lost: bool = False) -> HttpResponse:
    """The response, delayed or lost."""
    content = response.content
    if not isinstance(content, bytes) or not (wait or lost):
        return response
    return response._replace(content=Delayed(content, wait, lost=lost))


def _streamed(
    answer: JsonLines[Any] | Events[Any] | Later | LiveEvents | SlowEvents,
    headers: Headers,
    shared: HeaderList,
) -> HttpResponse:
    if isinstance(answer, Later):
        later = answer.content
        return HttpResponse(
            200, [JSON, *shared], lambda receive, send: send_later(later, receive, send)
        )
    if isinstance(answer, Events):
        return HttpResponse(200, [EVENTS, *shared], EventStream(answer.events))
    if isinstance(answer, LiveEvents):
        return HttpResponse(200, [EVENTS, *shared], partial(send_live, answer.events))
    if isinstance(answer, SlowEvents):
        return HttpResponse(200, [EVENTS, *shared], partial(_send_timed, *answer))
    rows = answer.rows
    lines = [(b"content-type", _jsonl_type(headers)), *shared]
    if isinstance(rows, list):
        lines.append((b"content-length", b"%d" % (sum(map(len, rows)) + len(rows))))
    return HttpResponse(200, lines, lambda receive, send: send_rows(rows, receive, send))


def whole(status: int, content: bytes, headers: HeaderList) -> HttpResponse:
    """A response with complete content."""
    headers.append((b"content-length", b"%d" % len(content)))
    return HttpResponse(status, headers, content)


def _json_text(answer: Any) -> bytes:
    if isinstance(answer, BaseModel):
        return answer.__pydantic_serializer__.to_json(answer)
    return encode(answer)


def _jsonl_type(headers: Headers) -> bytes:
    """The media type of JSON Lines that the caller accepts, which the service echoes."""
    for accepted in headers.get(b"accept", b"").split(b","):
        media_type = accepted.partition(b";")[0].strip()
        if b"jsonl" in media_type or b"ndjson" in media_type:
            return media_type
    return b"application/jsonl"


async def _send_timed(
    events: Iterable[tuple[float, bytes]], cut: int | None, receive: Receive, send: Send
) -> None:
    """Send events, each after its seconds. Raises Dropped after `cut` of them."""
    with departure(receive) as gone:
        for sent, (wait, event) in enumerate(events):
            if sent == cut:
                raise Dropped
            if not await _connected_after(wait, gone):
                return
            await send({"type": "http.response.body", "body": event, "more_body": True})
        await send({"type": "http.response.body", "body": b""})


async def _connected_after(seconds: float, gone: asyncio.Future[Any]) -> bool:
    """Wait, at least for one turn of the loop. True if the caller is still connected."""
    if seconds:
        await asyncio.wait([gone], timeout=seconds)
    else:
        await asyncio.sleep(0)
    return not gone.done()
