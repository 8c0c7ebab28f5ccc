"""The limits: ASGI applications that do nothing but what a row cannot avoid.

They run under stock uvicorn and answer every path alike, so one request serves both sides of a
row. Nothing is imported here: the start of a bare process is a limit as well.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

ANSWER = b'{"status":"ok"}'
EVENTS = 200
EVENT = (
    b'data: {"id":"chatcmpl-0123456789abcdef0123456789abcdef","object":"chat.completion.chunk",'
    b'"created":1767225600,"model":"default","choices":[{"index":0,"delta":{"content":" word"},'
    b'"logprobs":null,"finish_reason":null}]}\n\n'
)

_JSON: Message = {
    "type": "http.response.start",
    "status": 200,
    "headers": [
        (b"content-type", b"application/json"),
        (b"content-length", b"%d" % len(ANSWER)),
    ],
}
_STREAM: Message = {
    "type": "http.response.start",
    "status": 200,
    "headers": [(b"content-type", b"text/event-stream; charset=utf-8")],
}


async def get(_scope: Message, _receive: Receive, send: Send) -> None:
    """One small answer; the body is not looked at."""
    await send(_JSON)
    await send({"type": "http.response.body", "body": ANSWER})


async def post(_scope: Message, receive: Receive, send: Send) -> None:
    """One small answer, after the whole body was read."""
    await _read(receive)
    await send(_JSON)
    await send({"type": "http.response.body", "body": ANSWER})


async def events(_scope: Message, receive: Receive, send: Send) -> None:
    """A stream of prebuilt events, each in a send of its own, after the body was read."""
    await _read(receive)
    await send(_STREAM)
    for _ in range(EVENTS):
        await send({"type": "http.response.body", "body": EVENT, "more_body": True})
    await send({"type": "http.response.body", "body": b""})


async def _read(receive: Receive) -> bytes:
    parts, more = [], True
    while more:
        message = await receive()
        parts.append(message.get("body", b""))
        more = message.get("more_body", False)
    return b"".join(parts)
