"""Servers for tests: in a thread, without a socket, or in another process.

All three have the same verbs (`testing.verbs`).
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from socket import socket
from typing import TYPE_CHECKING, Any, Self

import httpx

from mockserver.app import App, create_app
from mockserver.core.address import bind, listen, url_of
from mockserver.core.limits import DRAIN_DEADLINE
from mockserver.http.distort import Dropped
from mockserver.http.request_log import RequestHook
from mockserver.http.transport.listener import Uvicorn, new_loop
from mockserver.settings import InvalidSetting, Settings, first_key
from mockserver.testing.verbs.arguments import Duration
from mockserver.testing.verbs.channel import Channel
from mockserver.testing.verbs.verbs import Controls, described

if TYPE_CHECKING:
    from mockserver.store.database import Database

IN_PROCESS_URL = "http://mockserver"
"""A URL that works only with the transport."""

START_DEADLINE = 5.0
"""Seconds in which a server must start."""

STOP_DEADLINE = START_DEADLINE + DRAIN_DEADLINE


class CannotStart(RuntimeError):
    """The server's thread ended, or the deadline passed, before it was ready."""


class MockServer(Controls):
    """A server in its own thread.

    ```python
    with MockServer(Settings(port=0)) as server:
        httpx.get(f"{server.url}/health")
    ```

    `port` is a reserved socket to use instead of the port of the settings.
    """

    def __init__(
        self,
        settings: Settings | None = None,
        *,
        log: RequestHook | None = None,
        port: socket | None = None,
    ) -> None:
        self.settings = settings or Settings.read({"port": 0})
        self.app = create_app(self.settings, log=log)
        self._socket = listen(port) if port else bind(self.settings.host, self.settings.port)
        super().__init__(Channel(url_of(self._socket), key=next(iter(self.settings.api_key), None)))
        self._server = Uvicorn(self.app, self.app.services)
        self._settled = threading.Event()
        self._failure: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="mockserver", daemon=True)

    def __enter__(self) -> Self:
        return self.start()

    def start(self) -> Self:
        """Start serving. Raises CannotStart if the server is not ready in time."""
        self._server.on_ready = self._settled.set
        self._thread.start()
        if not self._settled.wait(START_DEADLINE):
            raise CannotStart(f"{self.url} was not ready within {START_DEADLINE:g} s")
        if self._failure:
            raise CannotStart(f"the server on {self.url} ended at once") from self._failure
        return self

    def close(self) -> None:
        """Stop the server, like `stop`."""
        self.stop()

    def stop(self) -> None:
        """Stop serving, and save the state if the settings name a file.

        Raises StoreError or DataError if it cannot be saved.
        """
        self.channel.close()
        if self._thread.ident is None:
            self._socket.close()
            return
        self._server.stop()
        self._thread.join(STOP_DEADLINE)
        failure, self._failure = self._failure, None
        if failure:
            raise failure

    @property
    def db(self) -> Database:
        """The state as a TinyDB: `mock.db.table("calls").search(where("op_name") == "predict")`."""
        return self.app.services.store.database

    @property
    def state(self) -> str:
        """A short description: `running, calls: 25`, `not started` or `stopped`."""
        if self._thread.ident is None:
            return "not started"
        if not self._thread.is_alive():
            return "stopped"
        return described("running", self.app.services.store.counts())

    @contextmanager
    def outage(self, seconds: Duration = 1) -> Iterator[None]:
        """Refuse connections in the block; the port stays the same."""
        self._run_in_thread(self._server.leave())
        try:
            yield
        finally:
            self._run_in_thread(self._server.come_back())

    def _run_in_thread(self, change: Coroutine[Any, Any, None]) -> None:
        assert self._server.loop, "the server runs"
        asyncio.run_coroutine_threadsafe(change, self._server.loop).result(START_DEADLINE)

    def _run(self) -> None:
        try:
            with asyncio.Runner(loop_factory=new_loop) as runner:
                runner.run(self._server.serve(sockets=[self._socket]))
        except BaseException as error:
            self._failure = error
        finally:
            self._settled.set()


class InProcess(Controls):
    """A server without a port, for clients that take an httpx transport.

    ```python
    mock = InProcess(Settings(seed=7))
    async with httpx.AsyncClient(transport=mock.transport, base_url=mock.url) as client:
        await client.get("/health")
    ```

    The verbs block, so a coroutine calls those that wait in a thread:
    `await asyncio.to_thread(mock.wait_for, ...)`.
    """

    def __init__(self, settings: Settings | None = None) -> None:
        self.settings = settings or Settings.read({})
        if self.settings.db:
            raise InvalidSetting("--db: without a server the state is in memory")
        if self.settings.upstream:
            raise InvalidSetting("--upstream: it needs a server, whose loop keeps the connections")
        self.app = create_app(self.settings)
        self.transport = AppTransport(self.app)
        super().__init__(Channel(IN_PROCESS_URL, AppTransport(self.app)))

    def client(self, **options: Any) -> httpx.Client:
        """A client of this server, with the options of `httpx.Client`."""
        return httpx.Client(transport=self.transport, base_url=self.url, **options)

    def async_client(self, **options: Any) -> httpx.AsyncClient:
        """An asynchronous client of this server."""
        return httpx.AsyncClient(transport=self.transport, base_url=self.url, **options)

    @property
    def db(self) -> Database:
        """The state as a TinyDB: `mock.db.table("calls").search(where("op_name") == "predict")`."""
        return self.app.services.store.database

    @property
    def state(self) -> str:
        """A short description: `without a port, calls: 25`."""
        return described("without a port", self.app.services.store.counts())

    @contextmanager
    def outage(self, seconds: Duration = 1) -> Iterator[None]:
        """Refuse connections in the block."""
        self.transport.away = True
        try:
            yield
        finally:
            self.transport.away = False


class AppTransport(httpx.ASGITransport, httpx.BaseTransport):
    """An httpx transport, sync and async, to an app in this process.

    A response arrives when it is complete. A planned fault of the connection raises the error of
    httpx that it causes on a socket.
    """

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.away = False

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send a request in the caller's event loop."""
        if self.away:
            raise httpx.ConnectError("the server is away, as planned", request=request)
        try:
            return await super().handle_async_request(request)
        except Dropped:
            message = "the connection was closed before the response was complete, as planned"
            raise httpx.RemoteProtocolError(message, request=request) from None

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Send a request in another thread, since this one may be running an event loop."""
        request.read()
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(asyncio.run, self._complete(request)).result()

    async def _complete(self, request: httpx.Request) -> httpx.Response:
        response = await self.handle_async_request(request)
        content = httpx.ByteStream(await response.aread())
        return httpx.Response(response.status_code, headers=response.headers, stream=content)


class RemoteServer(Controls):
    """A server in another process or on another machine.

    `key` is one of its API keys; the default is the first of `MOCKSERVER_API_KEY`, if any.
    """

    def __init__(self, url: str, key: str | None = None) -> None:
        super().__init__(Channel(url.rstrip("/"), key=key or first_key()))
