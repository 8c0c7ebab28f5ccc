"""The longest wait that one request, or garbage collection, may cause for others."""

from __future__ import annotations

from itertools import cycle

from tests.bench import request
from tests.bench.bench import Bench
from tests.bench.client import exchange
from tests.bench.figures import Duration, Outcome, at_most
from tests.bench.process import Failed, Server
from tests.bench.request import Request
from tests.bench.rows.declared import row

REQUESTS = 5_000


@row("S9", "longest pause over 5,000 mixed requests", at_most(50, "ms"))
def pauses(bench: Bench) -> Outcome:
    """Processor time of the server between two responses. Every other request has a new schema; the
    rest start, end, read and list calls."""
    server = bench.mock("--db", bench.database())
    schema, rest = request.new_schema(), (request.start(), request.end(1000), request.read(1000))
    mixed = cycle((schema, rest[0], schema, rest[1], schema, rest[2], request.last_calls(100)))
    taken = [_cpu_seconds(server, next(mixed), number) for number in range(REQUESTS)][10:]
    longest, usual = max(taken) * 1e3, sum(taken) / len(taken) * 1e3
    return Outcome(Duration(longest), note=f"mean {usual:.2f} ms")


def _cpu_seconds(server: Server, sent: Request, number: int) -> float:
    if number == 0:
        server.first_answer(request.HEALTH)
    before = server.cpu_seconds()
    reply = exchange(server.port, sent.numbered(number))
    if reply.status != 200:
        raise Failed(f"{sent}: {reply.status} {reply.body[:200]!r}")
    return server.cpu_seconds() - before
