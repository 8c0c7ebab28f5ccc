"""An answer or a refusal as it goes on the wire."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, NamedTuple

from pydantic import BaseModel
from starlette.types import Receive, Send

from mockserver.core.codec import encode
from mockserver.http.answers import Content, Events, Json, JsonLines, Later, Live, Slow, SlowEvents
from mockserver.http.cors import HeaderList
from mockserver.http.dialects import Headers, Refusal
from mockserver.http.pace import Delayed, send_timed
from mockserver.http.streams import EventStream, send_later, send_live, send_rows

JSON = (b"content-type", b"application/json")
EVENTS = (b"content-type", b"text/event-stream; charset=utf-8")

Stream = Callable[[Receive, Send], Awaitable[None]]


class Reply(NamedTuple):
    """Status, headers, and either all of the content or what sends it piece by piece."""

    status: int
    headers: HeaderList
    content: bytes | Stream | Delayed

    async def send(self, receive: Receive, send: Send) -> None:
        """Send it through ASGI."""
        status, headers, content = self
        if isinstance(content, Delayed):
            await content.send(status, headers, receive, send)
            return
        await send({"type": "http.response.start", "status": status, "headers": headers})
        if isinstance(content, bytes):
            await send({"type": "http.response.body", "body": content})
        else:
            await content(receive, send)


def reply_to(answer: Any, headers: Headers, shared: HeaderList) -> Reply:
    """The reply that carries what a handler returned; `headers` are the request's."""
    if isinstance(answer, Json):
        return whole(200, answer.content, [JSON, *shared])
    if isinstance(answer, Refusal):
        reply = whole(answer.status, answer.content, [JSON, *answer.headers, *shared])
        return _late(reply, answer.wait)
    if isinstance(answer, JsonLines | Events | Later | Live | SlowEvents):
        return _streamed(answer, headers, shared)
    if isinstance(answer, Slow):
        reply = whole(200, answer.content, [JSON, *shared])
        return _late(reply, answer.wait, lost=answer.lost)
    if isinstance(answer, Content):
        media_type = (b"content-type", answer.media_type.encode())
        return whole(200, answer.content, [media_type, *answer.headers, *shared])
    return whole(200, _json_text(answer), [JSON, *shared])


def _late(reply: Reply, wait: float, *, lost: bool = False) -> Reply:
    """The same reply after some seconds."""
    content = reply.content
    if not isinstance(content, bytes) or not (wait or lost):
        return reply
    return reply._replace(content=Delayed(content, wait, lost=lost))


def _streamed(
    answer: JsonLines[Any] | Events[Any] | Later | Live | SlowEvents,
    headers: Headers,
    shared: HeaderList,
) -> Reply:
    if isinstance(answer, Later):
        later = answer.content
        return Reply(200, [JSON, *shared], lambda receive, send: send_later(later, receive, send))
    if isinstance(answer, Events):
        return Reply(200, [EVENTS, *shared], EventStream(answer.events))
    if isinstance(answer, Live):
        return Reply(200, [EVENTS, *shared], partial(send_live, answer.events))
    if isinstance(answer, SlowEvents):
        return Reply(200, [EVENTS, *shared], partial(send_timed, *answer))
    rows = answer.rows
    lines = [(b"content-type", _jsonl_type(headers)), *shared]
    if isinstance(rows, list):
        lines.append((b"content-length", b"%d" % (sum(map(len, rows)) + len(rows))))
    return Reply(200, lines, lambda receive, send: send_rows(rows, receive, send))


def whole(status: int, content: bytes, headers: HeaderList) -> Reply:
    """A reply that is all there."""
    headers.append((b"content-length", b"%d" % len(content)))
    return Reply(status, headers, content)


def _json_text(answer: Any) -> bytes:
    if isinstance(answer, BaseModel):
        return answer.__pydantic_serializer__.to_json(answer)
    return encode(answer)


def _jsonl_type(headers: Headers) -> bytes:
    """The caller's own word for JSON Lines if it has one, as the service echoes it."""
    for accepted in headers.get(b"accept", b"").split(b","):
        media_type = accepted.partition(b";")[0].strip()
        if b"jsonl" in media_type or b"ndjson" in media_type:
            return media_type
    return b"application/jsonl"
