"""The direct way through a connection, for requests that need no waiting.

ASGI gives every request a task, a body to wait for and an answer in two writes. Most operations
here are a plain function from a whole request to a whole answer. Such a request is answered when
its last byte arrives, in one write. Everything else goes uvicorn's way from its first byte: long
bodies, `Expect`, upgrades, connections that are to be closed; requests that ask for a failure go
that way when they are complete, rows once they are found, long work and long streams of events
when their first slice of time is over. `--no-direct` sends everything there.

The answers of all connections leave together, through an outbox.
"""

from __future__ import annotations

import asyncio
from functools import lru_cache, partial
from typing import Any, cast
from urllib.parse import unquote

import httptools
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

from mockserver.core.clock import stopwatch
from mockserver.core.errors import cannot_keep
from mockserver.http.bodies import Disconnected
from mockserver.http.capture import LONGEST, as_chunks, cut
from mockserver.http.context import Services
from mockserver.http.endpoint import Endpoint
from mockserver.http.exchange import Asked
from mockserver.http.fault_notation import FAULT
from mockserver.http.response import Reply
from mockserver.http.streams import EventStream
from mockserver.http.transport.dispatch import Dispatch
from mockserver.http.transport.outbox import Outbox, head
from mockserver.http.transport.protocol import Protocol
from mockserver.http.transport.router import RECENT
from mockserver.http.transport.time_slices import Unfinished


def direct_protocol(services: Services) -> type[asyncio.Protocol]:
    """What makes the connections of one server; uvicorn asks for a class and only calls it."""
    return cast("type[asyncio.Protocol]", partial(DirectProtocol, Outbox(services)))


class DirectProtocol(Protocol):
    """One connection that is answered in a task only where it must."""

    def __init__(self, outbox: Outbox, config: Any, *args: Any, **options: Any) -> None:
        super().__init__(config, *args, **options)
        self._outbox = outbox
        self._dispatch: Dispatch = config.app.router
        self._endpoint: Endpoint | None = None
        self._body: list[bytes] = []
        self._size = 0
        self._streaming: Any = None

    def on_headers_complete(self) -> None:
        """Go the direct way if this request can."""
        if self._is_plain():
            scope: Any = self.scope
            scope["method"] = self.parser.get_method().decode("ascii")
            scope["path"], scope["query_string"] = _target(self.url)
            endpoint = self._dispatch.match(scope)
            self._endpoint = None if endpoint is None or endpoint.waits else endpoint
        if self._endpoint is None:
            self._hand_over()

    def on_body(self, body: bytes) -> None:
        """Collect the body; leave the direct way if it is long."""
        if self._endpoint is None:
            super().on_body(body)
            return
        self._body.append(body)
        self._size += len(body)
        if self._size > LONGEST:
            self._leave()

    def on_message_complete(self) -> None:
        """Answer."""
        if self._endpoint is None:
            super().on_message_complete()
            return
        started = stopwatch()
        headers = dict(self.headers)
        if FAULT in headers:
            self._leave()
            super().on_message_complete()
            return
        endpoint, body = self._take()
        scope: Any = self.scope
        reply = self._outbox.respond(endpoint, scope, headers, body)
        asked = (scope, headers, body, started)
        if isinstance(reply, Reply) and isinstance(reply.content, bytes):
            self._write(endpoint, asked, reply, reply.content)
        elif isinstance(reply, Reply) and (events := _made_at_once(reply.content)):
            self._write_chunked(endpoint, asked, reply, events)
        else:
            failures = endpoint.failures
            lost = self._outbox.flush()
            begun = endpoint.refuse(cannot_keep(str(lost)), headers) if lost else reply
            self._streaming = _sender(endpoint, begun, asked, failures)
            self._hand_over()

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no HTTP, after the answers to what was."""
        self._outbox.hurry()
        super().send_400_response(msg)

    def eof_received(self) -> None:
        """Answer a caller that will ask no more before the loop closes its connection."""
        self._outbox.flush()
        self._outbox.make_way(self.transport)

    def shutdown(self) -> None:
        """Let a request whose body is still arriving come to its end."""
        self._outbox.hurry()
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
        """Begin the request anew on uvicorn's way, with what has arrived of its body."""
        _, body = self._take()
        self._hand_over()
        super().on_body(body)

    def _hand_over(self) -> None:
        self._outbox.make_way(self.transport)
        super().on_headers_complete()

    def _write(self, endpoint: Endpoint, asked: Asked, reply: Reply, content: bytes) -> None:
        kept = content if len(content) <= LONGEST else cut(content)
        if self.scope["method"] == "HEAD":
            content = b""
        lines = head(reply)
        lines.append(b"\r\n")
        if len(content) <= LONGEST:
            lines.append(content)
            parts: tuple[bytes, ...] = (b"".join(lines),)
        else:
            parts = (b"".join(lines), content)
        answered = (reply.status, reply.headers, kept)
        self._outbox.put(self.loop, self.transport, parts, (endpoint, asked, answered))
        self.on_response_complete()

    def _write_chunked(
        self, endpoint: Endpoint, asked: Asked, reply: Reply, events: list[bytes]
    ) -> None:
        framed = [b"%x\r\n%b\r\n" % (len(event), event) for event in events]
        lines = (*head(reply), b"transfer-encoding: chunked\r\n\r\n", *framed, b"0\r\n\r\n")
        answered = (reply.status, reply.headers, as_chunks(events))
        parts = (b"".join(lines),)
        self._outbox.put(self.loop, self.transport, parts, (endpoint, asked, answered))
        self.on_response_complete()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        streaming, self._streaming = self._streaming, None
        super()._start_asgi_task(cycle, streaming or app)


@lru_cache(maxsize=RECENT)
def _target(url: bytes) -> tuple[str, bytes]:
    """Path and query."""
    parsed = httptools.parse_url(url)
    path = parsed.path.decode("ascii")
    return unquote(path) if "%" in path else path, parsed.query or b""


def _made_at_once(content: object) -> list[bytes] | None:
    """The events of a stream that needs no waiting."""
    return content.made_at_once() if isinstance(content, EventStream) else None


def _sender(endpoint: Endpoint, begun: Reply | Unfinished, asked: Asked, failures: int) -> ASGIApp:
    """An application that sends a reply which is made already, or nearly so."""

    async def send_reply(scope: Scope, receive: Receive, send: Send) -> None:
        try:
            reply = await endpoint.finish(begun, asked[1], receive, failures)
        except Disconnected:
            return
        await endpoint.send(reply, asked, receive, send)

    return send_reply
