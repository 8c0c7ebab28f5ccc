"""The cost of a large store: the same work with many calls and with a thousand."""

from __future__ import annotations

from tests.bench import process, request
from tests.bench.bench import Bench, store_calls
from tests.bench.figures import Duration, Outcome, Rate, at_least, at_most
from tests.bench.request import Request
from tests.bench.rows.calls import FEW
from tests.bench.rows.declared import row

SMALL, LARGE, HUGE = 1_000, 100_000, 1_000_000

PAGE = 100


@row("S2", "one call kept, 100k stored / 1k stored", at_most(1.25))
def put(bench: Bench) -> Outcome:
    return _put(bench, LARGE)


@row("S2-1M", "one call kept, 1M stored / 1k stored", at_most(2), million=True)
def put_in_a_million(bench: Bench) -> Outcome:
    return _put(bench, HUGE)


@row("S3", "call/start, 100k stored / 1k stored", at_least(0.95))
def start(bench: Bench) -> Outcome:
    return _start(bench, LARGE)


@row("S3-1M", "call/start, 1M stored / 1k stored", at_least(0.91), million=True)
def start_in_a_million(bench: Bench) -> Outcome:
    return _start(bench, HUGE)


@row("Q4", "first 100 calls of 100k / of 1k", at_least(0.67))
def page(bench: Bench) -> Outcome:
    return _page(bench, LARGE, request.first_calls(PAGE))


@row("Q4b", "last 100 calls of 100k / of 1k", at_least(0.67))
def last_page(bench: Bench) -> Outcome:
    return _page(bench, LARGE, request.last_calls(PAGE))


@row("Q4-1M", "first 100 calls of 1M / of 1k", at_least(0.67), million=True)
def page_of_a_million(bench: Bench) -> Outcome:
    return _page(bench, HUGE, request.first_calls(PAGE))


def _put(bench: Bench, size: int) -> Outcome:
    """In process, with the log."""
    costs = process.alone("put_costs", bench.effort.rounds, size, SMALL)
    ours, limit = (Duration(seconds * 1e3) for seconds in costs)
    return Outcome(ours, limit)


def _start(bench: Bench, size: int) -> Outcome:
    """Each round adds calls, so the small store is created for each, and warmed up by starts that
    change nothing."""
    large = bench.load(bench.mock("--db", bench.database(), stored=size), request.start())

    def small() -> Rate:
        with process.mock("--db", str(bench.database())) as server:
            store_calls(server, range(SMALL))
            bench.load(server, request.start_again())()
            return bench.load(server, request.start())()

    return bench.compare(large, small)


def _page(bench: Bench, size: int, query: Request) -> Outcome:
    servers = [bench.mock("--db", bench.database(), stored=stored) for stored in (size, SMALL)]
    large, small = (bench.load(server, query, connections=FEW) for server in servers)
    return bench.compare(large, small)
