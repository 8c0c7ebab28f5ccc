"""What a server does, over HTTP as it happens."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Iterator
from contextlib import ExitStack
from functools import partial
from itertools import count, islice

from mockserver.core.codec import encode
from mockserver.core.model import Record
from mockserver.http.answers import LiveEvents
from mockserver.http.context import Context, Services
from mockserver.http.requests import LoggedRequest
from mockserver.http.streams import EVENTS_PER_SEND
from mockserver.testing.admin.changes import Changes
from mockserver.testing.admin.shown import shown
from mockserver.testing.admin.waiting import Patience

MOST_WAITING = 1000
"""Requests that wait for a slow reader; of more the oldest are not told."""

BORROWED = 5.0
"""Seconds that a stream lasts where nobody tells us that the server ends."""

BREATH = 0.1
"""Seconds between two rounds of events, so that a busy server tells much at once."""


def follow(ctx: Context) -> LiveEvents:
    """Server-sent events from now on: each `request` without headers and bodies; `calls` that have
    changed, `[id, trace_id, parent_id, what]` by project; the `state` as the number of records of
    each kind whenever that has changed; `cleared` when requests were forgotten; `resync` when the
    state was replaced, or when more happened than was told, as to one who was gone for a while and
    names the last event in `Last-Event-ID`.

    They go on until the server ends. An app without a port of its own is not told of that, so
    there they last five seconds; who reads them as browsers do comes back.
    """
    return LiveEvents(partial(_events, ctx.services, b"last-event-id" in ctx.headers))


async def _events(services: Services, returned: bool) -> AsyncGenerator[bytes, None]:
    patience = Patience(services, None if services.host.vanish else BORROWED)
    untold, numbers = _Untold(services, missed=returned), count(1)
    with ExitStack() as listening:
        listening.enter_context(services.request_log.notifying(untold.add))
        listening.enter_context(services.store.transaction.followed(untold.changes.note))
        listening.enter_context(services.store.transaction.followed(patience.stir))
        listening.enter_context(patience.listening())
        while True:
            events = untold.take()
            while group := [*islice(events, EVENTS_PER_SEND)]:
                yield b"".join(_event(next(numbers), *event) for event in group)
            await asyncio.sleep(BREATH)
            if not await patience.stirred():
                return


class _Untold:
    """What one who follows has not been told yet, and what was told last."""

    def __init__(self, services: Services, *, missed: bool) -> None:
        self._request_log, self._store = services.request_log, services.store
        self._heard: deque[LoggedRequest] = deque(maxlen=MOST_WAITING)
        self._clearings = self._request_log.clearings
        self._generation = self._store.transaction.generation
        self._counts: dict[str, int] | None = None
        self._missed = missed
        self.changes = Changes()

    def add(self, request: LoggedRequest) -> None:
        """Keep an request until it is told, whatever thread served it."""
        self._missed |= len(self._heard) == MOST_WAITING
        self._heard.append(request)

    def take(self) -> Iterator[tuple[str, Record]]:
        """The events that tell it."""
        if self._clearings != self._request_log.clearings:
            self._clearings = self._request_log.clearings
            self._heard.clear()
            yield "cleared", {}
        generation = self._store.transaction.generation
        if self._missed or self.changes.missed or generation != self._generation:
            self._missed, self._generation = False, generation
            self.changes.forget()
            yield "resync", {}
        while self._heard:
            yield "request", shown(self._request_log, self._heard.popleft(), bodies=False)
        for changed in self.changes.take():
            yield "calls", changed
        counts = self._store.counts()
        if counts != self._counts:
            self._counts = counts
            yield "state", {"counts": counts}


def _event(number: int, name: str, data: Record) -> bytes:
    return b"id: %d\nevent: %b\ndata: %b\n\n" % (number, name.encode(), encode(data))
