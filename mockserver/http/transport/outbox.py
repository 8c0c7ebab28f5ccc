"""Answers that wait for the end of the loop's turn.

They leave together when all requests that have arrived are served, since the first of them wakes
the callers, and waking somebody costs more than answering. What they tell of is written down
before, by one write. With `--fsync` all answers wait while something is on its way to the disk:
nobody is told of what a loss of power may take.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from itertools import chain
from threading import get_ident

from starlette.types import Scope
from uvicorn.protocols.http.httptools_impl import STATUS_LINE

from mockserver.core.errors import ApiError, cannot_keep
from mockserver.http.capture import LONGEST
from mockserver.http.context import Services
from mockserver.http.endpoint import Endpoint
from mockserver.http.exchange import Answered, Asked
from mockserver.http.response import Reply
from mockserver.http.transport.commit import GroupCommit
from mockserver.http.transport.time_slices import Unfinished
from mockserver.store.errors import StoreError

Told = tuple[Endpoint, Asked, Answered]
"""An answer as the journal has it: of which operation, to what, and what."""

Outgoing = tuple[asyncio.Transport, Sequence[bytes], Told | None]
"""An answer on its way: where it goes, its bytes, and what may yet be refused in its place; None
if nothing will."""


class Outbox:
    """The waiting answers of all connections, in their order."""

    def __init__(self, services: Services) -> None:
        self._ledger = services.store.transaction
        self._commit = services.commit
        self._defers = services.store.disk is not None
        self._decided = 0
        """How often the ledger had decided when this was last asked about."""
        self._waiting: list[Outgoing] = []
        self._size = 0
        self._unsynced: list[Outgoing] = []
        """Those that wait for the disk."""
        self._in_sync = 0
        """How many of these the sync will have that is under way."""
        self._syncing: asyncio.Task[None] | None = None

    def respond(
        self, endpoint: Endpoint, scope: Scope, headers: dict[bytes, bytes], body: bytes
    ) -> Reply | Unfinished:
        """The reply of an endpoint; what it wrote is written down by the next `flush`.

        Answers whose fate is decided already leave before it, so as not to share its own.
        """
        if not self._defers:
            return endpoint.respond(scope, headers, body)
        ledger = self._ledger
        if ledger.decided != self._decided:
            self.flush()
        ledger.deferring = get_ident()
        reply = endpoint.respond(scope, headers, body)
        ledger.deferring = None
        return reply

    def put(
        self,
        loop: asyncio.AbstractEventLoop,
        transport: asyncio.Transport,
        parts: Sequence[bytes],
        told: Told,
    ) -> None:
        """Send in a moment; at once if much is waiting, so that slow readers are noticed.

        What tells of nothing that may yet be undone is in the journal of requests from now on.
        """
        if not self._waiting:
            loop.call_soon(self.flush)
        if self._commit or self._ledger.waits:
            self._waiting.append((transport, parts, told))
        else:
            self._waiting.append((transport, parts, None))
            endpoint, asked, answered = told
            endpoint.record(asked, answered)
        self._size += len(parts[-1])
        if self._size > LONGEST:
            self.flush()

    def flush(self) -> StoreError | None:
        """Send what is waiting, if what it tells of is kept, or else refuse it.

        Returns why, for whoever was served in this turn and does not wait here.
        """
        answers, self._waiting, self._size = self._waiting, [], 0
        lost = self._ledger.settle()
        self._decided = self._ledger.decided
        if self._commit and (revoked := self._commit.heard()):
            answers, self._unsynced, self._in_sync = self._unsynced + answers, [], 0
            _send(_refused(answers, revoked))
            return revoked
        if lost:
            answers = _refused(answers, lost)
        if self._commit and (self._unsynced or not self._commit.settled):
            self._unsynced += answers
            self._syncing = self._syncing or asyncio.ensure_future(self._sync(self._commit))
        else:
            _send(answers)
        return lost

    def hurry(self) -> None:
        """Send everything now, even if all have to wait for the disk."""
        self.flush()
        if self._commit and self._unsynced:
            self._in_sync = len(self._unsynced)
            self._send_synced(self._commit.sync())

    def make_way(self, transport: asyncio.Transport) -> None:
        """Let the next answer on a connection be sent by somebody else: send those before it."""
        if self._commit and any(
            answer[0] is transport for answer in chain(self._unsynced, self._waiting)
        ):
            self.hurry()

    async def _sync(self, commit: GroupCommit) -> None:
        try:
            while self._unsynced:
                self._in_sync = len(self._unsynced)
                self._send_synced(await commit.settle(commit.failures))
        finally:
            self._syncing = None

    def _send_synced(self, lost: StoreError | None) -> None:
        if lost:
            self.flush()
        answers, self._unsynced = self._unsynced[: self._in_sync], self._unsynced[self._in_sync :]
        self._in_sync = 0
        _send(answers)


def head(reply: Reply) -> list[bytes]:
    """The status line and the headers, without the empty line after them."""
    lines = [STATUS_LINE[reply.status]]
    for name, value in reply.headers:
        lines += (name, b": ", value, b"\r\n")
    return lines


def _send(answers: Sequence[Outgoing]) -> None:
    for transport, parts, told in answers:
        if not transport.is_closing():
            for part in parts:
                transport.write(part)
        if told:
            endpoint, asked, answered = told
            endpoint.record(asked, answered)


def _refused(answers: Sequence[Outgoing], lost: StoreError) -> list[Outgoing]:
    error = cannot_keep(str(lost))
    return [_refusal(answer, error) for answer in answers]


def _refusal(answer: Outgoing, error: ApiError) -> Outgoing:
    transport, _, told = answer
    if told is None:
        return answer
    endpoint, asked, _ = told
    reply = endpoint.refuse(error, asked[1])
    assert isinstance(reply.content, bytes), "a refusal is short"
    shown = b"" if asked[0]["method"] == "HEAD" else reply.content
    parts = (b"".join((*head(reply), b"\r\n", shown)),)
    return transport, parts, (endpoint, asked, (reply.status, reply.headers, reply.content))
