"""Threads: conversations, each made of the calls that are its turns.

A turn is a call whose turn id is its own id. The calls below it have the same thread and turn, but
are not turns.
"""

from __future__ import annotations

from collections import defaultdict
from functools import partial
from typing import NamedTuple

from mockserver.core.clock import iso, sortable
from mockserver.core.codec import encode, peek
from mockserver.core.errors import invalid
from mockserver.core.model import Record
from mockserver.core.steps import Steps, each, in_steps
from mockserver.store.store import Store
from mockserver.trace.calls.models import ThreadsQueryFilter, ThreadsQueryReq
from mockserver.trace.kinds import CALLS
from mockserver.trace.query.fields import QueryFields
from mockserver.trace.query.models import SortBy
from mockserver.trace.query.select import check_page, page_in_order, ranking
from mockserver.trace.query.statistics import percentile

FIELDS = QueryFields(
    refuse=lambda path: invalid(f"Unsupported sort field: {path}"),
    columns=frozenset({"thread_id", "turn_count", "p50_turn_duration_ms", "p99_turn_duration_ms"}),
    times=frozenset({"start_time", "last_updated"}),
)

LATEST_FIRST = [SortBy(field="last_updated", direction="desc")]


class Turn(NamedTuple):
    """One turn of a thread; turns sort by their start."""

    began: str
    id: str
    thread_id: str
    started_at: str
    ended_at: str | None
    latency: int


def query(store: Store, request: ThreadsQueryReq) -> Steps[list[bytes]]:
    """The JSON of the threads that have an ended turn, in order.

    Raises a 400 for a field that cannot sort threads, and for a negative limit or offset.
    """
    project = request.project
    check_page(request.limit, request.offset)
    rank = ranking(request.sort_by or LATEST_FIRST, FIELDS, tie="thread_id")
    turns = yield from _turns(store, project, request.filter or ThreadsQueryFilter())
    threads = yield from in_steps(
        turns.values(), lambda groups: filter(None, map(_thread, groups)), at_a_time=1
    )
    ranked = yield from in_steps(threads, lambda some: [(rank(thread), thread) for thread in some])
    rows = yield from page_in_order(ranked, request)
    return (yield from in_steps(rows, partial(map, encode)))


def _turns(store: Store, project: str, filter: ThreadsQueryFilter) -> Steps[dict[str, list[Turn]]]:
    """The turns that pass the filter, by thread."""
    names = frozenset(filter.thread_ids or store[CALLS].values(project, "thread_id")) - {""}
    threads: dict[str, list[Turn]] = defaultdict(list)
    after, before = (
        sortable(iso(moment)) if moment else None
        for moment in (filter.after_datetime, filter.before_datetime)
    )

    def gather(call: Record) -> None:
        thread, began, ended = call["thread_id"], sortable(call["started_at"]), call["ended_at"]
        is_within = (not after or began > after) and (not before or began < before)
        if thread in names and call["turn_id"] == call["id"] and is_within:
            latency = call["summary"]["weave"].get("latency_ms", 0) if ended else 0
            turn = Turn(began, call["id"], thread, call["started_at"], ended, latency)
            threads[thread].append(turn)

    yield from each(map(peek, store[CALLS].find(project, {"thread_id": names}).texts), gather)
    return threads


def _thread(turns: list[Turn]) -> Record | None:
    """One thread; None if no turn of it has ended."""
    ended = [turn for turn in turns if turn.ended_at]
    if not ended:
        return None
    first = min(turns)
    last = max(ended, key=lambda turn: (sortable(turn.ended_at or ""), turn.id))
    durations = [turn.latency for turn in ended]
    return {
        "thread_id": first.thread_id,
        "turn_count": len(turns),
        "start_time": first.started_at,
        "last_updated": last.ended_at,
        "first_turn_id": first.id,
        "last_turn_id": last.id,
        "p50_turn_duration_ms": percentile(durations, 0.5),
        "p99_turn_duration_ms": percentile(durations, 0.99),
    }
