"""A server without a socket: an app, the way for httpx to reach it, and the verbs of a test."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cached_property
from typing import Any

import httpx

from mockserver.app import App, create_app
from mockserver.http.distort import Dropped
from mockserver.settings import InvalidSetting, Settings
from mockserver.store.live import Live
from mockserver.testing.verbs.channel import Channel
from mockserver.testing.verbs.verbs import Controls, in_words
from mockserver.testing.verbs.wanted import Duration

URL = "http://mockserver"
"""A name that leads nowhere: only clients with the transport get through."""


class AppTransport(httpx.ASGITransport, httpx.BaseTransport):
    """The way of `httpx.AsyncClient`, and of `httpx.Client`, into an app of this process.

    An answer is there when it is complete. A planned failure of the connection is raised as the
    error that httpx has for it.
    """

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.away = False

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send a request in the caller's own loop."""
        if self.away:
            raise httpx.ConnectError("the server is away, as planned", request=request)
        try:
            return await super().handle_async_request(request)
        except Dropped:
            message = "the connection was closed before the answer was complete, as planned"
            raise httpx.RemoteProtocolError(message, request=request) from None

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Send a request in a loop of its own; in another thread, for there may be one here."""
        request.read()
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(asyncio.run, self._complete(request)).result()

    async def _complete(self, request: httpx.Request) -> httpx.Response:
        answer = await self.handle_async_request(request)
        content = httpx.ByteStream(await answer.aread())
        return httpx.Response(answer.status_code, headers=answer.headers, stream=content)


class InProcess(Controls):
    """What `MockServer` is, for clients that take a transport and need no port.

    ```python
    mock = InProcess(Settings(seed=7))
    async with httpx.AsyncClient(transport=mock.transport, base_url=mock.url) as client:
        await client.get("/health")
    ```

    The verbs are plain functions. While one waits nothing else happens in its thread, so that a
    coroutine waits for its siblings with `await asyncio.to_thread(mock.wait_for, ...)`.
    """

    def __init__(self, settings: Settings | None = None) -> None:
        self.settings = settings or Settings.read({})
        if self.settings.db:
            raise InvalidSetting("--db: an app without a server keeps its state in memory")
        if self.settings.upstream:
            raise InvalidSetting("--upstream: only a server has a loop that keeps connections")
        self.app = create_app(self.settings)
        self.transport = AppTransport(self.app)
        super().__init__(Channel(URL, AppTransport(self.app)))

    def client(self, **options: Any) -> httpx.Client:
        """A client that comes here; `options` are those of `httpx.Client`."""
        return httpx.Client(transport=self.transport, base_url=self.url, **options)

    def async_client(self, **options: Any) -> httpx.AsyncClient:
        """An asynchronous client that comes here."""
        return httpx.AsyncClient(transport=self.transport, base_url=self.url, **options)

    @cached_property
    def db(self) -> Live:
        """The state as a TinyDB: `mock.db.table("calls").search(where("op_name") == "predict")`."""
        return Live(self.app.services.store.database.rows)

    @property
    def state(self) -> str:
        """What it holds, in words: `calls: 25`."""
        return ", ".join(["without a port", *in_words(self.app.services.store.counts())])

    @contextmanager
    def outage(self, seconds: Duration = 1) -> Iterator[None]:
        """Refuse connections until the block ends."""
        self.transport.away = True
        try:
            yield
        finally:
            self.transport.away = False
