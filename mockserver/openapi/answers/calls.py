"""Answers of the call operations, in the listing's order."""

from __future__ import annotations

from datetime import datetime

from mockserver.core.model import Json, JsonObject
from mockserver.openapi.answers.model import Answered, Answers


class CallStartRes(Answered):
    id: str
    trace_id: str


class CallEndRes(Answered):
    """Nothing."""


class CallCreateBatchRes(Answered):
    """An entry for each item, by its mode."""

    res: list[CallStartRes | CallEndRes]


class CallsDeleteRes(Answered):
    num_deleted: int


class CallUpdateRes(Answered):
    """Nothing."""


class CallSchema(Answered):
    """A call. What `columns` leave out is null, or empty; `summary.weave` is derived."""

    id: str
    project_id: str
    op_name: str
    display_name: str | None = None
    trace_id: str
    parent_id: str | None = None
    thread_id: str | None = None
    turn_id: str | None = None
    started_at: datetime
    attributes: JsonObject
    inputs: JsonObject
    ended_at: datetime | None = None
    exception: str | None = None
    output: Json = None
    summary: JsonObject | None = None
    wb_user_id: str | None = None
    wb_username: str | None = None
    wb_run_id: str | None = None
    wb_run_step: int | None = None
    wb_run_step_end: int | None = None
    deleted_at: datetime | None = None
    expire_at: datetime | None = None
    storage_size_bytes: int | None = None
    total_storage_size_bytes: int | None = None


class CallReadRes(Answered):
    call: CallSchema | None


class CallsQueryStatsRes(Answered):
    count: int
    total_storage_size_bytes: int | None = None
    has_more: bool = False


class ThreadSchema(Answered):
    """A thread; durations in milliseconds."""

    thread_id: str
    turn_count: int
    start_time: datetime
    last_updated: datetime
    first_turn_id: str | None
    last_turn_id: str | None
    p50_turn_duration_ms: float | None
    p99_turn_duration_ms: float | None


class CallsQueryRes(Answered):
    calls: list[CallSchema]


class CallsCompleteRes(Answered):
    """Nothing."""


ANSWERS: Answers = {
    "trace.calls:start": CallStartRes,
    "trace.calls:end": CallEndRes,
    "trace.calls:upsert_batch": CallCreateBatchRes,
    "trace.calls:delete": CallsDeleteRes,
    "trace.calls:update": CallUpdateRes,
    "trace.calls:read": CallReadRes,
    "trace.calls:query_stats": CallsQueryStatsRes,
    "trace.calls:stream_query": CallSchema,
    "trace.calls:stream_threads": ThreadSchema,
    "trace.calls:query_all": CallsQueryRes,
    "trace.calls:complete": CallsCompleteRes,
}
