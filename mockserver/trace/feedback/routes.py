"""Handlers of feedback."""

from __future__ import annotations

from mockserver.core.codec import encode
from mockserver.core.model import Record, fields_of
from mockserver.core.steps import Steps, in_steps
from mockserver.http.answers import JsonBytes, listed
from mockserver.http.context import Context
from mockserver.trace.feedback import models, service, statistics
from mockserver.trace.kinds import FEEDBACK
from mockserver.trace.query.purge import purge as purge_records


def create(body: models.FeedbackCreateReq, ctx: Context) -> models.FeedbackCreateRes:
    """`{"id", "created_at", "wb_user_id", "payload"}`, the payload as stored. Observed."""
    record = _record(body, ctx)
    ctx.store[FEEDBACK].put(record)
    return fields_of(models.FeedbackCreateRes, record)


def create_batch(
    body: models.FeedbackCreateBatchReq, ctx: Context
) -> Steps[JsonBytes[models.FeedbackCreateBatchRes]]:
    """`{"res": [...]}`, an entry for each feedback. All are checked before any is stored."""

    def keep(some: list[Record]) -> list[bytes]:
        for record in some:
            ctx.store[FEEDBACK].put(record)
        return [encode(fields_of(models.FeedbackCreateRes, record)) for record in some]

    records = yield from in_steps(body.batch, lambda some: [_record(each, ctx) for each in some])
    receipts = yield from ctx.store.in_one(in_steps(records, keep), len(records))
    return (yield from listed(b'{"res":[', receipts, b"]}"))


def query(body: models.FeedbackQueryReq, ctx: Context) -> Steps[JsonBytes[models.FeedbackQueryRes]]:
    """`{"result": [...], "total_count"}`; the count is of all pages."""
    rows, total = yield from service.query(ctx.store, body)
    return (yield from listed(b'{"result":[', rows, b'],"total_count":%d}' % total))


def purge(body: models.FeedbackPurgeReq, ctx: Context) -> models.FeedbackPurgeRes:
    """`{}`, even if nothing was deleted. Observed."""
    refusal = "Can only purge feedback by specifying one or more feedback ids"
    purge_records(ctx.store[FEEDBACK], body, refusal)
    return {}


def replace(body: models.FeedbackReplaceReq, ctx: Context) -> models.FeedbackReplaceRes:
    """The response to a creation, with a new id. Chosen: refused feedback replaces nothing."""
    record = _record(body, ctx)
    ctx.store[FEEDBACK].drop(record["project_id"], body.feedback_id)
    ctx.store[FEEDBACK].put(record)
    return fields_of(models.FeedbackReplaceRes, record)


def stats(body: models.FeedbackStatsReq, ctx: Context) -> Steps[models.FeedbackStatsRes]:
    """Values within payloads, by time and of the whole window. Observed."""
    return statistics.measure(ctx.store, body, ctx.clock.now())


def payload_schema(
    body: models.FeedbackPayloadSchemaReq, ctx: Context
) -> Steps[models.FeedbackPayloadSchemaRes]:
    """`{"paths"}`: the paths within payloads, sorted. Observed."""
    return {"paths": (yield from statistics.paths(ctx.store, body, ctx.clock.now()))}


def aggregate(
    body: models.FeedbackAggregateReq, ctx: Context
) -> Steps[models.FeedbackAggregateRes]:
    """Tags and ratings of scorers, by time and by group. Observed."""
    return {
        "time_bucket_seconds": body.time_bucket_seconds,
        "after_ms": body.after_ms,
        "before_ms": body.before_ms,
        "buckets": (yield from statistics.aggregate(ctx.store, body)),
    }


def _record(feedback: models.FeedbackCreateReq, ctx: Context) -> Record:
    return service.make(ctx.store, feedback, ctx.ids, ctx.clock.iso(), ctx.user)
