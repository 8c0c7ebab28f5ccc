"""What a handler may use beside its body."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from mockserver.core.clock import Clock
from mockserver.core.ids import Ids
from mockserver.settings import Settings
from mockserver.store.store import Store
from mockserver.wire.commit import GroupCommit


@dataclass(frozen=True, slots=True)
class Services:
    """What one running app has: its state, its time, its ids, its settings."""

    store: Store
    clock: Clock
    ids: Ids
    settings: Settings
    commit: GroupCommit | None = None
    """Waited for before a write is answered, when it must survive a loss of power."""


@dataclass(slots=True)
class Context:
    """One request as a handler sees it: the services, and what the request line and headers say."""

    services: Services
    operation: str
    user: str
    headers: Mapping[bytes, bytes]
    path: Mapping[str, str]
    query_string: bytes
    client: str

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
