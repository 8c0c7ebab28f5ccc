"""Whole projects: sizes, settings, runtimes, links to a registry, GraphQL."""

from __future__ import annotations

import re
from typing import NotRequired, cast

from pydantic import Field
from typing_extensions import TypedDict

from mockserver.core import hand_written
from mockserver.core.codec import decode
from mockserver.core.errors import invalid
from mockserver.core.model import Closed, Json, JsonObject, Open, Record
from mockserver.core.project import ProjectQuery, ProjectRequest, check_project
from mockserver.core.records import RecordModel
from mockserver.core.refs import parse_ref
from mockserver.core.steps import Steps, added_up
from mockserver.http.context import Context
from mockserver.http.parsers import queried
from mockserver.trace import files
from mockserver.trace.evaluations.routes import project_in
from mockserver.trace.kinds import CALLS, FILES, OBJECTS, PROJECT_SETTINGS, ROWS
from mockserver.trace.objects import service as objects
from mockserver.trace.objects import versions
from mockserver.trace.objects.models import ObjectVersionFilter, ObjQueryReq
from mockserver.trace.objects.versions import ALIAS, Name


class ProjectSetting(RecordModel):
    """A setting that differs from its default."""

    project_id: str
    name: hand_written.Name
    value: int | None = None


class ProjectStatsReq(ProjectRequest):
    """The sizes to return; null counts as true."""

    include_trace_storage_size: bool | None = True
    include_object_storage_size: bool | None = True
    include_table_storage_size: bool | None = True
    include_file_storage_size: bool | None = True


class ProjectStatsRes(TypedDict):
    trace_storage_size_bytes: int
    objects_storage_size_bytes: int
    tables_storage_size_bytes: int
    files_storage_size_bytes: int


class RetentionReq(ProjectRequest):
    """The days after which records expire; null means never."""

    retention_days: int | None = None


class RetentionRes(TypedDict):
    retention_days: int | None


class SensitiveDataRes(TypedDict):
    policy: str


class SamplingRes(TypedDict):
    sample_rate: float
    dry_run: bool


class RuntimeId(Closed):
    """A model that an endpoint serves."""

    id: str = Field(pattern=r"^\S+$")
    max_tokens: int = Field(4096, gt=0)


class RuntimeReq(Closed):
    """An endpoint compatible with OpenAI's, with all its models."""

    base_url: str
    runtime_ids: list[RuntimeId]
    api_key_secret: str | None = None
    headers: dict[str, str] = Field(default_factory=dict)


class RuntimeIdShown(TypedDict):
    id: str
    max_tokens: int
    playground_id: str


class RuntimeRes(TypedDict):
    name: str
    base_url: str
    api_key_secret: str | None
    headers: dict[str, str]
    runtime_ids: list[RuntimeIdShown]


class RegistryTarget(Closed):
    portfolio_name: str
    entity_name: str
    project_name: str


class RegistryLinkReq(Closed):
    """A version to publish in a registry, which is a project too."""

    ref: str
    target: RegistryTarget
    aliases: list[str] = Field(default_factory=list)


class RegistryLinkRes(TypedDict):
    version_index: int | None


class GraphQLReq(Open):
    query: str
    variables: JsonObject | None = None


class GraphQLError(TypedDict):
    message: str


class GraphQLRes(TypedDict):
    data: JsonObject | None
    errors: NotRequired[list[GraphQLError]]


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

_NOT_IN_AN_ID = re.compile(r"[^a-zA-Z0-9_-]")
_WORD = re.compile(r"\w+", re.ASCII)


def stats(body: ProjectStatsReq, ctx: Context) -> Steps[ProjectStatsRes]:
    """`{"trace_storage_size_bytes", ...}`. The shape is observed, the sizes are chosen."""
    project = body.project
    included = {field for field, *_ in SIZES if getattr(body, field) is not False}
    if not included:
        raise invalid("At least one storage size must be included")
    found = {kind: ctx.store[kind].find(project, {}).texts for _, _, kind, _ in SIZES}
    sizes = {}
    for field, name, kind, size in SIZES:
        sizes[name] = yield from added_up(found[kind] if field in included else (), size)
    return cast("ProjectStatsRes", sizes)


def read_retention(body: ProjectRequest, ctx: Context) -> RetentionRes:
    """`{"retention_days"}`. Observed."""
    setting = ctx.store[PROJECT_SETTINGS].get(body.project, RETENTION)
    return {"retention_days": setting["value"] if setting else None}


def update_retention(body: RetentionReq, ctx: Context) -> RetentionRes:
    """`{"retention_days"}`, as set. Observed."""
    project, days = body.project, body.retention_days
    if days is not None and days < 1:
        raise invalid("retention_days must be at least 1")
    setting = {"project_id": project, "name": RETENTION, "value": days}
    ctx.store[PROJECT_SETTINGS].put(setting)
    return {"retention_days": days}


