"""Handlers of annotation queues. Observed."""

from __future__ import annotations

from mockserver.core.model import Record
from mockserver.core.steps import Steps
from mockserver.http.answers import JsonLines
from mockserver.http.context import Context
from mockserver.http.parameters import queried
from mockserver.trace.annotation import models, service
from mockserver.trace.feedback.kinds import AnnotationQueue


def create(body: models.QueueCreateReq, ctx: Context) -> models.QueueCreateRes:
    """`{"id"}`."""
    return {"id": service.create(ctx.store, body, ctx.ids, _creation(ctx))}


def query(body: models.QueueQueryReq, ctx: Context) -> Steps[JsonLines[AnnotationQueue]]:
    """One queue a line, by default the newest first."""
    return JsonLines((yield from service.query(ctx.store, body)))


@queried
def read(ctx: Context, query: models.QueueOf) -> models.QueueRes:
    """`{"queue"}`."""
    return _queue(service.read(ctx.store, query.project_id, ctx.path["queue_id"]))


@queried
def delete(ctx: Context, query: models.QueueOf) -> models.QueueRes:
    """`{"queue"}`, which is deleted."""
    now = ctx.clock.iso()
    return _queue(service.delete(ctx.store, query.project_id, ctx.path["queue_id"], now))


def update(body: models.QueueUpdateReq, ctx: Context) -> models.QueueRes:
    """`{"queue"}` with the changes."""
    return _queue(service.update(ctx.store, ctx.path["queue_id"], body, ctx.clock.iso()))


def stats(body: models.QueueStatsReq, ctx: Context) -> models.QueueStatsRes:
    """`{"stats"}`, an entry for each queue in the request."""
    return {"stats": service.stats(ctx.store, body.project_id, body.queue_ids)}


def add(body: models.QueueAddReq, ctx: Context) -> models.QueueAddRes:
    """`{"added_count", "duplicates"}`."""
    return service.add(ctx.store, ctx.path["queue_id"], body, ctx.ids, _creation(ctx))


def items(body: models.QueueItemsReq, ctx: Context) -> Steps[models.QueueItemsRes]:
    """`{"items"}`."""
    rows = yield from service.items(ctx.store, ctx.path["queue_id"], body)
    return {"items": rows}  # type: ignore[typeddict-item]


def progress(body: models.QueueProgressReq, ctx: Context) -> models.QueueItemRes:
    """`{"item"}` in its new state."""
    item = service.ItemName(body.project_id, ctx.path["queue_id"], ctx.path["item_id"])
    state, now = body.annotation_state, ctx.clock.iso()
    row = service.progress(ctx.store, item, state, ctx.user, now)
    return {"item": row}  # type: ignore[typeddict-item]


def _creation(ctx: Context) -> Record:
    """The fields of a new record that say when and by whom it was created."""
    now = ctx.clock.iso()
    return {"created_at": now, "created_by": ctx.user, "updated_at": now}


def _queue(record: Record) -> models.QueueRes:
    return {"queue": record}  # type: ignore[typeddict-item]
