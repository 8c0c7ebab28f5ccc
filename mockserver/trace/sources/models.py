"""The record of a link to a source; requests and responses. Observed on the newest engine."""

from __future__ import annotations

from typing import Literal

from pydantic import Field
from typing_extensions import TypedDict

from mockserver.core.hand_written import Name
from mockserver.core.model import Closed, JsonObject
from mockserver.core.project import ProjectRequest
from mockserver.core.records import RecordModel, Timestamp


class SourceLinkSchema(RecordModel):
    """A link from a row to a source, with the facts about the source at link time."""

    id: Name
    row_digest: Name
    source_kind: str
    source_id: Name
    source_trace_id: str
    source_started_at: Timestamp
    source_display_name: str
    link_metadata: JsonObject | None = None
    added_by: str | None = None
    created_at: Timestamp
    updated_at: Timestamp
    deleted_at: Timestamp | None = None


class SourceLink(SourceLinkSchema):
    """A link with the row's dataset, which a query does not show."""

    project_id: str
    dataset_object_id: Name


SourceKind = Literal["call", "span", "conversation"]


class SourceRef(Closed):
    """A call, a span of a trace, or a conversation, which has no trace."""

    source_kind: SourceKind
    source_id: str
    source_trace_id: str


class RowSources(Closed):
    """A row of a dataset and its sources."""

    row_digest: str
    sources: list[SourceRef]
    link_metadata: JsonObject | None = None


class SourcesLinkReq(ProjectRequest):
    dataset_object_id: str
    dataset_digest: str
    links: list[RowSources]
    include_created_status: bool = False
    wb_user_id: str | None = None


class SourcesQueryReq(ProjectRequest):
    """A page of the links of a dataset. No link is ever deleted."""

    dataset_object_id: str
    row_digests: list[str] | None = None
    source_kinds: list[SourceKind] | None = None
    include_deleted: bool = False
    limit: int | None = Field(None, ge=0)
    offset: int | None = Field(None, ge=0)
    wb_user_id: str | None = None


class SourceDatasetsReq(ProjectRequest):
    sources: list[SourceRef]
    include_deleted: bool = False
    wb_user_id: str | None = None


class LinkEntry(TypedDict):
    """`created` is null unless the request includes it."""

    link_id: str
    created: bool | None


class SourcesLinkRes(TypedDict):
    """An entry for each row and source, in the order of the request."""

    entries: list[LinkEntry]


class SourcesQueryRes(TypedDict):
    links: list[SourceLinkSchema]


class Membership(TypedDict):
    """The rows of a dataset that were made from a source."""

    source_kind: SourceKind
    source_id: str
    source_trace_id: str
    dataset_object_id: str
    row_digests: list[str]
    row_digests_truncated: bool
    row_digests_total_count: int
    first_seen_at: Timestamp


class SourceDatasetsRes(TypedDict):
    memberships: list[Membership]
