"""Handlers of the call operations."""

from __future__ import annotations

from mockserver.core.codec import encode, encode_items
from mockserver.core.errors import invalid
from mockserver.core.project import check_project
from mockserver.core.steps import Steps, each, in_steps
from mockserver.http.answers import JsonBytes, JsonLines, listed
from mockserver.http.context import Context
from mockserver.trace.calls import models, query, service, threads

EMPTY = b"{}"


def start(body: models.CallStartReq, ctx: Context) -> JsonBytes[models.CallStartRes]:
    """`{"id", "trace_id"}`: the client's, or new ones. Observed."""
    return encode(service.start(ctx.store, body.start, ctx.ids, ctx.user))


def end(body: models.CallEndReq, ctx: Context) -> JsonBytes[models.CallEndRes]:
    """`{}`, also for a call that has not started yet. Observed."""
    service.end(ctx.store, body.end)
    return EMPTY


def upsert_batch(
    body: models.CallCreateBatchReq, ctx: Context
) -> Steps[JsonBytes[models.CallCreateBatchRes]]:
    """`{"res": [...]}`, an entry per item. All items are checked before any is stored.

    Results are encoded in groups, so that a batch of ordinary size is answered in one time slice
    and its objects are freed while they are in the processor's cache (H5 takes .6 of the time).
    """
    for item in body.batch:
        match item:
            case models.CallBatchStartMode(mode="start", req=req):
                check_project(req.start.project_id)
            case models.CallBatchEndMode(mode="end", req=req):
                check_project(req.end.project_id)
            case _:
                raise invalid("Invalid mode")
    kept = in_steps(body.batch, lambda items: [encode_items([_apply(item, ctx) for item in items])])
    rows = yield from ctx.store.in_one(kept, len(body.batch))
    return (yield from listed(b'{"res":[', rows, b"]}"))


def complete(
    body: models.CallsCompleteReq, ctx: Context
) -> Steps[JsonBytes[models.CallsCompleteRes]]:
    """`{}`. Newer clients send each call once, after its end. Observed."""
    for call in body.batch:
        check_project(call.project_id)
    keep = each(body.batch, lambda call: service.complete(ctx.store, call, ctx.ids, ctx.user))
    yield from ctx.store.in_one(keep, len(body.batch))
    return EMPTY


def delete(body: models.CallsDeleteReq, ctx: Context) -> models.CallsDeleteRes:
    """`{"num_deleted"}`: the named calls and their descendants, each counted once."""
    now = ctx.clock.iso()
    return {"num_deleted": service.delete(ctx.store, body.project, body.call_ids, now)}


def update(body: models.CallUpdateReq, ctx: Context) -> JsonBytes[models.CallUpdateRes]:
    """`{}`. Only the display name can change; 400 without one. Observed."""
    if body.display_name is None:
        raise invalid("One of [display_name] is required for call update")
    service.rename(ctx.store, body.project, body.call_id, body.display_name)
    return EMPTY


def read(
    body: models.CallReadReq, ctx: Context
) -> JsonBytes[models.CallReadRes] | Steps[JsonBytes[models.CallReadRes]]:
    """`{"call"}`: the call, or null if there is none; never a 404. Observed."""
    read_call = query.read_measured if body.include_total_storage_size else query.read
    return read_call(ctx.store, body, ctx.settings)


def stream_query(body: models.CallsQueryReq, ctx: Context) -> Steps[JsonLines[models.CallSchema]]:
    """One call a line."""
    return JsonLines((yield from query.query(ctx.store, body, ctx.settings)))


def query_all(body: models.CallsQueryReq, ctx: Context) -> Steps[JsonBytes[models.CallsQueryRes]]:
    """`{"calls": [...]}`: the same calls in one JSON document. Observed."""
    rows = yield from query.query(ctx.store, body, ctx.settings)
    return (yield from listed(b'{"calls":[', rows, b"]}"))


def query_stats(body: models.CallsQueryStatsReq, ctx: Context) -> Steps[models.CallsQueryStatsRes]:
    """`{"count", "total_storage_size_bytes", "has_more"}`.

    Stated: `has_more` is true if the limit was reached, so that there may be more.
    """
    return query.measure(ctx.store, body, ctx.settings)


def stream_threads(
    body: models.ThreadsQueryReq, ctx: Context
) -> Steps[JsonLines[models.ThreadSchema]]:
    """One thread a line."""
    return JsonLines((yield from threads.query(ctx.store, body)))


def _apply(item: models.BatchItem, ctx: Context) -> models.CallStartRes | models.CallEndRes:
    if isinstance(item, models.CallBatchStartMode):
        return service.start(ctx.store, item.req.start, ctx.ids, ctx.user)
    service.end(ctx.store, item.req.end)
    return {}
