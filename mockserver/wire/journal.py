"""The journal: the last requests, what was answered to them, and when.

It is written on every request and read rarely. So a request leaves a tuple of what is at hand,
and whoever reads turns that into words. Credentials alone are reduced before they are kept.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any, NamedTuple

from starlette.types import Scope

from mockserver.core.clock import real_now, stopwatch
from mockserver.store.ledger import Ledger
from mockserver.wire.cors import HeaderList
from mockserver.wire.tape import LONGEST, Chunk

LOOKED_AT = LONGEST
"""Bytes of a body in which its project is looked for: clients name it first."""

MOST_BYTES, BYTES_EACH = 16 << 20, 16 << 10
"""Bytes of bodies that a journal holds at most, or so many for each request if that is more."""

GENERATION = "mockserver.generation"
"""The key in a request's scope that holds the generation of the state it began in."""

AUTHORIZATION, API_KEY, COOKIE = b"authorization", b"wandb-api-key", b"cookie"

_PROJECT = re.compile(
    rb'"project_id"\s*:\s*"([^"\\]{1,200})"|name="project_id"\r\n\r\n([^\r]{1,200})'
)


class Exchange(NamedTuple):
    """A request and its answer. Bodies may be one byte too long, which says that they are cut."""

    operation: str
    """Empty if nothing serves the path."""
    method: str
    path: str
    query: bytes
    path_params: Mapping[str, str]
    headers: Mapping[bytes, bytes]
    body: bytes
    started: float
    ended: float
    status: int
    """0 if the connection was dropped before there was one."""
    answer_headers: HeaderList
    answer: bytes | list[Chunk]
    faults: tuple[str, ...]
    generation: int

    @property
    def name(self) -> str:
        """The operation, or what was asked for in its place."""
        return self.operation or f"{self.method} {self.path}"

    @property
    def seconds(self) -> float:
        """How long it took, to the last byte."""
        return self.ended - self.started

    @property
    def project(self) -> str:
        """The project that the path or the body names first; empty if none is named."""
        return project_of(self.path_params, self.body)

    @property
    def number(self) -> str:
        """The request's number, as `X-Mockserver-Request` told the caller."""
        return dict(self.answer_headers).get(b"x-mockserver-request", b"").decode()


Log = Callable[[Exchange], None]

Asked = tuple[Scope, dict[bytes, bytes], bytes, float]
"""A request: its scope, headers and body, and the stopwatch when it began."""

Answered = tuple[int, HeaderList, bytes | list[Chunk]]
"""An answer: its status, its headers, and the content, whole or in the pieces that were sent."""

Keep = Callable[..., None]
"""Keeps what was asked and what was answered."""

Taken = tuple[Any, ...]
"""An exchange as the journal keeps it: its fields in their order, without a name for each."""


def project_of(path_params: Mapping[str, str], body: bytes) -> str:
    """The project that a path or a body names first; empty if none is named."""
    if "entity" in path_params:
        return f"{path_params['entity']}/{path_params['project']}"
    match = _PROJECT.search(body, 0, LOOKED_AT)
    return (match[1] or match[2]).decode(errors="replace") if match else ""


@dataclass(slots=True)
class Tally:
    """How many requests, and how many seconds they took together."""

    count: int = 0
    seconds: float = 0.0


