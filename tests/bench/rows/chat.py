"""Chat completions, plain and streamed."""

from __future__ import annotations

from dataclasses import replace

from tests.bench import process, request
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
    """A reply is a pure function of its request, so it is cached."""
    return bench.versus("post", replace(request.chat(60), period=1))


@row("H6p", "chat, 32 callers / a fixed answer by Starlette", at_least(0.57))
def beside_a_fixed_answer(bench: Bench) -> Outcome:
    """The target is the figure of the fastest other mock, relative to the same limit."""
    return bench.versus("static", request.chat(60))


@row("H6d", "chat with demands: median processor time", at_most(1, "ms"))
def demanding(bench: Bench) -> Outcome:
    """The model's own cases, which `make sense` checks; the longest of them take a page."""
    usual, longest = process.alone("demand_costs", bench.effort.rounds)
    return Outcome(Duration(usual * 1e3), note=f"99 % within {longest * 1e3:.1f} ms")


@row("H7", "chat stream, one event a send / bare sends", at_least(0.75))
def stream(bench: Bench) -> Outcome:
    """The cost of an event, with equally many sends on both sides."""
    return _streamed(bench, bench.mock(altered=ONE_EVENT_PER_SEND))


@row("H8", "chat stream, as it is served / bare sends", at_least(5))
def batched_stream(bench: Bench) -> Outcome:
    """The cost of an event when a server without delay sends several at a time."""
    return _streamed(bench, bench.mock())


@row("H6s", "chat, JSON of 10 properties, processor time", at_most(1, "ms"))
def structured(bench: Bench) -> Outcome:
    """The same schema in every request, which is compiled once, and different questions."""
    chat = request.structured_chat()
    server = bench.mock()
    size = len(check(server, chat).body)
    [rate] = bench.rounds(bench.load(server, chat))
    return Outcome(Duration(rate.cpu_us / 1e3), note=f"{size} B answered")


def _streamed(bench: Bench, server: Server) -> Outcome:
    ours, sends = _events_of(server, bench)
    limit, bare_sends = _events_of(bench.limit("events"), bench)
    return bench.compare(ours, limit, f"{sends} / {bare_sends}")


def _events_of(server: Server, bench: Bench) -> tuple[Measure, str]:
    """The load of a long stream, counted in events, and its division into sends."""
    chat = request.chat(200, stream=True)
    reply = check(server, chat)
    events = reply.body.count(b"data: ")
    load = bench.load(server, chat, connections=8, items=events)
    return load, f"{events} events in {reply.sends} sends"
