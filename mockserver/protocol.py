"""uvicorn's HTTP protocol with a direct way for requests that need no waiting.

ASGI gives every request a task, a body to wait for and an answer in two writes. Most operations
here are a plain function from a whole request to a whole answer. Such a request is answered when
its last byte arrives, in one write. Everything else goes uvicorn's way from its first byte: long
bodies, pipelined requests, `Expect`, upgrades, connections that are to be closed; a stream goes
that way once its first bytes are made. `--no-direct` sends everything there.
"""

from __future__ import annotations

from typing import Any, cast
from urllib.parse import unquote

import httptools
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.httptools_impl import (
    STATUS_LINE,
    HttpToolsProtocol,
    RequestResponseCycle,
)

from mockserver.core.clock import stopwatch
from mockserver.wire.dispatch import Dispatch
from mockserver.wire.endpoint import Endpoint
from mockserver.wire.reply import Reply

LONGEST = 64 * 1024
"""Bytes of a body that are waited for outside of a task."""


class DirectProtocol(HttpToolsProtocol):
    """One connection."""

    def __init__(self, config: Any, *args: Any, **options: Any) -> None:
        super().__init__(config, *args, **options)
        self._dispatch: Dispatch = config.app.router
        self._endpoint: Endpoint | None = None
        self._body: list[bytes] = []
        self._size = 0
        self._streaming: Any = None

    def on_headers_complete(self) -> None:
        """Go the direct way if this request can."""
        if self._is_plain():
            self._complete_scope()
            self._endpoint = self._dispatch.match(cast("Scope", self.scope))
        if self._endpoint is None:
            super().on_headers_complete()

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
        endpoint, body = self._take()
        scope = cast("Scope", self.scope)
        reply = endpoint.respond(scope, dict(self.headers), body)
        if isinstance(reply.content, bytes):
            self._write(reply, reply.content)
            endpoint.log(reply.status, started, body, scope)
        else:
            self._streaming = _sender(endpoint, reply, started, body)
            super().on_headers_complete()

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

    def _complete_scope(self) -> None:
        url = httptools.parse_url(self.url)
        path = url.path.decode("ascii")
        self.scope["method"] = self.parser.get_method().decode("ascii")
        self.scope["path"] = unquote(path) if "%" in path else path
        self.scope["query_string"] = url.query or b""

    def _take(self) -> tuple[Endpoint, bytes]:
        assert self._endpoint, "there is a request on the direct way"
        taken = self._endpoint, b"".join(self._body)
        self._endpoint, self._body, self._size = None, [], 0
        return taken

    def _leave(self) -> None:
        """Begin the request anew on uvicorn's way, with what has arrived of its body."""
        _, body = self._take()
        super().on_headers_complete()
        super().on_body(body)

    def _write(self, reply: Reply, content: bytes) -> None:
        head = [STATUS_LINE[reply.status]]
        for name, value in reply.headers:
            head += (name, b": ", value, b"\r\n")
        head.append(b"\r\n")
        if self.scope["method"] == "HEAD":
            content = b""
        if len(content) > LONGEST:
            self.transport.write(b"".join(head))
            self.transport.write(content)
        else:
            self.transport.write(b"".join((*head, content)))
        self.on_response_complete()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        streaming, self._streaming = self._streaming, None
        super()._start_asgi_task(cycle, streaming or app)


def _sender(endpoint: Endpoint, reply: Reply, started: float, body: bytes) -> ASGIApp:
    """An application that sends a reply which is made already."""

    async def send_reply(scope: Scope, receive: Receive, send: Send) -> None:
        await reply.send(receive, send)
        endpoint.log(reply.status, started, body, scope)

    return send_reply
