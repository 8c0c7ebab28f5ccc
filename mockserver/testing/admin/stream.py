"""A stream of events about a server, over HTTP."""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncGenerator, Iterator
from functools import partial
from itertools import islice

from mockserver.core.codec import encode
from mockserver.core.model import Record
from mockserver.http.answers import LiveEvents
from mockserver.http.context import Context, Services
from mockserver.http.requests import LoggedRequest
from mockserver.http.streams import EVENTS_PER_SEND
from mockserver.testing.admin.shown import shown
from mockserver.testing.admin.waiting import Patience

MOST_WAITING = 1000
"""Requests that wait for a slow reader; older ones are dropped."""

BORROWED = 5.0
"""Seconds that a stream lasts in an app that does not learn of its server's end."""


def follow(ctx: Context) -> LiveEvents:
    """Send events from now on: `request` for each request, without headers and bodies; `state`
    with the number of records of each kind when that has changed; `cleared` when the request log
    was cleared.

    They go on until the server ends. In an app without a port of its own they end after five
    seconds, since it does not learn of the end; an EventSource connects again.
    """
    return LiveEvents(partial(_events, ctx.services))


async def _events(services: Services) -> AsyncGenerator[bytes, None]:
    patience = Patience(services, None if services.host.vanish else BORROWED)
    pending = _Pending(services)
    with services.request_log.notifying(pending.add), patience.listening():
        while True:
            events = pending.take()
            while group := b"".join(islice(events, EVENTS_PER_SEND)):
                yield group
            if not await patience.stirred():
                return


class _Pending:
    """The events that a follower has not been sent yet."""

    def __init__(self, services: Services) -> None:
        self._request_log, self._count = services.request_log, services.store.counts
        self._requests: deque[LoggedRequest] = deque(maxlen=MOST_WAITING)
        self._clearings = self._request_log.clearings
        self._counts: dict[str, int] | None = None
        self.add = self._requests.append
        """Adds a request, from any thread."""

    def take(self) -> Iterator[bytes]:
        """Yield the pending events."""
        if self._clearings != self._request_log.clearings:
            self._clearings = self._request_log.clearings
            self._requests.clear()
            yield _event("cleared", {})
        while self._requests:
            request = self._requests.popleft()
            yield _event("request", shown(self._request_log, request, bodies=False))
        counts = self._count()
        if counts != self._counts:
            self._counts = counts
            yield _event("state", {"counts": counts})


def _event(name: str, data: Record) -> bytes:
    return b"event: %b\ndata: %b\n\n" % (name.encode(), encode(data))
