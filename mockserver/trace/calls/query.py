"""Queries of calls: select calls, sort and page them, and make the view of each in the response.

An invalid query is refused in the first step, before anything is read. Unless a request asks for
costs and the like, for columns or for expanded refs, a call is returned exactly as it is stored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from mockserver.core.codec import decode, encode, peek_all
from mockserver.core.errors import invalid
from mockserver.core.model import Record
from mockserver.core.project import check_project
from mockserver.core.steps import Steps, in_steps
from mockserver.settings import Settings
from mockserver.store.store import Store
from mockserver.trace.calls.fields import Expansion, call_fields, expansion_of
from mockserver.trace.calls.models import (
    CallReadReq,
    CallsQueryReq,
    CallsQueryStatsReq,
    CallsQueryStatsRes,
)
from mockserver.trace.calls.selection import OLDEST_FIRST, Selection
from mockserver.trace.calls.service import derive
from mockserver.trace.costs import costs_of, prices_of
from mockserver.trace.feedback.service import feedback_on_call
from mockserver.trace.kinds import CALLS
from mockserver.trace.query.fields import QueryFields
from mockserver.trace.query.select import check_page, last_row

View = Callable[[bytes], bytes]
"""From the stored JSON of a call to its JSON in the response."""

Sizes = dict[str, int]
"""Bytes of whole traces by the ids of their roots."""

SIZED = ("attributes", "inputs", "output", "summary")
"""The fields whose JSON makes up the size of a call."""

ALWAYS = frozenset({"id", "project_id", "trace_id", "op_name", "started_at"})
WITH_SUMMARY = frozenset({"ended_at", "exception", "display_name"})
OBJECTS = frozenset({"attributes", "inputs"})
DUMPS = {f"{column}_dump": column for column in SIZED}
"""The engine's names of the JSON columns, which clients may use. Observed."""

ADDED = {
    "include_storage_size": "storage_size_bytes",
    "include_total_storage_size": "total_storage_size_bytes",
    "include_costs": "summary",
    "include_feedback": "summary",
    "include_usernames": "wb_username",
}
"""The field of a call that each option of a request fills in."""


def query(
    store: Store, request: CallsQueryReq, settings: Settings, fields: QueryFields | None = None
) -> Steps[list[bytes]]:
    """The JSON of the matching calls, in order.

    `fields` are those that the query may name, by default those of a call.
    """
    check_project(request.project_id)
    check_page(request.limit, request.offset)
    expansion = expansion_of(store, request.expand_columns)
    selection = Selection(store, request, fields or call_fields(store, settings, expansion))
    order = OLDEST_FIRST if request.sort_by is None else request.sort_by
    last = last_row(request.limit, request.offset)
    rows = (yield from selection.ordered(order, last))[request.offset or 0 : last]
    sizes = (yield from _total_sizes(store, rows)) if request.include_total_storage_size else {}
    shown = None if request.return_expanded_column_values is False else expansion
    view = _view_of(store, request, settings, sizes, shown)
    if view is None:
        return rows
    return (yield from in_steps(rows, lambda group: map(view, group)))


def read(
    store: Store, request: CallReadReq, settings: Settings, sizes: Sizes | None = None
) -> bytes:
    """`{"call"}`: one call with the requested additions, or null if there is none."""
    text = store[CALLS].text(request.project, request.id)
    view = _view_of(store, request, settings, sizes or {})
    return b'{"call":' + ((view(text) if view and text else text) or b"null") + b"}"


def read_measured(store: Store, request: CallReadReq, settings: Settings) -> Steps[bytes]:
    """The same, with the size of the call's trace."""
    text = store[CALLS].text(request.project, request.id)
    sizes = yield from _total_sizes(store, [text] if text else [])
    return read(store, request, settings, sizes)


def measure(
    store: Store, request: CallsQueryStatsReq, settings: Settings, fields: QueryFields | None = None
) -> Steps[CallsQueryStatsRes]:
    """Statistics of the matching calls, counted up to the limit; `fields` as in `query`."""
    scope, limit, size = request.project, request.limit, None
    if limit is not None and limit < 1:
        raise invalid("Limit must be a positive integer")
    expansion = expansion_of(store, request.expand_columns)
    selection = Selection(store, request, fields or call_fields(store, settings, expansion))
    if selection.is_everything and not request.include_total_storage_size:
        everything = store[CALLS].count(scope)
        count = min(everything, limit or everything)
    else:
        rows = (yield from selection.calls(limit))[:limit]
        count = len(rows)
        if request.include_total_storage_size:
            size = sum((yield from _total_sizes(store, rows)).values())
    more = limit is not None and count >= limit
    return {"count": count, "total_storage_size_bytes": size, "has_more": more}


def _view_of(
    store: Store,
    request: CallReadReq | CallsQueryReq,
    settings: Settings,
    sizes: Sizes,
    expansion: Expansion | None = None,
) -> View | None:
    """The view of a request; None if calls are returned as they are stored."""
    options = vars(request)
    columns = options.get("columns")
    added = [column for option, column in ADDED.items() if options.get(option)]
    if not (added or columns or expansion):
        return None
    chosen = _chosen([*columns, *added]) if columns else None
    prices = prices_of(store, request.project_id, settings)

    def add(call: Record) -> None:
        """Sizes come first, so that they do not include the others."""
        weave = call["summary"].setdefault("weave", {})
        if options["include_storage_size"]:
            call["storage_size_bytes"] = _size(call)
        if options["include_total_storage_size"]:
            call["total_storage_size_bytes"] = sizes.get(call["id"])
        if options["include_costs"] and (costs := costs_of(call, prices)):
            weave["costs"] = costs
        if options.get("include_feedback"):
            weave["feedback"] = feedback_on_call(store, call)
        if options.get("include_usernames"):  # Chosen: the id of a user is also the name.
            call["wb_username"] = call["wb_user_id"]

    def view(text: bytes) -> bytes:
        call = decode(text)
        if added:
            add(call)
        if chosen:
            call = _narrowed(call, chosen)
        return encode(expansion.expand(call) if expansion else call)

    return view


def _total_sizes(store: Store, texts: list[bytes]) -> Steps[Sizes]:
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


def _size(record: Record) -> int:
    """Bytes of a call: the JSON of its large fields."""
    return sum(len(encode(record[field])) for field in SIZED if record[field] is not None)
