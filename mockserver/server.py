"""A server of one's own: started on a socket that is bound already, stopped without waiting."""

from __future__ import annotations

import asyncio
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Self

import uvicorn

from mockserver.admin.models import Reset
from mockserver.admin.state import return_to
from mockserver.app import App, create_app
from mockserver.core.address import bind, url_of
from mockserver.protocol import Protocol, direct_protocol
from mockserver.settings import Settings
from mockserver.wire.journal import Log

START_DEADLINE = 5.0
"""Seconds a server may take to come up before that counts as a failure."""

DRAIN_DEADLINE = 3.0
"""Seconds that running requests get to finish when the server is told to stop."""

STOP_DEADLINE = START_DEADLINE + DRAIN_DEADLINE


class CannotStart(RuntimeError):
    """The server's thread ended, or its deadline passed, before it could answer."""


class Abandoned(RuntimeError):
    """The server was told a second time to stop, so it left without saving."""


class Uvicorn(uvicorn.Server):
    """Uvicorn that stops when it is told, where the original looks every tenth of a second.

    It lives through the application's lifespan itself: what the end of that raises, above all
    that the state cannot be saved, reaches the caller, where the original would only log it.
    """

    def __init__(self, app: App) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                http=direct_protocol() if _is_direct(app) else Protocol,
                lifespan="off",
                ws="none",
                log_config=None,
                access_log=False,
                proxy_headers=False,
                server_header=False,
                date_header=False,
            )
        )
        self._app = app
        app.services.host.stop = self.stop
        self._told = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self.on_ready: Callable[[], None] = lambda: None

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve until told to stop. Raises Abandoned, or what the application's end raises."""
        with self.capture_signals():
            async with self._app.router.lifespan_context(self._app):
                await self._serve(sockets)
                if self.force_exit:
                    raise Abandoned("told to stop a second time")

    async def main_loop(self) -> None:
        """Wait until `stop` is called."""
        await self.on_tick(0)
        self._loop = asyncio.get_running_loop()
        self.on_ready()
        await self._told.wait()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take no more connections, let running requests finish."""
        for server in self.servers:
            server.close()
        for sock in sockets or []:
            sock.close()
        for connection in list(self.server_state.connections):
            connection.shutdown()
        await self._finish(self.server_state.tasks)

    async def _finish(self, tasks: set[asyncio.Task[None]]) -> None:
        self._told.clear()
        again = asyncio.ensure_future(self._told.wait())
        deadline = asyncio.get_running_loop().time() + DRAIN_DEADLINE
        while tasks and not again.done() and asyncio.get_running_loop().time() < deadline:
            await asyncio.wait([again, *tasks], timeout=0.1, return_when=asyncio.FIRST_COMPLETED)
        for task in [again, *tasks]:
            task.cancel()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Handle Ctrl-C and termination ourselves: being stopped is no failure."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        signals = (signal.SIGINT, signal.SIGTERM)
        before = {number: signal.signal(number, self.handle_exit) for number in signals}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002
        """The first signal ends the server in order, the second without saving."""
        self.force_exit = self.should_exit
        self.stop()

    def stop(self) -> None:
        """End the server, from any thread; once it has ended there is nobody to tell."""
        self.should_exit = True
        if self._loop:
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._told.set)


def serve(app: App, sock: socket.socket, on_ready: Callable[[], None]) -> None:
    """Serve until a signal says stop, and save the state.

    Raises Abandoned after a second signal, StoreError when the state cannot be saved.
    """
    server = Uvicorn(app)
    server.on_ready = on_ready
    with asyncio.Runner(loop_factory=_new_loop) as runner:
        runner.run(server.serve(sockets=[sock]))


class MockServer:
    """A server in a thread of its own.

    ```python
    with MockServer(Settings(port=0)) as server:
        httpx.get(f"{server.url}/health")
    ```
    """

    def __init__(self, settings: Settings | None = None, *, log: Log | None = None) -> None:
        self.settings = settings or Settings.read({"port": 0})
        self.app = create_app(self.settings, log=log)
        self._socket = bind(self.settings.host, self.settings.port)
        self.url = url_of(self._socket)
        self._server = Uvicorn(self.app)
        self._settled = threading.Event()
        self._failure: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="mockserver", daemon=True)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *exc: object) -> None:
        self.stop()

    def __str__(self) -> str:
        return self.url

    def start(self) -> Self:
        """Serve from now on. Raises CannotStart when the server does not come up in time."""
        self._server.on_ready = self._settled.set
        self._thread.start()
        if not self._settled.wait(START_DEADLINE):
            raise CannotStart(f"no answer on {self.url} within {START_DEADLINE:g} s")
        if self._failure:
            raise CannotStart(f"the server on {self.url} ended at once") from self._failure
        return self

    def stop(self) -> None:
        """Serve no more; the state is saved if there is a file for it."""
        self._server.stop()
        self._thread.join(STOP_DEADLINE)

    def reset(self) -> None:
        """Return to the state, and the row of ids, that the server started with."""
        services = self.app.services
        with services.store.transaction:
            return_to(Reset(), services)

    def snapshot(self, name: str) -> None:
        """Remember the state under a name; costs a pointer per record."""
        services = self.app.services
        services.host.snapshots[name] = services.store.snapshot()

    def restore(self, name: str) -> None:
        """Return to a state that was remembered. Raises KeyError for an unknown name."""
        services = self.app.services
        services.store.restore(services.host.snapshots[name])

    def _run(self) -> None:
        try:
            with asyncio.Runner(loop_factory=_new_loop) as runner:
                runner.run(self._server.serve(sockets=[self._socket]))
        except BaseException as error:
            self._failure = error
            raise
        finally:
            self._settled.set()


def _is_direct(app: App) -> bool:
    """Whether requests may be answered without a task; nobody may want to stand in between."""
    settings = app.settings
    return settings.direct and not settings.fsync and not app.user_middleware


def _new_loop() -> asyncio.AbstractEventLoop:
    """uvloop's loop where there is one; Windows has none."""
    if sys.platform == "win32":
        return asyncio.new_event_loop()
    import uvloop

    return uvloop.new_event_loop()
