"""What a row measures with: servers that end with the row, load on them, interleaved rounds."""

from __future__ import annotations

import http.client
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import count
from typing import Self

from tests.bench import process
from tests.bench.client import HOST, Job, Reply
from tests.bench.figures import Outcome, Rate
from tests.bench.load import Generator
from tests.bench.process import Failed, Server
from tests.bench.request import HEALTH, KEY, NUMBER, WIDTH, Request, batch_of_starts

CONNECTIONS = 32
BATCH = 250
RUN = 10_000_000
"""Numbers set aside for each run of load, so that no two runs send the same request; those of
the first run are the calls stored beforehand."""

Measure = Callable[[], Rate]


@dataclass(frozen=True)
class Effort:
    """How much to measure: rounds, seconds of each, and calls stored before reading them."""

    rounds: int = 5
    seconds: int = 1
    stored: int = 10_000


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

    def mock(self, *flags: str, stored: int = 0) -> Server:
        """A mockserver of this row's own, with calls numbered 0 to `stored`."""
        server = self._running.enter_context(process.mock(*flags))
        store_calls(server, stored)
        return server

    def limit(self, app: str) -> Server:
        """An application of `limits`."""
        return self._running.enter_context(process.limit(app))

    def load(
        self, server: Server, request: Request, *, connections: int = CONNECTIONS, items: int = 1
    ) -> Measure:
        """One round of `request` on `server`; each answer brings so many `items`."""

        def measure() -> Rate:
            job = self._job(server, request, connections)
            before = server.cpu_seconds()
            tally = self._generator(job)
            used = server.cpu_seconds() - before
            if tally.errors or not tally.requests:
                wrong = f"{tally.errors} of {tally.requests} requests went wrong"
                raise Failed(f"{request}: {wrong}")
            done = tally.requests * items
            return Rate(done / tally.seconds, used / done * 1e6)

        check(server, request)
        return measure

    def rounds(self, *measures: Measure) -> list[Rate]:
        """The best rate of each, after a warm-up, in rounds that take turns."""
        for measure in measures:
            measure()
        rounds = [[measure() for measure in measures] for _ in range(self.effort.rounds)]
        return [Rate.best(rates) for rates in zip(*rounds, strict=True)]

    def versus(self, app: str, request: Request, server: Server | None = None) -> Outcome:
        """The same request to mockserver and to an application of `limits`."""
        ours = self.load(server or self.mock(), request)
        return self.compare(ours, self.load(self.limit(app), request))

    def compare(self, ours: Measure, limit: Measure, note: str = "") -> Outcome:
        """The best rates of two."""
        rates = self.rounds(ours, limit)
        return Outcome(rates[0], rates[1], note)

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


def store_calls(server: Server, stored: int) -> None:
    """Start the calls numbered 0 to `stored`, in batches."""
    server.first_answer(HEALTH)
    connection = http.client.HTTPConnection(HOST, server.port)
    for first in range(0, stored, BATCH):
        numbers = range(first, min(first + BATCH, stored))
        headers = {**KEY, "Content-Type": "application/json"}
        connection.request("POST", "/call/upsert_batch", batch_of_starts(numbers), headers)
        response = connection.getresponse()
        answer = response.read()
        if response.status != 200:
            raise Failed(f"storing calls: {response.status} {answer[:200]!r}")
    connection.close()
