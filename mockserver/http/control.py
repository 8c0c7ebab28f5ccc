"""Endpoints of the control API, which are exempt from faults and the request log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from mockserver.http import cors
from mockserver.http.answers import Handler
from mockserver.http.context import Context
from mockserver.http.dialects import Headers
from mockserver.http.endpoint import Endpoint
from mockserver.http.faults import AppliedFault
from mockserver.http.headers import HeaderLines
from mockserver.http.parsers import JsonParser
from mockserver.http.response import HttpResponse, Unfinished


class Control(NamedTuple):
    """One route of the control API."""

    method: str
    path: str
    handler: Handler
    open: bool = False
    """True if the route needs no key."""

    @property
    def name(self) -> str:
        """The operation name in the response headers."""
        return f"Control {self.handler.__name__}"

    def resolve(self) -> Handler:
        """The handler."""
        return self.handler


class ControlEndpoint(Endpoint):
    """An endpoint of the control API. It is served in a task, since some of its handlers wait."""

    waits = True

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.record = self.services.host.news.announce

    def faults_for(self, request: Context) -> Sequence[AppliedFault]:
        """No fault applies."""
        return ()

    def _shared(self, headers: Headers) -> HeaderLines:
        """The headers without a request number: numbers count the requests of a test."""
        return b"%bcontrol\r\n%b" % (self._beginning, cors.allow(headers.get(b"origin", b"")))

    def respond(self, request: Context) -> HttpResponse | Unfinished:
        """Answer a request; an empty body counts as an empty object."""
        if request.body == b"" and isinstance(self._parser, JsonParser):
            request.body = b"{}"
        return super().respond(request)

    def drop_if_late(self, request: Context) -> None:
        """Keep the changes: a request that replaces the state is not late itself."""
