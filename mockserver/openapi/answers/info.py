"""Answers that tell of the service itself: its models, projects and exports."""

from __future__ import annotations

from typing import Literal

from mockserver.core.model import JsonObject
from mockserver.openapi.answers.model import Answered, Answers


class ServerInfoRes(Answered):
    min_required_weave_python_version: str
    trace_server_version: str


class Geolocation(Answered):
    """The network of an address, and where it is."""

    file_index: int
    range_start_int: int
    range_end_int: int
    range_start_ip: str
    range_end_ip: str
    country_code: str
    country_name: str | None = None


class GeolocationRes(Answered):
    """`allowed` says whether the address may use inference."""

    ip: str
    location: Geolocation | None = None
    allowed: bool = False


class ExportTracePartialSuccess(Answered):
    rejected_spans: int
    error_message: str


class OtelExportRes(Answered):
    """Null if all spans were kept."""

    partial_success: ExportTracePartialSuccess | None = None


class ProjectStatsRes(Answered):
    trace_storage_size_bytes: int
    objects_storage_size_bytes: int
    tables_storage_size_bytes: int
    files_storage_size_bytes: int


class ProjectInfo(Answered):
    external_project_id: str
    internal_project_id: str


class GraphQLError(Answered):
    message: str


class GraphQLRes(Answered):
    data: JsonObject | None
    errors: list[GraphQLError] | None = None


class ModelPermission(Answered):
    id: str
    object: Literal["model_permission"] = "model_permission"
    created: int
    allow_create_engine: bool
    allow_sampling: bool
    allow_logprobs: bool
    allow_search_indices: bool
    allow_view: bool
    allow_fine_tuning: bool
    organization: str
    group: str | None = None
    is_blocking: bool


class ModelCard(Answered):
    id: str
    object: Literal["model"] = "model"
    created: int
    owned_by: str
    root: str | None = None
    parent: str | None = None
    max_model_len: int | None = None
    permission: list[ModelPermission]


class ModelList(Answered):
    object: Literal["list"] = "list"
    data: list[ModelCard]


ANSWERS: Answers = {
    "trace.info:health": dict[str, str],
    "trace.info:server_info": ServerInfoRes,
    "trace.info:version": dict[str, str],
    "trace.info:geolocate": GeolocationRes,
    "trace.info:graphql": GraphQLRes,
    "trace.info:projects_info": list[ProjectInfo],
    "chat:models": ModelList,
    "chat:model": ModelCard,
    "trace.otel:export": OtelExportRes,
    "trace.projects:stats": ProjectStatsRes,
}
