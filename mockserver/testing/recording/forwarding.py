"""Forwarding of operations to the upstream, and recording of its responses."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from starlette.types import Receive, Send

from mockserver.chat.script.question import CHAT, COMPLETIONS
from mockserver.chat.script.script import REPLY, Script
from mockserver.core.codec import decode_body
from mockserver.core.errors import ApiError
from mockserver.core.ids import Ids
from mockserver.http import bodies
from mockserver.http.bodies import Body, unpacked
from mockserver.http.context import Context, Services
from mockserver.http.dialects import Headers
from mockserver.http.distort import Dropped
from mockserver.http.endpoint import Endpoint, Operation
from mockserver.http.headers import header_line
from mockserver.http.parsers import UploadParser
from mockserver.http.response import HttpResponse, whole
from mockserver.http.streams import departure, error_event
from mockserver.listing import Side
from mockserver.testing.recording.recorder import is_write, record
from mockserver.testing.recording.replies import EVENTS
from mockserver.testing.recording.turns import RESPONSES, TEXTS
from mockserver.testing.recording.upstream import OpenResponse, Upstream, masked, secrets_of

logger = logging.getLogger("mockserver")

CHATTING = (CHAT, RESPONSES, TEXTS)
"""Operations that the chat model answers."""

_STREAMS = (EVENTS, "application/jsonl", "application/x-ndjson")
_ENCODING = b"content-encoding"
_IN_A_RUN = re.compile(rb'"evaluation_run_id"\s*:\s*"')
_NAMES = frozenset({"id", "trace_id", "evaluation_run_id", "prediction_id", "score_id"})


class QueuedIds(Ids):
    """A source of ids that returns queued ids first; the rest comes from the server's source."""

    def __init__(self, own: Ids) -> None:
        self._own = own
        self.repeatable = own.repeatable
        for draw in (own.hex, own.hex_of, own.chance, own.request):
            setattr(self, draw.__name__, draw)
        self.queue(())

    def queue(self, ids: Iterable[str | None]) -> None:
        """Set the next ids; None means one of the server's own."""
        self._queued = iter(ids)

    def uuid7(self) -> str:
        """The next id."""
        return next(self._queued, None) or self._own.uuid7()


