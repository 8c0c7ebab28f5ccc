"""Handlers of the cost operations."""

from __future__ import annotations

from mockserver.core.steps import Steps
from mockserver.http.answers import JsonBytes, listed
from mockserver.http.context import Context
from mockserver.trace.costs import service
from mockserver.trace.costs.models import (
    CostCreateReq,
    CostCreateRes,
    CostPurgeReq,
    CostPurgeRes,
    CostQueryReq,
    CostQueryRes,
)


def create(body: CostCreateReq, ctx: Context) -> CostCreateRes:
    """`{"ids": [[id, model], ...]}`, in the order of the request. Observed."""
    return {"ids": service.create(ctx.store, body, ctx.ids, ctx.clock.iso(), ctx.user)}


def query(body: CostQueryReq, ctx: Context) -> Steps[JsonBytes[CostQueryRes]]:
    """`{"results": [...]}`."""
    rows = yield from service.query(ctx.store, body)
    return (yield from listed(b'{"results":[', rows, b"]}"))


def purge(body: CostPurgeReq, ctx: Context) -> CostPurgeRes:
    """`{}`, also when there was nothing to delete. Observed."""
    service.purge(ctx.store, body)
    return {}
