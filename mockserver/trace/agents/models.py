"""Requests and responses of the pages about agents. Observed on the newest engine."""

from typing import Literal, Self

from pydantic import Field, model_validator
from typing_extensions import TypedDict

from mockserver.core.model import Closed, JsonObject
from mockserver.core.project import ProjectRequest
from mockserver.core.records import Timestamp
from mockserver.trace.agents.spans import AGGREGATES, DERIVED
from mockserver.trace.query.models import Query, SortBy
from mockserver.trace.query.statistics import Bucketed, Moment, Percentiles, Timeline

Source = Literal[
    "field", "column", "custom_attrs_string", "custom_attrs_int", "custom_attrs_float",
    "custom_attrs_bool",
]  # fmt: skip
"""The place of a value in a span."""


class Paged(Closed):
    """A request for a page of rows."""

    limit: int
    offset: int = Field(0, ge=0, le=1 << 60)


class AgentsSortBy(SortBy):
    direction: Literal["asc", "desc"] = "desc"


class AgentsFilters(Closed):
    agent_name: str | None = None


class AgentsQueryReq(ProjectRequest, Paged):
    filters: AgentsFilters | None = None
    sort_by: list[AgentsSortBy] | None = None
    limit: int = Field(100, ge=0, le=10_000)
    include_costs: bool | None = False


class AgentVersionsQueryReq(AgentsQueryReq):
    agent_name: str


class SpansWindow(ProjectRequest):
    """Spans that started in a window of time."""

    started_after: Moment | None = None
    started_before: Moment | None = None


class SpansGroupBy(Closed):
    """A field to group spans by, and its name in the response."""

    key: str
    source: Source = "field"
    alias: str | None = None

    @property
    def name(self) -> str:
        """The alias, or else the key."""
        return self.alias or self.key


class SpansQueryReq(SpansWindow, Paged):
    """Spans, or groups of them. `measures` and the fields after it are not implemented."""

    query: Query | None = None
    group_by: list[SpansGroupBy] | None = None
    include_details: bool | None = False
    include_costs: bool | None = False
    custom_attr_columns: list[JsonObject] | None = None
    sort_by: list[AgentsSortBy] | None = None
    limit: int = Field(100, ge=0, le=10_000)
    measures: list[JsonObject] | None = None
    group_filters: list[JsonObject] | None = None
    group_distributions: list[JsonObject] | None = None
    signal_filters: JsonObject | None = None
    insight_filters: list[JsonObject] | None = None


class SpanValue(Closed):
    """A value of each span: a field, a custom attribute, or one derived from fields."""

    key: str
    source: Source | Literal["derived"] = "field"


class SpanMetric(Closed):
    """Aggregates of a value over spans: by default the sum of numbers, the count of others."""

    alias: str = Field(pattern=r"^[A-Za-z_][A-Za-z0-9_]*$")
    value_type: Literal["number", "boolean", "string", "datetime"]
    value: SpanValue
    aggregations: list[str] = Field(default_factory=list)
    percentiles: Percentiles = Field(default_factory=list)

    @model_validator(mode="after")
    def _fits_its_type(self) -> Self:
        if self.value.source == "derived":
            value_type, _ = DERIVED.get(self.value.key, ("", None))
            if value_type != self.value_type:
                raise ValueError(f"derived value {self.value.key!r} is not a {self.value_type}")
        for aggregation in self.aggregations:
            types, _ = AGGREGATES.get(aggregation, ((), None))
            if self.value_type not in types:
                raise ValueError(f"aggregation {aggregation!r} is not valid for {self.value_type}")
        if self.percentiles and self.value_type != "number":
            raise ValueError("percentiles are only valid for numbers")
        if not self.aggregations and not self.percentiles:
            self.aggregations = ["sum" if self.value_type == "number" else "count"]
        return self


class SpansBucketBy(Closed):
    """Buckets of time; no others are implemented."""

    type: Literal["time"] = "time"


class SpansStatsReq(Bucketed):
    """Metrics of spans over time. `group_filters` and the fields after it are not implemented."""

    metrics: list[SpanMetric] = Field(min_length=1)
    query: Query | None = None
    group_by: list[SpansGroupBy] | None = None
    group_limit: int = Field(50, ge=1, le=1000)
    bucket_by: SpansBucketBy | None = None
    group_filters: list[JsonObject] | None = None
    signal_filters: JsonObject | None = None
    insight_filters: list[JsonObject] | None = None

    @model_validator(mode="after")
    def _column_names_differ(self) -> Self:
        groups = [key.name for key in self.group_by or ()]
        names = ["timestamp", "count", *groups, *(metric.alias for metric in self.metrics)]
        if len({*names}) < len(names):
            raise ValueError("two columns have the same name")
        return self


