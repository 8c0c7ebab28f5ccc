"""Forwarding of operations to the upstream, and recording of its responses."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from starlette.types import Receive, Send

from mockserver.chat.script.header import REPLY
from mockserver.chat.script.question import CHAT, COMPLETIONS
from mockserver.chat.script.script import Script
from mockserver.core.clock import stopwatch
from mockserver.core.codec import decode_body
from mockserver.core.errors import ApiError
from mockserver.http import bodies
from mockserver.http.auth import Admit
from mockserver.http.bodies import Body
from mockserver.http.context import Services
from mockserver.http.dialects import Headers
from mockserver.http.distort import Dropped
from mockserver.http.endpoint import Endpoint
from mockserver.http.operation import Operation
from mockserver.http.parsers import UploadParser
from mockserver.http.requests import HttpRequest
from mockserver.http.response import HttpResponse, whole
from mockserver.http.streams import departure, error_event
from mockserver.listing import Listing, Row, Side
from mockserver.testing.recording.client import OpenResponse, Upstream, urls_of
from mockserver.testing.recording.credentials import secrets_of, stripped
from mockserver.testing.recording.ids import QueuedIds, new_ids
from mockserver.testing.recording.paths import RESPONSES, TEXTS
from mockserver.testing.recording.recorder import Recorder
from mockserver.testing.recording.replies import UpstreamResponse
from mockserver.trace.otel.compression import unpacked

logger = logging.getLogger("mockserver")

EVENTS = "text/event-stream"
CHATTING = (CHAT, RESPONSES, TEXTS)
"""Operations whose requests the chat answers."""

_STREAMS = (EVENTS, "application/jsonl", "application/x-ndjson")
_ENCODING = b"content-encoding"


_HEALTH = "/health"
"""The path that this server always answers itself."""


class Forwarding:
    """The upstream of one server, and its recorder. Raises InvalidSetting."""

    def __init__(self, services: Services) -> None:
        settings = services.settings
        self._upstream = Upstream(urls_of(settings), settings)
        self._recorder = Recorder(services)
        services.host.recorded = self._recorder.replies

    def serves(self, row: Row) -> bool:
        """True if requests of a row are forwarded."""
        ours = row.listings is Listing.OWN or row.path == _HEALTH
        return row.side in self._upstream.urls and not ours

    def endpoint(
        self, row: Row, operation: Operation, services: Services, admit: Admit
    ) -> Endpoint:
        """Make the endpoint of a forwarded row, which records by the present settings."""
        self._recorder.obey(services)
        backend = Backend(row.side, self._upstream, self._recorder)
        return ForwardingEndpoint(operation, services, admit, backend)

    async def close(self) -> None:
        """Close the connections."""
        await self._upstream.close()


class Backend(NamedTuple):
    """The side of an endpoint, its upstream, and its recorder."""

    side: Side
    upstream: Upstream
    recorder: Recorder


class Stopwatch:
    """The seconds from a request to the first and to the last piece of its response."""

    def __init__(self) -> None:
        self._start = stopwatch()
        self.first = self.last = 0.0

    def look(self) -> None:
        """Note that a piece has come."""
        self.last = stopwatch() - self._start
        self.first = self.first or self.last


class ForwardingEndpoint(Endpoint):
    """An operation that the upstream answers. Credentials and faults are still our own."""

    waits = True

    def __init__(
        self, operation: Operation, services: Services, admit: Admit, backend: Backend
    ) -> None:
        self._ids = QueuedIds(services.ids)
        super().__init__(operation, services._replace(ids=self._ids), admit)
        self._side, self._upstream, self._recorder = backend

    async def _read(self, receive: Receive, headers: Headers) -> Body:
        """Read the body as bytes, of a form too."""
        settings = self._services.settings
        is_form = isinstance(self._parser, UploadParser)
        limit = settings.max_upload if is_form else settings.max_body
        return await bodies.read(receive, headers, limit)

    async def _make_response(self, request: HttpRequest, receive: Receive) -> HttpResponse:
        """Answer by a script, or else by the upstream. Raises a 502 or a 504."""
        if scripted := self._scripted(request):
            return scripted
        watch = Stopwatch()
        answer = await self._upstream.send(self._side, request.head, _bytes_of(request))
        returned = [*answer.headers, *self._shared(request.head.headers)]
        if answer.media_type in _STREAMS:
            stream = partial(self._pass_on, request, answer, watch)
            return HttpResponse(answer.status, returned, stream)
        content = await answer.whole()
        watch.look()
        await self._record(request, answer, content, watch)
        return whole(answer.status, content, returned)

    def _scripted(self, request: HttpRequest) -> HttpResponse | None:
        """Our own response, if the request asks for a reply or a rule has given one."""
        script, name = self._services.memory[Script], self.operation.name
        names_reply = REPLY in request.head.headers and name in (*CHATTING, *COMPLETIONS)
        if not names_reply and (name not in CHATTING or not script.rules):
            return None
        before = script.uses
        response = self.respond(request)
        is_scripted = names_reply or script.uses > before
        return response if is_scripted and isinstance(response, HttpResponse) else None

    async def _pass_on(
        self,
        request: HttpRequest,
        answer: OpenResponse,
        watch: Stopwatch,
        receive: Receive,
        send: Send,
    ) -> None:
        """Send a stream piece by piece; it is recorded before its end is sent."""
        pieces: list[bytes] = []
        with departure(receive) as gone:
            try:
                async for piece in answer.body:
                    pieces.append(piece)
                    watch.look()
                    await send({"type": "http.response.body", "body": piece, "more_body": True})
                    if gone.done():
                        return
                await self._record(request, answer, b"".join(pieces), watch)
                await send({"type": "http.response.body", "body": b""})
            except ApiError as error:
                await _break_off(answer, error, send)
            finally:
                await answer.body.aclose()

    async def _record(
        self, request: HttpRequest, answer: OpenResponse, content: bytes, watch: Stopwatch
    ) -> None:
        """Record a response without credentials, unless the state was replaced meanwhile."""
        name = self.operation.name
        secrets = secrets_of(request.head.headers, *self._upstream.secrets)
        request = _opened(request, self._services.settings.max_body)
        body, content = stripped(_bytes_of(request), secrets), stripped(content, secrets)
        response = UpstreamResponse(
            answer.status,
            dict(answer.headers),
            answer.media_type,
            content,
            watch.first,
            watch.last,
        )
        if self._recorder.is_write(name, request.head.method, response):
            await self._repeat(request._replace(body=body), content)
        elif request.generation == self._transaction.generation:
            self._recorder.record(name, body, response)

    async def _repeat(self, request: HttpRequest, answer: bytes) -> None:
        """Repeat a write here that the upstream has accepted."""
        name = self.operation.name
        returned = _parsed(answer)
        self._ids.queue(new_ids(name, _bytes_of(request), returned))
        try:
            response = await super()._make_response(request, _nothing_more)
        finally:
            self._ids.queue(())
        if response.status >= 400:
            logger.warning("%s is not recorded: it is refused here", name)
        elif _digest(returned) != _digest(_parsed(response.content)):
            logger.warning("%s has another digest here: refs to it will lead nowhere", name)


async def _break_off(answer: OpenResponse, error: ApiError, send: Send) -> None:
    """End a broken stream with an error event. Raises Dropped if it has no events."""
    if answer.media_type != EVENTS:
        raise Dropped from error
    await send({"type": "http.response.body", "body": error_event(error.message)})


async def _nothing_more() -> Any:
    """Receive nothing, as from a caller that waits for its answer."""
    await asyncio.Event().wait()


def _bytes_of(request: HttpRequest) -> bytes:
    assert isinstance(request.body, bytes), "forms are not parsed here"
    return request.body


def _opened(request: HttpRequest, limit: int) -> HttpRequest:
    """Decompress the body of a request, if that is possible."""
    headers = dict(request.head.headers)
    encoding = headers.pop(_ENCODING, b"").decode("latin-1").lower()
    try:
        body = unpacked(_bytes_of(request), encoding, limit)
    except ApiError:
        return request
    return request._replace(head=replace(request.head, headers=headers), body=body)


def _parsed(content: Any) -> Any:
    try:
        return decode_body(content) if isinstance(content, bytes) else None
    except ApiError:
        return None


def _digest(answer: Any) -> Any:
    return answer.get("digest") if isinstance(answer, dict) else None
