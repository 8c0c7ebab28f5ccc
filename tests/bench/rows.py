"""The rows of the bench, each in one place: id, title, target, and how it is measured.

A row is a function from a bench to an outcome. Ratios compare within one run only; the limits
are the applications of `limits`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from statistics import median
from time import perf_counter

from tests.bench import process, request
from tests.bench.bench import Bench, Measure, check, store_calls
from tests.bench.client import exchange
from tests.bench.figures import Duration, Outcome, Rate, Target, at_least, at_most
from tests.bench.request import HEALTH, KEY, PAGE

Measurement = Callable[[Bench], Outcome]


@dataclass(frozen=True)
class Row:
    """One line of the table."""

    id: str
    title: str
    target: Target
    measure: Measurement


ROWS: dict[str, Row] = {}


def row(id: str, title: str, target: Target) -> Callable[[Measurement], Measurement]:
    """Declare a row. Raises ValueError if there is one of this id."""

    def declare(measure: Measurement) -> Measurement:
        if id in ROWS:
            raise ValueError(f"row {id} is declared twice")
        ROWS[id] = Row(id, title, target, measure)
        return measure

    return declare


@row("H1", "GET /health / bare GET", at_least(1.10))
def health(bench: Bench) -> Outcome:
    return bench.versus("get", HEALTH)


@row("H2", "call/read by id / bare POST", at_least(0.70))
def read(bench: Bench) -> Outcome:
    stored = bench.effort.stored
    outcome = bench.versus("post", request.read(stored), bench.mock(stored=stored))
    return replace(outcome, note=f"{stored:,} calls stored")


@row("H3", "call/start, 1.5 KB / bare POST", at_least(0.45))
def start(bench: Bench) -> Outcome:
    return bench.versus("post", request.start())


@row("H6", "chat, 60 tokens / bare POST", at_least(0.40))
def chat(bench: Bench) -> Outcome:
    return bench.versus("post", request.chat(60))


@row("H7", "chat stream / bare sends, per event", at_least(0.75))
def chat_stream(bench: Bench) -> Outcome:
    ours, sends = _events_of(bench.mock(), bench)
    limit, bare_sends = _events_of(bench.limit("events"), bench)
    return bench.compare(ours, limit, f"{sends} / {bare_sends}")


def _events_of(server: process.Server, bench: Bench) -> tuple[Measure, str]:
    """The load of a long stream, counted in events, and how the server cuts it into sends."""
    asked = request.chat(200, stream=True)
    reply = check(server, asked)
    events = reply.body.count(b"data: ")
    load = bench.load(server, asked, connections=8, items=events)
    return load, f"{events} events in {reply.sends} sends"


@row("H10", "slowest / fastest path of one handler", at_least(0.90))
def position(bench: Bench) -> Outcome:
    """One small handler, by the first path of the table, one of its last, and two templates.

    Every answer costs the same but for finding the way to it."""
    exact, template = "/call/start", "/v2/bench/speed/call/start"
    paths = (exact, f"/traces{exact}", template, f"/traces{template}")
    server = bench.mock()
    loads = [bench.load(server, replace(request.start_again(), path=path)) for path in paths]
    rates = dict(zip(paths, bench.rounds(*loads), strict=True))
    slow, fast = (choose(paths, key=lambda path: rates[path].cpu_us) for choose in (max, min))
    return Outcome(rates[slow], rates[fast], f"{slow} / {fast}")


@row("H11", "key checked and CORS answered / neither", at_least(0.90))
def layers(bench: Bench) -> Outcome:
    """A request with credential and origin; one with neither, to a server that asks for none."""
    bare = replace(request.start_again(), headers=())
    full = replace(bare, headers=(*KEY.items(), *PAGE.items()))
    open_server = bench.mock("--auth", "none")
    return bench.compare(bench.load(bench.mock(), full), bench.load(open_server, bare))


@row("C1", "process to first answer / bare uvicorn", at_most(2.2))
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


@row("G1", "call/start, 50k stored / 1k stored", at_least(0.90))
def growth(bench: Bench) -> Outcome:
    """A round adds calls itself, so the small store is made anew for each; reads warm it."""
    large = bench.load(bench.mock(stored=50_000), request.start())

    def small() -> Rate:
        with process.mock() as server:
            store_calls(server, 1_000)
            bench.load(server, request.read(1_000))()
            return bench.load(server, request.start())()

    return bench.compare(large, small)
