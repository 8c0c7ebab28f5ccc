"""Handlers of the operations on whole projects."""

from __future__ import annotations

from functools import partial

from mockserver.core.project import check_project
from mockserver.core.steps import Steps
from mockserver.http.context import Context
from mockserver.http.parsers import queried
from mockserver.trace.projects import models, service
from mockserver.trace.projects.graphql import answer
from mockserver.trace.projects.runtimes import Publisher, apply, link


def stats(body: models.ProjectStatsReq, ctx: Context) -> Steps[models.ProjectStatsRes]:
    """`{"trace_storage_size_bytes", ...}`. The shape is observed, the sizes are chosen."""
    return service.sizes(ctx.store, body)


def read_retention(body: models.ProjectOf, ctx: Context) -> models.RetentionRes:
    """`{"retention_days"}`. Observed."""
    return {"retention_days": service.retention(ctx.store, body.project_id)}


def update_retention(body: models.RetentionReq, ctx: Context) -> models.RetentionRes:
    """`{"retention_days"}`, as set. Observed."""
    service.set_retention(ctx.store, body.project_id, body.retention_days)
    return {"retention_days": body.retention_days}


@queried
def sensitive_data(ctx: Context, query: models.ProjectNamed) -> models.SensitiveDataRes:
    """`{"policy"}`. Chosen: no data is searched for secrets."""
    check_project(query.project_id)
    return {"policy": "off"}


def sampling(body: models.ProjectOf, ctx: Context) -> models.SamplingRes:
    """`{"sample_rate", "dry_run"}`. Chosen: every call is stored."""
    check_project(body.project_id)
    return {"sample_rate": 1.0, "dry_run": False}


def apply_runtime(body: models.RuntimeReq, ctx: Context) -> Steps[models.RuntimeRes]:
    """The runtime as it is now. Observed."""
    project = check_project(f"{ctx.path['entity']}/{ctx.path['project']}")
    publisher = Publisher(ctx.store, project, ctx.settings.digest_order, ctx.clock.iso())
    return apply(publisher, ctx.path["runtime"], body)


def link_to_registry(body: models.RegistryLinkReq, ctx: Context) -> models.RegistryLinkRes:
    """`{"version_index"}` in the registry. Observed."""
    index = link(ctx.store, body, ctx.settings.digest_order, ctx.clock.iso())
    return {"version_index": index}


def graphql(body: models.GraphQLReq, ctx: Context) -> models.GraphQLRes:
    """The queries of Python clients at their start. Observed."""
    return answer(body, ctx.user, partial(service.of_entity, ctx.store))
