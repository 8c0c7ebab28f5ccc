"""Answers of the feedback operations, in the listing's order."""

from __future__ import annotations

from datetime import datetime

from pydantic import ConfigDict
from typing_extensions import TypedDict

from mockserver.core.model import JsonObject
from mockserver.openapi.answers.model import Answered, Answers


class FeedbackCreateRes(Answered):
    """What the service adds to a feedback, and the payload as it is kept."""

    id: str
    created_at: datetime
    wb_user_id: str
    payload: JsonObject


class FeedbackReplaceRes(FeedbackCreateRes):
    """As of a creation, under an id of its own."""


class FeedbackCreateBatchRes(Answered):
    res: list[FeedbackCreateRes]


class Feedback(TypedDict, total=False):
    """A feedback with the fields that were asked for, these if none were; a path is one key."""

    __pydantic_config__ = ConfigDict(extra="allow")  # type: ignore[misc]

    id: str
    project_id: str
    weave_ref: str
    wb_user_id: str | None
    creator: str | None
    created_at: datetime
    feedback_type: str
    payload: JsonObject
    annotation_ref: str | None
    runnable_ref: str | None
    call_ref: str | None
    trigger_ref: str | None


class FeedbackQueryRes(Answered):
    """A page, and how many there are on all pages."""

    result: list[Feedback]
    total_count: int


class FeedbackPurgeRes(Answered):
    """Nothing."""


ANSWERS: Answers = {
    "trace.feedback:create": FeedbackCreateRes,
    "trace.feedback:query": FeedbackQueryRes,
    "trace.feedback:purge": FeedbackPurgeRes,
    "trace.feedback:replace": FeedbackReplaceRes,
    "trace.feedback:create_batch": FeedbackCreateBatchRes,
}
