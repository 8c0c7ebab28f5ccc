"""Requests and responses of usage and call statistics. Observed on the newest engine."""

from __future__ import annotations

from typing import Literal

from pydantic import Field
from typing_extensions import TypedDict

from mockserver.core.model import Closed, JsonObject
from mockserver.core.project import ProjectRequest
from mockserver.trace.query.models import CallsFilter, Query
from mockserver.trace.query.statistics import Aggregation, Bucketed, Percentiles, Timeline

UsageName = Literal[
    "input_tokens", "output_tokens", "total_tokens", "cache_read_input_tokens",
    "cache_creation_input_tokens", "input_cost", "output_cost", "total_cost",
]  # fmt: skip
SUM: tuple[Aggregation, ...] = ("sum",)
CallName = Literal["latency_ms", "call_count", "error_count"]


class CallsUsageReq(ProjectRequest):
    """Calls whose usage is shown, including the calls below them."""

    call_ids: list[str]
    include_costs: bool | None = False
    limit: int | None = Field(10_000, description="The most calls of one trace.")


class TraceUsageReq(ProjectRequest):
    """A selection of calls whose usage is shown, including the selected calls below them."""

    filter: CallsFilter | None = None
    query: Query | None = None
    include_costs: bool | None = False
    limit: int | None = Field(10_000, description="The most calls of the selection.")


class Metric(Closed):
    aggregations: list[Aggregation] = Field(default_factory=lambda: [*SUM])
    percentiles: Percentiles = Field(default_factory=list)


class UsageMetric(Metric):
    metric: UsageName


class CallMetric(Metric):
    metric: CallName


class CallStatsReq(Bucketed):
    filter: CallsFilter | None = None
    usage_metrics: list[UsageMetric] | None = None
    call_metrics: list[CallMetric] | None = None


class CallsScoreReq(ProjectRequest):
    call_ids: list[str]
    scorer_refs: list[str]
    wb_user_id: str | None = None


class ModelUsage(TypedDict):
    """The usage of one model; costs are null unless the request includes them."""

    requests: int
    prompt_tokens: int
    completion_tokens: int
    total_tokens: int
    cache_read_input_tokens: int
    cache_creation_input_tokens: int
    prompt_tokens_total_cost: float | None
    completion_tokens_total_cost: float | None
    cache_read_input_tokens_total_cost: float | None
    cache_creation_input_tokens_total_cost: float | None


class UsageRes(TypedDict):
    """Usage by call and model, and the ids of running calls."""

    call_usage: dict[str, dict[str, ModelUsage]]
    unfinished_call_ids: list[str]


class CallStatsRes(Timeline):
    usage_buckets: list[JsonObject]
    call_buckets: list[JsonObject]


class CallsScoreRes(TypedDict):
    """An empty object."""