@queried
def sensitive_data(ctx: Context, query: ProjectQuery) -> SensitiveDataRes:
    """`{"policy"}`. Chosen: no data is searched for secrets."""
    check_project(query.project_id)
    return {"policy": "off"}


def sampling(body: ProjectRequest, ctx: Context) -> SamplingRes:
    """`{"sample_rate", "dry_run"}`. Chosen: every call is stored."""
    check_project(body.project_id)
    return {"sample_rate": 1.0, "dry_run": False}


def apply_runtime(body: RuntimeReq, ctx: Context) -> Steps[RuntimeRes]:
    """The runtime as it is now. Observed."""
    # It is an object of the class Provider, and each of its models one of the class ProviderModel
    # that names the version of its provider.
    project, name = project_in(ctx), ctx.path["runtime"]
    provider = _NOT_IN_AN_ID.sub("_", name)
    models = {_NOT_IN_AN_ID.sub("_", f"{name}-{each.id}"): each for each in body.runtime_ids}
    if len(models) < len(body.runtime_ids):
        raise invalid("Runtime IDs map to the same storage identity")
    former = versions.versions_of(ctx.store, OBJECTS, Name(project.name, provider))
    former_digests = {version["digest"] for version in former}
    value = {
        "name": name,
        "base_url": body.base_url,
        "extra_headers": body.headers,
        "api_key_name": body.api_key_secret or "",
    }
    digest = project.publish(provider, value, "Provider")["digest"]
    for object_id, each in models.items():
        model = {"name": each.id, "provider": digest, "max_tokens": each.max_tokens}
        project.publish(object_id, model, "ProviderModel")
    conditions = ObjectVersionFilter(base_object_classes=["ProviderModel"], latest_only=True)
    request = ObjQueryReq(project_id=project.name, filter=conditions)
    for known in map(decode, (yield from versions.query(ctx.store, request))):
        if known["val"]["provider"] in former_digests and known["object_id"] not in models:
            objects.delete(ctx.store, Name(project.name, known["object_id"]), [], ctx.clock.iso())
    return {
        "name": name,
        "base_url": body.base_url,
        "api_key_secret": body.api_key_secret,
        "headers": body.headers,
        "runtime_ids": [
            {**each.model_dump(), "playground_id": f"custom::{name}::{each.id}"}  # type: ignore[typeddict-item]
            for each in body.runtime_ids
        ],
    }


def link_to_registry(body: RegistryLinkReq, ctx: Context) -> RegistryLinkRes:
    """`{"version_index"}` in the registry. Observed."""
    # Chosen: a registry is an ordinary project.
    ref, target = parse_ref(body.ref), body.target
    version = versions.find(ctx.store, ref.project_id, ref.name, ref.version)
    registry = project_in(ctx, f"{target.entity_name}/{target.project_name}")
    published = registry.publish(target.portfolio_name, version["val"])
    name = Name(registry.name, target.portfolio_name)
    versions.add_labels(ctx.store, ALIAS, name, published["digest"], body.aliases)
    return {"version_index": versions.index_of(published)}


def graphql(body: GraphQLReq, ctx: Context) -> GraphQLRes:
    """The queries of Python clients at their start. Observed."""
    # Clients send no operation name, so words in the query tell them apart.
    variables, words = body.variables or {}, frozenset(_WORD.findall(body.query))
    if "upsertModel" in words:
        model = {"name": variables.get("name"), "description": variables.get("description")}
        return {"data": {"upsertModel": {"model": model}}}
    entity = str(variables.get("entity") or variables.get("entityName") or ENTITY)
    if "models(" in body.query:
        # The entity's projects that have any records.
        scopes = {scope for _, _, kind, _ in SIZES for scope in ctx.store[kind].scopes()}
        owned = sorted(scope for scope in scopes if scope.startswith(f"{entity}/"))
        edges = [{"node": _project(scope[len(entity) + 1 :], entity, ctx.user)} for scope in owned]
        page = {"__typename": "PageInfo", "endCursor": None, "hasNextPage": False}
        return {"data": {"models": {"pageInfo": page, "edges": edges}}}
    if "project(" in body.query:
        project = _project(variables.get("name"), entity, ctx.user)
        return {"data": {"project": {key: project[key] for key in project if key in words}}}
    if "viewer" in words:
        viewer = {field: value for field, value in _viewer(ctx.user).items() if field in words}
        return {"data": {"viewer": viewer}}
    return {"data": None, "errors": [{"message": "this server answers start-up queries only"}]}


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
