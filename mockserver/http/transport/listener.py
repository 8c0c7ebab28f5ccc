"""uvicorn on a socket that is bound already; it stops at once, and can vanish for a while."""

from __future__ import annotations

import asyncio
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

import uvicorn
from starlette.applications import Starlette

from mockserver.core.address import bind
from mockserver.core.limits import DRAIN_DEADLINE, IDLE
from mockserver.http.context import Services
from mockserver.http.transport.direct import DirectProtocol
from mockserver.http.transport.protocol import Protocol


class Abandoned(RuntimeError):
    """The server was stopped a second time, and ended without saving."""


class Uvicorn(uvicorn.Server):
    """A uvicorn server that stops at once; the original polls every tenth of a second.

    It runs the application's lifespan itself, so that errors at shutdown, such as a state that
    cannot be saved, reach the caller; the original only logs them.
    """

    def __init__(self, app: Starlette, services: Services) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                http=DirectProtocol
                if services.settings.direct and not app.user_middleware
                else Protocol,
                lifespan="off",
                ws="none",
                log_config=None,
                access_log=False,
                proxy_headers=False,
                server_header=False,
                date_header=False,
                # Clients must close idle connections first, httpx after 5 s: a request that meets
                # a connection which the server closes at that moment fails.
                timeout_keep_alive=IDLE,
            )
        )
        self._app = app
        self._news = services.host.news
        services.host.stop = self.stop
        services.host.vanish = self.vanish
        self._listening: list[socket.socket] = []
        self._addresses: list[tuple[str, int]] = []
        self._away: asyncio.Future[None] | None = None
        self._stopping = asyncio.Event()
        self.loop: asyncio.AbstractEventLoop | None = None
        self.on_ready: Callable[[], None] = lambda: None

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve until `stop` is called. Raises Abandoned, or an error of the shutdown."""
        with self.capture_signals():
            async with self._app.router.lifespan_context(self._app):
                await self._serve(sockets)
                if self.force_exit:
                    raise Abandoned("stopped a second time")

    async def main_loop(self) -> None:
        """Wait until `stop` is called."""
        await self.on_tick(0)
        self.loop = asyncio.get_running_loop()
        self.on_ready()
        await self._stopping.wait()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept connections from these sockets."""
        self._listening = sockets or []
        await super().startup(sockets)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept no more connections, and let running requests finish."""
        self._close_connections()
        self._news.end()
        if self._away:
            self._away.cancel()
        await self._finish(self.server_state.tasks)

    async def leave(self) -> None:
        """Refuse connections from now on. Running requests are finished."""
        open_sockets = [sock for sock in self._listening if sock.fileno() >= 0]
        self._addresses = [sock.getsockname()[:2] for sock in open_sockets] or self._addresses
        self._close_connections()
        while any(sock.fileno() >= 0 for sock in self._listening):
            await asyncio.sleep(0)

    async def come_back(self) -> None:
        """Accept connections again on the same port. Raises CannotListen."""
        await self.startup([bind(host, port) for host, port in self._addresses])

    async def vanish(self, seconds: float) -> None:
        """Refuse connections for so many seconds; returns when that begins."""
        if self._away:
            self._away.cancel()
        await self.leave()
        self._away = asyncio.ensure_future(self._return(seconds))

    async def _return(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
        await self.come_back()

    def _close_connections(self) -> None:
        for server in self.servers:
            server.close()
        for sock in self._listening:
            sock.close()
        for connection in list(self.server_state.connections):
            connection.shutdown()

    async def _finish(self, tasks: set[asyncio.Task[None]]) -> None:
        self._stopping.clear()
        again = asyncio.ensure_future(self._stopping.wait())
        deadline = asyncio.get_running_loop().time() + DRAIN_DEADLINE
        while tasks and not again.done() and asyncio.get_running_loop().time() < deadline:
            await asyncio.wait([again, *tasks], timeout=0.1, return_when=asyncio.FIRST_COMPLETED)
        for task in [again, *tasks]:
            task.cancel()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop on Ctrl-C, termination or a closed terminal, none of which is an error."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        signals = [signal.SIGINT, signal.SIGTERM]
        if sys.platform != "win32" and signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
            signals.append(signal.SIGHUP)
        before = {number: signal.signal(number, self.handle_exit) for number in signals}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop the server; the second signal stops it without saving."""
        self.force_exit = self.should_exit
        self.stop()

    def stop(self) -> None:
        """Stop the server, from any thread. Does nothing if it has stopped already."""
        self.should_exit = True
        if self.loop:
            with suppress(RuntimeError):
                self.loop.call_soon_threadsafe(self._stopping.set)


def serve(
    app: Starlette, services: Services, sock: socket.socket, on_ready: Callable[[], None]
) -> None:
    """Serve until a signal, then save the state.

    Raises Abandoned after a second signal, StoreError if the state cannot be saved.
    """
    server = Uvicorn(app, services)
    server.on_ready = on_ready
    with asyncio.Runner(loop_factory=new_loop) as runner:
        runner.run(server.serve(sockets=[sock]))


def new_loop() -> asyncio.AbstractEventLoop:
    """A new event loop: uvloop's, except where that is not installed, as on Windows."""
    try:
        import uvloop
    except ModuleNotFoundError:
        return asyncio.new_event_loop()

    return uvloop.new_event_loop()
