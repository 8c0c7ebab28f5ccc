"""Answers that take their time, or that break off: nothing is held while they wait."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any

from starlette.types import Receive, Send

from mockserver.http.cors import HeaderList
from mockserver.http.distort import Dropped
from mockserver.http.streams import departure


class Delayed:
    """A whole answer after some seconds; one that is lost is not sent at all."""

    def __init__(self, content: bytes, wait: float, *, lost: bool) -> None:
        self._content = content
        self._wait = wait
        self._lost = lost

    async def send(self, status: int, headers: HeaderList, receive: Receive, send: Send) -> None:
        """Send head and body together. Raises Dropped if it is lost."""
        with departure(receive) as gone:
            if not await _is_there_after(self._wait, gone):
                return
        if self._lost:
            raise Dropped
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": self._content})


async def send_timed(
    events: Iterable[tuple[float, bytes]], cut: int | None, receive: Receive, send: Send
) -> None:
    """Send events, each after its seconds. Raises Dropped after `cut` of them."""
    with departure(receive) as gone:
        for sent, (wait, event) in enumerate(events):
            if sent == cut:
                raise Dropped
            if not await _is_there_after(wait, gone):
                return
            await send({"type": "http.response.body", "body": event, "more_body": True})
        await send({"type": "http.response.body", "body": b""})


async def _is_there_after(seconds: float, gone: asyncio.Future[Any]) -> bool:
    """Let time pass, at least a turn for everybody else; whether the caller is still there."""
    if seconds:
        await asyncio.wait([gone], timeout=seconds)
    else:
        await asyncio.sleep(0)
    return not gone.done()
