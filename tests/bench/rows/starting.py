"""Starting cold."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import perf_counter

from tests.bench import process
from tests.bench.bench import Bench
from tests.bench.client import exchange
from tests.bench.figures import Duration, Outcome, at_most
from tests.bench.request import HEALTH
from tests.bench.rows.declared import row


@row("C1", "process to first answer / bare uvicorn", at_most(2.1))
def cold_start(bench: Bench) -> Outcome:
    def timed(start: Callable[[], process.Server]) -> float:
        began = perf_counter()
        with start() as server:
            server.first_answer(HEALTH)
            return (perf_counter() - began) * 1e3

    starts = (process.mock, lambda: process.limit("get"))
    rounds = [[timed(start) for start in starts] for _ in range(bench.effort.rounds)]
    ours, limit = (Duration(min(times)) for times in zip(*rounds, strict=True))
    return Outcome(ours, limit)


@row("C2", "fixture server: enter + answer, or exit", at_most(5, "ms"))
def fixture(bench: Bench) -> Outcome:
    """The slower half of what a test pays for a server of its own."""
    halves = [_enter_and_exit() for _ in range(bench.effort.rounds * 4)]
    enter, leave = (median(times) for times in zip(*halves, strict=True))
    return Outcome(Duration(max(enter, leave)), note=f"enter {enter:.1f} ms, exit {leave:.1f} ms")


def _enter_and_exit() -> tuple[float, float]:
    from mockserver import MockServer, Settings

    began = perf_counter()
    with MockServer(Settings.read({"port": 0}, {})) as server:
        port = int(server.url.rpartition(":")[2])
        assert exchange(port, HEALTH.numbered(0)).status == 200
        answered = perf_counter()
    return (answered - began) * 1e3, (perf_counter() - answered) * 1e3
