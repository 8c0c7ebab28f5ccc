"""Requests and responses of annotation queues. Observed on the newest engine."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from mockserver.core.model import Closed, Open
from mockserver.core.project import ProjectId
from mockserver.core.records import Timestamp
from mockserver.trace.feedback.kinds import AnnotationQueue
from mockserver.trace.query.models import Count, SortBy

State = Literal["unstarted", "in_progress", "completed", "skipped"]


class QueueCreateReq(Closed):
    project_id: ProjectId
    name: str
    scorer_refs: list[str]
    description: str | None = ""
    wb_user_id: str | None = None


class QueueQueryReq(Closed):
    """Queues whose name holds a text, in any case of its letters."""

    project_id: ProjectId
    name: str | None = None
    sort_by: list[SortBy] | None = None
    limit: Count | None = None
    offset: Count | None = None


class QueueOf(Open):
    """The project of a queue."""

    project_id: ProjectId


class QueueUpdateReq(Closed):
    """Changes of a queue; null keeps a value."""

    project_id: ProjectId
    name: str | None = None
    description: str | None = None
    scorer_refs: list[str] | None = None
    wb_user_id: str | None = None


class QueueStatsReq(Closed):
    project_id: ProjectId
    queue_ids: list[str]


class QueueAddReq(Closed):
    project_id: ProjectId
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


class QueueItemsReq(Closed):
    project_id: ProjectId
    filter: QueueItemsFilter | None = None
    sort_by: list[SortBy] | None = None
    limit: Count | None = None
    offset: Count | None = None
    include_position: bool | None = False


class QueueProgressReq(Closed):
    project_id: ProjectId
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


class QueueItemSchema(TypedDict):
    """An item with the state that is shown of it, and its place if that is asked for."""

    id: str
    project_id: str
    queue_id: str
    call_id: str
    call_started_at: Timestamp
    call_ended_at: Timestamp | None
    call_op_name: str
    call_trace_id: str
    display_fields: list[str]
    added_by: str | None
    annotation_state: State
    annotator_user_id: str | None
    created_at: Timestamp
    created_by: str
    updated_at: Timestamp
    deleted_at: Timestamp | None
    position_in_queue: int | None


class QueueItemsRes(TypedDict):
    items: list[QueueItemSchema]


class QueueItemRes(TypedDict):
    item: QueueItemSchema
