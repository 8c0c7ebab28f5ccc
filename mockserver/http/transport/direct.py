"""The direct path: a request that need not wait is answered without a task.

ASGI costs a task, a receive channel and two writes for each request. Most operations here are a
plain function from a complete request to a complete response, so such a request is answered in
one write when its last byte arrives.

uvicorn serves the rest as usual. Long bodies, `Expect`, upgrades, `Connection: close` and requests
that carry a fault never take the direct path. JSON Lines, long work, long streams and responses
that wait for the disk leave it after their first time slice. `--no-direct` turns it off.
"""

from __future__ import annotations

import asyncio
from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import unquote

import httptools
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, RequestResponseCycle

from mockserver.core.limits import LONGEST_KEPT
from mockserver.http.bodies import Disconnected
from mockserver.http.context import Context, Services
from mockserver.http.endpoint import Endpoint
from mockserver.http.faults import FAULT
from mockserver.http.request_log import as_chunks
from mockserver.http.requests import Head
from mockserver.http.response import HttpResponse, Unfinished
from mockserver.http.streams import EventStream
from mockserver.http.transport.dispatch import Dispatch, KnownHead
from mockserver.http.transport.protocol import Protocol
from mockserver.http.transport.router import RECENT

if TYPE_CHECKING:
    from uvicorn._types import HTTPScope

END_OF_HEAD = b"\r\n\r\n"


