"""Handlers of the operations on whole projects."""

from __future__ import annotations

from typing import cast

from mockserver.core.errors import invalid
from mockserver.core.project import ProjectQuery, check_project
from mockserver.core.steps import Steps, added_up
from mockserver.http.context import Context
from mockserver.http.parsers import queried
from mockserver.trace.files import service as files
from mockserver.trace.kinds import CALLS, FILES, OBJECTS, PROJECT_SETTINGS, ROWS
from mockserver.trace.projects import models
from mockserver.trace.projects.graphql import answer
from mockserver.trace.projects.runtimes import Publisher, apply, link
from mockserver.trace.projects.stored import RETENTION

SIZES = (
    # field of the request, field of the response, kind, size of a record
    ("include_trace_storage_size", "trace_storage_size_bytes", CALLS, len),
    ("include_object_storage_size", "objects_storage_size_bytes", OBJECTS, len),
    ("include_table_storage_size", "tables_storage_size_bytes", ROWS, len),
    ("include_file_storage_size", "files_storage_size_bytes", FILES, files.size),
)
"""Chosen: sizes are bytes of the stored JSON, and of the contents of files."""


def stats(body: models.ProjectStatsReq, ctx: Context) -> Steps[models.ProjectStatsRes]:
    """`{"trace_storage_size_bytes", ...}`. The shape is observed, the sizes are chosen."""
    project = body.project
    included = {field for field, *_ in SIZES if getattr(body, field) is not False}
    if not included:
        raise invalid("At least one storage size must be included")
    texts = [
        ctx.store[kind].find(project, {}).texts if field in included else ()
        for field, _, kind, _ in SIZES
    ]
    sizes = {}
    for (_, field, _, size), found in zip(SIZES, texts, strict=True):
        sizes[field] = yield from added_up(found, size)
    return cast("models.ProjectStatsRes", sizes)


def read_retention(body: models.ProjectOf, ctx: Context) -> models.RetentionRes:
    """`{"retention_days"}`. Observed."""
    setting = ctx.store[PROJECT_SETTINGS].get(body.project, RETENTION)
    return {"retention_days": setting["value"] if setting else None}


def update_retention(body: models.RetentionReq, ctx: Context) -> models.RetentionRes:
    """`{"retention_days"}`, as set. Observed."""
    project, days = body.project, body.retention_days
    if days is not None and days < 1:
        raise invalid("retention_days must be at least 1")
    setting = {"project_id": project, "name": RETENTION, "value": days}
    ctx.store[PROJECT_SETTINGS].drop(project, RETENTION)
    ctx.store[PROJECT_SETTINGS].insert(setting)
    return {"retention_days": days}


@queried
def sensitive_data(ctx: Context, query: ProjectQuery) -> models.SensitiveDataRes:
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

    def projects(entity: str) -> list[str]:
        """The names of an entity's projects that have any records, sorted."""
        scopes = {scope for _, _, kind, _ in SIZES for scope in ctx.store[kind].scopes()}
        owned = (scope.partition("/") for scope in scopes)
        return sorted(project for owner, _, project in owned if owner == entity)

    return answer(body, ctx.user, projects)
