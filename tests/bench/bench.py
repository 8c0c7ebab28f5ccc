"""The bench of a row: servers that stop with the row, load on them, interleaved rounds."""

from __future__ import annotations

import http.client
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Self

from tests.bench import process
from tests.bench.altered import Alterations
from tests.bench.client import HOST, Job, Reply, Tally
from tests.bench.figures import Outcome, Rate
from tests.bench.load import Generator
from tests.bench.process import Failed, Server
from tests.bench.request import (
    HEALTH,
    KEY,
    NUMBER,
    WIDTH,
    Request,
    batch_of_ends,
    batch_of_relatives,
    batch_of_starts,
)

CONNECTIONS = 32
BATCH = 250
RUN = 10_000_000
"""Numbers reserved for each run of load, so that no two runs send the same request; those of the
first run are the calls stored in advance."""

Measure = Callable[[], Rate]


@dataclass(frozen=True)
class Effort:
    """The effort of a measurement: rounds, seconds of each, calls stored in advance, and servers
    killed."""

    rounds: int = 5
    seconds: int = 1
    stored: int = 10_000
    kills: int = 20


class Bench:
    """The bench of one row."""

    def __init__(self, effort: Effort, generator: Generator) -> None:
        self.effort = effort
        self._generator = generator
        self._running = ExitStack()
        self._runs = count(1)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self._running.close()

    def folder(self) -> Path:
        """A new folder, deleted after the row."""
        made = TemporaryDirectory(prefix="mockserver-bench-", ignore_cleanup_errors=True)
        return Path(self._running.enter_context(made))

    def database(self) -> Path:
        """The path of a new database."""
        return self.folder() / "db.json"

    def mock(
        self, *flags: str | Path, stored: int = 0, altered: Alterations | None = None
    ) -> Server:
        """A mockserver with calls numbered 0 to `stored`."""
        starting = process.mock(*map(str, flags), altered=altered)
        server = self._running.enter_context(starting)
        store_calls(server, range(stored))
        return server

    def limit(self, app: str, **variables: str) -> Server:
        """An application of `limits`."""
        return self._running.enter_context(process.limit(app, **variables))

    def load(
        self, server: Server, request: Request, *, connections: int = CONNECTIONS, items: int = 1
    ) -> Measure:
        """A round of `request` on `server`; each response counts as `items`."""
        check(server, request)
        return lambda: self._rate(server, request, connections, lambda done: done.requests * items)

    def flow(self, server: Server, request: Request, size: int, *, connections: int) -> Measure:
        """A round of a response that is measured in rows of `size` bytes, even if incomplete."""
        return lambda: self._rate(server, request, connections, lambda done: done.bytes / size)

    def slowest_percent(self, server: Server, request: Request, *, connections: int) -> float:
        """The 99th percentile of the latency in a round, in milliseconds."""
        return self._tally(server, request, connections).p99 * 1e3

    def rounds(self, *measures: Measure) -> list[Rate]:
        """The best rate of each, after a warm-up, in alternating rounds."""
        for measure in measures:
            measure()
        rounds = [[measure() for measure in measures] for _ in range(self.effort.rounds)]
        return [Rate.best(rates) for rates in zip(*rounds, strict=True)]

    def versus(self, app: str, request: Request, server: Server | None = None) -> Outcome:
        """The same request to mockserver and to an application of `limits`."""
        ours = self.load(server or self.mock(), request)
        return self.compare(ours, self.load(self.limit(app), request))

    def compare(self, ours: Measure, limit: Measure, note: str = "") -> Outcome:
        """The best rates of both."""
        rates = self.rounds(ours, limit)
        return Outcome(rates[0], rates[1], note)

    def _rate(
        self, server: Server, request: Request, connections: int, size: Callable[[Tally], float]
    ) -> Rate:
        before = server.cpu_seconds()
        tally = self._tally(server, request, connections)
        used = server.cpu_seconds() - before
        done = size(tally)
        return Rate(done / tally.seconds, used / done * 1e6)

    def _tally(self, server: Server, request: Request, connections: int) -> Tally:
        tally = self._generator(self._job(server, request, connections))
        if tally.errors or not tally.bytes:
            raise Failed(f"{request}: {tally.errors} of {tally.requests} requests failed")
        return tally

    def _job(self, server: Server, request: Request, connections: int) -> Job:
        return Job(
            port=server.port,
            parts=request.text().split(NUMBER),
            first=next(self._runs) * RUN,
            step=request.step,
            period=request.period,
            width=WIDTH,
            connections=connections,
            seconds=self.effort.seconds,
        )


def check(server: Server, request: Request) -> Reply:
    """The answer to one such request. Raises Failed unless it is a 2xx: no row measures errors."""
    reply = server.first_answer(request)
    if reply.status // 100 != 2:
        start = reply.body[:200].decode(errors="replace")
        raise Failed(f"{request} answers {reply.status}: {start}")
    return reply


def store_calls(server: Server, numbers: range) -> None:
    """Start the calls of these numbers, in batches."""
    _post_batches(server, batch_of_starts, numbers)


def store_relatives(server: Server, numbers: range) -> None:
    """Start the calls of these numbers as members of traces and threads."""
    _post_batches(server, batch_of_relatives, numbers)


def end_calls(server: Server, numbers: range) -> None:
    """End the calls of these numbers, in batches."""
    _post_batches(server, batch_of_ends, numbers)


def _post_batches(server: Server, body_of: Callable[[range], bytes], numbers: range) -> None:
    server.first_answer(HEALTH)
    connection = http.client.HTTPConnection(HOST, server.port)
    headers = {**KEY, "Content-Type": "application/json"}
    for first in range(0, len(numbers), BATCH):
        body = body_of(numbers[first : first + BATCH])
        connection.request("POST", "/call/upsert_batch", body, headers)
        response = connection.getresponse()
        answer = response.read()
        if response.status != 200:
            raise Failed(f"storing calls: {response.status} {answer[:200]!r}")
    connection.close()
