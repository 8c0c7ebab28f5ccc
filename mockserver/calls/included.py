"""What a read adds to a call when it is asked to: costs, feedback, sizes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from mockserver.calls.kinds import CALLS
from mockserver.calls.models import CallReadReq, CallsQueryReq
from mockserver.core.codec import encode, peek
from mockserver.core.model import Record
from mockserver.core.refs import call_ref
from mockserver.costs.pricing import PricesOf, costs_of, prices_of
from mockserver.feedback.service import feedback_on
from mockserver.settings import Settings
from mockserver.store.store import Store

SIZED = ("attributes", "inputs", "output", "summary")
"""The members whose JSON texts make up the size of a call."""


class Addition(NamedTuple):
    """A change to a call that is read, and the member it is made in."""

    column: str
    add: Callable[[Record], None]


def additions(
    request: CallReadReq | CallsQueryReq, store: Store, settings: Settings
) -> list[Addition]:
    """What a request asks for beside the calls; sizes first, to be those of the calls alone."""
    chosen = []
    if request.include_storage_size:
        chosen.append(Addition("storage_size_bytes", _add_size))
    if request.include_total_storage_size:
        chosen.append(Addition("total_storage_size_bytes", partial(_add_total_size, store)))
    if request.include_costs:
        prices = prices_of(store, request.project_id, settings)
        chosen.append(Addition("summary", partial(_add_costs, prices)))
    if isinstance(request, CallsQueryReq) and request.include_feedback:
        chosen.append(Addition("summary", partial(_add_feedback, store)))
    return chosen


def size(record: Record) -> int:
    """Bytes of a call: the JSON texts of its large members."""
    return sum(len(encode(record[member])) for member in SIZED if record[member] is not None)


def total_size(store: Store, root: Record) -> int | None:
    """Bytes of all calls of a trace; None for a call that is not a root of it."""
    if root["parent_id"] is not None:
        return None
    trace = root["trace_id"]
    calls = map(peek, store[CALLS].find(root["project_id"], {"trace_id": [trace]}).texts)
    return sum(size(call) for call in calls if call["trace_id"] == trace)


def _add_costs(prices: PricesOf, record: Record) -> None:
    if costs := costs_of(record, prices):
        record["summary"]["weave"]["costs"] = costs


def _add_feedback(store: Store, record: Record) -> None:
    project = record["project_id"]
    ref = call_ref(project, record["id"])
    record["summary"]["weave"]["feedback"] = feedback_on(store, project, ref)


def _add_size(record: Record) -> None:
    record["storage_size_bytes"] = size(record)


def _add_total_size(store: Store, record: Record) -> None:
    record["total_storage_size_bytes"] = total_size(store, record)
