"""The records of calls; requests and responses of the call operations, in the listing's order."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated, ClassVar, NotRequired

from pydantic import ConfigDict, Field
from typing_extensions import TypedDict

from mockserver.core.hand_written import Name
from mockserver.core.model import Closed, Json, JsonObject, Open
from mockserver.core.project import InProject, ProjectRequest, UserRequest
from mockserver.core.records import Blank, Derived, RecordModel, Timestamp
from mockserver.trace.query.models import CallsSelection, PageRequest


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


Id = Annotated[str, Field(min_length=1)]

IdOrEmpty = Annotated[str, Field(min_length=0)]
"""An id, or an empty string for none. The bound makes a lone surrogate invalid, as in an id."""


class TraceStatus(StrEnum):
    """The status of a call; a summary counts its descendants under these keys."""

    SUCCESS = "success"
    ERROR = "error"
    RUNNING = "running"
    DESCENDANT_ERROR = "descendant_error"


class Usage(TypedDict):
    """Tokens and requests of one model within a call; keys not named here are kept."""

    __pydantic_config__ = ConfigDict(extra="allow", title="LLMUsageSchema")  # type: ignore[misc]

    prompt_tokens: NotRequired[int | None]
    input_tokens: NotRequired[int | None]
    completion_tokens: NotRequired[int | None]
    output_tokens: NotRequired[int | None]
    requests: NotRequired[int | None]
    total_tokens: NotRequired[int | None]
    cache_creation_input_tokens: NotRequired[int | None]
    cache_read_input_tokens: NotRequired[int | None]


class Summary(TypedDict):
    """The client's summary of an ended call; keys not named here are kept."""

    __pydantic_config__ = ConfigDict(extra="allow", use_enum_values=True, title="SummaryInsertMap")  # type: ignore[misc]

    usage: NotRequired[dict[str, Usage] | None]
    status_counts: NotRequired[dict[TraceStatus, int] | None]


class StartedCall(InProject, Open, title="StartedCallSchemaForInsert"):
    """A call that starts. `wb_user_id` is always replaced by the caller."""

    id: Id | None = None
    op_name: str
    display_name: str | None = None
    trace_id: Id | None = None
    parent_id: str | None = None
    thread_id: str | None = None
    turn_id: str | None = None
    started_at: datetime
    attributes: JsonObject
    inputs: JsonObject
    otel_dump: JsonObject | None = None
    wb_user_id: str | None = None
    wb_run_id: str | None = None
    wb_run_step: int | None = None


class EndedCall(InProject, Open, title="EndedCallSchemaForInsert"):
    """The end of a call. Newer clients repeat `trace_id` and `started_at` here."""

    id: Id
    ended_at: datetime
    exception: str | None = None
    output: Json = None
    summary: Summary
    wb_run_step_end: int | None = None
    trace_id: str | None = None
    is_eval: bool | None = None
    started_at: datetime | None = None


class CompleteCall(StartedCall):
    """A call sent once, after its end."""

    id: Id
    trace_id: Id
    ended_at: datetime
    exception: str | None = None
    output: Json = None
    summary: Summary
    wb_run_step_end: int | None = None


class CallStartReq(Closed):
    start: StartedCall


class CallEndReq(Closed):
    end: EndedCall


class CallBatchStartMode(Open):
    mode: str = "start"
    req: CallStartReq


class CallBatchEndMode(Open):
    mode: str = "end"
    req: CallEndReq


BatchItem = Annotated[CallBatchStartMode | CallBatchEndMode, Field(union_mode="left_to_right")]


class CallCreateBatchReq(Closed):
    LONGEST: ClassVar = ("batch",)

    batch: list[BatchItem]


class CallsCompleteReq(Closed):
    LONGEST: ClassVar = ("batch",)

    batch: list[CompleteCall]


class CallsDeleteReq(UserRequest):
    call_ids: list[str]


class CallUpdateReq(UserRequest):
    call_id: str
    display_name: str | None = None


class CallReadReq(ProjectRequest):
    id: str
    include_costs: bool | None = False
    include_storage_size: bool | None = False
    include_total_storage_size: bool | None = False


class CallsQueryReq(CallsSelection, PageRequest):
    columns: list[str] | None = None
    expand_columns: list[str] | None = None
    return_expanded_column_values: bool | None = True
    include_costs: bool | None = False
    include_feedback: bool | None = False
    include_storage_size: bool | None = False
    include_total_storage_size: bool | None = False
    latest_only: bool | None = False
    include_usernames: bool | None = False


class CallsQueryStatsReq(CallsSelection):
    limit: Annotated[int, Field(json_schema_extra={"minimum": 1})] | None = None
    include_total_storage_size: bool | None = False
    expand_columns: list[str] | None = None


class ThreadsQueryFilter(Closed):
    """Observed: both moments are compared with the start of each turn, and exclude it."""

    after_datetime: datetime | None = None
    before_datetime: datetime | None = None
    thread_ids: list[str] | None = None


class ThreadsQueryReq(PageRequest):
    filter: ThreadsQueryFilter | None = None


class CallStartRes(TypedDict):
    id: str
    trace_id: str


class CallEndRes(TypedDict):
    """Nothing."""


class CallCreateBatchRes(TypedDict):
    """An entry for each item, by its mode."""

    res: list[CallStartRes | CallEndRes]


class CallsDeleteRes(TypedDict):
    num_deleted: int


class CallUpdateRes(TypedDict):
    """Nothing."""


class CallReadRes(TypedDict):
    call: CallSchema | None


class CallsQueryStatsRes(TypedDict):
    count: int
    total_storage_size_bytes: int | None
    has_more: bool


class ThreadSchema(TypedDict):
    """A thread; durations in milliseconds."""

    thread_id: str
    turn_count: int
    start_time: Timestamp
    last_updated: Timestamp
    first_turn_id: str | None
    last_turn_id: str | None
    p50_turn_duration_ms: float | None
    p99_turn_duration_ms: float | None


class CallsQueryRes(TypedDict):
    calls: list[CallSchema]


class CallsCompleteRes(TypedDict):
    """Nothing."""
