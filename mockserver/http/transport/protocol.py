"""uvicorn's HTTP protocol with one alarm a connection, and with answers that break off."""

from __future__ import annotations

import asyncio
from typing import Any, cast

from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from mockserver.http.distort import Dropped


class Protocol(HttpToolsProtocol):
    """One connection, which a planned failure may close in the middle of an answer.

    It is closed as well when nothing has come for a while. Its one alarm is set again only when
    it rings: uvicorn's is set and unset for every request, which costs more than a look-up here.
    """

    def __init__(self, config: Any, *args: Any, **options: Any) -> None:
        super().__init__(config, *args, **options)
        self._idle_since: float | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self._running: RequestResponseCycle | None = None
        """What is served in a task, while others that came behind it wait in the pipeline."""

    def on_message_begin(self) -> None:
        """A request comes."""
        self._idle_since = None
        super().on_message_begin()

    def on_response_complete(self) -> None:
        """Go on with the next request, or wait for one."""
        if self.pipeline or self.transport.is_closing():
            super().on_response_complete()
            return
        self.server_state.total_requests += 1
        self.flow.resume_reading()
        self._idle_since = self.loop.time()
        if self._alarm is None:
            self._alarm = self.loop.call_later(self.timeout_keep_alive, self._leave_if_idle)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the caller, and tell so whoever is serving it: uvicorn tells the last to come."""
        if self._alarm:
            self._alarm.cancel()
        super().connection_lost(exc)
        if self._running and not self._running.response_complete:
            self._running.disconnected = True
            self._running.message_event.set()

    def _leave_if_idle(self) -> None:
        now = self.loop.time()
        rest = self.timeout_keep_alive - (now - (self._idle_since or now))
        if rest > 0:
            self._alarm = self.loop.call_later(rest, self._leave_if_idle)
        else:
            self.timeout_keep_alive_handler()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._running = cycle
        super()._start_asgi_task(cycle, cast("Any", _closing(app, self.transport)))


def _closing(app: ASGIApp, transport: asyncio.Transport) -> ASGIApp:
    """An application that closes its connection when the answer is not to be sent to its end."""

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await app(scope, receive, send)
        except Dropped:
            transport.close()
            while (await receive())["type"] != "http.disconnect":
                pass

    return serve
