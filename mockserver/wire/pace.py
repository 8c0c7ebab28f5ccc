"""Answers that take their time, or that break off: nothing is held while they wait."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from starlette.types import Receive, Send

from mockserver.wire.cors import HeaderList
from mockserver.wire.distort import Dropped


class Passing:
    """Time that passes until the caller has gone."""

    def __init__(self, receive: Receive) -> None:
        self._gone = asyncio.ensure_future(receive())

    async def pass_by(self, seconds: float) -> bool:
        """Wait so long; whether the caller is still there."""
        if seconds:
            await asyncio.wait([self._gone], timeout=seconds)
        else:
            await asyncio.sleep(0)
        return not self._gone.done()

    def end(self) -> None:
        """Listen no more."""
        self._gone.cancel()


class Delayed:
    """A whole answer after some seconds; one that is lost is not sent at all."""

    def __init__(self, content: bytes, wait: float, *, lost: bool) -> None:
        self._content = content
        self._wait = wait
        self._lost = lost

    async def send(self, status: int, headers: HeaderList, receive: Receive, send: Send) -> None:
        """Send head and body together. Raises Dropped if it is lost."""
        passing = Passing(receive)
        try:
            if not await passing.pass_by(self._wait):
                return
            if self._lost:
                raise Dropped
            await send({"type": "http.response.start", "status": status, "headers": headers})
            await send({"type": "http.response.body", "body": self._content})
        finally:
            passing.end()


async def send_timed(
    events: Iterable[tuple[float, bytes]], cut: int | None, receive: Receive, send: Send
) -> None:
    """Send events, each after its seconds. Raises Dropped after `cut` of them."""
    passing = Passing(receive)
    try:
        for sent, (wait, event) in enumerate(events):
            if sent == cut:
                raise Dropped
            if not await passing.pass_by(wait):
                return
            await send({"type": "http.response.body", "body": event, "more_body": True})
        await send({"type": "http.response.body", "body": b""})
    finally:
        passing.end()
