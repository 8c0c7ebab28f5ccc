"""Handlers of the cost operations."""

from __future__ import annotations

from mockserver.core.steps import Steps
from mockserver.http.answers import JsonBytes, listed
from mockserver.http.context import Context
from mockserver.trace.costs import models, service
from mockserver.trace.kinds import COSTS
from mockserver.trace.query.purge import purge as purge_records


def create(body: models.CostCreateReq, ctx: Context) -> models.CostCreateRes:
    """`{"ids": [[id, model], ...]}`, in the order of the request. Observed."""
    return {"ids": service.create(ctx.store, body, ctx.ids, ctx.clock.iso(), ctx.user)}


def query(body: models.CostQueryReq, ctx: Context) -> Steps[JsonBytes[models.CostQueryRes]]:
    """`{"results": [...]}`."""
    rows = yield from service.query(ctx.store, body)
    return (yield from listed(b'{"results":[', rows, b"]}"))


def purge(body: models.CostPurgeReq, ctx: Context) -> models.CostPurgeRes:
    """`{}`, also when there was nothing to delete. Observed."""
    refusal = "Can only purge costs by specifying one or more cost ids"
    purge_records(ctx.store[COSTS], body, refusal, lists=True)
    return {}
