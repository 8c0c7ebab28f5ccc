"""What is measured in an interpreter of its own: `python -m tests.bench.alone NAME ARGUMENTS`.

One JSON value comes out. Durations are in seconds.
"""

from __future__ import annotations

import gc
import json
import shutil
import socket
import sys
from collections import deque
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

import orjson
import tinydb

from tests.bench.altered import SWITCH
from tests.bench.client import HOST, PATIENCE
from tests.bench.request import (
    HEALTH,
    PROJECT,
    RARE_TEXT,
    THREE_TERMS,
    start_of_call,
    stored,
)

SLICE = 200
"""Calls kept before the other store has its turn."""

INSERTS, STOCK_INSERTS = 500, 5
COMPACTION_DEADLINE = 60.0

Document = dict[str, Any]


def insert_costs(size: str) -> tuple[float, float]:
    """What `Table.insert` takes in a table of this size: ours, and stock TinyDB's."""
    from mockserver.store.store import Store
    from mockserver.trace.kinds import KINDS

    with TemporaryDirectory(prefix="mockserver-bench-") as folder:
        path, copy = Path(folder, "stock.json"), Path(folder, "ours.json")
        made = _documents()
        path.write_text(json.dumps({"calls": {number: next(made) for number in range(int(size))}}))
        shutil.copy(path, copy)
        ours = Store(KINDS, copy)
        insert = ours.database.table("calls").insert
        cost = median(_timed(insert, next(made)) for _ in range(INSERTS))
        ours.abandon()
        with tinydb.TinyDB(path) as stock:
            insert = stock.table("calls").insert
            return cost, median(_timed(insert, next(made)) for _ in range(STOCK_INSERTS))


def put_costs(rounds: str, *sizes: str) -> list[float]:
    """What keeping one call takes in stores of these sizes, log on: the usual call of the
    best round."""
    from mockserver.store.store import Store
    from mockserver.trace.kinds import CALLS, KINDS

    def fill(store: Store, documents: list[Document]) -> None:
        with store.transaction:
            for document in documents:
                store[CALLS].insert(document)

    def put(store: Store, document: Document) -> None:
        with store.transaction:
            store[CALLS].insert(document)

    def usual(store: Store) -> float:
        documents = [next(made) for _ in range(SLICE)]
        return median([_timed(put, store, document) for document in documents])

    with TemporaryDirectory(prefix="mockserver-bench-") as folder:
        made = _documents()
        stores = [Store(KINDS, Path(folder, f"{size}.json")) for size in sizes]
        for store, size in zip(stores, sizes, strict=True):
            for _ in range(0, int(size), SLICE):
                fill(store, [next(made) for _ in range(SLICE)])
        costs = [[usual(store) for store in stores] for _ in range(int(rounds) + 1)]
        for store in stores:
            store.abandon()
    return [min(each) for each in zip(*costs, strict=True)]


def scan_costs(rounds: str, size: str) -> list[float]:
    """What it takes to parse so many calls, to ask three things of each, and to find a rare text
    in none; the best of rounds that take turns."""
    from mockserver.settings import Settings
    from mockserver.store.store import Store
    from mockserver.trace.calls import query
    from mockserver.trace.calls.models import CallsQueryStatsReq
    from mockserver.trace.kinds import CALLS, KINDS

    store, settings, made = Store(KINDS), Settings(), _documents()
    with store.transaction:
        for _ in range(int(size)):
            store[CALLS].insert(next(made))
    texts = [*store[CALLS].find(PROJECT, {}).texts]

    def parse() -> None:
        for text in texts:
            orjson.loads(text)

    def count_matches(query_: Document) -> None:
        request = CallsQueryStatsReq.model_validate({"project_id": PROJECT, "query": query_})
        deque(query.measure(store, request, settings), maxlen=0)

    def round_() -> list[float]:
        asked = (THREE_TERMS, RARE_TEXT)
        return [_timed(parse), *(_timed(count_matches, query_) for query_ in asked)]

    return [min(each) for each in zip(*(round_() for _ in range(int(rounds))), strict=True)]


def demand_costs(rounds: str) -> tuple[float, float]:
    """Processor time of a chat that demands something: the median and the 99th percentile of the
    model's own cases, each at its best of so many rounds after the first."""
    from mockserver.chat.service import complete
    from mockserver.settings import Settings
    from tests.sense.cases import CASES

    def cost(messages: Any) -> float:
        began = process_time()
        complete({"messages": messages}, settings, created=0)
        return process_time() - began

    settings = Settings()
    prompts = [case.messages for cases in CASES.values() for case in cases]
    measured = [[cost(prompt) for prompt in prompts] for _ in range(int(rounds) + 1)]
    best = [min(costs) for costs in zip(*measured[1:], strict=True)]
    return median(best), quantiles(best, n=100)[-1]


def opened(path: str) -> float:
    """What opening our store takes; like the command line, without looking for garbage."""
    from mockserver.store.store import Store
    from mockserver.trace.kinds import KINDS

    gc.disable()
    began = perf_counter()
    store = Store(KINDS, Path(path))
    took = perf_counter() - began
    store.abandon()
    return took


def loaded(path: str) -> float:
    """What stock TinyDB's storage cannot do without: json.load of the file."""
    began = perf_counter()
    with Path(path).open(encoding="utf-8") as file:
        json.load(file)
    return perf_counter() - began


def waits(port: str, database: str) -> tuple[float, float]:
    """The longest and the usual wait for /health during one compaction, which this begins."""
    gc.disable()
    path, request, taken = Path(database), HEALTH.numbered(0), []
    segments = list(path.parent.glob(f"{path.name}.journal.*"))
    give_up = perf_counter() + COMPACTION_DEADLINE
    with socket.create_connection((HOST, int(port)), PATIENCE) as sock:
        path.with_name(SWITCH).touch()
        while any(segment.exists() for segment in segments):
            taken.append(_timed(_exchange, sock, request))
            if perf_counter() > give_up:
                raise TimeoutError("the compaction does not end")
    path.with_name(SWITCH).unlink()
    return max(taken), median(taken)


def _exchange(sock: socket.socket, request: bytes) -> None:
    sock.sendall(request)
    if not sock.recv(4096).startswith(b"HTTP/1.1 200"):
        raise ConnectionError("no good answer")


def _documents() -> Iterator[Document]:
    """Records of the calls that `request.start` starts, numbered from 0."""
    from mockserver.trace.calls.models import StartedCall
    from mockserver.trace.calls.service import started

    call = StartedCall.model_validate(start_of_call())
    text = json.dumps(started(call, call.id or "", call.trace_id or "", PROJECT))
    for number in count():
        yield json.loads(stored(text, number))


def _timed(function: Callable[..., object], *arguments: object) -> float:
    began = perf_counter()
    function(*arguments)
    return perf_counter() - began


MEASUREMENTS: dict[str, Callable[..., Any]] = {
    each.__name__: each
    for each in (insert_costs, put_costs, scan_costs, demand_costs, opened, loaded, waits)
}

if __name__ == "__main__":
    _, name, *arguments = sys.argv
    print(json.dumps(MEASUREMENTS[name](*arguments)))
