"""Requests and responses of what concerns whole projects."""

from __future__ import annotations

from typing import NotRequired

from typing_extensions import TypedDict

from mockserver.core.model import Closed, JsonObject, Open
from mockserver.core.project import ProjectId


class ProjectStatsReq(Closed):
    """The sizes to return; null means yes."""

    project_id: ProjectId
    include_trace_storage_size: bool | None = True
    include_object_storage_size: bool | None = True
    include_table_storage_size: bool | None = True
    include_file_storage_size: bool | None = True


class ProjectStatsRes(TypedDict):
    trace_storage_size_bytes: int
    objects_storage_size_bytes: int
    tables_storage_size_bytes: int
    files_storage_size_bytes: int


class ProjectOf(Closed):
    """The project whose settings are asked for."""

    project_id: ProjectId


class ProjectNamed(Open):
    """The same in a query string."""

    project_id: ProjectId


class RetentionReq(ProjectOf):
    """For how many days records are kept; null is for good."""

    retention_days: int | None = None


class RetentionRes(TypedDict):
    retention_days: int | None


class SensitiveDataRes(TypedDict):
    policy: str


class SamplingRes(TypedDict):
    sample_rate: float
    dry_run: bool


class GraphQLReq(Open):
    """A GraphQL question, told apart by words in its text: clients send no operation name."""

    query: str
    variables: JsonObject | None = None


class GraphQLError(TypedDict):
    message: str


class GraphQLRes(TypedDict):
    data: JsonObject | None
    errors: NotRequired[list[GraphQLError]]
