"""Handlers of the cost operations."""

from __future__ import annotations

from mockserver.core.model import Record
from mockserver.costs import service
from mockserver.costs.models import CostCreateReq, CostPurgeReq, CostQueryReq
from mockserver.query.steps import Steps
from mockserver.wire.context import Context


def create(body: CostCreateReq, ctx: Context) -> Record:
    """`{"ids": [[id, model], ...]}`, in the order of the request. Observed."""
    return {"ids": service.create(ctx.store, body, ctx.ids, ctx.clock.iso(), ctx.user)}


def query(body: CostQueryReq, ctx: Context) -> Steps[Record]:
    """`{"results": [...]}`."""
    return {"results": (yield from service.query(ctx.store, body))}


def purge(body: CostPurgeReq, ctx: Context) -> Record:
    """`{}`, also when there was nothing to forget. Observed."""
    service.purge(ctx.store, body)
    return {}
