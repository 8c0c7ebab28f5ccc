"""The one adapter from a handler to HTTP.

Every request takes the same steps: check the credential, apply faults, parse the body, call the
handler in a transaction of the store, encode its answer. A refusal at any step becomes a response
in the dialect of the operation.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Sequence
from functools import cached_property, partial
from traceback import format_exc
from types import GeneratorType
from typing import Any, NamedTuple

from starlette.types import Receive, Scope, Send

from mockserver.core.errors import ApiError, cannot_keep
from mockserver.core.limits import MOST_DROPPED
from mockserver.core.steps import Steps
from mockserver.http import bodies, cors
from mockserver.http.answers import Handler
from mockserver.http.auth import Admit
from mockserver.http.bodies import Body
from mockserver.http.context import Context, Services
from mockserver.http.dialects import Dialect, Headers, Refusal
from mockserver.http.distort import Distorted, Dropped, apply
from mockserver.http.faults import FAULT, AppliedFault
from mockserver.http.headers import HeaderLines, header_line, headers_in
from mockserver.http.parsers import JsonParser, Parser, UploadParser, parser_for
from mockserver.http.request_log import Capture
from mockserver.http.requests import head_of
from mockserver.http.response import UNFINISHED, HttpResponse, Unfinished, advance, response_to
from mockserver.store.errors import StoreError

logger = logging.getLogger("mockserver")


LONG_BODY = 1 << 20
"""Bytes of a JSON body that takes longer to parse than one time slice."""


class Operation(NamedTuple):
    """The part of a row of the listing that its endpoint needs."""

    name: str
    resolve: Callable[[], Handler]
    """Imports the handler on first use and returns it."""
    dialect: Dialect
    admit: Admit


class Endpoint:
    """One operation: an ASGI application, and beneath it a function from request to response."""

    waits = False
    """True if every request has to be served in a task."""

    def __init__(self, operation: Operation, services: Services) -> None:
        self.operation = operation
        self.services = services
        self._transaction = services.store.transaction
        self._commit = services.store.commit
        self.record: Callable[..., None] = services.request_log.add
        """Adds a completed request to the request log."""
        self._admit, self._dialect = operation.admit, operation.dialect
        name = header_line(b"x-mockserver-operation", operation.name.encode())
        self._beginning = name + b"x-mockserver-request: "
        self._dropped: list[str] = []
        """Unknown keys of the body being answered, which `--lenient` drops."""

    @cached_property
    def _handler(self) -> Handler:
        return self.operation.resolve()

    @cached_property
    def _parser(self) -> Parser | None:
        drop = self._dropped.extend if self.services.settings.lenient else None
        return parser_for(self._handler, self._dialect, drop)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request through ASGI."""
        head, generation = head_of(scope), self._transaction.generation
        request = Context(self.services, self.operation.name, head, b"", generation)
        request.client, _ = scope.get("client") or ("", 0)
        applied: Sequence[AppliedFault] = ()
        try:
            self._admit(self._dialect, head.headers)
            request.body = await self._read(receive, head.headers)
            applied = self.faults_for(request)
            await apply(applied)
            response = await self._make_response(request, receive)
        except ApiError as error:
            response = self.refuse(error, head.headers)
        except bodies.Disconnected:
            return
        except Dropped:
            dropped = HttpResponse(0, self._shared(head.headers), b"")
            self.record(request, dropped, b"", _texts(applied))
            raise
        await self.send(response, request, receive, send, applied)

    async def send(
        self,
        response: HttpResponse,
        request: Context,
        receive: Receive,
        send: Send,
        applied: Sequence[AppliedFault] = (),
    ) -> None:
        """Send a response, distorted by its faults if it has any, and log what was sent."""
        capture = Capture(send)
        faults = [each.fault for each in applied if each.fault.distorts]
        self.services.host.sending += 1
        try:
            await response.send(receive, Distorted(capture, faults) if faults else capture)
        finally:
            self.services.host.sending -= 1
            content = response.content
            sent = content if isinstance(content, bytes) and not faults else capture.chunks
            self.record(request, response, sent, _texts(applied))

    def faults_for(self, request: Context) -> Sequence[AppliedFault]:
        """The faults of a request: the one in its header, else those planned for it."""
        if FAULT in request.headers:
            from mockserver.http.fault import fault_in

            return (AppliedFault(fault_in(request.headers[FAULT], request.operation)),)
        faults = self.services.faults
        return faults.apply_to(request.request) if faults.planned else ()

    def respond(self, request: Context) -> HttpResponse | Unfinished:
        """Answer a complete request without waiting. Never raises.

        A response that takes longer than one time slice is returned unfinished. The headers are
        checked once for all requests that share a head.
        """
        head, headers, parser = request.head, request.headers, self._parser
        request.shared = self._shared(headers)
        body: Any = request.body
        answer: Any
        try:
            if head.checked_by is not self:
                self._admit(self._dialect, headers)
                if isinstance(parser, JsonParser):
                    self._dialect.expect(headers)
                head.checked_by = self
            if parser is None:
                answer = self._answer(None, request)
            elif isinstance(parser, JsonParser) and len(body) > LONG_BODY:
                answer = self._answer_in_steps(parser, request)
            else:
                answer = self._answer(parser.parse(body, headers), request)
        except Exception as error:
            answer = self._refusal(error, request)
        if self._dropped:
            self._show_dropped(request)
        if isinstance(answer, GeneratorType):
            proceed = partial(self._proceed, answer, request)
            return proceed() or Unfinished(proceed)
        return response_to(answer, headers, request.shared)

    def _proceed(self, steps: Steps[Any], request: Context) -> HttpResponse | None:
        """Work for one time slice in a transaction. Returns the response if that completes it."""
        try:
            with self._transaction:
                answer = advance(steps)
        except Exception as error:
            answer = self._refusal(error, request)
        if answer is UNFINISHED:
            return None
        return response_to(answer, request.headers, request.shared)

    async def _read(self, receive: Receive, headers: Headers) -> Body:
        """Read the body within the limit for its kind."""
        settings = self.services.settings
        if isinstance(self._parser, UploadParser):
            return await bodies.read_form(receive, headers, settings.max_upload)
        return await bodies.read(receive, headers, settings.max_body)

    async def _make_response(self, request: Context, receive: Receive) -> HttpResponse:
        return await self.finish(self.respond(request), request.headers, receive)

    async def finish(
        self, begun: HttpResponse | Unfinished, headers: Headers, receive: Receive
    ) -> HttpResponse:
        """Complete a response and wait until its writes are safe. Raises Disconnected."""
        response = await begun.finish(receive) if isinstance(begun, Unfinished) else begun
        if self._commit:
            try:
                await self._commit.settle()
            except StoreError as error:
                return self.refuse(cannot_keep(str(error)), headers)
        return response

    def _answer_in_steps(self, parser: JsonParser, request: Context) -> Steps[Any]:
        body: Any = request.body
        value = yield from parser.parse_in_steps(body, request.headers)
        answer = self._answer(value, request)
        return (yield from answer) if isinstance(answer, GeneratorType) else answer

    def _answer(self, value: Any, request: Context) -> Any:
        """Call the handler in a transaction."""
        transaction = self._transaction
        with transaction:
            answer = self._handler(value, request) if self._parser else self._handler(request)
            if request.generation != transaction.generation:
                self.drop_if_late(request)
        return answer

    def drop_if_late(self, request: Context) -> None:
        """Undo the changes of a request that began before the state was replaced."""
        if self._transaction.is_late(request.generation, request.project):
            self._transaction.undo()

    def refuse(self, error: ApiError, headers: Headers) -> HttpResponse:
        """The response for an error."""
        return response_to(self._dialect.refuse(error), headers, self._shared(headers))

    def _shared(self, headers: Headers) -> HeaderLines:
        """The headers of every response of this operation."""
        shared = self._beginning + b"%d\r\n" % self.services.ids.request()
        if origin := headers.get(b"origin"):
            shared += cors.allow(origin, self.services.settings.allow_origin)
        return shared

    def _show_dropped(self, request: Context) -> None:
        """Add a header with the dropped keys, as ASCII JSON since clients choose their names."""
        request.add_header(b"x-mockserver-dropped", json.dumps(self._dropped[:MOST_DROPPED]))
        self._dropped.clear()

    def _refusal(self, error: Exception, request: Context) -> Refusal:
        if isinstance(error, ApiError):
            return self._dialect.refuse(error)
        if isinstance(error, StoreError):
            return self._dialect.refuse(cannot_keep(str(error)))
        return self._defect(request)

    def _defect(self, request: Context) -> Refusal:
        """Log the traceback of a bug in this server, and refuse the request with a 500."""
        number = dict(headers_in(request.shared))[b"x-mockserver-request"].decode()
        logger.exception("%s failed in request %s", request.operation, number)
        self.services.request_log.tracebacks[number] = format_exc()
        extra = {"operation": request.operation, "request": number}
        return self._dialect.refuse(ApiError(500, "Internal server error", extra))


def _texts(applied: Sequence[AppliedFault]) -> tuple[str, ...]:
    return tuple([str(each.fault) for each in applied])
