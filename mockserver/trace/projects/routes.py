"""Handlers of the operations on whole projects."""

from __future__ import annotations

import re
from typing import cast

from mockserver.core.errors import invalid
from mockserver.core.model import Json, Record
from mockserver.core.project import ProjectQuery, check_project
from mockserver.core.steps import Steps, added_up
from mockserver.http.context import Context
from mockserver.http.parsers import queried
from mockserver.trace.files import service as files
from mockserver.trace.kinds import CALLS, FILES, OBJECTS, PROJECT_SETTINGS, ROWS
from mockserver.trace.projects import models
from mockserver.trace.projects.runtimes import Publisher, apply, link

SIZES = (
    # field of the request, field of the response, kind, size of a record
    ("include_trace_storage_size", "trace_storage_size_bytes", CALLS, len),
    ("include_object_storage_size", "objects_storage_size_bytes", OBJECTS, len),
    ("include_table_storage_size", "tables_storage_size_bytes", ROWS, len),
    ("include_file_storage_size", "files_storage_size_bytes", FILES, files.size),
)
"""Chosen: sizes are bytes of the stored JSON, and of the contents of files."""

RETENTION = "retention_days"
"""The days after which records of a project expire. Chosen: no record is ever dropped."""

ENTITY = "mockserver"
"""The entity of projects that are named without one."""

_WORD = re.compile(r"\w+", re.ASCII)


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
    ctx.store[PROJECT_SETTINGS].put(setting)
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
    # Clients send no operation name, so words in the query tell them apart.
    variables, words = body.variables or {}, frozenset(_WORD.findall(body.query))
    if "upsertModel" in words:
        model = {"name": variables.get("name"), "description": variables.get("description")}
        return {"data": {"upsertModel": {"model": model}}}
    entity = str(variables.get("entity") or variables.get("entityName") or ENTITY)
    if "models(" in body.query:
        edges = [{"node": _project(name, entity, ctx.user)} for name in _names(entity, ctx)]
        page = {"__typename": "PageInfo", "endCursor": None, "hasNextPage": False}
        return {"data": {"models": {"pageInfo": page, "edges": edges}}}
    if "project(" in body.query:
        project = _project(variables.get("name"), entity, ctx.user)
        return {"data": {"project": {key: project[key] for key in project if key in words}}}
    if "viewer" in words:
        viewer = {field: value for field, value in _viewer(ctx.user).items() if field in words}
        return {"data": {"viewer": viewer}}
    return {"data": None, "errors": [{"message": "this server answers start-up queries only"}]}


def _names(entity: str, ctx: Context) -> list[str]:
    """The names of an entity's projects that have any records, sorted."""
    scopes = {scope for _, _, kind, _ in SIZES for scope in ctx.store[kind].scopes()}
    owned = (scope.partition("/") for scope in scopes)
    return sorted(project for owner, _, project in owned if owner == entity)


def _project(name: Json, entity: str, user: str) -> Record:
    """A project in the schema of `wandb`. Observed."""
    return {
        "__typename": "Project",
        "id": f"{entity}/{name}",
        "name": name,
        "entityName": entity,
        "createdAt": "1970-01-01T00:00:00Z",
        "isBenchmark": False,
        "user": _viewer(user),
    }


def _viewer(user: str) -> Record:
    """The caller in the schema of `wandb`: a user in one team, without API keys. Observed."""
    return {
        "id": user,
        "name": user,
        "username": user,
        "email": None,
        "admin": False,
        "flags": "{}",
        "entity": ENTITY,
        "defaultEntity": {"name": ENTITY},
        "deletedAt": None,
        "apiKeys": {"edges": []},
        "teams": {"edges": [{"node": {"name": ENTITY}}]},
    }
