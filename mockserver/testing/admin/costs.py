"""Costs of calls, over HTTP."""

from __future__ import annotations

from collections.abc import Iterator

from mockserver.core.codec import peek
from mockserver.core.model import Record
from mockserver.core.steps import Steps, in_steps
from mockserver.http.context import Context
from mockserver.http.parameters import queried
from mockserver.testing.admin.models import CostsQuery
from mockserver.trace.calls.kinds import CALLS
from mockserver.trace.costs.pricing import PricesOf, costs_of, prices_of, total

Priced = tuple[str, float]
"""The id of a call, and its cost."""


@queried
def find(ctx: Context, query: CostsQuery) -> Steps[Record]:
    """The costs of a project's calls by their ids, in US dollars.

    Calls of models without a price are left out.
    """
    prices = prices_of(ctx.store, query.project, ctx.settings)
    texts = ctx.store[CALLS].find(query.project, {}).texts
    priced = yield from in_steps(texts, lambda group: _priced(group, prices))
    return {"costs": dict(priced)}


def _priced(texts: list[bytes], prices: PricesOf) -> Iterator[Priced]:
    for call in map(peek, texts):
        if costs := costs_of(call, prices):
            yield call["id"], sum(map(total, costs.values()))