class TraceChatReq(ProjectRequest):
    trace_id: str
    include_feedback: bool | None = False
    include_model_tool_calls: bool | None = False


class ConversationChatReq(ProjectRequest, Paged):
    conversation_id: str
    limit: int = Field(50, ge=0, le=50)
    include_feedback: bool | None = False
    include_model_tool_calls: bool | None = False


class ConversationSpansReq(SpansWindow):
    conversation_ids: list[str]


class CustomAttrsReq(SpansWindow, Paged):
    query: Query | None = None
    limit: int = Field(200, ge=1, le=2000)


class AgentsSearchReq(SpansWindow, Paged):
    query: str = ""
    trace_id: str | None = None
    roles: list[str] | None = None
    conversation_id: str | None = None
    agent_name: str | None = None
    provider_name: str | None = None
    request_model: str | None = None
    truncate_content: bool | None = True
    limit: int = Field(20, ge=0, le=1000)


class Agent(TypedDict):
    project_id: str
    agent_name: str
    invocation_count: int
    span_count: int
    total_input_tokens: int
    total_output_tokens: int
    total_duration_ms: int
    error_count: int
    first_seen: Timestamp
    last_seen: Timestamp
    total_cost_usd: float | None


class AgentVersion(Agent):
    agent_version: str


class AgentsQueryRes(TypedDict):
    agents: list[Agent]
    total_count: int


class AgentVersionsQueryRes(TypedDict):
    versions: list[AgentVersion]
    total_count: int


class SpansQueryRes(TypedDict):
    """Spans, their large fields empty unless the request includes details; or groups of spans."""

    spans: list[JsonObject]
    groups: list[JsonObject]
    total_count: int


class AgentChatMessage(TypedDict):
    """A message of a chat; only the payload of its type is not null."""

    type: str
    span_id: str | None
    agent_name: str | None
    agent_version: str | None
    status_code: str | None
    error_type: str | None
    status_message: str | None
    started_at: Timestamp | None
    feedback: list[JsonObject] | None
    agent_handoff: JsonObject | None
    context_compacted: JsonObject | None
    user_message: JsonObject | None
    assistant_message: JsonObject | None
    tool_call: JsonObject | None
    agent_start: JsonObject | None


class AgentTurn(TypedDict):
    """A trace as a chat."""

    trace_id: str
    root_span_name: str | None
    agent_name: str | None
    agent_version: str | None
    status_code: str | None
    provider: str | None
    started_at: Timestamp | None
    ended_at: Timestamp | None
    wb_user_id: str | None
    total_duration_ms: int | None
    total_cost_usd: float | None
    total_input_tokens: int
    total_output_tokens: int
    total_reasoning_tokens: int
    total_cache_creation_input_tokens: int
    total_cache_read_input_tokens: int
    messages: list[AgentChatMessage]
    feedback: list[JsonObject] | None


class ConversationChatRes(TypedDict):
    conversation_id: str
    turns: list[AgentTurn]
    total_turns: int
    has_more: bool
    limit: int
    offset: int
    total_cost_usd: float | None
    feedback: list[JsonObject] | None


class ConversationSpan(TypedDict):
    operation_name: str
    trace_id: str
    span_id: str
    status: str
    duration_ms: int


class SpansRating(TypedDict):
    name: str
    value: float
    reason: str | None
    confidence: float | None


class SpansFeedback(TypedDict):
    """Feedback on a turn, or on the whole conversation if it has no trace."""

    trace_id: str | None
    feedback_type: str
    tags: list[str]
    ratings: list[SpansRating]


class ConversationSpans(TypedDict):
    conversation_id: str
    spans: list[ConversationSpan]
    spans_feedback: list[SpansFeedback]


class ConversationSpansRes(TypedDict):
    conversations: list[ConversationSpans]


class CustomAttr(TypedDict):
    source: str
    key: str
    value_type: str
    span_count: int


class CustomAttrsRes(TypedDict):
    attributes: list[CustomAttr]
    limit: int
    offset: int
    has_more: bool


class StatsColumn(TypedDict):
    name: str
    role: Literal["time", "group", "metric"]
    value_type: str
    metric: str | None
    aggregation: str | None


class SpansStatsRes(Timeline):
    """A row for each bucket and group, with a value for each column."""

    bucket_type: Literal["time"]
    columns: list[StatsColumn]
    rows: list[JsonObject]


class FoundMessage(TypedDict):
    span_id: str
    trace_id: str
    role: str
    content_preview: str
    content_digest: str
    started_at: Timestamp


class FoundConversation(TypedDict):
    conversation_id: str
    conversation_name: str
    agent_name: str
    last_activity: Timestamp
    matched_messages: list[FoundMessage]


class AgentsSearchRes(TypedDict):
    results: list[FoundConversation]
    total_conversations: int
