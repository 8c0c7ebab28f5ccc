"""Handlers of the object operations and of refs, which are read through objects."""

from __future__ import annotations

from mockserver.core.model import fields_of
from mockserver.core.project import InProject, ProjectQuery
from mockserver.core.steps import Steps
from mockserver.http.answers import JsonBytes, listed
from mockserver.http.context import Context
from mockserver.http.parsers import queried
from mockserver.trace.objects import models, refs, service, versions
from mockserver.trace.objects.versions import ALIAS, TAG, Name


def create(body: models.ObjCreateReq, ctx: Context) -> models.ObjCreateRes:
    """`{"digest", "object_id"}`. Observed."""
    order, now = ctx.settings.digest_order, ctx.clock.iso()
    digest = service.publish(ctx.store, body.obj, order, now, ctx.user)
    return {"digest": digest, "object_id": body.obj.object_id}


def read(body: models.ObjReadReq, ctx: Context) -> JsonBytes[models.ObjReadRes]:
    """`{"obj"}`: one version; its value is `{}` if only metadata is requested. Observed."""
    text = versions.find_text(ctx.store, body.project, body.object_id, body.digest)
    return b'{"obj":' + versions.shown(ctx.store, body, text) + b"}"


def query(body: models.ObjQueryReq, ctx: Context) -> Steps[JsonBytes[models.ObjQueryRes]]:
    """`{"objs"}`: versions that are not deleted, by default oldest first. Observed."""
    rows = yield from versions.query(ctx.store, body)
    return (yield from listed(b'{"objs":[', rows, b"]}"))


def delete(body: models.ObjDeleteReq, ctx: Context) -> models.ObjDeleteRes:
    """`{"num_deleted", "deleted_versions"}`; the latter for newer clients. Observed."""
    name = Name(body.project, body.object_id)
    deleted = service.delete(ctx.store, name, body.digests or [], ctx.clock.iso())
    shown = [fields_of(models.DeletedObjVersion, version) for version in deleted]
    return {"num_deleted": len(deleted), "deleted_versions": shown}


def add_tags(body: models.TagsReq, ctx: Context) -> models.LabelsRes:
    """`{}`. Tags that the version already has stay. Observed."""
    versions.add_labels(ctx.store, TAG, _name(body, ctx), ctx.path["digest"], body.tags)
    return {}


def remove_tags(body: models.TagsReq, ctx: Context) -> models.LabelsRes:
    """`{}`, even if there was nothing to remove. Observed."""
    versions.remove_labels(ctx.store, TAG, _name(body, ctx), ctx.path["digest"], body.tags)
    return {}


def set_aliases(body: models.AliasesSetReq, ctx: Context) -> models.LabelsRes:
    """`{}`. An alias of another version moves. Observed."""
    versions.add_labels(ctx.store, ALIAS, _name(body, ctx), body.digest, body.aliases)
    return {}


def remove_aliases(body: models.AliasesReq, ctx: Context) -> models.LabelsRes:
    """`{}`, even if there was nothing to remove; a 400 for a malformed alias. Observed."""
    for alias in body.aliases:
        ALIAS.check(alias)
    versions.remove_labels(ctx.store, ALIAS, _name(body, ctx), "", body.aliases)
    return {}


@queried
def list_tags(ctx: Context, query: ProjectQuery) -> models.TagsListRes:
    """`{"tags"}` of all objects, sorted. Observed."""
    return {"tags": versions.all_labels(ctx.store, TAG, query.project)}


@queried
def list_aliases(ctx: Context, query: ProjectQuery) -> models.AliasesListRes:
    """`{"aliases"}` of all objects, sorted. Observed."""
    return {"aliases": versions.all_labels(ctx.store, ALIAS, query.project)}


def refs_read_batch(
    body: models.RefsReadBatchReq, ctx: Context
) -> JsonBytes[models.RefsReadBatchRes]:
    """`{"vals"}`, one for each ref. Observed."""
    return b'{"vals":[' + b",".join(refs.read_batch(ctx.store, body.refs)) + b"]}"


def _name(body: InProject, ctx: Context) -> Name:
    return Name(body.project, ctx.path["object_id"])
