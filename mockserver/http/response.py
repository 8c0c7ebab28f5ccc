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
    JsonLines,
    Later,
    LiveEvents,
    Slow,
    SlowEvents,
)
from mockserver.http.bodies import Disconnected
from mockserver.http.dialects import Headers, Refusal
from mockserver.http.distort import Dropped
from mockserver.http.headers import HeaderLines, header_line, headers_in
from mockserver.http.streams import EventStream, departure, send_later, send_live, send_rows

JSON = header_line(b"content-type", b"application/json")
EVENTS = header_line(b"content-type", b"text/event-stream; charset=utf-8")

SLICE = 0.00015
"""Seconds of work before other requests are served."""

UNFINISHED = object()
"""Returned in place of an answer that needs more time."""

Stream = Callable[[Receive, Send], Awaitable[None]]


class HttpResponse(NamedTuple):
    """Status, headers, and the content: all of it, or the sender of a stream."""

    status: int
    headers: HeaderLines
    content: bytes | Stream | Slow

    async def send(self, receive: Receive, send: Send) -> None:
        """Send the response through ASGI. Raises Dropped if the body is lost."""
        content = self.content
        if isinstance(content, Slow):
            with departure(receive) as gone:
                if not await _connected_after(content.wait, gone):
                    return
            if content.lost:
                raise Dropped
            content = content.content
        headers = headers_in(self.headers)
        await send({"type": "http.response.start", "status": self.status, "headers": headers})
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


def response_to(answer: Any, headers: Headers, shared: HeaderLines) -> HttpResponse:
    """The response for a handler's answer; `headers` are the request's."""
    if isinstance(answer, bytes):
        return whole(200, answer, JSON + shared)
    if isinstance(answer, Refusal):
        response = whole(answer.status, answer.content, JSON + answer.headers + shared)
        slow = Slow(answer.content, answer.wait)
        return response._replace(content=slow) if answer.wait else response
    if isinstance(answer, Slow):
        return whole(200, answer.content, JSON + shared)._replace(content=answer)
    if isinstance(answer, Content):
        media_type = header_line(b"content-type", answer.media_type.encode())
        return whole(200, answer.content, media_type + answer.headers + shared)
    if stream := _stream_of(answer, headers):
        described, sender = stream
        return HttpResponse(200, described + shared, sender)
    return whole(200, _json_text(answer), JSON + shared)


def whole(status: int, content: bytes, headers: HeaderLines) -> HttpResponse:
    """A response with complete content."""
    return HttpResponse(status, headers + b"content-length: %d\r\n" % len(content), content)


def _stream_of(answer: Any, headers: Headers) -> tuple[HeaderLines, Stream] | None:
    """The headers that describe a stream, and its sender; None for any other answer."""
    match answer:
        case Events(events):
            return EVENTS, EventStream(events)
        case LiveEvents(events):
            return EVENTS, partial(send_live, events)
        case SlowEvents(events, cut):
            return EVENTS, partial(_send_timed, events, cut)
        case Later(content):
            return JSON, partial(send_later, content)
        case JsonLines(rows):
            described = header_line(b"content-type", _jsonl_type(headers))
            if isinstance(rows, list):
                described += b"content-length: %d\r\n" % (sum(map(len, rows)) + len(rows))
            return described, partial(send_rows, rows)
    return None


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
