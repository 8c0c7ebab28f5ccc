"""uvicorn's HTTP protocol, with limits on requests and with faults that cut responses off."""

from __future__ import annotations

import asyncio
from itertools import chain
from typing import Any, cast

from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.httptools_impl import (
    STATUS_LINE,
    HttpToolsProtocol,
    RequestResponseCycle,
)

from mockserver.core.codec import encode
from mockserver.core.limits import MOST_HEAD, SILENCE
from mockserver.http.distort import Dropped

MOST_AT_ONCE = 256 * 1024
"""Bytes that the event loop reads at most at a time."""


class HeadTooLong(Exception):
    """The headers of a request are too long; it has been refused."""


class Protocol(HttpToolsProtocol):
    """A connection that a fault may close in the middle of a response.

    It is also closed when the caller is silent for too long, between requests or within one. One
    timer watches for both and is set again only when it fires: uvicorn sets and cancels a timer
    for every request, which costs 16 % of H1.
    """

    def __init__(self, config: Any, *args: Any, **options: Any) -> None:
        super().__init__(config, *args, **options)
        self._quiet_since: float | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._arriving = False
        """True from the first byte of a request to its last."""
        self._head: int | None = None
        """Bytes of the head that is arriving; None after its end."""
        self._running: RequestResponseCycle | None = None
        """The request served in a task; pipelined requests wait for it."""

    def data_received(self, data: bytes) -> None:
        """Parse what has arrived; refuse a head that grows too long."""
        super().data_received(data)
        if not self._arriving:
            return
        self._watch()
        if self._head is not None:
            self._head += len(data)
            if self._head > MOST_HEAD + MOST_AT_ONCE:
                self._refuse_head()

    def send_400_response(self, msg: str) -> None:
        """Refuse data that is not HTTP, unless the connection is closing already."""
        if not self.transport.is_closing():
            super().send_400_response(msg)

    def on_message_begin(self) -> None:
        """Begin to receive a request."""
        self._quiet_since = None
        self._arriving = True
        self._head = 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Begin to serve a request. Raises HeadTooLong."""
        self.check_head()
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Note that a request is complete."""
        self._arriving = False
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Continue with the next request, or wait for one."""
        if self.pipeline or self.transport.is_closing():
            super().on_response_complete()
            return
        if self.flow.read_paused:
            self.flow.resume_reading()
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Disconnect the running request; uvicorn disconnects the last one received."""
        if self._timer:
            self._timer.cancel()
        super().connection_lost(exc)
        if self._running and not self._running.response_complete:
            self._running.disconnected = True
            self._running.message_event.set()

    def check_head(self) -> None:
        """Refuse a head that is too long. Raises HeadTooLong."""
        self._head = None
        if len(self.url) + sum(map(len, chain.from_iterable(self.headers))) > MOST_HEAD:
            self._refuse_head()
            raise HeadTooLong

    def _watch(self) -> None:
        """Restart the measurement of silence."""
        self._quiet_since = self.loop.time()
        if self._timer is None:
            self._timer = self.loop.call_later(self.timeout_keep_alive, self._leave_if_quiet)

    def _leave_if_quiet(self) -> None:
        now = self.loop.time()
        if self.flow.read_paused:
            self._quiet_since = now
        patience = SILENCE if self._arriving else self.timeout_keep_alive
        rest = patience - (now - (self._quiet_since or now))
        if rest > 0:
            self._timer = self.loop.call_later(rest, self._leave_if_quiet)
        elif self._arriving:
            self._refuse(408, f"Nothing of the request has come for {SILENCE:g} s")
        else:
            self.timeout_keep_alive_handler()

    def _refuse_head(self) -> None:
        self._refuse(431, f"The headers are longer than {MOST_HEAD} bytes in all")

    def _refuse(self, status: int, why: str) -> None:
        """Close the connection, with an error response unless another is being sent."""
        cycle = self.cycle
        if not self.pipeline and (
            cycle is None or cycle.response_complete or not cycle.response_started
        ):
            body = encode({"detail": why})
            head = b"content-type: application/json\r\nconnection: close\r\ncontent-length: %d\r\n"
            self.transport.write(b"%b%b\r\n%b" % (STATUS_LINE[status], head % len(body), body))
        self.transport.close()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._running = cycle
        super()._start_asgi_task(cycle, cast("Any", _closing(app, self.transport)))


def _closing(app: ASGIApp, transport: asyncio.Transport) -> ASGIApp:
    """Make an application that closes its connection when a fault drops the response."""

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await app(scope, receive, send)
        except Dropped:
            transport.close()
            while (await receive())["type"] != "http.disconnect":
                pass

    return serve
