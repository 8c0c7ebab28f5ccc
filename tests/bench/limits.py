"""The limits: ASGI applications that do only what a row cannot avoid.

They run under stock uvicorn and answer every path alike, so that one request serves both sides of
a row. Hardly anything is imported here, since the start of a bare process is a limit too.
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from functools import cache
from typing import Any

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

ANSWER = b'{"status":"ok"}'
EVENTS = 200
EVENT = (
    b'data: {"id":"chatcmpl-0123456789abcdef0123456789abcdef","object":"chat.completion.chunk",'
    b'"created":1767225600,"model":"default","choices":[{"index":0,"delta":{"content":" word"},'
    b'"logprobs":null,"finish_reason":null}]}\n\n'
)
BATCH = 64 * 1024

_JSON: Message = {
    "type": "http.response.start",
    "status": 200,
    "headers": [
        (b"content-type", b"application/json"),
        (b"content-length", b"%d" % len(ANSWER)),
    ],
}
_EVENTS: Message = {
    "type": "http.response.start",
    "status": 200,
    "headers": [(b"content-type", b"text/event-stream; charset=utf-8")],
}
_ROWS: Message = {
    "type": "http.response.start",
    "status": 200,
    "headers": [(b"content-type", b"application/jsonl")],
}


async def get(_scope: Message, _receive: Receive, send: Send) -> None:
    """A small response; the body is ignored."""
    await send(_JSON)
    await send({"type": "http.response.body", "body": ANSWER})


async def post(_scope: Message, receive: Receive, send: Send) -> None:
    """A small response, after the whole body was read."""
    await _read(receive)
    await send(_JSON)
    await send({"type": "http.response.body", "body": ANSWER})


async def static(scope: Message, receive: Receive, send: Send) -> None:
    """The same response by a Starlette application with one route, which reads no body."""
    await _static()(scope, receive, send)


async def events(_scope: Message, receive: Receive, send: Send) -> None:
    """A stream of prebuilt events, each in a send of its own, after the body was read."""
    await _read(receive)
    await send(_EVENTS)
    for _ in range(EVENTS):
        await send({"type": "http.response.body", "body": EVENT, "more_body": True})
    await send({"type": "http.response.body", "body": b""})


async def batches(_scope: Message, receive: Receive, send: Send) -> None:
    """The file named by LIMIT_FILE, in sends of 64 KB, after the body was read."""
    await _read(receive)
    await send(_ROWS)
    for batch in _batches():
        await send({"type": "http.response.body", "body": batch, "more_body": True})
    await send({"type": "http.response.body", "body": b""})


async def whole(_scope: Message, receive: Receive, send: Send) -> None:
    """The same file in one send, with its length."""
    await _read(receive)
    content = _content()
    length = (b"content-length", b"%d" % len(content))
    await send({**_JSON, "headers": [(b"content-type", b"application/json"), length]})
    await send({"type": "http.response.body", "body": content})


async def rows(scope: Message, receive: Receive, send: Send) -> None:
    """The same file by Starlette's StreamingResponse, row by row."""
    from starlette.responses import StreamingResponse

    await _read(receive)
    await StreamingResponse(_rows(), media_type="application/jsonl")(scope, receive, send)


@cache
def _static() -> Any:
    from starlette.applications import Starlette
    from starlette.responses import JSONResponse
    from starlette.routing import Route

    async def answer(_request: object) -> JSONResponse:
        return JSONResponse({"status": "ok"})

    return Starlette(routes=[Route("/{path:path}", answer, methods=["GET", "POST"])])


async def _rows() -> AsyncIterator[bytes]:
    for row in _lines():
        yield row


@cache
def _lines() -> list[bytes]:
    return _content().splitlines(keepends=True)


@cache
def _batches() -> list[bytes]:
    content = _content()
    return [content[at : at + BATCH] for at in range(0, len(content), BATCH)]


@cache
def _content() -> bytes:
    with open(os.environ["LIMIT_FILE"], "rb") as file:
        return file.read()


async def _read(receive: Receive) -> bytes:
    parts, more = [], True
    while more:
        message = await receive()
        parts.append(message.get("body", b""))
        more = message.get("more_body", False)
    return b"".join(parts)
