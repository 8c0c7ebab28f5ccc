"""The path from a socket to a handler."""

from __future__ import annotations

from dataclasses import replace

from tests.bench import request
from tests.bench.bench import Bench
from tests.bench.figures import Outcome, at_least
from tests.bench.request import HEALTH, KEY, PAGE
from tests.bench.rows.declared import row


@row("H1", "GET /health / bare GET", at_least(1.2))
def health(bench: Bench) -> Outcome:
    return bench.versus("get", HEALTH)


@row("H10", "slowest / fastest path of one handler", at_least(0.90))
def position(bench: Bench) -> Outcome:
    """One small handler, reached by the first path of the table, one of its last, and two
    templates: only the routing differs."""
    exact, template = "/call/start", "/v2/bench/speed/call/start"
    paths = (exact, f"/traces{exact}", template, f"/traces{template}")
    server = bench.mock()
    loads = [bench.load(server, replace(request.start_again(), path=path)) for path in paths]
    rates = dict(zip(paths, bench.rounds(*loads), strict=True))
    slow, fast = (choose(paths, key=lambda path: rates[path].cpu_us) for choose in (max, min))
    return Outcome(rates[slow], rates[fast], f"{slow} / {fast}")


@row("H11", "key checked and CORS answered / neither", at_least(0.90))
def layers(bench: Bench) -> Outcome:
    """A request with credential and origin, and one with neither to a server that needs none."""
    bare = replace(request.start_again(), headers=())
    full = replace(bare, headers=(*KEY.items(), *PAGE.items()))
    open_server = bench.mock("--auth", "none")
    return bench.compare(bench.load(bench.mock(), full), bench.load(open_server, bare))
