"""A stream of events about a server, over HTTP."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Iterator
from contextlib import ExitStack
from functools import partial
from itertools import count, islice

from mockserver.core.codec import encode, peek
from mockserver.core.limits import MOST_WAITING
from mockserver.core.model import Record
from mockserver.http.answers import LiveEvents
from mockserver.http.context import Context, Services
from mockserver.http.request_log import LoggedRequest
from mockserver.http.streams import EVENTS_PER_SEND
from mockserver.store.transaction import Change
from mockserver.testing.admin.requests import shown
from mockserver.testing.admin.waiting import Waiter

MOST = 500
"""Calls of one project in an event; `more` is true if there are others."""

MOST_CHANGES = 2000
"""Changes that wait to be sent; older ones are dropped."""

STREAM_SECONDS = 5.0
"""Seconds that a stream lasts in an app that does not learn when its server ends."""

PAUSE = 0.1
"""Seconds between two rounds of events, so that a busy server sends many at once."""

ChangedCall = tuple[str, str | None, str | None, str]
"""Id, trace and parent of a call, and the kind of change."""


def follow(ctx: Context) -> LiveEvents:
    """Send events from now on: `request` for each request, without headers and bodies; `calls`
    for changed calls, `[id, trace_id, parent_id, change]` by project; `state` with the number of
    records of each kind when that has changed; `cleared` when the request log was cleared; `resync`
    when the state was replaced or events were missed, as after a reconnect with `Last-Event-ID`.

    The stream ends with the server. In an app without a port, which does not learn when its server
    ends, it lasts five seconds; an EventSource connects again.
    """
    return LiveEvents(partial(_events, ctx.services, b"last-event-id" in ctx.headers))


async def _events(services: Services, returned: bool) -> AsyncGenerator[bytes, None]:
    waiter = Waiter(services, None if services.host.vanish else STREAM_SECONDS)
    pending, numbers = _Pending(services, missed=returned), count(1)
    with ExitStack() as listening:
        listening.enter_context(services.request_log.notifying(pending.add))
        listening.enter_context(services.store.transaction.followed(pending.note))
        listening.enter_context(services.store.transaction.followed(waiter.wake))
        listening.enter_context(waiter.listening())
        while True:
            events = pending.take()
            while group := [*islice(events, EVENTS_PER_SEND)]:
                yield b"".join(
                    b"id: %d\nevent: %b\ndata: %b\n\n" % (next(numbers), name, encode(data))
                    for name, data in group
                )
            await asyncio.sleep(PAUSE)
            if not await waiter.changed():
                return


class _Pending:
    """The events that a follower has not been sent yet; of too many the oldest are dropped."""

    def __init__(self, services: Services, *, missed: bool) -> None:
        self._request_log, self._store = services.request_log, services.store
        self._requests: deque[LoggedRequest] = deque(maxlen=MOST_WAITING)
        self._changes: deque[Change] = deque(maxlen=MOST_CHANGES)
        self._clearings = self._request_log.clearings
        self._generation = self._store.transaction.generation
        self._counts: dict[str, int] | None = None
        self._missed = missed

    def add(self, request: LoggedRequest) -> None:
        """Add a request, from any thread."""
        self._missed |= len(self._requests) == MOST_WAITING
        self._requests.append(request)

    def note(self, changes: list[Change]) -> None:
        """Add the changes of a transaction, from any thread.

        They are parsed later, so that writers do not wait for followers.
        """
        self._missed |= len(self._changes) + len(changes) > MOST_CHANGES
        self._changes.extend(changes)

    def take(self) -> Iterator[tuple[bytes, Record]]:
        """Yield the pending events."""
        if self._clearings != self._request_log.clearings:
            self._clearings = self._request_log.clearings
            self._requests.clear()
            yield b"cleared", {}
        generation = self._store.transaction.generation
        if self._missed or generation != self._generation:
            self._missed, self._generation = False, generation
            self._changes.clear()
            yield b"resync", {}
        while self._requests:
            yield b"request", shown(self._request_log, self._requests.popleft(), bodies=False)
        for project, calls in self._changed_calls().items():
            changed = list(calls.values())
            record = {"project": project, "changed": changed[:MOST], "more": len(changed) > MOST}
            yield b"calls", record
        counts = self._store.counts()
        if counts != self._counts:
            self._counts = counts
            yield b"state", {"counts": counts}

    def _changed_calls(self) -> dict[str, dict[str, ChangedCall]]:
        """The last change of each call, by project and id."""
        by_project: dict[str, dict[str, ChangedCall]] = {}
        while self._changes:
            if found := _changed_call(self._changes.popleft()):
                project, call = found
                by_project.setdefault(project, {})[call[0]] = call
        return by_project


def _changed_call(change: Change) -> tuple[str, ChangedCall] | None:
    """The project of a change, and the call that has changed; None for other records."""
    record = peek(change.after or change.before or b"null")
    if change.table == "calls":
        call = (record["id"], record["trace_id"], record["parent_id"], _kind(change))
        return record["project_id"], call
    if change.table == "feedback":
        _, is_call, name = record["weave_ref"].rpartition("/call/")
        return (record["project_id"], (name, None, None, "feedback")) if is_call else None
    return None


def _kind(change: Change) -> str:
    if change.after is None:
        return "delete"
    ended = peek(change.after)["ended_at"] is not None
    if change.before is None:
        return "end" if ended else "start"
    return "end" if ended and peek(change.before)["ended_at"] is None else "update"
