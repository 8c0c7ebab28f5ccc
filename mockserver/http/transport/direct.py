"""The direct way through a connection, for requests that need no waiting.

ASGI gives every request a task, a body to wait for and an answer in two writes. Most operations
here are a plain function from a whole request to a whole answer. Such a request is answered when
its last byte arrives, in one write. Everything else goes uvicorn's way from its first byte: long
bodies, `Expect`, upgrades, connections that are to be closed; requests that ask for a failure go
that way when they are complete, rows once they are found, long work and long streams of events
when their first slice of time is over, answers that wait for the disk. `--no-direct` sends
everything there.
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
from mockserver.http.exchange import Asked
from mockserver.http.fault_notation import FAULT
from mockserver.http.response import Reply
from mockserver.http.streams import EventStream
from mockserver.http.transport.dispatch import Dispatch
from mockserver.http.transport.protocol import Protocol
from mockserver.http.transport.router import RECENT
from mockserver.http.transport.time_slices import Unfinished


class DirectProtocol(Protocol):
    """One connection that is answered in a task only where it must."""

    def __init__(self, config: Any, *args: Any, **options: Any) -> None:
        super().__init__(config, *args, **options)
        self._dispatch: Dispatch = config.app.router
        self._endpoint: Endpoint | None = None
        self._body: list[bytes] = []
        self._size = 0
        self._streaming: Any = None

    def on_headers_complete(self) -> None:
        """Go the direct way if this request can. Raises HeadTooLong."""
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
        """Collect the body; leave the direct way if it is long."""
        if self._endpoint is None:
            super().on_body(body)
            return
        self._body.append(body)
        self._size += len(body)
        if self._size > LONGEST_KEPT:
            self._leave()

    def on_message_complete(self) -> None:
        """Answer."""
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
        reply = endpoint.respond(scope, headers, body)
        asked = (scope, headers, body, started)
        if isinstance(reply, Unfinished) or not endpoint.settled:
            self._send_in_a_task(endpoint, asked, reply)
        elif isinstance(reply.content, bytes):
            self._write(endpoint, asked, reply, reply.content)
        elif events := _made_at_once(reply.content):
            self._write_chunked(endpoint, asked, reply, events)
        else:
            self._send_in_a_task(endpoint, asked, reply)

    def shutdown(self) -> None:
        """Let a request whose body is still arriving come to its end."""
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
        super().on_headers_complete()

    def _write(self, endpoint: Endpoint, asked: Asked, reply: Reply, content: bytes) -> None:
        kept = content if len(content) <= LONGEST_KEPT else cut(content)
        if self.scope["method"] == "HEAD":
            content = b""
        lines = _head(reply)
        lines.append(b"\r\n")
        if len(content) <= LONGEST_KEPT:
            lines.append(content)
            self.transport.write(b"".join(lines))
        else:
            self.transport.write(b"".join(lines))
            self.transport.write(content)
        endpoint.record(asked, (reply.status, reply.headers, kept))
        self.on_response_complete()

    def _write_chunked(
        self, endpoint: Endpoint, asked: Asked, reply: Reply, events: list[bytes]
    ) -> None:
        framed = [b"%x\r\n%b\r\n" % (len(event), event) for event in events]
        lines = (*_head(reply), b"transfer-encoding: chunked\r\n\r\n", *framed, b"0\r\n\r\n")
        self.transport.write(b"".join(lines))
        endpoint.record(asked, (reply.status, reply.headers, as_chunks(events)))
        self.on_response_complete()

    def _send_in_a_task(self, endpoint: Endpoint, asked: Asked, begun: Reply | Unfinished) -> None:
        self._streaming = _sender(endpoint, begun, asked)
        self._hand_over()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        streaming, self._streaming = self._streaming, None
        super()._start_asgi_task(cycle, streaming or app)


@lru_cache(maxsize=RECENT)
def _target(url: bytes) -> tuple[str, bytes]:
    """Path and query."""
    parsed = httptools.parse_url(url)
    path = parsed.path.decode("ascii")
    return unquote(path) if "%" in path else path, parsed.query or b""


def _head(reply: Reply) -> list[bytes]:
    """The status line and the headers, without the empty line after them."""
    lines = [STATUS_LINE[reply.status]]
    for name, value in reply.headers:
        lines += (name, b": ", value, b"\r\n")
    return lines


def _made_at_once(content: object) -> list[bytes] | None:
    """The events of a stream that needs no waiting."""
    return content.made_at_once() if isinstance(content, EventStream) else None


def _sender(endpoint: Endpoint, begun: Reply | Unfinished, asked: Asked) -> ASGIApp:
    """An application that sends a reply which is made already, or nearly so."""

    async def send_reply(scope: Scope, receive: Receive, send: Send) -> None:
        try:
            reply = await endpoint.finish(begun, asked[1], receive)
        except Disconnected:
            return
        await endpoint.send(reply, asked, receive, send)

    return send_reply
