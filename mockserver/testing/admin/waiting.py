"""Waiting for a change of a server, until a deadline or the server's end."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from mockserver.core.clock import stopwatch
from mockserver.http.context import Services


class Waiter:
    """The wait of one request: until a deadline, if any, or until the server ends."""

    def __init__(self, services: Services, seconds: float | None) -> None:
        self._request_log, self._news = services.request_log, services.host.news
        self._loop, self._changed = asyncio.get_running_loop(), asyncio.Event()
        self._end = None if seconds is None else stopwatch() + seconds

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Notice requests and news during the block, in any thread."""
        with self._request_log.notifying(self.wake), self._news.followed(self.wake):
            yield

    async def changed(self, within: float | None = None) -> bool:
        """Wait for a change. False at the deadline, when the server ends, or if nothing changes
        `within` so many seconds."""
        if self._news.over:
            return False
        try:
            left = None if self._end is None else self._end - stopwatch()
            if within is not None:
                left = within if left is None else min(left, within)
            await asyncio.wait_for(self._changed.wait(), left)
        except TimeoutError:
            return False
        self._changed.clear()
        return not self._news.over

    def wake(self, *_: object) -> None:
        """Note, from any thread, that something may have changed."""
        self._loop.call_soon_threadsafe(self._changed.set)
