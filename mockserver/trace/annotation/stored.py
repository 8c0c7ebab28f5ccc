"""The records of annotation queues and of their items."""

from __future__ import annotations

from pydantic import Field

from mockserver.core.hand_written import Name
from mockserver.core.model import JsonObject
from mockserver.core.records import RecordModel, Timestamp


class AnnotationQueue(RecordModel):
    """A queue of calls to annotate by some scorers."""

    id: Name
    project_id: str
    name: str
    description: str
    scorer_refs: list[str]
    created_at: Timestamp
    created_by: str
    updated_at: Timestamp
    deleted_at: Timestamp | None = None


class QueueItemFields(RecordModel):
    """The fields of a queue's item, some of them copied from its call when it was added."""

    id: Name
    project_id: str
    queue_id: Name
    call_id: Name
    call_started_at: Timestamp
    call_ended_at: Timestamp | None = None
    call_op_name: str
    call_trace_id: str
    display_fields: list[str]
    added_by: str | None = None
    created_at: Timestamp
    created_by: str
    updated_at: Timestamp
    deleted_at: Timestamp | None = None


class QueueItem(QueueItemFields):
    """An item with the state of each annotator; the state that changed last is at the end."""

    progress: list[JsonObject] = Field(default_factory=list)
