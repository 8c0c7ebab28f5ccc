"""A plain HTTP/1.1 client: one exchange for a check, many connections for load.

As a process (`python -m tests.bench.client`) it is the load generator of machines without wrk: it
reads a job and writes a tally, both as JSON.
"""

from __future__ import annotations

import asyncio
import json
import socket
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from typing import cast

import httptools

HOST = "127.0.0.1"
PATIENCE = 10.0


@dataclass(frozen=True)
class Job:
    """A load: `connections` are kept busy for `seconds`.

    `parts` are the pieces of the request's text around its number.
    """

    port: int
    parts: list[str]
    first: int
    step: int
    period: int
    width: int
    connections: int
    seconds: int


@dataclass
class Tally:
    """The result of a job: complete responses, bytes received, seconds in all, the 99th percentile
    of the latency in seconds, and responses other than 2xx."""

    requests: int = 0
    bytes: int = 0
    seconds: float = 0.0
    p99: float = 0.0
    errors: int = 0


class Reply:
    """A response, complete or arriving."""

    def __init__(self) -> None:
        self._parser = httptools.HttpResponseParser(self)
        self._chunks = 0
        self._parts: list[bytes] = []
        self.complete = False

    @property
    def body(self) -> bytes:
        return b"".join(self._parts)

    @property
    def status(self) -> int:
        return self._parser.get_status_code()

    @property
    def sends(self) -> int:
        """The number of pieces of the body, without the closing chunk."""
        return max(1, self._chunks - 1)

    def feed(self, data: bytes) -> None:
        self._parser.feed_data(data)

    def on_chunk_header(self) -> None:
        self._chunks += 1

    def on_body(self, body: bytes) -> None:
        self._parts.append(body)

    def on_message_complete(self) -> None:
        self.complete = True


def exchange(port: int, request: bytes) -> Reply:
    """Send a request on a new connection. Raises ConnectionError, TimeoutError."""
    reply = Reply()
    with socket.create_connection((HOST, port), PATIENCE) as sock:
        sock.sendall(request)
        while not reply.complete:
            data = sock.recv(65536)
            if not data:
                raise ConnectionError("closed before the response was complete")
            reply.feed(data)
    return reply


class Connection(asyncio.Protocol):
    """Sends the next request after each response, and records the latency."""

    def __init__(self, requests: Iterator[bytes], tally: Tally, waits: list[float]) -> None:
        self._requests = requests
        self._tally = tally
        self._waits = waits
        self._parser = httptools.HttpResponseParser(self)
        self._write: Callable[[bytes], None]
        self._sent = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._write = cast("asyncio.Transport", transport).write
        self._send()

    def data_received(self, data: bytes) -> None:
        self._tally.bytes += len(data)
        self._parser.feed_data(data)

    def on_message_complete(self) -> None:
        self._waits.append(time.perf_counter() - self._sent)
        self._tally.requests += 1
        self._tally.errors += self._parser.get_status_code() // 100 != 2
        self._send()

    def connection_lost(self, exc: Exception | None) -> None:
        self._tally.errors += 1

    def _send(self) -> None:
        self._sent = time.perf_counter()
        self._write(next(self._requests))


def numbered(job: Job) -> Iterator[bytes]:
    """The endless requests of a job."""
    parts, number = [part.encode() for part in job.parts], job.first
    while True:
        number = (number + job.step) % job.period
        yield (b"%0*d" % (job.width, number)).join(parts)


async def work(job: Job) -> Tally:
    """Do a job."""
    loop, requests = asyncio.get_running_loop(), numbered(job)
    tally, waits = Tally(), [0.0]
    started = time.perf_counter()
    for _ in range(job.connections):
        await loop.create_connection(lambda: Connection(requests, tally, waits), HOST, job.port)
    await asyncio.sleep(job.seconds)
    slowest = sorted(waits)[len(waits) * 99 // 100]
    return replace(tally, seconds=time.perf_counter() - started, p99=slowest)


def main() -> None:
    """Read a job, do it, write its tally."""
    import uvloop

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        tally = runner.run(work(Job(**json.load(sys.stdin))))
    print(json.dumps(asdict(tally)))


if __name__ == "__main__":
    main()
