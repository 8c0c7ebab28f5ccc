"""The trace API for the console: without credentials, faults and request log."""

from __future__ import annotations

from mockserver.core.model import Record
from mockserver.core.steps import Steps
from mockserver.http.answers import JsonLines
from mockserver.http.context import Context
from mockserver.listing import OPERATIONS, Listing, Row, Side
from mockserver.trace.calls.models import CallsQueryStatsReq, OverviewReq
from mockserver.trace.calls.overview import count as count_calls
from mockserver.trace.calls.overview import overview
from mockserver.trace.calls.overview import projects as count_projects

PREFIX = "/__admin/trace"

PASSED_ON: tuple[Row, ...] = tuple(
    row._replace(path=PREFIX + row.path)
    for row in OPERATIONS
    if row.side is Side.TRACE and Listing.OWN not in row.listings
)
"""All operations of the trace side, whatever listing the server runs."""


def calls(body: OverviewReq, ctx: Context) -> Steps[JsonLines[Record]]:
    """Calls as in `POST /calls/stream_query`, with figures under `console`: `tokens`, `cost`,
    `calls`, `feedback`, `orphan`. Queries and sorts may use them, as `console.tokens`."""
    return JsonLines((yield from overview(ctx.store, body, ctx.settings)))


def count(body: CallsQueryStatsReq, ctx: Context) -> Steps[Record]:
    """The number of calls that `/__admin/trace/calls/stream_query` would return."""
    found = yield from count_calls(ctx.store, body, ctx.settings)
    return {"count": found.calls}


def projects(ctx: Context) -> Steps[Record]:
    """The projects that have calls, the one with the newest call first."""
    found = yield from count_projects(ctx.store)
    return {"projects": [counts._asdict() for counts in found]}
