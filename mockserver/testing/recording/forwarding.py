"""Which operations the upstream serves, and what they share."""

from __future__ import annotations

from mockserver.http.auth import Admit
from mockserver.http.context import Services
from mockserver.http.endpoint import Endpoint
from mockserver.http.operation import Operation
from mockserver.listing import Listing, Row
from mockserver.settings import Settings
from mockserver.testing.recording.client import Upstream, urls_of
from mockserver.testing.recording.endpoint import Behind, ForwardingEndpoint
from mockserver.testing.recording.recorder import Recorder

_ALIVE = "/health"
"""Says of this server whether it runs."""


class Forwarding:
    """The upstream of one server, and the recording of what it says. Raises InvalidSetting."""

    def __init__(self, services: Services) -> None:
        settings: Settings = services.settings
        self._upstream = Upstream(urls_of(settings), settings)
        self._recorder = Recorder(services)
        services.host.recorded = self._recorder.replies

    def serves(self, row: Row) -> bool:
        """Whether requests of a row are sent on."""
        ours = row.listings is Listing.OWN or row.path == _ALIVE
        return row.side in self._upstream.urls and not ours

    def endpoint(
        self, row: Row, operation: Operation, services: Services, admit: Admit
    ) -> Endpoint:
        """What serves such a row. What it says is recorded by the settings of now."""
        self._recorder.obey(services)
        behind = Behind(row.side, self._upstream, self._recorder)
        return ForwardingEndpoint(operation, services, admit, behind)

    async def close(self) -> None:
        """Hang up."""
        await self._upstream.close()