class Journal:
    """The last exchanges, as many as `size`, and how often each operation was called."""

    def __init__(self, ledger: Ledger, size: int, log: Log | None = None) -> None:
        self._ledger = ledger
        self._ring: deque[Taken] = deque(maxlen=size)
        self._most = max(MOST_BYTES, size * BYTES_EACH)
        self._weight = 0
        """Bytes of bodies, those included that were forgotten since they were weighed."""
        self._hearers: list[Log] = [log] if log else []
        self._origin, self._beginning = real_now(), stopwatch()
        self.tallies: dict[str, dict[int, Tally]] = {}
        """What came of all requests of this life, by operation and status, those forgotten too."""
        self._uncounted: dict[str, int] = {}
        self.failures: dict[str, str] = {}
        """Tracebacks of defects of ours, by the number of the request."""
        self.clearings = 0
        """How often exchanges were forgotten before their time."""

    def add(
        self, operation: str, asked: Asked, answered: Answered, faults: tuple[str, ...] = ()
    ) -> None:
        """Keep an exchange that is over; its headers, of which nobody else has a use, lose their
        credentials. What is kept is little: a thousand of them should stay near the processor."""
        scope, headers, body, started = asked
        if AUTHORIZATION in headers:
            headers[AUTHORIZATION] = reduced(headers[AUTHORIZATION])
        if API_KEY in headers:
            headers[API_KEY] = reduced(headers[API_KEY])
        if COOKIE in headers:
            headers[COOKIE] = reduced(headers[COOKIE])
        ended = stopwatch()
        taken = (
            operation,
            scope["method"],
            scope["path"],
            scope["query_string"],
            scope.get("path_params", {}),
            headers,
            body,
            started,
            ended,
            *answered,
            faults,
            scope.get(GENERATION, 0),
        )
        self._ring.append(taken)
        answer = answered[2]
        self._weight += len(body) + (len(answer) if type(answer) is bytes else LONGEST)
        if self._weight > self._most:
            self._lighten()
        try:
            tally = self.tallies[operation][answered[0]]
        except KeyError:
            tally = self.tallies.setdefault(operation, {}).setdefault(answered[0], Tally())
        tally.count += 1
        tally.seconds += ended - started
        if self._hearers:
            self._tell(taken)

    def hits(self, operation: str) -> int:
        """How often an operation was called since everything was last forgotten."""
        return self._count(operation) - self._uncounted.get(operation, 0)

    def exchanges(self) -> list[Exchange]:
        """All that are kept, the newest last."""
        return [*map(Exchange._make, self._ring)]

    def late(self, exchange: Exchange) -> bool:
        """Whether a request began before its state was replaced: what it wrote was dropped."""
        return self._ledger.is_late(exchange.generation, exchange.project)

    def moment(self, reading: float) -> datetime:
        """The real time at a reading of the stopwatch."""
        return self._origin + timedelta(seconds=reading - self._beginning)

    def clear(self, project: str | None = None) -> int:
        """Forget all exchanges and hits, or the exchanges of one project; how many there were."""
        before = len(self._ring)
        self.clearings += 1
        if project is None:
            self._ring.clear()
            self._weight = 0
            self._uncounted = {operation: self._count(operation) for operation in self.tallies}
            self.failures.clear()
        else:
            others = [taken for taken in self._ring if Exchange._make(taken).project != project]
            self._ring.clear()
            self._ring.extend(others)
        return before - len(self._ring)

    @contextmanager
    def heard(self, hearer: Log) -> Iterator[None]:
        """Call `hearer` with each exchange, in the thread that served it."""
        self._hearers.append(hearer)
        try:
            yield
        finally:
            self._hearers.remove(hearer)

    def _lighten(self) -> None:
        """Weigh what is kept, and forget the oldest where it is more than three quarters of what
        may be: so it need not be weighed again soon."""
        weights = [_weight(exchange) for exchange in self.exchanges()]
        self._weight = sum(weights)
        for weight in weights:
            if self._weight <= self._most * 3 // 4:
                return
            self._ring.popleft()
            self._weight -= weight

    def _count(self, operation: str) -> int:
        return sum(tally.count for tally in self.tallies.get(operation, {}).values())

    def _tell(self, taken: Taken) -> None:
        exchange = Exchange._make(taken)
        for hearer in tuple(self._hearers):
            hearer(exchange)


def _weight(exchange: Exchange) -> int:
    answer = exchange.answer
    if isinstance(answer, bytes):
        return len(exchange.body) + len(answer)
    return len(exchange.body) + sum(len(chunk.content) for chunk in answer)


@lru_cache(maxsize=64)
def reduced(credential: bytes) -> bytes:
    """A credential's scheme and, of one that is long enough to stay secret, its last four."""
    scheme, space, value = credential.partition(b" ")
    if not space:
        scheme, value = b"", scheme
    return scheme + space + b"..." + (value[-4:] if len(value) > 12 else b"")
