"""Queries of calls: select calls, sort and page them, and make the view of each.

An invalid query is refused in the first step, before anything is read.
"""

from __future__ import annotations

from typing import NamedTuple

from mockserver.core.errors import invalid
from mockserver.core.project import check_project
from mockserver.core.steps import Steps, in_steps
from mockserver.settings import Settings
from mockserver.store.store import Store
from mockserver.trace.calls.expansion import expansion_of
from mockserver.trace.calls.fields import call_fields
from mockserver.trace.calls.models import CallReadReq, CallsQueryReq, CallsQueryStatsReq
from mockserver.trace.calls.selection import OLDEST_FIRST, Selection
from mockserver.trace.calls.view import Sizes, additions, total_sizes, view_of
from mockserver.trace.kinds import CALLS
from mockserver.trace.query.fields import QueryFields
from mockserver.trace.query.select import check_page, last_row


class Statistics(NamedTuple):
    """The number of matching calls, and the bytes of the traces whose roots are among them."""

    calls: int
    size: int | None


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
    sizes = (yield from total_sizes(store, rows)) if request.include_total_storage_size else {}
    added = additions(request, store, settings, sizes)
    shown = None if request.return_expanded_column_values is False else expansion
    view = view_of(added, request.columns, shown)
    if view is None:
        return rows
    return (yield from in_steps(rows, lambda group: map(view, group)))


def read(
    store: Store, request: CallReadReq, settings: Settings, sizes: Sizes | None = None
) -> bytes | None:
    """The JSON of one call with the requested additions; None if there is no such call."""
    text = store[CALLS].text(request.project, request.id)
    view = view_of(additions(request, store, settings, sizes or {}), None, None)
    return view(text) if view and text else text


def read_measured(store: Store, request: CallReadReq, settings: Settings) -> Steps[bytes | None]:
    """The same, with the size of the call's trace."""
    text = store[CALLS].text(request.project, request.id)
    sizes = yield from total_sizes(store, [text] if text else [])
    return read(store, request, settings, sizes)


def measure(
    store: Store, request: CallsQueryStatsReq, settings: Settings, fields: QueryFields | None = None
) -> Steps[Statistics]:
    """Statistics of the matching calls, counted up to the limit; `fields` as in `query`."""
    scope = request.project
    if request.limit is not None and request.limit < 1:
        raise invalid("Limit must be a positive integer")
    expansion = expansion_of(store, request.expand_columns)
    selection = Selection(store, request, fields or call_fields(store, settings, expansion))
    if selection.is_everything and not request.include_total_storage_size:
        everything = store[CALLS].count(scope)
        return Statistics(min(everything, request.limit or everything), None)
    rows = (yield from selection.calls(request.limit))[: request.limit]
    if not request.include_total_storage_size:
        return Statistics(len(rows), None)
    sizes = yield from total_sizes(store, rows)
    return Statistics(len(rows), sum(sizes.values()))
