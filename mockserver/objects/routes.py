"""Handlers of the object operations."""

from __future__ import annotations

from mockserver.core.model import Record
from mockserver.objects import service
from mockserver.objects.models import ObjCreateReq, ObjReadReq
from mockserver.wire.context import Context


def create(body: ObjCreateReq, ctx: Context) -> Record:
    """`{"digest", "object_id"}`. Observed."""
    order, now = ctx.settings.digest_order, ctx.clock.iso()
    digest = service.publish(ctx.store, body.obj, order, now, ctx.user)
    return {"digest": digest, "object_id": body.obj.object_id}


def read(body: ObjReadReq, ctx: Context) -> Record:
    """`{"obj"}`: one version; its value is `{}` when only metadata is asked for. Observed."""
    found = service.find(ctx.store, body.project_id, body.object_id, body.digest)
    if body.metadata_only:
        found["val"] = {}
    if body.include_tags_and_aliases:
        found |= {"tags": [], "aliases": ["latest"] if found["is_latest"] else []}
    return {"obj": found}
