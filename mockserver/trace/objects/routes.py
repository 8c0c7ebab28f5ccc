"""Handlers of the object operations, and of refs, which are read through objects."""

from __future__ import annotations

from mockserver.core.model import Record
from mockserver.core.project import check_project
from mockserver.core.steps import Steps
from mockserver.http.answers import Json
from mockserver.http.context import Context
from mockserver.http.lists import listed
from mockserver.trace.objects import query as queries
from mockserver.trace.objects import refs, service, versions
from mockserver.trace.objects.models import (
    DeletedObjVersion,
    ObjCreateReq,
    ObjCreateRes,
    ObjDeleteReq,
    ObjDeleteRes,
    ObjQueryReq,
    ObjQueryRes,
    ObjReadReq,
    ObjReadRes,
    RefsReadBatchReq,
    RefsReadBatchRes,
)


def create(body: ObjCreateReq, ctx: Context) -> ObjCreateRes:
    """`{"digest", "object_id"}`. Observed."""
    order, now = ctx.settings.digest_order, ctx.clock.iso()
    digest = service.publish(ctx.store, body.obj, order, now, ctx.user)
    return {"digest": digest, "object_id": body.obj.object_id}


def read(body: ObjReadReq, ctx: Context) -> Json[ObjReadRes]:
    """`{"obj"}`: one version; its value is `{}` when only metadata is asked for. Observed."""
    text = versions.find_text(ctx.store, body.project_id, body.object_id, body.digest)
    shown = queries.show(
        text,
        metadata_only=bool(body.metadata_only),
        tagged=bool(body.include_tags_and_aliases),
    )
    return Json(b'{"obj":' + shown + b"}")


def query(body: ObjQueryReq, ctx: Context) -> Steps[Json[ObjQueryRes]]:
    """`{"objs"}`: versions that are not deleted, oldest first unless asked otherwise. Observed."""
    rows = yield from queries.query(ctx.store, body)
    return (yield from listed(b'{"objs":[', rows, b"]}"))


def delete(body: ObjDeleteReq, ctx: Context) -> ObjDeleteRes:
    """`{"num_deleted", "deleted_versions"}`; the latter for newer clients. Observed."""
    name = versions.Name(check_project(body.project_id), body.object_id)
    deleted = service.delete(ctx.store, name, body.digests or [], ctx.clock.iso())
    return {"num_deleted": len(deleted), "deleted_versions": [*map(_deleted, deleted)]}


def refs_read_batch(body: RefsReadBatchReq, ctx: Context) -> Json[RefsReadBatchRes]:
    """`{"vals"}`, one for each ref. Observed."""
    return Json(b'{"vals":[' + b",".join(refs.read_batch(ctx.store, body.refs)) + b"]}")


def _deleted(version: Record) -> DeletedObjVersion:
    return {
        "digest": version["digest"],
        "base_object_class": version["base_object_class"],
        "leaf_object_class": version["leaf_object_class"],
    }
