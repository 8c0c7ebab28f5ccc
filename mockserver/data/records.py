"""The exact form of a data file: records as the service keeps them.

Each kind has a model whose members stand in the order in which the record is kept. The project is
the key above the records. A member with its default value is left out.
"""

from __future__ import annotations

from typing import get_args

from pydantic import Field

from mockserver.core.model import Json, JsonObject, Record
from mockserver.core.part import Name, Part
from mockserver.data.values import Base64, Stamp, Text

PROJECT = "project_id"
HELD = ("text", "base64")
"""Where a file's contents may stand."""


class Exact(Part):
    """A record without its project; the member `project_id` keeps the place of that."""

    def record(self, project: str) -> Record:
        """The record as it is kept."""
        return {**dict(self), PROJECT: project}


class CallRecord(Exact):
    """A call, running or ended."""

    id: Name
    project_id: None = None
    op_name: str
    display_name: str | None = None
    trace_id: Name
    parent_id: str | None = None
    thread_id: str | None = None
    turn_id: str | None = None
    started_at: Stamp
    attributes: JsonObject = Field(default_factory=dict)
    inputs: JsonObject = Field(default_factory=dict)
    ended_at: Stamp | None = None
    exception: str | None = None
    output: Json = None
    summary: JsonObject
    wb_user_id: str | None = None
    wb_run_id: str | None = None
    wb_run_step: int | None = None
    wb_run_step_end: int | None = None
    deleted_at: None = None
    storage_size_bytes: None = None
    total_storage_size_bytes: None = None
    wb_username: None = None
    expire_at: None = None


class EarlyRecord(Exact):
    """An end, or a name, that waits for its start."""

    project_id: None = None
    id: Name
    display_name: str | None = None
    ended_at: Stamp | None = None
    exception: str | None = None
    output: Json = None
    summary: JsonObject = Field(default_factory=dict)
    wb_run_step_end: int | None = None


class DeletedRecord(Exact):
    """What is left of a deleted call."""

    project_id: None = None
    id: Name
    deleted_at: Stamp


class CostRecord(Exact):
    """A price of the project."""

    id: Name
    project_id: None = None
    pricing_level: str
    pricing_level_id: str
    provider_id: str
    llm_id: str
    effective_date: Stamp
    prompt_token_cost: int | float
    completion_token_cost: int | float
    cache_read_input_token_cost: int | float
    cache_creation_input_token_cost: int | float
    prompt_token_cost_unit: str
    completion_token_cost_unit: str
    created_by: str | None = None
    created_at: Stamp


class FeedbackRecord(Exact):
    """What somebody said of a call or an object."""

    id: Name
    project_id: None = None
    weave_ref: str
    wb_user_id: str | None = None
    creator: str | None = None
    created_at: Stamp
    feedback_type: str
    payload: JsonObject
    annotation_ref: str | None = None
    runnable_ref: str | None = None
    call_ref: str | None = None
    trigger_ref: str | None = None
    queue_id: str | None = None
    span_agent_name: str = ""
    span_agent_version: str = ""
    span_status_code: str = "UNSET"
    span_conversation_id: str = ""
    span_trace_id: str = ""
    scorer_trace_id: str = ""
    scorer_tags: list[Json] = Field(default_factory=list)
    scorer_tag_reasons: JsonObject = Field(default_factory=dict)
    scorer_tag_confidences: JsonObject = Field(default_factory=dict)
    scorer_ratings: JsonObject = Field(default_factory=dict)
    scorer_rating_reasons: JsonObject = Field(default_factory=dict)
    scorer_rating_confidences: JsonObject = Field(default_factory=dict)


class ObjectRecord(Exact):
    """A version of an object, also a deleted one."""

    project_id: None = None
    object_id: Name
    created_at: Stamp
    deleted_at: Stamp | None = None
    digest: Name
    version_index: int = Field(ge=0)
    is_latest: int = Field(ge=0, le=1)
    kind: str
    base_object_class: str | None = None
    leaf_object_class: str | None = None
    val: Json = None
    wb_user_id: str | None = None
    size_bytes: None = None
    tags: None = None
    aliases: None = None


class FileRecord(Exact):
    """A file with its contents, unless they are lost."""

    project_id: None = None
    digest: str = Field(pattern="^[0-9A-Za-z]{43}$")
    name: str
    size_bytes: int = Field(ge=0)
    text: Text | None = None
    base64: Base64 | None = None

    @property
    def content(self) -> bytes | None:
        """The contents, if they are there."""
        return self.base64 if self.text is None else self.text.encode()

    def record(self, project: str) -> Record:
        """The record, which holds no contents."""
        return {name: value for name, value in super().record(project).items() if name not in HELD}


class RowRecord(Exact):
    """A row, in however many tables."""

    project_id: None = None
    digest: Name
    val: JsonObject


class TableRecord(Exact):
    """A table; `whole` says that every row of it was there when it was made."""

    project_id: None = None
    digest: Name
    count: int = Field(ge=0)
    whole: bool


class TablePartRecord(Exact):
    """The digests of up to a thousand rows of a table, in their order."""

    project_id: None = None
    digest: Name
    part: int = Field(ge=0)
    row_digests: list[str]


class ReadsRecord(Exact):
    """How often something that runs was read, where that counts."""

    project_id: None = None
    id: Name
    reads: int = Field(ge=0)


class Records(Part):
    """Records by their kind, in the order in which they are restored."""

    files: list[FileRecord] = Field(default_factory=list)
    table_rows: list[RowRecord] = Field(default_factory=list)
    tables: list[TableRecord] = Field(default_factory=list)
    table_parts: list[TablePartRecord] = Field(default_factory=list)
    objects: list[ObjectRecord] = Field(default_factory=list)
    deleted_objects: list[ObjectRecord] = Field(default_factory=list)
    costs: list[CostRecord] = Field(default_factory=list)
    calls: list[CallRecord] = Field(default_factory=list)
    call_ends: list[EarlyRecord] = Field(default_factory=list)
    deleted_calls: list[DeletedRecord] = Field(default_factory=list)
    feedback: list[FeedbackRecord] = Field(default_factory=list)
    reads: list[ReadsRecord] = Field(default_factory=list)


def form(kind: str) -> type[Exact]:
    """The model of a kind's records."""
    exact: type[Exact] = get_args(Records.model_fields[kind].annotation)[0]
    return exact
