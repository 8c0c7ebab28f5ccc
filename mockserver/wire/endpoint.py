"""The one adapter from a handler to ASGI.

A request passes the same stops in every operation: who is calling, what does the body say, the
handler in a transaction of the store, the answer as bytes. A refusal from any stop is worded by the
dialect of the row and sent like an answer.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel
from starlette.types import Receive, Scope, Send

from mockserver.core.clock import stopwatch
from mockserver.core.codec import encode
from mockserver.core.errors import ApiError, cannot_keep
from mockserver.store.errors import StoreError
from mockserver.wire import bodies, cors
from mockserver.wire.answers import Content, Events, Json, JsonLines
from mockserver.wire.context import Context, Services
from mockserver.wire.cors import HeaderList
from mockserver.wire.dialects import Dialect, Headers, Refusal
from mockserver.wire.gate import USER, Admit, admit_anybody
from mockserver.wire.log import Entry, Log
from mockserver.wire.streams import send_events, send_rows

logger = logging.getLogger("mockserver")

JSON = (b"content-type", b"application/json")
JSON_LINES = b"application/jsonl"
EVENTS = (b"content-type", b"text/event-stream; charset=utf-8")

Handler = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Operation:
    """What the adapter must know of a row of the listing."""

    name: str
    handler: Handler
    dialect: Dialect
    open: bool = False
    """Whether the operation is served without a credential."""


class Endpoint:
    """One operation as an ASGI application."""

    def __init__(
        self, operation: Operation, services: Services, admit: Admit, log: Log | None = None
    ) -> None:
        self.operation = operation
        self._services = services
        self._admit = admit_anybody if operation.open else admit
        self._log = log
        self._dialect = operation.dialect
        self._name = (b"x-mockserver-operation", operation.name.encode())
        self._parser = bodies.parser_for(
            operation.handler, operation.dialect, lenient=services.settings.lenient
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request from its headers to its last byte."""
        started = stopwatch()
        headers = dict(scope["headers"])
        shared = [self._name, (b"x-mockserver-request", self._services.ids.request())]
        if origin := headers.get(b"origin"):
            shared += cors.allow(origin)
        body = b""
        try:
            self._admit(self._dialect, headers)
            limit = self._services.settings.max_body
            body = await bodies.read(receive, headers, limit)
            answer = self._answer(body, headers, scope)
            if commit := self._services.commit:
                await commit.settled()
        except StoreError as error:
            answer = self._dialect.refuse(cannot_keep(str(error)))
        except ApiError as error:
            answer = self._dialect.refuse(error)
        except bodies.Disconnected:
            return
        except Exception:
            answer = self._failure(shared)
        status = await _send(answer, headers, shared, receive, send)
        if self._log:
            self._log(Entry(self.operation.name, status, stopwatch() - started, body, scope))

    def _answer(self, body: bytes, headers: Headers, scope: Scope) -> Any:
        context = Context(
            services=self._services,
            operation=self.operation.name,
            user=USER,
            headers=headers,
            path=scope.get("path_params", {}),
            query_string=scope["query_string"],
            client=scope["client"][0] if scope.get("client") else "",
        )
        handler = self.operation.handler
        if self._parser is None:
            with self._services.store.transaction:
                return handler(context)
        value = self._parser.parse(body, headers)
        with self._services.store.transaction:
            return handler(value, context)

    def _failure(self, shared: HeaderList) -> Refusal:
        """A defect of ours: the answer says where to look, the log what happened."""
        request = shared[1][1].decode()
        logger.exception("%s failed in request %s", self.operation.name, request)
        extra = {"operation": self.operation.name, "request": request}
        return self._dialect.refuse(ApiError(500, "Internal server error", extra))


async def _send(
    answer: Any, headers: Headers, shared: HeaderList, receive: Receive, send: Send
) -> int:
    """Send an answer of any kind; the status it was sent with."""
    if isinstance(answer, Json):
        await send_whole(200, answer.content, [JSON, *shared], send)
        return 200
    if isinstance(answer, Refusal):
        await send_whole(answer.status, answer.content, [JSON, *answer.headers, *shared], send)
        return answer.status
    if isinstance(answer, JsonLines):
        await _start(200, [(b"content-type", _jsonl_type(headers)), *shared], send)
        await send_rows(answer.rows, receive, send)
    elif isinstance(answer, Events):
        await _start(200, [EVENTS, *shared], send)
        await send_events(answer.events, receive, send)
    elif isinstance(answer, Content):
        media_type = (b"content-type", answer.media_type.encode())
        await send_whole(200, answer.content, [media_type, *shared], send)
    else:
        await send_whole(200, _json_text(answer), [JSON, *shared], send)
    return 200


async def send_whole(status: int, content: bytes, headers: HeaderList, send: Send) -> None:
    """Send an answer that is all there."""
    headers.append((b"content-length", b"%d" % len(content)))
    await _start(status, headers, send)
    await send({"type": "http.response.body", "body": content})


async def _start(status: int, headers: HeaderList, send: Send) -> None:
    await send({"type": "http.response.start", "status": status, "headers": headers})


def _json_text(answer: Any) -> bytes:
    if isinstance(answer, BaseModel):
        return answer.__pydantic_serializer__.to_json(answer)
    return encode(answer)


def _jsonl_type(headers: Headers) -> bytes:
    """The caller's own word for JSON Lines if it has one, as the service echoes it."""
    accepted = headers.get(b"accept", b"").partition(b";")[0].strip()
    return accepted if b"jsonl" in accepted or b"ndjson" in accepted else JSON_LINES
