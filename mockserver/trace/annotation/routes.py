"""Handlers of annotation queues."""

from __future__ import annotations

from mockserver.core.model import Record
from mockserver.core.project import check_project
from mockserver.core.steps import Steps
from mockserver.http.answers import JsonLines
from mockserver.http.context import Context
from mockserver.http.parameters import queried
from mockserver.trace.annotation import service
from mockserver.trace.annotation.models import (
    QueueAddReq,
    QueueAddRes,
    QueueCreateReq,
    QueueCreateRes,
    QueueItemRes,
    QueueItemsReq,
    QueueItemsRes,
    QueueOf,
    QueueProgressReq,
    QueueQueryReq,
    QueueRes,
    QueueStatsReq,
    QueueStatsRes,
    QueueUpdateReq,
)
from mockserver.trace.feedback.kinds import AnnotationQueue


def create(body: QueueCreateReq, ctx: Context) -> QueueCreateRes:
    """`{"id"}`. Observed."""
    return {"id": service.create(ctx.store, body, ctx.ids, _made(ctx))}


def query(body: QueueQueryReq, ctx: Context) -> Steps[JsonLines[AnnotationQueue]]:
    """One queue a line, the newest first unless asked otherwise. Observed."""
    return JsonLines((yield from service.query(ctx.store, body)))


@queried
def read(ctx: Context, query: QueueOf) -> QueueRes:
    """`{"queue"}`. Observed."""
    return _queue(service.read(ctx.store, query.project_id, ctx.path["queue_id"]))


@queried
def delete(ctx: Context, query: QueueOf) -> QueueRes:
    """`{"queue"}` as it is from now on: deleted. Observed."""
    now = ctx.clock.iso()
    return _queue(service.delete(ctx.store, query.project_id, ctx.path["queue_id"], now))


def update(body: QueueUpdateReq, ctx: Context) -> QueueRes:
    """`{"queue"}` with what the request changed. Observed."""
    return _queue(service.update(ctx.store, ctx.path["queue_id"], body, ctx.clock.iso()))


def stats(body: QueueStatsReq, ctx: Context) -> QueueStatsRes:
    """`{"stats"}`, an entry for each queue that was named. Observed."""
    return {"stats": service.stats(ctx.store, body.project_id, body.queue_ids)}


def add(body: QueueAddReq, ctx: Context) -> QueueAddRes:
    """`{"added_count", "duplicates"}`. Observed."""
    return service.add(ctx.store, ctx.path["queue_id"], body, ctx.ids, _made(ctx))


def items(body: QueueItemsReq, ctx: Context) -> Steps[QueueItemsRes]:
    """`{"items"}`. Observed."""
    return {"items": (yield from service.items(ctx.store, ctx.path["queue_id"], body))}


def progress(body: QueueProgressReq, ctx: Context) -> QueueItemRes:
    """`{"item"}` as it is shown from now on. Observed."""
    project = check_project(body.project_id)
    item = service.ItemName(project, ctx.path["queue_id"], ctx.path["item_id"])
    step = service.progress(ctx.store, item, body.annotation_state, ctx.user, ctx.clock.iso())
    return {"item": step}


def _made(ctx: Context) -> Record:
    return service.made(ctx.clock.iso(), ctx.user)


def _queue(record: Record) -> QueueRes:
    return {"queue": record}  # type: ignore[typeddict-item]
