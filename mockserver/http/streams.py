"""Senders of streams; other requests are served between the pieces."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Iterable, Iterator
from contextlib import aclosing, closing, contextmanager
from itertools import chain, islice
from typing import Any

from starlette.types import Receive, Send

from mockserver.core.clock import stopwatch
from mockserver.core.codec import encode

BATCH = 64 * 1024
"""Bytes of rows in one message."""

SLICE = 0.0005
"""Seconds that a stream may work before other requests are served."""

EVENTS_PER_SEND = 64
LAST_EVENT = b"data: [DONE]\n\n"

logger = logging.getLogger("mockserver")


@contextmanager
def departure(receive: Receive) -> Iterator[asyncio.Future[Any]]:
    """A future that is done when the caller disconnects, valid in the block."""
    gone = asyncio.ensure_future(receive())
    try:
        yield gone
    finally:
        gone.cancel()


async def send_rows(rows: Iterable[bytes], receive: Receive, send: Send) -> None:
    """Send JSON Lines. Stops reading rows when the caller disconnects."""
    await _send_parts(_batches(rows), receive, send)


class EventStream:
    """A sender of server-sent events: the first one alone, so that it arrives early, the others
    in groups. A stream that one time slice is enough for can be taken as a whole."""

    def __init__(self, events: Iterable[bytes]) -> None:
        self._groups = _grouped(iter(events))
        self._early: list[bytes] = []

    def made_at_once(self) -> list[bytes] | None:
        """All events in groups, if one time slice is enough to produce them."""
        turn = stopwatch() + SLICE
        for group in self._groups:
            self._early.append(group)
            if stopwatch() > turn:
                return None
        return self._early

    async def __call__(self, receive: Receive, send: Send) -> None:
        """Send the events through ASGI, until the caller disconnects."""
        with closing(self._groups):
            await _send_parts(chain(self._early, self._groups), receive, send)


async def send_later(content: Callable[[], Awaitable[bytes]], receive: Receive, send: Send) -> None:
    """Send a body when it is ready, unless the caller disconnects."""

    async def parts() -> AsyncGenerator[bytes, None]:
        yield await content()

    await send_live(parts, receive, send)


async def send_live(
    parts: Callable[[], AsyncGenerator[bytes, None]], receive: Receive, send: Send
) -> None:
    """Send parts of a body as they are ready, until the caller disconnects."""
    sending = asyncio.ensure_future(_send_all(parts(), send))
    try:
        with departure(receive) as gone:
            await asyncio.wait([gone, sending], return_when=asyncio.FIRST_COMPLETED)
        if sending.done():
            sending.result()
    finally:
        sending.cancel()


def error_event(message: str) -> bytes:
    """The last events of a failed stream. Observed: the JSON of the error has spaces."""
    error = {"message": message, "type": "InternalServerError", "param": None, "code": 500}
    return b"data: %b\n\n%b" % (json.dumps({"error": error}).encode(), LAST_EVENT)


def typed_error_event(message: str, number: int) -> bytes:
    """The last event of a failed stream of typed events. Chosen: flat, as OpenAI has it."""
    error = {"type": "error", "sequence_number": number, "code": "server_error"}
    return b"event: error\ndata: %b\n\n" % encode({**error, "message": message, "param": None})


async def _send_all(parts: AsyncGenerator[bytes, None], send: Send) -> None:
    async with aclosing(parts):
        async for part in parts:
            await send({"type": "http.response.body", "body": part, "more_body": True})
            await asyncio.sleep(0)
    await send({"type": "http.response.body", "body": b""})


async def _send_parts(parts: Iterable[bytes], receive: Receive, send: Send) -> None:
    """Send a body in parts; other requests are served after each time slice."""
    with departure(receive) as gone:
        turn = stopwatch() + SLICE
        for part in parts:
            if part:
                await send({"type": "http.response.body", "body": part, "more_body": True})
            if stopwatch() > turn:
                await asyncio.sleep(0)
                turn = stopwatch() + SLICE
            if gone.done():
                return
        await send({"type": "http.response.body", "body": b""})


def _grouped(events: Iterator[bytes]) -> Generator[bytes, None, None]:
    """Join events into groups. After a bug in this server, the stream ends with an error event."""
    try:
        yield next(events, b"")
        while group := b"".join(islice(events, EVENTS_PER_SEND)):
            yield group
    except Exception:
        logger.exception("a stream failed")
        yield error_event("Internal server error")


def _batches(rows: Iterable[bytes]) -> Iterator[bytes]:
    """Join rows into messages of at least `BATCH` bytes, or of one time slice."""
    batch: list[bytes] = []
    size = 0
    started = stopwatch()
    source = iter(rows)
    while group := list(islice(source, 32)):
        batch += group
        size += sum(map(len, group))
        if size >= BATCH or stopwatch() - started > SLICE:
            yield _lines(batch)
            batch, size, started = [], 0, stopwatch()
    if batch:
        yield _lines(batch)


def _lines(rows: list[bytes]) -> bytes:
    """Join rows, each with its newline."""
    rows.append(b"")
    return b"\n".join(rows)
