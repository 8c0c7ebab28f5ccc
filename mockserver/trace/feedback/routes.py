"""Handlers of the feedback operations."""

from __future__ import annotations

from mockserver.core.model import Record
from mockserver.core.steps import Steps
from mockserver.http.answers import Json
from mockserver.http.context import Context
from mockserver.http.lists import listed
from mockserver.trace.feedback import service
from mockserver.trace.feedback.models import (
    FeedbackCreateBatchReq,
    FeedbackCreateBatchRes,
    FeedbackCreateReq,
    FeedbackCreateRes,
    FeedbackPurgeReq,
    FeedbackPurgeRes,
    FeedbackQueryReq,
    FeedbackQueryRes,
    FeedbackReplaceReq,
    FeedbackReplaceRes,
)


def create(body: FeedbackCreateReq, ctx: Context) -> FeedbackCreateRes:
    """`{"id", "created_at", "wb_user_id", "payload"}`, the payload as it is kept. Observed."""
    record = _made(body, ctx)
    service.keep(ctx.store, record)
    return _receipt(record)


def create_batch(body: FeedbackCreateBatchReq, ctx: Context) -> FeedbackCreateBatchRes:
    """`{"res": [...]}`, an entry per feedback. Everything is checked before anything is kept."""
    records = [_made(feedback, ctx) for feedback in body.batch]
    for record in records:
        service.keep(ctx.store, record)
    return {"res": [_receipt(record) for record in records]}


def query(body: FeedbackQueryReq, ctx: Context) -> Steps[Json[FeedbackQueryRes]]:
    """`{"result": [...], "total_count"}`; the count is of all pages."""
    rows, total = yield from service.query(ctx.store, body)
    return (yield from listed(b'{"result":[', rows, b'],"total_count":%d}' % total))


def purge(body: FeedbackPurgeReq, ctx: Context) -> FeedbackPurgeRes:
    """`{}`, also when there was nothing to forget. Observed."""
    service.purge(ctx.store, body)
    return {}


def replace(body: FeedbackReplaceReq, ctx: Context) -> FeedbackReplaceRes:
    """As `create`, under an id of its own. Chosen: what is refused replaces nothing."""
    record = _made(body, ctx)
    service.replace(ctx.store, body, record)
    return _receipt(record)


def _made(feedback: FeedbackCreateReq, ctx: Context) -> Record:
    return service.make(ctx.store, feedback, ctx.ids, ctx.clock.iso(), ctx.user)


def _receipt(record: Record) -> FeedbackReplaceRes:
    return {
        "id": record["id"],
        "created_at": record["created_at"],
        "wb_user_id": record["wb_user_id"],
        "payload": record["payload"],
    }
