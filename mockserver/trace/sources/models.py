"""Requests and responses of the sources of datasets. Observed on the newest engine."""

from __future__ import annotations

from typing import Literal

from pydantic import Field
from typing_extensions import TypedDict

from mockserver.core.model import Closed, JsonObject
from mockserver.core.project import ProjectRequest
from mockserver.core.records import Timestamp
from mockserver.trace.sources.stored import SourceLinkSchema

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
