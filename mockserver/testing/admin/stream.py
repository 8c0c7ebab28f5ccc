"""What a server does, over HTTP as it happens."""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncGenerator, Iterator
from functools import partial
from itertools import islice

from mockserver.core.codec import encode
from mockserver.core.limits import MOST_WAITING
from mockserver.core.model import Record
from mockserver.http.answers import Live
from mockserver.http.context import Context, Services
from mockserver.http.exchange import Exchange
from mockserver.http.streams import EVENTS_PER_SEND
from mockserver.testing.admin.shown import shown
from mockserver.testing.admin.waiting import Patience

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
    patience = Patience(services, None if services.host.vanish else BORROWED)
    untold = _Untold(services)
    with services.journal.heard(untold.hear), patience.listening():
        while True:
            events = untold.take()
            while group := b"".join(islice(events, EVENTS_PER_SEND)):
                yield group
            if not await patience.stirred():
                return


class _Untold:
    """What one who follows has not been told yet, and what was told last."""

    def __init__(self, services: Services) -> None:
        self._journal, self._count = services.journal, services.store.counts
        self._heard: deque[Exchange] = deque(maxlen=MOST_WAITING)
        self._clearings = self._journal.clearings
        self._counts: dict[str, int] | None = None
        self.hear = self._heard.append
        """Keeps an exchange until it is told, whatever thread served it."""

    def take(self) -> Iterator[bytes]:
        """The events that tell it."""
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


def _event(name: str, data: Record) -> bytes:
    return b"event: %b\ndata: %b\n\n" % (name.encode(), encode(data))
