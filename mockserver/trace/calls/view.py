"""The view of a call in a response: with costs and the like, chosen columns, expanded refs.

Unless a request asks for any of these, a call is returned exactly as it is stored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import NamedTuple

from mockserver.core.codec import decode, encode, peek_all
from mockserver.core.model import Record
from mockserver.core.refs import call_ref
from mockserver.core.steps import Steps, in_steps
from mockserver.settings import Settings
from mockserver.store.store import Store
from mockserver.trace.calls.expansion import Expansion
from mockserver.trace.calls.models import CallReadReq, CallsQueryReq
from mockserver.trace.calls.records import derive
from mockserver.trace.costs.pricing import PricesOf, costs_of, prices_of
from mockserver.trace.feedback.service import feedback_on
from mockserver.trace.kinds import CALLS

View = Callable[[bytes], bytes]
"""From the stored JSON of a call to its JSON in the response."""

Sizes = dict[str, int]
"""Bytes of whole traces by the ids of their roots."""

SIZED = ("attributes", "inputs", "output", "summary")
"""The fields whose JSON makes up the size of a call."""

ALWAYS = frozenset({"id", "project_id", "trace_id", "op_name", "started_at"})
WITH_SUMMARY = frozenset({"ended_at", "exception", "display_name"})
OBJECTS = frozenset({"attributes", "inputs"})
DUMPS = {f"{column}_dump": column for column in ("attributes", "inputs", "output", "summary")}
"""The engine's names of the JSON columns, which clients may use. Observed."""


class Addition(NamedTuple):
    """A value that is added to a call when it is read, and the column that it changes."""

    column: str
    add: Callable[[Record], None]


def view_of(
    added: list[Addition], columns: Iterable[str] | None, expansion: Expansion | None
) -> View | None:
    """The view of a request; None if calls are returned as they are stored."""
    if not (added or columns or expansion):
        return None
    named = [*columns, *(addition.column for addition in added)] if columns else None
    chosen = _chosen(named) if named else None

    def view(text: bytes) -> bytes:
        record = decode(text)
        for addition in added:
            addition.add(record)
        if chosen:
            record = _narrowed(record, chosen)
        return encode(expansion.expand(record) if expansion else record)

    return view


def additions(
    request: CallReadReq | CallsQueryReq, store: Store, settings: Settings, sizes: Sizes
) -> list[Addition]:
    """The additions of a request, sizes first so that they do not include the others."""
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


def total_sizes(store: Store, texts: list[bytes]) -> Steps[Sizes]:
    """Bytes of all calls of the traces whose roots are among these calls, by the root's id."""
    roots = yield from in_steps(
        texts, lambda group: [call for call in peek_all(group) if call["parent_id"] is None]
    )
    traces: dict[str, int] = {}
    for root in roots:
        trace = root["trace_id"]
        if trace not in traces:
            found = store[CALLS].find(root["project_id"], {"trace_id": [trace]}).texts
            sizes = yield from in_steps(found, lambda group: map(_size, peek_all(group)))
            traces[trace] = sum(sizes)
    return {root["id"]: traces[root["trace_id"]] for root in roots}


def _chosen(columns: Iterable[str]) -> frozenset[str]:
    """The fields that `columns` choose; `a.b` chooses all of `a`."""
    roots = (column.partition(".")[0] for column in columns)
    chosen = ALWAYS | {DUMPS.get(root, root) for root in roots}
    return chosen | WITH_SUMMARY if "summary" in chosen else chosen


def _narrowed(record: Record, chosen: frozenset[str]) -> Record:
    """The call with only the chosen fields; the others are empty.

    Observed: the derived summary is made from the chosen fields, so that without `summary` or
    `ended_at` a finished call appears to be running.
    """
    narrowed = {
        field: value if field in chosen else {} if field in OBJECTS else None
        for field, value in record.items()
    }
    if "summary" not in chosen:
        narrowed["summary"] = {}
        derive(narrowed)
    return narrowed


def _add_size(record: Record) -> None:
    record["storage_size_bytes"] = _size(record)


def _add_total_size(sizes: Sizes, record: Record) -> None:
    record["total_storage_size_bytes"] = sizes.get(record["id"])


def _add_costs(prices: PricesOf, record: Record) -> None:
    if costs := costs_of(record, prices):
        record["summary"].setdefault("weave", {})["costs"] = costs


def _add_feedback(store: Store, record: Record) -> None:
    project = record["project_id"]
    ref = call_ref(project, record["id"])
    record["summary"].setdefault("weave", {})["feedback"] = feedback_on(store, project, ref)


def _add_username(record: Record) -> None:
    """Chosen: the id of a user is also the name."""
    record["wb_username"] = record["wb_user_id"]


def _size(record: Record) -> int:
    """Bytes of a call: the JSON of its large fields."""
    return sum(len(encode(record[field])) for field in SIZED if record[field] is not None)
