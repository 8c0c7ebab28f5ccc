"""The request log: the last requests with their responses and times.

Every request writes to it, and it is rarely read, so a request is kept as a tuple of raw values
that readers format. Credentials are masked before they are kept.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from starlette.types import Message, Send

from mockserver.core.clock import real_now, stopwatch
from mockserver.core.codec import encode
from mockserver.core.limits import LONGEST_KEPT
from mockserver.core.masking import reduced_json
from mockserver.http.headers import Header, HeaderLines, headers_in
from mockserver.http.requests import Head, RequestView, project_of, value_of
from mockserver.http.response import HttpResponse
from mockserver.store.transaction import Transaction

if TYPE_CHECKING:
    from mockserver.http.context import Context

CUT = LONGEST_KEPT + 1
"""Bytes of a body that are captured. One more than the log keeps shows that the body is cut."""

MOST_BYTES, BYTES_EACH = 16 << 20, 16 << 10
"""The limit of all headers and bodies in bytes: the first number, or the second for each request
of the log if that is more."""

PASSING_KEYS_ON = frozenset({"Completions Create", "Completions Create Stream"})
"""Operations whose bodies may hold credentials of other services."""


class RequestTally:
    """A number of requests, and the seconds they took together."""

    def __init__(self) -> None:
        self.count, self.seconds = 0, 0.0


class Chunk(NamedTuple):
    """A piece of a streamed response, and the stopwatch when it was sent."""

    sent: float
    content: bytes


class LoggedRequest(NamedTuple):
    """A request and its response. A body one byte longer than `LONGEST_KEPT` has been cut."""

    operation: str
    """Empty if nothing serves the path."""
    head: Head
    body: bytes
    started: float
    ended: float
    status: int
    """0 if the connection was dropped before there was one."""
    answer_lines: HeaderLines
    answer: bytes | list[Chunk]
    faults: tuple[str, ...]
    late: bool
    """True if the state was replaced while it was served, so that its writes were dropped."""

    @property
    def name(self) -> str:
        """The operation, or method and path if nothing serves it."""
        return self.operation or f"{self.method} {self.path}"

    @property
    def method(self) -> str:
        """The method in capitals."""
        return self.head.method

    @property
    def path(self) -> str:
        """The path without the query."""
        return self.head.path

    @property
    def seconds(self) -> float:
        """Seconds from its arrival to the last byte of the response."""
        return self.ended - self.started

    @property
    def project(self) -> str:
        """The project that the request names first; empty if none is named."""
        return project_of(self.head, self.body)

    @property
    def number(self) -> str:
        """The request's number, as in the header `X-Mockserver-Request`."""
        return dict(self.answer_headers).get(b"x-mockserver-request", b"").decode()

    @property
    def answer_headers(self) -> list[Header]:
        """The headers of the response."""
        return headers_in(self.answer_lines)

    @property
    def content(self) -> bytes:
        """The body of the response, joined if it was sent in pieces."""
        answer = self.answer
        return answer if isinstance(answer, bytes) else b"".join(chunk.content for chunk in answer)

    @property
    def weight(self) -> int:
        """Bytes of its head and bodies."""
        return self.head.weight + len(self.body) + len(self.content)


RequestHook = Callable[[LoggedRequest], None]
"""Called with each completed request."""


