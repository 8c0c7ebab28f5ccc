"""The trace API for the console: without credentials, faults and request log."""

from __future__ import annotations

from collections.abc import Iterator

from mockserver.core.codec import peek
from mockserver.core.model import Record
from mockserver.core.steps import Steps, in_steps
from mockserver.http.answers import JsonLines
from mockserver.http.context import Context
from mockserver.http.parsers import queried
from mockserver.listing import OPERATIONS, Listing, Row, Side
from mockserver.testing.admin.models import CostsQuery
from mockserver.trace.calls import overview
from mockserver.trace.calls.models import CallsQueryStatsReq, OverviewReq
from mockserver.trace.costs.pricing import PricesOf, costs_of, prices_of, total
from mockserver.trace.kinds import CALLS

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
    return JsonLines((yield from overview.overview(ctx.store, body, ctx.settings)))


def count(body: CallsQueryStatsReq, ctx: Context) -> Steps[Record]:
    """The number of calls that `/__admin/trace/calls/stream_query` would return."""
    return {"count": (yield from overview.count(ctx.store, body, ctx.settings))}


def projects(ctx: Context) -> Steps[Record]:
    """The projects that have calls, the one with the newest call first."""
    return {"projects": (yield from overview.projects(ctx.store))}


@queried
def costs(ctx: Context, query: CostsQuery) -> Steps[Record]:
    """The costs of a project's calls by their ids, in US dollars.

    Calls of models without a price are left out.
    """
    prices = prices_of(ctx.store, query.project, ctx.settings)
    texts = ctx.store[CALLS].find(query.project, {}).texts
    priced = yield from in_steps(texts, lambda group: _priced(group, prices))
    return {"costs": dict(priced)}


def _priced(texts: list[bytes], prices: PricesOf) -> Iterator[tuple[str, float]]:
    for call in map(peek, texts):
        if parts := costs_of(call, prices):
            yield call["id"], sum(map(total, parts.values()))
