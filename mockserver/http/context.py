"""What a handler may use beside its body."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from starlette.types import Scope

from mockserver.chat.script.script import Script
from mockserver.core.bounded_set import Seen
from mockserver.core.clock import Clock
from mockserver.core.ids import Ids
from mockserver.core.model import Record
from mockserver.core.newest import Newest
from mockserver.http.auth import USER
from mockserver.http.bodies import Body
from mockserver.http.cors import HeaderList
from mockserver.http.exchange import RequestView
from mockserver.http.faults import Faults
from mockserver.http.news import News
from mockserver.http.request_log import Journal
from mockserver.settings import Settings
from mockserver.store.store import State, Store

BASELINE = "baseline"
"""The name of the state that a server started with."""


def _nothing(*_: object) -> None:
    """What a host does that nobody has made one yet."""


@dataclass
class Host:
    """What surrounds a running app, as far as the control API may move it."""

    settings: Settings
    """What the server was told at its start."""
    snapshots: dict[str, State] = field(default_factory=dict)
    """States to come back to, by name; among them the one that the server started with."""
    notices: list[str] = field(default_factory=list)
    """What is noteworthy about the data that it started with."""
    configure: Callable[[Settings], None] = _nothing
    """Serve by other settings from the next request on; the state stays."""
    vanish: Callable[[float], Awaitable[None]] | None = None
    """Refuse connections, then return; for so many seconds. None if there is no socket."""
    stop: Callable[[], None] = _nothing
    """End the server."""
    recorded: Callable[[], list[Record]] = list
    """The reply rules that were recorded from an upstream."""
    sending: int = 0
    """How many answers are being sent that take more than a turn."""
    news: News = field(default_factory=News)
    """Wakes those who follow the app."""


class Services(NamedTuple):
    """What one running app has: its state, its time, its ids, its settings."""

    store: Store
    clock: Clock
    ids: Ids
    settings: Settings
    journal: Journal
    faults: Faults
    script: Script
    host: Host
    prefixes: Seen
    """Beginnings of the prompts that the chat models have read."""

    responses: Newest[str, Any]
    """Responses that may be continued, by their ids."""

    words: Newest[int, str]
    """The texts of token ids that are no words of the model."""


@dataclass(slots=True)
class Context:
    """One request as a handler sees it: the services, and what stands outside its body."""

    services: Services
    operation: str
    headers: Mapping[bytes, bytes]
    _scope: Scope
    _body: Body = b""
    _told: HeaderList = field(default_factory=list)

    def tell(self, name: bytes, value: str) -> None:
        """Tell the caller something of this server's own, in a header of the answer."""
        self._told.append((name, value.encode("latin-1", "replace")))

    @property
    def store(self) -> Store:
        """The state; a handler runs in one transaction of it."""
        return self.services.store

    @property
    def clock(self) -> Clock:
        """The time."""
        return self.services.clock

    @property
    def ids(self) -> Ids:
        """New ids."""
        return self.services.ids

    @property
    def settings(self) -> Settings:
        """What the server was told."""
        return self.services.settings

    @property
    def user(self) -> str:
        """Who is calling, as records name them."""
        return USER

    @property
    def request(self) -> RequestView:
        """The request as criteria look at it."""
        return RequestView(self.operation, self._scope, self.headers, self._body)

    @property
    def path(self) -> Mapping[str, str]:
        """The parameters in the path."""
        params: Mapping[str, str] = self._scope["path_params"]
        return params

    @property
    def query_string(self) -> bytes:
        """What follows the question mark."""
        text: bytes = self._scope["query_string"]
        return text

    @property
    def client(self) -> str:
        """The caller's address; empty if there is none."""
        address = self._scope.get("client")
        return address[0] if address else ""
