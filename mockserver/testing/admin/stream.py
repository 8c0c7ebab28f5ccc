"""A stream of events about a server, over HTTP."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Iterator
from contextlib import ExitStack
from functools import partial
from itertools import count, islice

from mockserver.core.codec import encode
from mockserver.core.limits import MOST_WAITING
from mockserver.core.model import Record
from mockserver.http.answers import LiveEvents
from mockserver.http.context import Context, Services
from mockserver.http.requests import LoggedRequest
from mockserver.http.streams import EVENTS_PER_SEND
from mockserver.testing.admin.changes import Changes
from mockserver.testing.admin.shown import shown
from mockserver.testing.admin.waiting import Patience

BORROWED = 5.0
"""Seconds that a stream lasts in an app that does not learn of its server's end."""

BREATH = 0.1
"""Seconds between two rounds of events, so that a busy server sends many at once."""


def follow(ctx: Context) -> LiveEvents:
    """Send events from now on: `request` for each request, without headers and bodies; `calls`
    for changed calls, `[id, trace_id, parent_id, what]` by project; `state` with the number of
    records of each kind when that has changed; `cleared` when the request log was cleared; `resync`
    when the state was replaced or events were missed, as after a reconnect with `Last-Event-ID`.

    They go on until the server ends. In an app without a port of its own they end after five
    seconds, since it does not learn of the end; an EventSource connects again.
    """
    return LiveEvents(partial(_events, ctx.services, b"last-event-id" in ctx.headers))


async def _events(services: Services, returned: bool) -> AsyncGenerator[bytes, None]:
    patience = Patience(services, None if services.host.vanish else BORROWED)
    pending, numbers = _Pending(services, missed=returned), count(1)
    with ExitStack() as listening:
        listening.enter_context(services.request_log.notifying(pending.add))
        listening.enter_context(services.store.transaction.followed(pending.changes.note))
        listening.enter_context(services.store.transaction.followed(patience.stir))
        listening.enter_context(patience.listening())
        while True:
            events = pending.take()
            while group := [*islice(events, EVENTS_PER_SEND)]:
                yield b"".join(_event(next(numbers), *event) for event in group)
            await asyncio.sleep(BREATH)
            if not await patience.stirred():
                return


class _Pending:
    """The events that a follower has not been sent yet."""

    def __init__(self, services: Services, *, missed: bool) -> None:
        self._request_log, self._store = services.request_log, services.store
        self._requests: deque[LoggedRequest] = deque(maxlen=MOST_WAITING)
        self._clearings = self._request_log.clearings
        self._generation = self._store.transaction.generation
        self._counts: dict[str, int] | None = None
        self._missed = missed
        self.changes = Changes()

    def add(self, request: LoggedRequest) -> None:
        """Add a request, from any thread."""
        self._missed |= len(self._requests) == MOST_WAITING
        self._requests.append(request)

    def take(self) -> Iterator[tuple[str, Record]]:
        """Yield the pending events."""
        if self._clearings != self._request_log.clearings:
            self._clearings = self._request_log.clearings
            self._requests.clear()
            yield "cleared", {}
        generation = self._store.transaction.generation
        if self._missed or self.changes.missed or generation != self._generation:
            self._missed, self._generation = False, generation
            self.changes.clear()
            yield "resync", {}
        while self._requests:
            yield "request", shown(self._request_log, self._requests.popleft(), bodies=False)
        for changed in self.changes.take():
            yield "calls", changed
        counts = self._store.counts()
        if counts != self._counts:
            self._counts = counts
            yield "state", {"counts": counts}


def _event(number: int, name: str, data: Record) -> bytes:
    return b"id: %d\nevent: %b\ndata: %b\n\n" % (number, name.encode(), encode(data))
