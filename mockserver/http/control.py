"""Endpoints of the control API: not journaled, never struck by a fault."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from mockserver.http import cors
from mockserver.http.bodies import Body
from mockserver.http.cors import HeaderList
from mockserver.http.dialects import Headers
from mockserver.http.endpoint import Endpoint
from mockserver.http.faults import Strike
from mockserver.http.operation import Handler
from mockserver.http.parsers import JsonParser


class Control(NamedTuple):
    """One route of the control API."""

    method: str
    path: str
    handler: Handler
    open: bool = False
    """True if no key is asked for, wherever the server listens."""

    @property
    def name(self) -> str:
        """What its answers say they are."""
        return f"Control {self.handler.__name__}"

    def resolve(self) -> Handler:
        """The handler."""
        return self.handler


class ControlEndpoint(Endpoint):
    """Served even while every operation fails, and in a task: some of its answers wait."""

    waits = True

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.record = self._services.host.news.tell

    def strikes(self, scope: Any, headers: Headers, body: Body) -> Sequence[Strike]:
        """Nothing befalls it."""
        return ()

    def _shared(self, headers: Headers) -> HeaderList:
        """Headers without a number, so that numbers tell how many requests a test has made."""
        return [
            self._name,
            (b"x-mockserver-request", b"control"),
            *cors.allow(headers.get(b"origin", b"")),
        ]

    def _answer(self, scope: Any, headers: Headers, body: Body, shared: HeaderList) -> Any:
        """No body at all says no more than an empty object."""
        empty = body == b"" and isinstance(self._parser, JsonParser)
        return super()._answer(scope, headers, b"{}" if empty else body, shared)

    def drop_if_late(self, scope: Any, headers: Headers, body: Body) -> None:
        """What replaces a state is not late itself."""