class DirectProtocol(Protocol):
    """A connection that answers requests without a task where possible."""

    def __init__(self, config: Any, *args: Any, **options: Any) -> None:
        super().__init__(config, *args, **options)
        self._dispatch: Dispatch = config.app.router
        services: Services = config.app.services
        self._transaction, self._commit = services.store.transaction, services.store.commit
        self._faults = services.faults
        self._direct: tuple[Endpoint, Head, int] | None = None
        """The endpoint and head of the direct request that is arriving, and the generation of the
        state in which it began."""
        self._body: list[bytes] = []
        self._size = 0
        self._read = b""
        """The last read, if it began with a new request."""

    def data_received(self, data: bytes) -> None:
        """Answer a request with a known head, or parse what has arrived.

        Clients repeat their heads, and parsing one takes a fifth of the time of H1.
        """
        self._read = b""
        if not self._arriving and self._is_free():
            text, _, body = data.partition(END_OF_HEAD)
            known = self._dispatch.known.get(text)
            if known and len(body) == known.length:
                self._answer(known.endpoint, known.head, self._transaction.generation, body)
                return
            self._read = data
        super().data_received(data)

    def on_headers_complete(self) -> None:
        """Decide whether to answer a request directly. Raises HeadTooLong."""
        self.check_head()
        if self._is_plain():
            method = self.parser.get_method().decode("ascii")
            path, query = _target(self.url)
            found = self._dispatch.find(path)
            endpoint = found.methods.get(method) if found else None
            headers = dict(self.headers)
            if found and endpoint and not endpoint.waits and FAULT not in headers:
                head = Head(method, path, query, headers, found.path_params)
                self._direct = endpoint, head, self._transaction.generation
        if self._direct is None:
            super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Collect the body; uvicorn takes over if it is long."""
        if self._direct is None:
            super().on_body(body)
            return
        self._body.append(body)
        self._size += len(body)
        if self._size > LONGEST_KEPT:
            self._leave()

    def on_message_complete(self) -> None:
        """Answer a direct request."""
        if self._direct is None:
            super().on_message_complete()
            return
        self._arriving = False
        endpoint, head, generation, body = self._take()
        text, _, rest = self._read.partition(END_OF_HEAD)
        if text and len(rest) == len(body):
            self._dispatch.remember(text, KnownHead(head, endpoint, len(body)))
        self._answer(endpoint, head, generation, body)

    def shutdown(self) -> None:
        """Close the connection once the request that is still arriving has been answered."""
        if self._direct:
            self._leave()
        super().shutdown()

    def _is_free(self) -> bool:
        """True if the previous response was sent and read, and no fault is planned."""
        cycle = self.cycle
        return (
            (cycle is None or cycle.response_complete)
            and not self.flow.write_paused
            and not self._faults.planned
        )

    def _is_plain(self) -> bool:
        parser = self.parser
        return (
            self._is_free()
            and parser.should_keep_alive()
            and not parser.should_upgrade()
            and not self.expect_100_continue
            and parser.get_http_version() == "1.1"
        )

    def _take(self) -> tuple[Endpoint, Head, int, bytes]:
        assert self._direct, "a direct request is arriving"
        taken = *self._direct, b"".join(self._body)
        self._direct, self._body, self._size = None, [], 0
        return taken

    def _leave(self) -> None:
        """Hand the request over to uvicorn, with the body that has arrived so far."""
        body = self._take()[-1]
        super().on_headers_complete()
        super().on_body(body)

    def _answer(self, endpoint: Endpoint, head: Head, generation: int, body: bytes) -> None:
        request = Context(endpoint.services, endpoint.operation.name, head, body, generation)
        request.client = self.client[0] if self.client else ""
        response, commit = endpoint.respond(request), self._commit
        if isinstance(response, Unfinished) or (commit and not commit.settled):
            self._send_in_a_task(endpoint, request, response)
        elif isinstance(content := response.content, bytes):
            self._write(endpoint, request, response, content)
        elif isinstance(content, EventStream) and (events := content.made_at_once()):
            self._write_chunked(endpoint, request, response, events)
        else:
            self._send_in_a_task(endpoint, request, response)

    def _write(
        self, endpoint: Endpoint, request: Context, response: HttpResponse, content: bytes
    ) -> None:
        body = b"" if request.head.method == "HEAD" else content
        head = STATUS_LINE[response.status] + response.headers + b"\r\n"
        if len(body) <= LONGEST_KEPT:
            self.transport.write(head + body)
        else:
            self.transport.write(head)
            self.transport.write(body)
        endpoint.record(request, response, content)
        self._watch()

    def _write_chunked(
        self, endpoint: Endpoint, request: Context, response: HttpResponse, events: list[bytes]
    ) -> None:
        framed = [b"%x\r\n%b\r\n" % (len(event), event) for event in events]
        head = STATUS_LINE[response.status], response.headers, b"transfer-encoding: chunked\r\n\r\n"
        self.transport.write(b"".join((*head, *framed, b"0\r\n\r\n")))
        endpoint.record(request, response, as_chunks(events))
        self._watch()

    def _send_in_a_task(
        self, endpoint: Endpoint, request: Context, begun: HttpResponse | Unfinished
    ) -> None:
        """Complete and send a response in a task, as uvicorn does."""
        self._quiet_since = None
        self.cycle = RequestResponseCycle(
            scope=cast("HTTPScope", {"method": request.head.method}),
            transport=self.transport,
            flow=self.flow,
            logger=self.logger,
            access_logger=self.access_logger,
            access_log=False,
            default_headers=[],
            message_event=asyncio.Event(),
            expect_100_continue=False,
            keep_alive=True,
            on_response=self.on_response_complete,
        )
        self._start_asgi_task(self.cycle, _sender(endpoint, begun, request))


@lru_cache(maxsize=RECENT)
def _target(url: bytes) -> tuple[str, bytes]:
    """Split a request target into path and query."""
    parsed = httptools.parse_url(url)
    path = parsed.path.decode("ascii")
    return unquote(path) if "%" in path else path, parsed.query or b""


def _sender(endpoint: Endpoint, begun: HttpResponse | Unfinished, request: Context) -> ASGIApp:
    """Make an ASGI application that completes and sends a begun response."""

    async def send_response(scope: Scope, receive: Receive, send: Send) -> None:
        try:
            response = await endpoint.finish(begun, request.headers, receive)
        except Disconnected:
            return
        await endpoint.send(response, request, receive, send)

    return send_response
