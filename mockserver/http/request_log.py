"""The journal: the last requests, what was answered to them, and when.

It is written on every request and read rarely. So a request leaves a tuple of what is at hand,
and whoever reads turns that into words. Credentials alone are reduced before they are kept.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta

from starlette.types import Scope

from mockserver.core.clock import real_now, stopwatch
from mockserver.core.limits import LONGEST_KEPT
from mockserver.core.masking import (
    API_KEY,
    AUTHORIZATION,
    COOKIE,
    reduced,
    reduced_json,
    reduced_query,
)
from mockserver.http.exchange import (
    GENERATION,
    Answered,
    Asked,
    Exchange,
    Log,
    Taken,
    head_weight,
    project_of,
)
from mockserver.store.transaction import Transaction

MOST_BYTES, BYTES_EACH = 16 << 20, 16 << 10
"""Bytes of headers and bodies that a journal holds, or so many for each request if that is more."""

PASSING_KEYS_ON = frozenset({"Completions Create", "Completions Create Stream"})
"""Operations whose bodies may hold credentials, for those who serve the models."""


@dataclass(slots=True)
class Tally:
    """How many requests, and how many seconds they took together."""

    count: int = 0
    seconds: float = 0.0


class Journal:
    """The last exchanges, as many as `size`, and how often each operation was called."""

    def __init__(self, transaction: Transaction, size: int, log: Log | None = None) -> None:
        self._transaction = transaction
        self._ring: deque[Taken] = deque(maxlen=size)
        self._most = max(MOST_BYTES, size * BYTES_EACH)
        self._weight = 0
        """Bytes of headers and bodies, with those that were forgotten since they were weighed."""
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
        query = scope["query_string"]
        if query:
            query = reduced_query(query)
        if operation in PASSING_KEYS_ON:
            body = reduced_json(body)
        ended = stopwatch()
        taken = (
            operation,
            scope["method"],
            scope["path"],
            query,
            scope.get("path_params", {}),
            headers,
            body,
            started,
            ended,
            *answered,
            faults,
            self._is_late(scope, headers, body),
        )
        self._ring.append(taken)
        answer = answered[2]
        self._weight += head_weight(scope["path"], scope["query_string"], headers) + len(body)
        self._weight += len(answer) if type(answer) is bytes else LONGEST_KEPT
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

    def _is_late(self, scope: Scope, headers: Mapping[bytes, bytes], body: bytes) -> bool:
        began = scope.get(GENERATION, 0)
        if began == self._transaction.generation:
            return False
        project = project_of(scope.get("path_params", {}), body, headers)
        return self._transaction.is_late(began, project)

    def _lighten(self) -> None:
        """Weigh what is kept, and forget the oldest until there is room for a quarter more, so
        that this is rare."""
        weights = [exchange.weight for exchange in self.exchanges()]
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
