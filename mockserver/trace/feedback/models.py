"""The record of feedback; requests and responses, in the listing's order."""

from typing import ClassVar, Literal, Self

from pydantic import ConfigDict, Field, model_validator
from typing_extensions import TypedDict

from mockserver.core.hand_written import Name
from mockserver.core.limits import MOST_AGGREGATES
from mockserver.core.model import Closed, Deferred, JsonObject, Record
from mockserver.core.project import InProject, ProjectRequest
from mockserver.core.records import RecordModel, Timestamp
from mockserver.trace.query.models import RecordsPurge, RecordsQuery
from mockserver.trace.query.statistics import Aggregation, Bucketed, Percentiles, Timeline, Windowed


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


class ScorerFields(Deferred):
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


ValueType = Literal["numeric", "boolean", "categorical"]
GroupName = Literal["scorer_id", "span_agent_name", "span_agent_version", "span_status_code"]

MOST_MS = 31 * 24 * 3600 * 1000


class FeedbackCreateReq(InProject, ScorerFields, Closed):
    """New feedback. `wb_user_id` is always replaced by the caller."""

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


class FeedbackQueryReq(RecordsQuery):
    """A query of feedback."""


class FeedbackPurgeReq(RecordsPurge):
    """A purge of feedback."""


class FeedbackReplaceReq(FeedbackCreateReq):
    feedback_id: str


class FeedbackCreateBatchReq(Closed):
    LONGEST: ClassVar = ("batch",)

    batch: list[FeedbackCreateReq]


class FeedbackWindow(Windowed):
    """The feedback in a window of time; a trigger that ends with `:*` matches any version."""

    feedback_type: str | None = None
    trigger_ref: str | None = None


class FeedbackMetric(Closed):
    """Statistics of the values of one type at one path of the payloads."""

    json_path: str
    value_type: ValueType = "numeric"
    aggregations: list[Aggregation] = Field(default_factory=list)
    percentiles: Percentiles = Field(default_factory=list)

    @property
    def slug(self) -> str:
        """The path in names of aggregates."""
        return self.json_path.replace(".", "_").replace(" ", "_")


class FeedbackStatsReq(FeedbackWindow, Bucketed):
    metrics: list[FeedbackMetric] = Field(default_factory=list)


class FeedbackPayloadSchemaReq(FeedbackWindow):
    sample_limit: int = Field(2000, ge=1, le=5000)


class FeedbackAggregateReq(ProjectRequest):
    """Aggregates of scorers' feedback, by time and by group.

    A list is a filter: one of its values has to match. A value that ends with `*` is a prefix.
    """

    after_ms: int
    before_ms: int
    time_bucket_seconds: int | None = Field(None, ge=1)
    feedback_types: list[str] = Field(default_factory=list)
    tags: list[str] = Field(default_factory=list)
    rating_min: float | None = Field(None, ge=0, le=1)
    rating_max: float | None = Field(None, ge=0, le=1)
    monitor_ids: list[str] = Field(default_factory=list)
    scorer_ids: list[str] = Field(default_factory=list)
    span_agent_names: list[str] = Field(default_factory=list)
    span_types: list[Literal["agent_turn", "agent_conversation"]] = Field(default_factory=list)
    group_by: list[GroupName] = Field(default_factory=list)

    @model_validator(mode="after")
    def _bounded(self) -> Self:
        length = self.before_ms - self.after_ms
        if length <= 0:
            raise ValueError("before_ms must be after after_ms")
        narrowed = self.model_fields_set - {"project_id", "after_ms", "before_ms"}
        if length > MOST_MS and any(getattr(self, name) for name in narrowed):
            raise ValueError("the window must not be longer than 31 days")
        step = self.time_bucket_seconds
        if step and -(-length // (step * 1000)) > MOST_AGGREGATES:
            raise ValueError(f"more than {MOST_AGGREGATES} time buckets")
        return self


class FeedbackStatsRes(Timeline):
    """Aggregates by time, and of the whole window by path."""

    buckets: list[JsonObject]
    window_stats: dict[str, dict[str, float | None]] | None


class PayloadPath(TypedDict):
    json_path: str
    value_type: ValueType


class FeedbackPayloadSchemaRes(TypedDict):
    paths: list[PayloadPath]


class FeedbackAggregateBucket(TypedDict):
    time_bucket_start_ms: int | None
    group: dict[str, str]
    total_count: int
    scored_count: int
    tag_counts: dict[str, int]
    rating_counts: dict[str, int]
    rating_sums: dict[str, float]


class FeedbackAggregateRes(TypedDict):
    time_bucket_seconds: int | None
    after_ms: int
    before_ms: int
    buckets: list[FeedbackAggregateBucket]


class FeedbackCreateRes(TypedDict):
    """The id and time of new feedback, and its payload as stored."""

    id: str
    created_at: Timestamp
    wb_user_id: str
    payload: JsonObject


class FeedbackReplaceRes(FeedbackCreateRes):
    """The response to a creation; the feedback has a new id."""


class FeedbackCreateBatchRes(TypedDict):
    res: list[FeedbackCreateRes]


class FeedbackQueryRes(TypedDict):
    """A page, and the number of rows on all pages."""

    result: list[FeedbackSchema]
    total_count: int


class FeedbackPurgeRes(TypedDict):
    """An empty object."""
