"""The records of feedback and of annotation queues."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from mockserver.core.hand_written import Name
from mockserver.core.model import JsonObject, Record
from mockserver.core.records import RecordModel, Timestamp


def _with_optional_fields(schema: Record) -> None:
    """A query may ask for any fields, and a path is a key too."""
    del schema["required"]
    schema["additionalProperties"] = True


class FeedbackSchema(RecordModel):
    """Feedback on a call or an object. A row of a query has the fields that it asks for."""

    model_config = ConfigDict(json_schema_extra=_with_optional_fields)

    id: Name
    project_id: str
    weave_ref: str
    wb_user_id: str | None = None
    creator: str | None = None
    created_at: Timestamp
    feedback_type: str
    payload: JsonObject
    annotation_ref: str | None = None
    runnable_ref: str | None = None
    call_ref: str | None = None
    trigger_ref: str | None = None


class ScorerFields(BaseModel):
    """The fields that newer clients may send with feedback. A new field is a line here."""

    queue_id: str | None = None
    span_agent_name: str = ""
    span_agent_version: str = ""
    span_status_code: str = "UNSET"
    span_conversation_id: str = ""
    span_trace_id: str = ""
    scorer_trace_id: str = ""
    scorer_tags: list[str] = Field(default_factory=list)
    scorer_tag_reasons: dict[str, str] = Field(default_factory=dict)
    scorer_tag_confidences: dict[str, float] = Field(default_factory=dict)
    scorer_ratings: dict[str, float] = Field(default_factory=dict)
    scorer_rating_reasons: dict[str, str] = Field(default_factory=dict)
    scorer_rating_confidences: dict[str, float] = Field(default_factory=dict)


class FeedbackRecord(ScorerFields, FeedbackSchema):
    """Feedback with the fields of newer clients, which a query has to ask for by name."""


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
