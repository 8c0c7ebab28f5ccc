"""The record of a project's setting; requests and responses of the operations on projects."""

from __future__ import annotations

from typing import NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from mockserver.core.hand_written import Name
from mockserver.core.model import Closed, JsonObject, Open
from mockserver.core.project import ProjectRequest
from mockserver.core.records import RecordModel


class ProjectSetting(RecordModel):
    """A setting that differs from its default."""

    project_id: str
    name: Name
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


class ProjectOf(ProjectRequest):
    """A project whose settings are read."""


class RetentionReq(ProjectOf):
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
