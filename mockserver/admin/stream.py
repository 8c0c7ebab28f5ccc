"""What a server does, over HTTP as it happens."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import islice

from mockserver.admin.shown import shown
from mockserver.core.clock import stopwatch
from mockserver.core.codec import encode
from mockserver.core.model import Record
from mockserver.wire.answers import Live
from mockserver.wire.context import Context, Services
from mockserver.wire.journal import Exchange
from mockserver.wire.streams import EVENTS_PER_SEND

MOST_WAITING = 1000
"""Requests that wait for a slow reader; of more the oldest are not told."""

BORROWED = 5.0
"""Seconds that a stream lasts where nobody tells us that the server ends."""


def follow(ctx: Context) -> Live:
    """Server-sent events from now on: each `request` without headers and bodies, the `state` as
    the number of records of each kind whenever that has changed, and `cleared` when requests were
    forgotten.

    They go on until the server ends. An app without a port of its own is not told of that, so
    there they last five seconds; who reads them as browsers do comes back.
    """
    return Live(partial(_events, ctx.services))


async def _events(services: Services) -> AsyncGenerator[bytes, None]:
    follower = _Follower(services)
    with follower.listening():
        while True:
            events = follower.news()
            while group := b"".join(islice(events, EVENTS_PER_SEND)):
                yield group
            if not await follower.stirred():
                return


class _Follower:
    """One who follows: what it has heard and not yet told, and what it told last."""

    def __init__(self, services: Services) -> None:
        self._journal, self._host = services.journal, services.host
        self._count = services.store.counts
        self._heard: deque[Exchange] = deque(maxlen=MOST_WAITING)
        self._loop, self._wake = asyncio.get_running_loop(), asyncio.Event()
        self._end = None if self._host.vanish else stopwatch() + BORROWED
        self._clearings = self._journal.clearings
        self._counts: dict[str, int] | None = None

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Hear what happens in the block, in whatever thread it does."""
        with self._journal.heard(self._hear), self._host.news.followed(self._stir):
            yield

    def news(self) -> Iterator[bytes]:
        """What has not been told yet."""
        if self._clearings != self._journal.clearings:
            self._clearings = self._journal.clearings
            self._heard.clear()
            yield _event("cleared", {})
        while self._heard:
            yield _event("request", shown(self._journal, self._heard.popleft(), bodies=False))
        counts = self._count()
        if counts != self._counts:
            self._counts = counts
            yield _event("state", {"counts": counts})

    async def stirred(self) -> bool:
        """Wait for more; whether there may be some."""
        try:
            left = None if self._end is None else self._end - stopwatch()
            await asyncio.wait_for(self._wake.wait(), left)
        except TimeoutError:
            return False
        self._wake.clear()
        return not self._host.news.over

    def _hear(self, exchange: Exchange) -> None:
        self._heard.append(exchange)
        self._stir()

    def _stir(self) -> None:
        self._loop.call_soon_threadsafe(self._wake.set)


def _event(name: str, data: Record) -> bytes:
    return b"event: %b\ndata: %b\n\n" % (name.encode(), encode(data))
