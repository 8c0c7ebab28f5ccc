"""Additions to a call that is read: costs, feedback, sizes, names of users."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from mockserver.core.codec import encode, peek
from mockserver.core.model import Record
from mockserver.core.refs import call_ref
from mockserver.core.steps import Steps, in_steps
from mockserver.settings import Settings
from mockserver.store.store import Store
from mockserver.trace.calls.kinds import CALLS
from mockserver.trace.calls.models import CallReadReq, CallsQueryReq
from mockserver.trace.costs.pricing import PricesOf, costs_of, prices_of
from mockserver.trace.feedback.service import feedback_on

SIZED = ("attributes", "inputs", "output", "summary")
"""The members whose JSON texts make up the size of a call."""


Sizes = dict[str, int]
"""Bytes of whole traces by the ids of their roots."""


class Addition(NamedTuple):
    """A change to a call that is read, and the member it is made in."""

    column: str
    add: Callable[[Record], None]


def additions(
    request: CallReadReq | CallsQueryReq, store: Store, settings: Settings, sizes: Sizes
) -> list[Addition]:
    """The additions that a request asks for; sizes first, so that they measure the calls alone."""
    chosen = []
    if request.include_storage_size:
        chosen.append(Addition("storage_size_bytes", _add_size))
    if request.include_total_storage_size:
        chosen.append(Addition("total_storage_size_bytes", partial(_add_total_size, sizes)))
    if request.include_costs:
        prices = prices_of(store, request.project_id, settings)
        chosen.append(Addition("summary", partial(_add_costs, prices)))
    if isinstance(request, CallsQueryReq) and request.include_feedback:
        chosen.append(Addition("summary", partial(_add_feedback, store)))
    if isinstance(request, CallsQueryReq) and request.include_usernames:
        chosen.append(Addition("wb_username", _add_username))
    return chosen


def size(record: Record) -> int:
    """Bytes of a call: the JSON texts of its large members."""
    return sum(len(encode(record[member])) for member in SIZED if record[member] is not None)


def total_sizes(store: Store, texts: list[bytes]) -> Steps[Sizes]:
    """Bytes of all calls of the traces whose roots are among these calls, by the root's id."""
    roots = yield from in_steps(texts, _roots)
    traces: dict[str, int] = {}
    for root in roots:
        trace = root["trace_id"]
        if trace not in traces:
            traces[trace] = yield from _trace_size(store, root["project_id"], trace)
    return {root["id"]: traces[root["trace_id"]] for root in roots}


def _roots(texts: list[bytes]) -> Iterator[Record]:
    return (call for call in map(peek, texts) if call["parent_id"] is None)


def _trace_size(store: Store, project: str, trace: str) -> Steps[int]:
    found = store[CALLS].find(project, {"trace_id": [trace]}).texts
    return sum((yield from in_steps(found, lambda group: map(size, map(peek, group)))))


def _add_costs(prices: PricesOf, record: Record) -> None:
    if costs := costs_of(record, prices):
        record["summary"].setdefault("weave", {})["costs"] = costs


def _add_feedback(store: Store, record: Record) -> None:
    project = record["project_id"]
    ref = call_ref(project, record["id"])
    record["summary"].setdefault("weave", {})["feedback"] = feedback_on(store, project, ref)


def _add_username(record: Record) -> None:
    """Chosen: a user's id is a name already."""
    record["wb_username"] = record["wb_user_id"]


def _add_size(record: Record) -> None:
    record["storage_size_bytes"] = size(record)


def _add_total_size(sizes: Sizes, record: Record) -> None:
    record["total_storage_size_bytes"] = sizes.get(record["id"])
