"""Requests and responses of the feedback operations, in the listing's order."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field
from typing_extensions import TypedDict

from mockserver.core.model import Closed, JsonObject
from mockserver.core.project import ProjectId
from mockserver.core.records import Stamp
from mockserver.trace.feedback.kinds import FeedbackSchema
from mockserver.trace.query.models import RecordsPurge, RecordsQuery


class FeedbackCreateReq(Closed):
    """One feedback. `wb_user_id` is always replaced by the caller; newer clients may add what
    stands below it."""

    project_id: ProjectId
    weave_ref: str
    feedback_type: str
    payload: JsonObject
    id: str | None = Field(None, min_length=1)
    creator: str | None = None
    annotation_ref: str | None = None
    runnable_ref: str | None = None
    call_ref: str | None = None
    trigger_ref: str | None = None
    wb_user_id: str | None = None

    queue_id: str | None = None
    scorer_tags: list[str] = Field(default_factory=list)
    scorer_tag_reasons: dict[str, str] = Field(default_factory=dict)
    scorer_tag_confidences: dict[str, float] = Field(default_factory=dict)
    scorer_ratings: dict[str, float] = Field(default_factory=dict)
    scorer_rating_reasons: dict[str, str] = Field(default_factory=dict)
    scorer_rating_confidences: dict[str, float] = Field(default_factory=dict)
    span_agent_name: str = ""
    span_agent_version: str = ""
    span_status_code: str = "UNSET"
    span_conversation_id: str = ""
    span_trace_id: str = ""
    scorer_trace_id: str = ""


class FeedbackQueryReq(RecordsQuery):
    """A query of feedback."""


class FeedbackPurgeReq(RecordsPurge):
    """A purge of feedback."""


class FeedbackReplaceReq(FeedbackCreateReq):
    feedback_id: str


class FeedbackCreateBatchReq(Closed):
    LONGEST: ClassVar = ("batch",)

    batch: list[FeedbackCreateReq]


class FeedbackCreateRes(TypedDict):
    """The id and time of a new feedback, and its payload as it is kept."""

    id: str
    created_at: Stamp
    wb_user_id: str
    payload: JsonObject


class FeedbackReplaceRes(FeedbackCreateRes):
    """As of a creation, under an id of its own."""


class FeedbackCreateBatchRes(TypedDict):
    res: list[FeedbackCreateRes]


class FeedbackQueryRes(TypedDict):
    """A page, and how many there are on all pages."""

    result: list[FeedbackSchema]
    total_count: int


class FeedbackPurgeRes(TypedDict):
    """Nothing."""