class RequestLog:
    """The last `size` requests, and counters of all of them."""

    def __init__(self, transaction: Transaction, size: int, log: RequestHook | None = None) -> None:
        self._transaction = transaction
        self._ring: deque[tuple[Any, ...]] = deque(maxlen=size)
        """The fields of each `LoggedRequest` as a plain tuple, which is faster to make."""
        self._most = max(MOST_BYTES, size * BYTES_EACH)
        self._weight = 0
        """Bytes of headers and bodies: those of the last count, and all added since."""
        self._listeners: list[RequestHook] = [log] if log else []
        self._origin, self._beginning = real_now(), stopwatch()
        self.tallies: dict[str, dict[int, RequestTally]] = defaultdict(
            lambda: defaultdict(RequestTally)
        )
        """Counters of all requests by operation and status; they survive a reset."""
        self._uncounted: dict[str, int] = {}
        self.tracebacks: dict[str, str] = {}
        """Tracebacks of bugs in this server, by the number of the request."""
        self.clearings = 0
        """The number of times that the log was cleared."""

    def add(
        self,
        request: Context,
        response: HttpResponse,
        sent: bytes | list[Chunk],
        faults: tuple[str, ...] = (),
    ) -> None:
        """Add a completed request with the body that was sent. Long bodies are cut.

        A thousand requests should fit into the processor's cache, so little is kept of each.
        """
        operation, head, content = request.operation, request.head.kept, request.body
        body = (content if isinstance(content, bytes) else encode(content.fields))[:CUT]
        if operation in PASSING_KEYS_ON:
            body = reduced_json(body)
        sent, status, headers = sent[:CUT], response.status, response.headers
        generation, transaction = request.generation, self._transaction
        late = generation != transaction.generation and transaction.is_late(
            generation, request.project
        )
        started, ended = request.started, stopwatch()
        fields = operation, head, body, started, ended, status, headers, sent, faults, late
        self._ring.append(fields)
        size = len(sent) if isinstance(sent, bytes) else LONGEST_KEPT
        self._weight += head.weight + len(body) + size
        if self._weight > self._most:
            self._lighten()
        tally = self.tallies[operation][status]
        tally.count += 1
        tally.seconds += ended - started
        for listener in tuple(self._listeners):
            listener(LoggedRequest._make(fields))

    def hits(self, operation: str) -> int:
        """The calls of an operation since the log was last cleared."""
        return self._calls(operation) - self._uncounted.get(operation, 0)

    def requests(self) -> list[LoggedRequest]:
        """The requests in the log, the newest last."""
        return [*map(LoggedRequest._make, self._ring)]

    def moment(self, reading: float) -> datetime:
        """The real time at a reading of the stopwatch."""
        return self._origin + timedelta(seconds=reading - self._beginning)

    def clear(self, project: str | None = None) -> int:
        """Drop all requests and hits, or the requests of one project. Returns how many."""
        before = len(self._ring)
        self.clearings += 1
        if project is None:
            self._ring.clear()
            self._weight = 0
            self._uncounted = {operation: self._calls(operation) for operation in self.tallies}
            self.tracebacks.clear()
        else:
            others = [
                fields for fields in self._ring if LoggedRequest._make(fields).project != project
            ]
            self._ring.clear()
            self._ring.extend(others)
        return before - len(self._ring)

    @contextmanager
    def notifying(self, listener: RequestHook) -> Iterator[None]:
        """Call `listener` with each request of the block, in the thread that served it."""
        self._listeners.append(listener)
        try:
            yield
        finally:
            self._listeners.remove(listener)

    def _lighten(self) -> None:
        """Drop the oldest requests until a quarter of the limit is free, which keeps this rare."""
        weights = [request.weight for request in self.requests()]
        self._weight = sum(weights)
        for weight in weights:
            if self._weight <= self._most * 3 // 4:
                return
            self._ring.popleft()
            self._weight -= weight

    def _calls(self, operation: str) -> int:
        return sum(tally.count for tally in self.tallies.get(operation, {}).values())


class LoggedRequestView(RequestView):
    """A logged request in the form that criteria test."""

    def __init__(self, logged: LoggedRequest) -> None:
        super().__init__(logged.operation, logged.head, logged.body)
        self.id = logged.number
        self.status = logged.status
        self.logged = logged

    @cached_property
    def answer(self) -> Any:
        """The JSON value of the response body, or its text."""
        return value_of(self.logged.content)


class Capture:
    """An ASGI `send` that keeps the body, up to `CUT` bytes."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._left = CUT
        self.chunks: list[Chunk] = []

    async def __call__(self, message: Message) -> None:
        """Send a message."""
        content = message.get("body", b"")
        if content and self._left > 0:
            self.chunks.append(Chunk(stopwatch(), content[: self._left]))
            self._left -= len(content)
        await self._send(message)


def as_chunks(parts: Iterable[bytes]) -> list[Chunk]:
    """The capture of a body that was sent in one write."""
    now, left, chunks = stopwatch(), CUT, []
    for part in parts:
        if left > 0:
            chunks.append(Chunk(now, part[:left]))
            left -= len(part)
    return chunks
