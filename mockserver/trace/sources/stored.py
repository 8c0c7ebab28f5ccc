"""The record of a link from a row of a dataset to its source."""

from __future__ import annotations

from mockserver.core.hand_written import Name
from mockserver.core.model import JsonObject
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