class ForwardingEndpoint(Endpoint):
    """An operation that the upstream serves. Credentials and faults are still our own."""

    waits = True

    def __init__(
        self, operation: Operation, services: Services, side: Side, upstream: Upstream
    ) -> None:
        self._ids = QueuedIds(services.ids)
        super().__init__(operation, services._replace(ids=self._ids))
        self._side = side
        self._upstream = upstream

    async def _read(self, receive: Receive, headers: Headers) -> Body:
        """Read the body as bytes, of a form too."""
        settings = self.services.settings
        is_form = isinstance(self._parser, UploadParser)
        limit = settings.max_upload if is_form else settings.max_body
        return await bodies.read(receive, headers, limit)

    async def _make_response(self, request: Context, receive: Receive) -> HttpResponse:
        """Respond with a script, or else with the upstream's response. Raises a 502 or a 504."""
        if scripted := self._scripted(request):
            return scripted
        response = await self._upstream.send(self._side, request.head, _bytes_of(request))
        returned = [header_line(*header) for header in response.headers]
        headers = b"".join((*returned, self._shared(request.headers)))
        if response.media_type in _STREAMS:
            return HttpResponse(response.status, headers, partial(self._pass_on, request, response))
        content = b"".join([piece async for piece in response.pieces])
        response.first = response.last
        await self._record(request, response, content)
        return whole(response.status, content, headers)

    def _scripted(self, request: Context) -> HttpResponse | None:
        """The response of this server, if the request names a reply or a rule gives one."""
        script, name = self.services.memory[Script], request.operation
        names_reply = REPLY in request.headers and name in (*CHATTING, *COMPLETIONS)
        if not names_reply and (name not in CHATTING or not script.planned):
            return None
        before = sum(plan.used for plan in script.planned)
        response = self.respond(request)
        is_scripted = names_reply or sum(plan.used for plan in script.planned) > before
        return response if is_scripted and isinstance(response, HttpResponse) else None

    async def _pass_on(
        self, request: Context, response: OpenResponse, receive: Receive, send: Send
    ) -> None:
        """Send a stream piece by piece; it is recorded before its end is sent.

        A broken stream ends with an error event. Raises Dropped if it has no events.
        """
        pieces: list[bytes] = []
        with departure(receive) as gone:
            try:
                async for piece in response.pieces:
                    pieces.append(piece)
                    await send({"type": "http.response.body", "body": piece, "more_body": True})
                    if gone.done():
                        return
                await self._record(request, response, b"".join(pieces))
                await send({"type": "http.response.body", "body": b""})
            except ApiError as error:
                if response.media_type != EVENTS:
                    raise Dropped from error
                await send({"type": "http.response.body", "body": error_event(error.message)})
            finally:
                await response.pieces.aclose()

    async def _record(self, request: Context, response: OpenResponse, content: bytes) -> None:
        """Record a response without credentials, unless the state was replaced meanwhile."""
        name, method = request.operation, request.head.method
        secrets = secrets_of(request.headers, *self._upstream.secrets)
        request = _unpacked(request, self.services.settings.max_body)
        body, response.content = masked(_bytes_of(request), secrets), masked(content, secrets)
        if is_write(name, method, response.status):
            await self._repeat(request.altered(request.head, body), response.content)
        elif request.generation == self._transaction.generation:
            record(name, body, response, self.services)

    async def _repeat(self, request: Context, content: bytes) -> None:
        """Repeat a write here that the upstream has accepted."""
        name, reply = request.operation, _parsed(content)
        self._ids.queue(_new_ids(name, _bytes_of(request), reply))
        try:
            response = await super()._make_response(request, _nothing_more)
        finally:
            self._ids.queue(())
        if response.status >= 400:
            logger.warning("%s is not recorded: this server refuses it", name)
        elif _digest(reply) != _digest(_parsed(response.content)):
            logger.warning("%s has another digest here: refs to it will dangle", name)


def _new_ids(operation: str, request: bytes, reply: Any) -> list[str | None]:
    """The ids in a reply that are not in its request, in the order in which they are made.

    A prediction comes after its trial, whose id the reply does not contain.
    """
    made = [name for name in _ids_in(reply) if name.encode() not in request]
    has_trial = operation == "Prediction Create" and _IN_A_RUN.search(request)
    return [None, *made] if has_trial else [*made]


def _ids_in(reply: Any) -> Iterator[str]:
    """Yield the ids of one record, of several in `res`, or in pairs under `ids`."""
    if not isinstance(reply, dict):
        return
    for name, value in reply.items():
        if name in _NAMES and isinstance(value, str):
            yield value
        elif name == "res" and isinstance(value, list):
            for record in value:
                yield from _ids_in(record)
        elif name == "ids" and isinstance(value, list):
            yield from (str(pair[0]) for pair in value if isinstance(pair, list) and pair)


async def _nothing_more() -> Any:
    """Receive nothing, as from a caller that waits for the response."""
    await asyncio.Event().wait()


def _bytes_of(request: Context) -> bytes:
    assert isinstance(request.body, bytes), "forms are not parsed here"
    return request.body


def _unpacked(request: Context, limit: int) -> Context:
    """Decompress the body of a request, if that is possible."""
    headers = dict(request.headers)
    encoding = headers.pop(_ENCODING, b"").decode("latin-1").lower()
    try:
        body = unpacked(_bytes_of(request), encoding, limit)
    except ApiError:
        return request
    return request.altered(replace(request.head, headers=headers), body)


def _parsed(content: Any) -> Any:
    try:
        return decode_body(content) if isinstance(content, bytes) else None
    except ApiError:
        return None


def _digest(reply: Any) -> Any:
    return reply.get("digest") if isinstance(reply, dict) else None
