"""The services of an app, and the context that a handler gets beside its body."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeVar

from mockserver.core.clock import Clock, stopwatch
from mockserver.core.ids import Ids
from mockserver.core.model import Record
from mockserver.http.auth import USER
from mockserver.http.bodies import Body
from mockserver.http.faults import Faults
from mockserver.http.headers import HeaderLines, header_line
from mockserver.http.request_log import RequestLog
from mockserver.http.requests import Head, RequestView, project_of
from mockserver.settings import Settings
from mockserver.store.store import State, Store

T = TypeVar("T")

BASELINE = "baseline"
"""The name of the state that a server started with."""


Wake = Callable[[], None]
"""Called when a server may have changed."""


class News:
    """Notifies followers when the server may have changed, and when it stops."""

    def __init__(self) -> None:
        self._followers: set[Wake] = set()
        self.over = False
        """True if the server is stopping, so that nobody should wait any longer."""

    def announce(self, *_: object) -> None:
        """Wake every follower, in any thread."""
        for wake in tuple(self._followers):
            wake()

    def end(self) -> None:
        """Wake every follower for the last time."""
        self.over = True
        self.announce()

    @contextmanager
    def followed(self, wake: Wake) -> Iterator[None]:
        """Call `wake` at each notification during the block."""
        self._followers.add(wake)
        try:
            yield
        finally:
            self._followers.discard(wake)


class Memory:
    """Objects that other packages keep for one app beside its records, such as the reply script.

    There is one object of each type, created on first access.
    """

    def __init__(self) -> None:
        self._objects: dict[type, Any] = {}

    def __getitem__(self, kind: type[T]) -> T:
        found: T | None = self._objects.get(kind)
        if found is None:
            found = self._objects[kind] = kind()
        return found


def _nothing(*_: object) -> None:
    """Do nothing: the app has no host yet."""


class Host:
    """The parts of a running server that the control API may change."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        """The settings at the start."""
        self.snapshots: dict[str, State] = {}
        """States to restore, by name; `BASELINE` is one of them."""
        self.warnings: list[str] = []
        """Warnings about the data that was loaded at the start."""
        self.configure: Callable[[Settings], None] = _nothing
        """Changes the settings from the next request on; the state stays."""
        self.vanish: Callable[[float], Awaitable[None]] | None = None
        """Refuses connections for some seconds; returns when that begins. None without a socket."""
        self.stop: Callable[[], None] = _nothing
        """Stops the server."""
        self.recorded: Callable[[], list[Record]] = list
        """Returns the reply rules that were recorded from an upstream."""
        self.sending = 0
        """The number of responses that are being sent in tasks."""
        self.news = News()
        """Notifies those who wait for a change of the app."""


class Services(NamedTuple):
    """The services of one running app: state, clock, ids, settings, request log, faults."""

    store: Store
    clock: Clock
    ids: Ids
    settings: Settings
    request_log: RequestLog
    faults: Faults
    memory: Memory
    host: Host


class Context:
    """A complete request with the services of its server, as a handler gets it beside its body.

    A handler runs in one transaction of the store. `headers` have lower-case names, `path` are the
    parameters of the path, and `query_string` has no question mark.
    """

    user = USER
    """The caller's identity in records."""

    def __init__(
        self, services: Services, operation: str, head: Head, body: Body, generation: int
    ) -> None:
        self.services = services
        self.store, self.clock, self.ids = services.store, services.clock, services.ids
        self.settings = services.settings
        self.operation = operation
        """The operation; empty if nothing serves the path."""
        self.head, self.body = head, body
        self.headers, self.path, self.query_string = head.headers, head.path_params, head.query
        self.generation = generation
        """The generation of the state in which the request began."""
        self.started = stopwatch()
        self.client = ""
        """The caller's address; empty if there is none."""
        self.shared: HeaderLines = b""
        """The headers of the response that its content does not decide."""

    def add_header(self, name: bytes, value: str) -> None:
        """Add a header to the response."""
        self.shared += header_line(name, value.encode("latin-1", "replace"))

    def altered(self, head: Head, body: Body) -> Context:
        """The same request with another head and another body."""
        request = Context(self.services, self.operation, head, body, self.generation)
        request.started, request.client = self.started, self.client
        return request

    @property
    def project(self) -> str:
        """The project that it names first; empty if none is named."""
        return project_of(self.head, self.body)

    @property
    def request(self) -> RequestView:
        """The request in the form that criteria test."""
        return RequestView(self.operation, self.head, self.body)
