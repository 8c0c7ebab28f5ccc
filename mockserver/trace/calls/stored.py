"""The records of calls."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from mockserver.core.hand_written import Name
from mockserver.core.model import Json, JsonObject
from mockserver.core.records import Blank, Derived, RecordModel, Timestamp


class CallSchema(RecordModel):
    """A call. Fields that `columns` leave out are null or empty; `summary.weave` is derived."""

    id: Name
    project_id: str
    op_name: str
    display_name: str | None = None
    trace_id: Name
    parent_id: str | None = None
    thread_id: str | None = None
    turn_id: str | None = None
    started_at: Timestamp
    attributes: JsonObject = Field(default_factory=dict)
    inputs: JsonObject = Field(default_factory=dict)
    ended_at: Timestamp | None = None
    exception: str | None = None
    output: Json = None
    summary: Annotated[JsonObject, Blank({"weave": {"status": "running"}})]
    wb_user_id: str | None = None
    wb_run_id: str | None = None
    wb_run_step: int | None = None
    wb_run_step_end: int | None = None
    deleted_at: Derived[Timestamp] = None
    storage_size_bytes: Derived[int] = None
    total_storage_size_bytes: Derived[int] = None
    wb_username: Derived[str] = None
    expire_at: Derived[Timestamp] = None


class EarlyCall(RecordModel):
    """The last end and the last display name that arrived before the start of a call."""

    project_id: str
    id: Name
    display_name: str | None = None
    ended_at: Timestamp | None = None
    exception: str | None = None
    output: Json = None
    summary: JsonObject = Field(default_factory=dict)
    wb_run_step_end: int | None = None


class DeletedCall(RecordModel):
    """A mark that a call is deleted, so that it is not restored by a late start."""

    project_id: str
    id: Name
    deleted_at: Timestamp
