"""Sending answers that are longer than one message, without keeping anybody else waiting."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator
from itertools import islice

from starlette.types import Receive, Send

from mockserver.core.clock import stopwatch

BATCH = 64 * 1024
"""Bytes per message of a row stream: large enough for full speed, small enough to share."""

SLICE = 0.0005
"""Seconds a stream may work before other requests get their turn."""

EVENTS_PER_SEND = 16


async def send_rows(rows: Iterable[bytes], receive: Receive, send: Send) -> None:
    """Send JSON Lines. Stops reading rows when the caller has gone."""
    gone = asyncio.ensure_future(receive())
    try:
        for batch in _batches(rows):
            if batch:
                await send({"type": "http.response.body", "body": batch, "more_body": True})
            await asyncio.sleep(0)
            if gone.done():
                return
        await send({"type": "http.response.body", "body": b""})
    finally:
        gone.cancel()


async def send_events(events: Iterable[bytes], receive: Receive, send: Send) -> None:
    """Send server-sent events: the first alone, so that it is early, then several at a time."""
    gone = asyncio.ensure_future(receive())
    try:
        source, turn = iter(events), stopwatch() + SLICE
        group = next(source, b"")
        while group:
            await send({"type": "http.response.body", "body": group, "more_body": True})
            if stopwatch() > turn:
                await asyncio.sleep(0)
                turn = stopwatch() + SLICE
            if gone.done():
                return
            group = b"".join(islice(source, EVENTS_PER_SEND))
        await send({"type": "http.response.body", "body": b""})
    finally:
        gone.cancel()


async def send_later(content: Callable[[], Awaitable[bytes]], receive: Receive, send: Send) -> None:
    """Send a body when it is there. Stops waiting when the caller has gone."""
    gone, body = asyncio.ensure_future(receive()), asyncio.ensure_future(content())
    try:
        await asyncio.wait([gone, body], return_when=asyncio.FIRST_COMPLETED)
        if body.done():
            await send({"type": "http.response.body", "body": body.result()})
    finally:
        gone.cancel()
        body.cancel()


def _batches(rows: Iterable[bytes]) -> Iterator[bytes]:
    """Rows in messages; an empty message means that the slice is over and nothing is ready."""
    batch: list[bytes] = []
    size = 0
    started = stopwatch()
    source = iter(rows)
    while group := list(islice(source, 16)):
        batch += group
        size += sum(map(len, group))
        if size >= BATCH or stopwatch() - started > SLICE:
            yield _lines(batch)
            batch, size, started = [], 0, stopwatch()
    if batch:
        yield _lines(batch)


def _lines(rows: list[bytes]) -> bytes:
    """Rows with a line's end each, copied once."""
    rows.append(b"")
    return b"\n".join(rows)
