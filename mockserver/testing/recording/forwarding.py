"""Operations that the upstream serves: passed on, and recorded on the way back."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import Any, NamedTuple

from starlette.types import Receive, Scope, Send

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
from mockserver.http.requests import GENERATION
from mockserver.http.response import Response, whole
from mockserver.http.streams import departure, error_event
from mockserver.listing import Listing, Row, Side
from mockserver.testing.recording.client import OpenResponse, Upstream, urls_of
from mockserver.testing.recording.credentials import secrets_of, stripped
from mockserver.testing.recording.ids import ToldIds, ids_told
from mockserver.testing.recording.recorder import Recorder, UpstreamRequest
from mockserver.testing.recording.replies import UpstreamResponse
from mockserver.trace.otel.compression import unpacked

logger = logging.getLogger("mockserver")

EVENTS = "text/event-stream"
_STREAMS = (EVENTS, "application/jsonl", "application/x-ndjson")
_ENCODING = b"content-encoding"


_ALIVE = "/health"
"""Says of this server whether it runs."""


class Forwarding:
    """The upstream of one server, and the recording of what it says. Raises InvalidSetting."""

    def __init__(self, services: Services) -> None:
        settings = services.settings
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


class Behind(NamedTuple):
    """Who answers in this server's place, and who takes notes of it."""

    side: Side
    upstream: Upstream
    recorder: Recorder


class Watch:
    """The seconds from a question to the first and to the last look at its answer."""

    def __init__(self) -> None:
        self._start = stopwatch()
        self.first = self.last = 0.0

    def look(self) -> None:
        """Note that a piece of the answer has come."""
        self.last = stopwatch() - self._start
        self.first = self.first or self.last


class ForwardingEndpoint(Endpoint):
    """One operation of the upstream's. Who may call, and what befalls a request, is ours to say."""

    waits = True

    def __init__(
        self, operation: Operation, services: Services, admit: Admit, behind: Behind
    ) -> None:
        self._ids = ToldIds(services.ids)
        super().__init__(operation, services._replace(ids=self._ids), admit)
        self._side, self._upstream, self._recorder = behind

    async def _read(self, receive: Receive, headers: Headers) -> Body:
        """The body as it is, forms too."""
        settings = self._services.settings
        is_form = isinstance(self._parser, UploadParser)
        limit = settings.max_upload if is_form else settings.max_body
        return await bodies.read(receive, headers, limit)

    async def _make_response(
        self,
        scope: Scope,
        headers: Headers,
        body: Body,
        receive: Receive,
    ) -> Response:
        """The response of a script, or else that of the upstream. Raises a 502 or a 504."""
        assert isinstance(body, bytes), "no form is taken apart here"
        asked = UpstreamRequest(self.operation.name, scope, headers, body)
        if scripted := self._scripted(asked):
            return scripted
        watch = Watch()
        answer = await self._upstream.ask(self._side, scope, headers, body)
        told = [*answer.headers, *self._shared(headers)]
        if answer.media_type in _STREAMS:
            return Response(answer.status, told, partial(self._pass_on, asked, answer, watch))
        content = await answer.whole()
        watch.look()
        await self._record(asked, answer, content, watch)
        return whole(answer.status, content, told)

    def _scripted(self, asked: UpstreamRequest) -> Response | None:
        """Our own response, if the request asks for one or a rule was used to make it."""
        script = self._services.memory[Script]
        asks = REPLY in asked.headers and asked.operation in (CHAT, *COMPLETIONS)
        if not asks and (asked.operation != CHAT or not script.rules):
            return None
        before = script.uses
        response = self.respond(asked.scope, asked.headers, asked.body)
        return (
            response if isinstance(response, Response) and (asks or script.uses > before) else None
        )

    async def _pass_on(
        self,
        asked: UpstreamRequest,
        answer: OpenResponse,
        watch: Watch,
        receive: Receive,
        send: Send,
    ) -> None:
        """Send a stream piece by piece; it is recorded before its end is told."""
        heard: list[bytes] = []
        with departure(receive) as gone:
            try:
                async for piece in answer.body:
                    heard.append(piece)
                    watch.look()
                    await send({"type": "http.response.body", "body": piece, "more_body": True})
                    if gone.done():
                        return
                await self._record(asked, answer, b"".join(heard), watch)
                await send({"type": "http.response.body", "body": b""})
            except ApiError as error:
                await _break_off(answer, error, send)
            finally:
                await answer.body.aclose()

    async def _record(
        self, asked: UpstreamRequest, answer: OpenResponse, content: bytes, watch: Watch
    ) -> None:
        """Record an exchange without its credentials, unless the state was replaced meanwhile."""
        secrets = secrets_of(asked.headers, *self._upstream.secrets)
        asked = _opened(asked, self._services.settings.max_body)
        asked = asked._replace(body=stripped(asked.body, secrets))
        content = stripped(content, secrets)
        headers, media_type = dict(answer.headers), answer.media_type
        said = UpstreamResponse(
            answer.status, headers, media_type, content, watch.first, watch.last
        )
        if self._recorder.is_write(asked, said):
            await self._repeat(asked, content)
        elif asked.scope[GENERATION] == self._transaction.generation:
            self._recorder.record(asked, said)

    async def _repeat(self, asked: UpstreamRequest, answer: bytes) -> None:
        """Make a write here that the upstream has accepted."""
        name, scope, headers, body = asked
        told = _parsed(answer)
        self._ids.tell(ids_told(name, body, told))
        try:
            response = await super()._make_response(scope, headers, body, _nothing_more)
        finally:
            self._ids.tell(())
        if response.status >= 400:
            logger.warning("%s is not recorded: it is refused here", name)
        elif _digest(told) != _digest(_parsed(response.content)):
            logger.warning("%s has another digest here: refs to it will lead nowhere", name)


async def _break_off(answer: OpenResponse, error: ApiError, send: Send) -> None:
    """Tell a stream's reader that there will be no more of it. Raises Dropped if it is no event."""
    if answer.media_type != EVENTS:
        raise Dropped from error
    await send({"type": "http.response.body", "body": error_event(error.message)})


async def _nothing_more() -> Any:
    """A caller that waits for its answer."""
    await asyncio.Event().wait()


def _opened(asked: UpstreamRequest, limit: int) -> UpstreamRequest:
    """A request with its body unpacked, or as it is if that cannot be done."""
    headers = dict(asked.headers)
    encoding = headers.pop(_ENCODING, b"").decode("latin-1").lower()
    try:
        body = unpacked(asked.body, encoding, limit)
    except ApiError:
        return asked
    return asked._replace(headers=headers, body=body)


def _parsed(content: Any) -> Any:
    try:
        return decode_body(content) if isinstance(content, bytes) else None
    except ApiError:
        return None


def _digest(answer: Any) -> Any:
    return answer.get("digest") if isinstance(answer, dict) else None
