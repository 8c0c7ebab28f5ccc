"""Handlers of the feedback operations."""

from __future__ import annotations

from mockserver.core.codec import encode
from mockserver.core.model import Record
from mockserver.core.steps import Steps, in_steps
from mockserver.http.answers import JsonBytes, listed
from mockserver.http.context import Context
from mockserver.trace.feedback import service, statistics
from mockserver.trace.feedback.models import (
    FeedbackAggregateReq,
    FeedbackAggregateRes,
    FeedbackCreateBatchReq,
    FeedbackCreateBatchRes,
    FeedbackCreateReq,
    FeedbackCreateRes,
    FeedbackPayloadSchemaReq,
    FeedbackPayloadSchemaRes,
    FeedbackPurgeReq,
    FeedbackPurgeRes,
    FeedbackQueryReq,
    FeedbackQueryRes,
    FeedbackReplaceReq,
    FeedbackReplaceRes,
    FeedbackStatsReq,
    FeedbackStatsRes,
)


def create(body: FeedbackCreateReq, ctx: Context) -> FeedbackCreateRes:
    """`{"id", "created_at", "wb_user_id", "payload"}`, the payload as it is kept. Observed."""
    record = _made(body, ctx)
    service.keep(ctx.store, record)
    return _receipt(record)


def create_batch(
    body: FeedbackCreateBatchReq, ctx: Context
) -> Steps[JsonBytes[FeedbackCreateBatchRes]]:
    """`{"res": [...]}`, an entry per feedback. Everything is checked before anything is kept."""
    records = yield from in_steps(body.batch, lambda some: [_made(each, ctx) for each in some])
    kept = in_steps(records, lambda some: _kept(some, ctx))
    rows = yield from ctx.store.in_one(kept, len(records))
    return (yield from listed(b'{"res":[', rows, b"]}"))


def query(body: FeedbackQueryReq, ctx: Context) -> Steps[JsonBytes[FeedbackQueryRes]]:
    """`{"result": [...], "total_count"}`; the count is of all pages."""
    rows, total = yield from service.query(ctx.store, body)
    return (yield from listed(b'{"result":[', rows, b'],"total_count":%d}' % total))


def purge(body: FeedbackPurgeReq, ctx: Context) -> FeedbackPurgeRes:
    """`{}`, also when there was nothing to delete. Observed."""
    service.purge(ctx.store, body)
    return {}


def replace(body: FeedbackReplaceReq, ctx: Context) -> FeedbackReplaceRes:
    """As `create`, under an id of its own. Chosen: what is refused replaces nothing."""
    record = _made(body, ctx)
    service.replace(ctx.store, body, record)
    return _receipt(record)


def stats(body: FeedbackStatsReq, ctx: Context) -> Steps[FeedbackStatsRes]:
    """Values within payloads, by time and of the whole window. Observed."""
    return statistics.measure(ctx.store, body, ctx.clock.now())


def payload_schema(body: FeedbackPayloadSchemaReq, ctx: Context) -> Steps[FeedbackPayloadSchemaRes]:
    """`{"paths"}`: what stands in the payloads, sorted. Observed."""
    return {"paths": (yield from statistics.paths(ctx.store, body, ctx.clock.now()))}


def aggregate(body: FeedbackAggregateReq, ctx: Context) -> Steps[FeedbackAggregateRes]:
    """Tags and ratings that scorers gave, by time and by group. Observed."""
    buckets = yield from statistics.aggregate(ctx.store, body)
    return {
        "time_bucket_seconds": body.time_bucket_seconds,
        "after_ms": body.after_ms,
        "before_ms": body.before_ms,
        "buckets": buckets,
    }


def _made(feedback: FeedbackCreateReq, ctx: Context) -> Record:
    return service.make(ctx.store, feedback, ctx.ids, ctx.clock.iso(), ctx.user)


def _kept(records: list[Record], ctx: Context) -> list[bytes]:
    for record in records:
        service.keep(ctx.store, record)
    return [encode(_receipt(record)) for record in records]


def _receipt(record: Record) -> FeedbackReplaceRes:
    return {
        "id": record["id"],
        "created_at": record["created_at"],
        "wb_user_id": record["wb_user_id"],
        "payload": record["payload"],
    }
