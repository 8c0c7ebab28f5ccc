"""The records of annotation queues; requests and responses. Observed on the newest engine."""

from __future__ import annotations

from typing import Literal

from pydantic import Field
from typing_extensions import TypedDict

from mockserver.core.hand_written import Name
from mockserver.core.model import Closed, JsonObject
from mockserver.core.project import ProjectQuery, ProjectRequest
from mockserver.core.records import RecordModel, Timestamp
from mockserver.trace.query.models import Count, SortBy


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


State = Literal["unstarted", "in_progress", "completed", "skipped"]


class QueueCreateReq(ProjectRequest):
    name: str
    scorer_refs: list[str]
    description: str | None = ""
    wb_user_id: str | None = None


class QueueQueryReq(ProjectRequest):
    """Queues whose name contains a text, regardless of case."""

    name: str | None = None
    sort_by: list[SortBy] | None = None
    limit: Count | None = None
    offset: Count | None = None


class QueueOf(ProjectQuery):
    """The project of a queue."""


class QueueUpdateReq(ProjectRequest):
    """Changes to a queue; null keeps a value."""

    name: str | None = None
    description: str | None = None
    scorer_refs: list[str] | None = None
    wb_user_id: str | None = None


class QueueStatsReq(ProjectRequest):
    queue_ids: list[str]


class QueueAddReq(ProjectRequest):
    call_ids: list[str]
    display_fields: list[str]
    wb_user_id: str | None = None


class QueueItemsFilter(Closed):
    id: str | None = None
    call_id: str | None = None
    call_op_name: str | None = None
    call_trace_id: str | None = None
    added_by: str | None = None
    annotation_states: list[State] | None = None


class QueueItemsReq(ProjectRequest):
    filter: QueueItemsFilter | None = None
    sort_by: list[SortBy] | None = None
    limit: Count | None = None
    offset: Count | None = None
    include_position: bool | None = False


class QueueProgressReq(ProjectRequest):
    annotation_state: str
    wb_user_id: str | None = None


class QueueCreateRes(TypedDict):
    id: str


class QueueRes(TypedDict):
    queue: AnnotationQueue


class QueueStats(TypedDict):
    queue_id: str
    total_items: int
    completed_items: int


class QueueStatsRes(TypedDict):
    stats: list[QueueStats]


class QueueAddRes(TypedDict):
    added_count: int
    duplicates: int


class QueueItemSchema(QueueItemFields):
    """An item, its state, and its position if the request includes it."""

    annotation_state: State
    annotator_user_id: str | None
    position_in_queue: int | None


class QueueItemsRes(TypedDict):
    items: list[QueueItemSchema]


class QueueItemRes(TypedDict):
    item: QueueItemSchema
