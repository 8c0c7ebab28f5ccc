"""Handlers of the table operations."""

from __future__ import annotations

from mockserver.core.codec import encode
from mockserver.core.steps import Steps
from mockserver.http.answers import JsonBytes, JsonLines, listed
from mockserver.http.context import Context
from mockserver.trace.tables import models, service
from mockserver.trace.tables import query as queries


def create(body: models.TableCreateReq, ctx: Context) -> Steps[JsonBytes[models.TableCreateRes]]:
    """`{"digest", "row_digests"}`, the latter in the order of the rows. Observed."""
    steps = service.create(ctx.store, body.table, ctx.settings.digest_order)
    made = yield from ctx.store.in_one(steps, len(body.table.rows))
    return JsonBytes(encode({"digest": made.digest, "row_digests": made.rows}))


def create_from_digests(
    body: models.TableCreateFromDigestsReq, ctx: Context
) -> Steps[models.TableCreateFromDigestsRes]:
    """`{"digest"}`. Clients send large tables in pieces and combine them this way. Observed."""
    steps = service.create_from_digests(ctx.store, body)
    return {"digest": (yield from ctx.store.in_one(steps, len(body.row_digests)))}


def update(body: models.TableUpdateReq, ctx: Context) -> Steps[models.TableUpdateRes]:
    """`{"digest", "updated_row_digests"}`, the latter one per update. Observed."""
    steps = service.update(ctx.store, body, ctx.settings.digest_order)
    made = yield from ctx.store.in_one(steps, len(body.updates))
    return {"digest": made.digest, "updated_row_digests": made.rows}


def query(body: models.TableQueryReq, ctx: Context) -> Steps[JsonBytes[models.TableQueryRes]]:
    """`{"rows"}`: each with its digest, its value and its position in the table. Observed."""
    rows = yield from queries.query(ctx.store, body)
    return (yield from listed(b'{"rows":[', rows, b"]}"))


def query_stream(
    body: models.TableQueryReq, ctx: Context
) -> Steps[JsonLines[models.TableRowSchema]]:
    """A row per line."""
    return JsonLines((yield from queries.query(ctx.store, body)))


def query_stats(body: models.TableQueryStatsReq, ctx: Context) -> models.TableQueryStatsRes:
    """`{"count"}`. Chosen: a 404 for an unknown table, where the service fails."""
    return {"count": service.count(ctx.store, body.project, body.digest)}


def query_stats_batch(
    body: models.TableQueryStatsBatchReq, ctx: Context
) -> Steps[models.TableQueryStatsBatchRes]:
    """`{"tables"}`: one entry per known digest, with its size on request. Observed."""
    return {"tables": (yield from service.measure(ctx.store, body))}
