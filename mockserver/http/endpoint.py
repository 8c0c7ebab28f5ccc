"""The one adapter from a handler to HTTP.

A request passes the same stops in every operation: who is calling, what does the body say, the
handler in a transaction of the store, the answer as bytes. A refusal from any stop is worded by
the dialect of the row and sent like an answer. Failures, planned or asked for, befall it before
its handler runs.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from functools import cached_property, partial
from traceback import format_exc
from types import GeneratorType
from typing import Any

from starlette.types import Receive, Scope, Send

from mockserver.core.clock import stopwatch
from mockserver.core.errors import ApiError, cannot_keep
from mockserver.core.limits import MOST_DROPPED
from mockserver.core.steps import Steps
from mockserver.http import bodies, cors
from mockserver.http.auth import Admit, admit_anybody
from mockserver.http.bodies import Body
from mockserver.http.capture import Tape, cut
from mockserver.http.context import Context, Services
from mockserver.http.cors import HeaderList
from mockserver.http.dialects import Headers, Refusal
from mockserver.http.distort import Distorted, Dropped, suffer
from mockserver.http.exchange import GENERATION, Asked, Keep, RequestView, asked_of, project_in
from mockserver.http.fault_notation import FAULT, fault_asked_for
from mockserver.http.faults import Strike
from mockserver.http.operation import Handler, Operation
from mockserver.http.parsers import JsonParser, Parser, UploadParser, parser_for
from mockserver.http.response import Reply, reply_to
from mockserver.http.transport.time_slices import UNFINISHED, Unfinished, advance
from mockserver.store.errors import StoreError

logger = logging.getLogger("mockserver")


LONG_BODY = 1 << 20
"""Bytes of a JSON body whose parsing is more than a slice of time."""


class Endpoint:
    """One operation: an ASGI application, and beneath it a function from request to reply."""

    def __init__(self, operation: Operation, services: Services, admit: Admit) -> None:
        self.operation = operation
        self._services = services
        self._transaction = services.store.transaction
        self._commit = services.store.commit
        self.record: Keep = partial(services.journal.add, operation.name)
        """Keeps a request that is over in the journal."""
        self._admit = admit_anybody if operation.open else admit
        self._dialect = operation.dialect
        self._name = (b"x-mockserver-operation", operation.name.encode())
        self._dropped: list[str] = []
        """Unknown keys of the body that is being answered, if they do no harm."""

    @cached_property
    def _handler(self) -> Handler:
        return self.operation.resolve()

    @cached_property
    def _parser(self) -> Parser | None:
        drop = self._dropped.extend if self._services.settings.lenient else None
        return parser_for(self._handler, self._dialect, drop)

    @property
    def waits(self) -> bool:
        """Whether a request may have to be served in a task."""
        return bool(self._services.faults.planned)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request from its headers to its last byte."""
        started = stopwatch()
        headers = dict(scope["headers"])
        body: Body = b""
        strikes: Sequence[Strike] = ()
        try:
            self._admit(self._dialect, headers)
            body = await self._read(receive, headers)
            strikes = self.strikes(scope, headers, body)
            await suffer(strikes)
            reply = await self._replied(scope, headers, body, receive)
        except ApiError as error:
            reply = self.refuse(error, headers)
        except bodies.Disconnected:
            return
        except Dropped:
            reply = Reply(0, self._shared(headers), b"")
            self.record(asked_of(scope, headers, body, started), reply, _texts(strikes))
            raise
        await self.send(reply, asked_of(scope, headers, body, started), receive, send, strikes)

    async def send(
        self,
        reply: Reply,
        asked: Asked,
        receive: Receive,
        send: Send,
        strikes: Sequence[Strike] = (),
    ) -> None:
        """Send a reply, whole or as its faults leave it, and keep what was sent in the journal."""
        tape = Tape(send)
        faults = [strike.fault for strike in strikes if strike.fault.distorts]
        try:
            await reply.send(receive, Distorted(tape, faults) if faults else tape)
        finally:
            status, shown, content = reply
            sent = cut(content) if isinstance(content, bytes) and not faults else tape.chunks
            self.record(asked, (status, shown, sent), _texts(strikes))

    def strikes(self, scope: Scope, headers: Headers, body: Body) -> Sequence[Strike]:
        """The failures that befall a request: the one that it asks for, else those planned."""
        if FAULT in headers:
            return (Strike(fault_asked_for(headers[FAULT], self.operation.name)),)
        faults = self._services.faults
        if not faults:
            return ()
        return faults.strike(RequestView(self.operation.name, scope, headers, body))

    def respond(self, scope: Scope, headers: Headers, body: Body) -> Reply | Unfinished:
        """The reply to a whole request, made without waiting; never raises.

        What takes longer than a slice comes unfinished.
        """
        shared = self._shared(headers)
        answer: Any
        try:
            self._admit(self._dialect, headers)
            answer = self._answer(scope, headers, body, shared)
        except Exception as error:
            answer = self._refusal(error, shared)
        if self._dropped:
            shared.append(self._told_dropped())
        if isinstance(answer, GeneratorType):
            proceed = partial(self._proceed, answer, headers, shared)
            return proceed() or Unfinished(proceed)
        return reply_to(answer, headers, shared)

    def _proceed(self, steps: Steps[Any], headers: Headers, shared: HeaderList) -> Reply | None:
        """One slice of an answer, in a transaction of its own; the reply if it was the last."""
        try:
            with self._transaction:
                answer = advance(steps)
        except Exception as error:
            answer = self._refusal(error, shared)
        return None if answer is UNFINISHED else reply_to(answer, headers, shared)

    async def _read(self, receive: Receive, headers: Headers) -> Body:
        """The body, within the limit for its kind."""
        settings = self._services.settings
        if isinstance(self._parser, UploadParser):
            return await bodies.read_form(receive, headers, settings.max_upload)
        return await bodies.read(receive, headers, settings.max_body)

    async def _replied(self, scope: Scope, headers: Headers, body: Body, receive: Receive) -> Reply:
        return await self.finish(self.respond(scope, headers, body), headers, receive)

    @property
    def settled(self) -> bool:
        """True if what an answer tells would survive a loss of power, as far as that matters."""
        return self._commit is None or self._commit.settled

    async def finish(self, begun: Reply | Unfinished, headers: Headers, receive: Receive) -> Reply:
        """The whole reply, as soon as it may be told. Raises Disconnected."""
        reply = await begun.finish(receive) if isinstance(begun, Unfinished) else begun
        if self._commit:
            try:
                await self._commit.settle()
            except StoreError as error:
                return self.refuse(cannot_keep(str(error)), headers)
        return reply

    def _answer(self, scope: Scope, headers: Headers, body: Body, shared: HeaderList) -> Any:
        parser = self._parser
        if isinstance(parser, JsonParser) and isinstance(body, bytes) and len(body) > LONG_BODY:
            return self._answer_in_steps(parser, scope, headers, body, shared)
        value = parser.parse(body, headers) if parser else None
        with self._transaction:
            return self._handled(value, scope, headers, body, shared)

    def _answer_in_steps(
        self,
        parser: JsonParser,
        scope: Scope,
        headers: Headers,
        body: bytes,
        shared: HeaderList,
    ) -> Steps[Any]:
        value = yield from parser.parse_in_steps(body, headers)
        answer = self._handled(value, scope, headers, body, shared)
        return (yield from answer) if isinstance(answer, GeneratorType) else answer

    def _handled(
        self, value: Any, scope: Scope, headers: Headers, body: Body, shared: HeaderList
    ) -> Any:
        name = self.operation.name
        context = Context(self._services, name, headers, scope, body, shared)
        answer = self._handler(value, context) if self._parser else self._handler(context)
        if scope[GENERATION] != self._transaction.generation:
            self.drop_if_late(scope, headers, body)
        return answer

    def drop_if_late(self, scope: Scope, headers: Headers, body: Body) -> None:
        """Undo what a request wrote that began before its state was replaced."""
        if self._transaction.is_late(scope[GENERATION], project_in(scope, headers, body)):
            self._transaction.undo()

    def refuse(self, error: ApiError, headers: Headers) -> Reply:
        """The reply that refuses a request, in its dialect."""
        return reply_to(self._dialect.refuse(error), headers, self._shared(headers))

    def _shared(self, headers: Headers) -> HeaderList:
        """The headers of every answer of this operation."""
        shared = [self._name, (b"x-mockserver-request", self._services.ids.request())]
        if origin := headers.get(b"origin"):
            shared += cors.allow(origin, self._services.settings.allow_origin)
        return shared

    def _told_dropped(self) -> tuple[bytes, bytes]:
        """The header that names them: JSON in ASCII, since clients choose the names."""
        names = json.dumps(self._dropped[:MOST_DROPPED])
        self._dropped.clear()
        return b"x-mockserver-dropped", names.encode()

    def _refusal(self, error: Exception, shared: HeaderList) -> Refusal:
        if isinstance(error, ApiError):
            return self._dialect.refuse(error)
        if isinstance(error, StoreError):
            return self._dialect.refuse(cannot_keep(str(error)))
        return self._failure(shared)

    def _failure(self, shared: HeaderList) -> Refusal:
        """A defect of ours: the answer says where to look, the log what happened."""
        request = shared[1][1].decode()
        logger.exception("%s failed in request %s", self.operation.name, request)
        self._services.journal.failures[request] = format_exc()
        extra = {"operation": self.operation.name, "request": request}
        return self._dialect.refuse(ApiError(500, "Internal server error", extra))


def _texts(strikes: Sequence[Strike]) -> tuple[str, ...]:
    return tuple([str(strike.fault) for strike in strikes])
