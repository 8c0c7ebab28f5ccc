"""Chat completions, plain and streamed."""

from __future__ import annotations

from dataclasses import replace

from tests.bench import request
from tests.bench.altered import ONE_EVENT_PER_SEND
from tests.bench.bench import Bench, Measure, check
from tests.bench.figures import Duration, Outcome, at_least, at_most
from tests.bench.process import Server
from tests.bench.rows.declared import row


@row("H6", "chat, 60 tokens / bare POST", at_least(0.40))
def chat(bench: Bench) -> Outcome:
    return bench.versus("post", request.chat(60))


@row("H6r", "the same chat again / bare POST", at_least(0.70))
def repeated(bench: Bench) -> Outcome:
    """A reply is a pure function of its request, so it need not be thought of twice."""
    return bench.versus("post", replace(request.chat(60), period=1))


@row("H6p", "chat, 32 callers / a fixed answer by Starlette", at_least(0.57))
def beside_a_fixed_answer(bench: Bench) -> Outcome:
    """Of other mocks, all measured beside such an answer, the fastest reached this."""
    asked = request.chat(60)
    servers = bench.mock(), bench.limit("static")
    return bench.compare(*(bench.load(server, asked, connections=32) for server in servers))


@row("H7", "chat stream, one event a send / bare sends", at_least(0.75))
def stream(bench: Bench) -> Outcome:
    """What an event costs, with as many sends on both sides."""
    return _streamed(bench, bench.mock(altered=ONE_EVENT_PER_SEND))


@row("H8", "chat stream, as it is served / bare sends", at_least(5))
def batched_stream(bench: Bench) -> Outcome:
    """What an event costs when a server without delay sends several at a time."""
    return _streamed(bench, bench.mock())


@row("H6s", "chat, JSON of 10 properties, processor time", at_most(1, "ms"))
def structured(bench: Bench) -> Outcome:
    """One schema in every request, which is read once, and another question in each."""
    asked = request.structured_chat()
    server = bench.mock()
    size = len(check(server, asked).body)
    [rate] = bench.rounds(bench.load(server, asked))
    return Outcome(Duration(rate.cpu_us / 1e3), note=f"{size} B answered")


def _streamed(bench: Bench, server: Server) -> Outcome:
    ours, sends = _events_of(server, bench)
    limit, bare_sends = _events_of(bench.limit("events"), bench)
    return bench.compare(ours, limit, f"{sends} / {bare_sends}")


def _events_of(server: Server, bench: Bench) -> tuple[Measure, str]:
    """The load of a long stream, counted in events, and how the server cuts it into sends."""
    asked = request.chat(200, stream=True)
    reply = check(server, asked)
    events = reply.body.count(b"data: ")
    load = bench.load(server, asked, connections=8, items=events)
    return load, f"{events} events in {reply.sends} sends"
