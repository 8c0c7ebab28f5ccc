"""The direct way: a request that needs no waiting is answered without a task.

ASGI costs a task, a receive channel and two writes for each request. Most operations here are a
plain function from a whole request to a whole response, so such a request is answered in one
write when its last byte arrives.

Everything else goes uvicorn's way. Long bodies, `Expect`, upgrades and connections to be closed do
from their first byte; requests with a fault of their own do when they are complete; rows, long
work, long streams and answers that wait for the disk do when their first time slice is over.
`--no-direct` sends everything uvicorn's way.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any
from urllib.parse import unquote

import httptools
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, RequestResponseCycle

from mockserver.core.clock import stopwatch
from mockserver.core.limits import LONGEST_KEPT
from mockserver.http.bodies import Disconnected
from mockserver.http.capture import as_chunks, cut
from mockserver.http.endpoint import Endpoint
from mockserver.http.fault_notation import FAULT
from mockserver.http.requests import RequestParts
from mockserver.http.response import HttpResponse
from mockserver.http.streams import EventStream
from mockserver.http.transport.dispatch import Dispatch
from mockserver.http.transport.protocol import Protocol
from mockserver.http.transport.router import RECENT
from mockserver.http.transport.time_slices import Unfinished


class DirectProtocol(Protocol):
    """A connection whose requests are answered without a task where possible."""

    def __init__(self, config: Any, *args: Any, **options: Any) -> None:
        super().__init__(config, *args, **options)
        self._dispatch: Dispatch = config.app.router
        self._endpoint: Endpoint | None = None
        self._body: list[bytes] = []
        self._size = 0
        self._streaming: Any = None

    def on_headers_complete(self) -> None:
        """Choose the way of a request. Raises HeadTooLong."""
        self.check_head()
        if self._is_plain():
            scope: Any = self.scope
            scope["method"] = self.parser.get_method().decode("ascii")
            scope["path"], scope["query_string"] = _target(self.url)
            endpoint = self._dispatch.match(scope)
            self._endpoint = None if endpoint is None or endpoint.waits else endpoint
        if self._endpoint is None:
            self._hand_over()

    def on_body(self, body: bytes) -> None:
        """Collect the body; a long one leaves the direct way."""
        if self._endpoint is None:
            super().on_body(body)
            return
        self._body.append(body)
        self._size += len(body)
        if self._size > LONGEST_KEPT:
            self._leave()

    def on_message_complete(self) -> None:
        """Answer a request that is on the direct way."""
        if self._endpoint is None:
            super().on_message_complete()
            return
        self._arriving = False
        started = stopwatch()
        headers = dict(self.headers)
        if FAULT in headers:
            self._leave()
            super().on_message_complete()
            return
        endpoint, body = self._take()
        scope: Any = self.scope
        response = endpoint.respond(scope, headers, body)
        request = (scope, headers, body, started)
        if isinstance(response, Unfinished) or not endpoint.settled:
            self._send_in_a_task(endpoint, request, response)
        elif isinstance(response.content, bytes):
            self._write(endpoint, request, response, response.content)
        elif events := _made_at_once(response.content):
            self._write_chunked(endpoint, request, response, events)
        else:
            self._send_in_a_task(endpoint, request, response)

    def shutdown(self) -> None:
        """Close the connection when the request that is still arriving was answered."""
        if self._endpoint:
            self._leave()
        super().shutdown()

    def _is_plain(self) -> bool:
        parser, cycle = self.parser, self.cycle
        return (
            (cycle is None or cycle.response_complete)
            and parser.should_keep_alive()
            and not parser.should_upgrade()
            and not self.expect_100_continue
            and not self.flow.write_paused
            and parser.get_http_version() == "1.1"
        )

    def _take(self) -> tuple[Endpoint, bytes]:
        assert self._endpoint, "there is a request on the direct way"
        taken = self._endpoint, b"".join(self._body)
        self._endpoint, self._body, self._size = None, [], 0
        return taken

    def _leave(self) -> None:
        """Move the request to uvicorn's way, with the body that has arrived so far."""
        _, body = self._take()
        self._hand_over()
        super().on_body(body)

    def _hand_over(self) -> None:
        super().on_headers_complete()

    def _write(
        self, endpoint: Endpoint, request: RequestParts, response: HttpResponse, content: bytes
    ) -> None:
        head, kept = _head(response), cut(content)
        if self.scope["method"] == "HEAD":
            content = b""
        if len(content) <= LONGEST_KEPT:
            self.transport.write(b"%b\r\n%b" % (head, content))
        else:
            self.transport.write(head + b"\r\n")
            self.transport.write(content)
        endpoint.record(request, (response.status, response.headers, kept))
        self.on_response_complete()

    def _write_chunked(
        self, endpoint: Endpoint, request: RequestParts, response: HttpResponse, events: list[bytes]
    ) -> None:
        framed = [b"%x\r\n%b\r\n" % (len(event), event) for event in events]
        lines = (_head(response), b"transfer-encoding: chunked\r\n\r\n", *framed, b"0\r\n\r\n")
        self.transport.write(b"".join(lines))
        endpoint.record(request, (response.status, response.headers, as_chunks(events)))
        self.on_response_complete()

    def _send_in_a_task(
        self, endpoint: Endpoint, request: RequestParts, begun: HttpResponse | Unfinished
    ) -> None:
        self._streaming = _sender(endpoint, begun, request)
        self._hand_over()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        streaming, self._streaming = self._streaming, None
        super()._start_asgi_task(cycle, streaming or app)


@lru_cache(maxsize=RECENT)
def _target(url: bytes) -> tuple[str, bytes]:
    """Split a request target into path and query."""
    parsed = httptools.parse_url(url)
    path = parsed.path.decode("ascii")
    return unquote(path) if "%" in path else path, parsed.query or b""


def _head(response: HttpResponse) -> bytes:
    """The status line and the headers, without the empty line that follows."""
    lines = [b"%b: %b\r\n" % header for header in response.headers]
    return STATUS_LINE[response.status] + b"".join(lines)


def _made_at_once(content: object) -> list[bytes] | None:
    """The events of a stream that is complete after one time slice, else None."""
    return content.made_at_once() if isinstance(content, EventStream) else None


def _sender(endpoint: Endpoint, begun: HttpResponse | Unfinished, request: RequestParts) -> ASGIApp:
    """Make an ASGI application that completes and sends a begun response."""

    async def send_response(scope: Scope, receive: Receive, send: Send) -> None:
        try:
            response = await endpoint.finish(begun, request[1], receive)
        except Disconnected:
            return
        await endpoint.send(response, request, receive, send)

    return send_response
