"""Usage: tokens and costs of calls, and statistics of calls over time. Observed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import partial
from itertools import chain
from typing import Any, Literal

from pydantic import Field
from typing_extensions import TypedDict

from mockserver.core.codec import decode, peek
from mockserver.core.errors import ApiError, invalid
from mockserver.core.model import Closed, JsonObject, Record
from mockserver.core.project import ProjectRequest, UserRequest, check_project
from mockserver.core.steps import Steps, in_steps
from mockserver.http.context import Context
from mockserver.trace.calls.fields import call_fields
from mockserver.trace.calls.query import Selection
from mockserver.trace.costs import TOKENS, PricesOf, priced, prices_of, usage_of
from mockserver.trace.kinds import CALLS
from mockserver.trace.query.models import CallsFilter, CallsSelection
from mockserver.trace.query.statistics import (
    Aggregation,
    Bucketed,
    Percentiles,
    Timeline,
    Window,
    aggregated,
    window,
)

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


class TraceUsageReq(CallsSelection):
    """A selection of calls whose usage is shown, including the selected calls below them."""

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


class CallsScoreReq(UserRequest):
    call_ids: list[str]
    scorer_refs: list[str]


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


Usage = dict[str, ModelUsage]
"""The usage of each model."""

Values = dict[str, float | int | None]
"""The values of a call by metric."""

COST_NEEDS = {
    "input_cost": ("input_tokens",),
    "output_cost": ("output_tokens",),
    "total_cost": ("input_tokens", "output_tokens"),
}
"""The tokens whose sums are shown beside a cost. Observed."""


def of_calls(body: CallsUsageReq, ctx: Context) -> Steps[UsageRes]:
    """`{"call_usage", "unfinished_call_ids"}`: the usage of calls within their whole traces.

    Raises a 413 for a trace with too many calls.
    """
    project, limit = body.project, _limit(body.limit)
    call_ids = dict.fromkeys(body.call_ids)
    texts = filter(None, (ctx.store[CALLS].text(project, call_id) for call_id in call_ids))
    calls: list[Record] = []
    for trace_id in dict.fromkeys(peek(text)["trace_id"] for text in texts):
        found = ctx.store[CALLS].find(project, {"trace_id": [trace_id]}).texts
        trace = yield from in_steps(found, lambda some: map(decode, some), limit + 1)
        if len(trace) > limit:
            raise ApiError(413, f"Trace {trace_id} has more than {limit} calls")
        calls += trace
    prices = prices_of(ctx.store, project, ctx.settings) if body.include_costs else None
    usage = _total_usage(calls, prices)
    return _response({call_id: usage.get(call_id, {}) for call_id in call_ids}, calls)


def of_trace(body: TraceUsageReq, ctx: Context) -> Steps[UsageRes]:
    """The same for the calls that match. A call below that does not match is not counted."""
    project, limit = body.project, _limit(body.limit)
    calls = yield from _matching(ctx, body, limit)
    prices = prices_of(ctx.store, project, ctx.settings) if body.include_costs else None
    return _response(_total_usage(calls, prices), calls)


def stats(body: CallStatsReq, ctx: Context) -> Steps[CallStatsRes]:
    """Aggregates over time, by model and of all calls."""
    project, span = body.project, window(body, ctx.clock.now())
    response: CallStatsRes = {**span.timeline, "usage_buckets": [], "call_buckets": []}
    if not (body.usage_metrics or body.call_metrics):
        return {**response, "granularity": 0}
    wide = body.filter and body.filter.model_copy(update={"trace_roots_only": False})
    calls = yield from _matching(ctx, CallsSelection(project_id=project, filter=wide))
    roots = spans_too = calls
    if body.filter and body.filter.trace_roots_only:
        roots = [call for call in calls if call["parent_id"] is None]
        # Observed: a span of OpenTelemetry counts, even if it is not a root.
        spans_too = [
            call for call in calls if call["parent_id"] is None or "otel_span" in call["attributes"]
        ]
    if body.usage_metrics:
        prices = prices_of(ctx.store, project, ctx.settings)
        response["usage_buckets"] = _usage_buckets(span, spans_too, body.usage_metrics, prices)
    if body.call_metrics:
        aggregates = _aggregator(body.call_metrics)
        response["call_buckets"] = [
            {"timestamp": start, **aggregates([*map(_call_values, found)])}
            for start, found in span.buckets(roots, "started_at")
        ]
    return response


def score(body: CallsScoreReq, ctx: Context) -> CallsScoreRes:
    """`{}`. Chosen: nothing is scored, which in the service is the work of a worker."""
    check_project(body.project_id)
    return {}


def _limit(limit: int | None) -> int:
    if limit is not None and limit < 1:
        raise invalid("limit must be at least 1")
    return 10_000 if limit is None else limit


def _matching(
    ctx: Context, request: CallsSelection, limit: int | None = None
) -> Steps[list[Record]]:
    """The calls that match, the oldest first."""
    selection = Selection(ctx.store, request, call_fields(ctx.store, ctx.settings))
    texts = (yield from selection.calls(limit))[:limit]
    return (yield from in_steps(texts, partial(map, peek)))


def _response(usage: dict[str, Usage], calls: Iterable[Record]) -> UsageRes:
    running = sorted(call["id"] for call in calls if not call["ended_at"])
    return {"call_usage": usage, "unfinished_call_ids": running}


def _total_usage(calls: list[Record], prices: PricesOf | None) -> dict[str, Usage]:
    """The usage of each call, including the calls below it."""
    usage = {call["id"]: _own_usage(call, prices) for call in calls}
    parents = {call["id"]: call["parent_id"] for call in calls}
    for call_id in reversed(_parents_first(parents)):
        if (parent := parents[call_id]) in usage:
            for model, more in usage[call_id].items():
                known = usage[parent].get(model)
                usage[parent][model] = _sum(known, more) if known else more
    return usage


def _parents_first(parents: dict[str, str | None]) -> list[str]:
    """The calls, each after its parent; calls in a circle are left out."""
    below = defaultdict(list)
    for call_id, parent in parents.items():
        below[parent].append(call_id)
    order = [call_id for call_id, parent in parents.items() if parent not in parents]
    for call_id in order:
        order += below[call_id]
    return order


def _own_usage(call: Record, prices: PricesOf | None) -> Usage:
    usage: Usage = {}
    for model, counts in usage_of(call):
        costs = priced(counts, model, call, prices) if prices else dict.fromkeys(TOKENS)
        by_name = {f"{part}_total_cost": cost for part, cost in costs.items()}
        usage[model] = {**counts, **by_name}  # type: ignore[typeddict-item]
    return usage


def _sum(first: ModelUsage, second: ModelUsage) -> ModelUsage:
    """The sum of all counts and costs; costs without prices stay null."""
    others: Record = {**second}
    return {  # type: ignore[return-value]
        name: None if value is None else value + others[name] for name, value in first.items()
    }


def _usage_buckets(
    span: Window, calls: list[Record], metrics: list[UsageMetric], prices: PricesOf
) -> list[JsonObject]:
    buckets: list[tuple[str, dict[str, list[Values]]]] = []
    for start, found in span.buckets(calls, "started_at"):
        by_model: dict[str, list[Values]] = defaultdict(list)
        used = [(call, model, counts) for call in found for model, counts in usage_of(call)]
        for call, model, counts in used:
            costs = priced(counts, model, call, prices)
            values: Values = {
                **counts,
                "input_tokens": counts["prompt_tokens"],
                "output_tokens": counts["completion_tokens"],
                "input_cost": costs["prompt_tokens"],
                "output_cost": costs["completion_tokens"],
                "total_cost": costs["prompt_tokens"] + costs["completion_tokens"],
            }
            by_model[model].append(values)
        buckets.append((start, by_model))
    models, aggregates = sorted({*chain(*(each for _, each in buckets))}), _aggregator(metrics)
    return [
        {"timestamp": start, "model": model, **aggregates(by_model[model])}
        for start, by_model in buckets
        for model in models
    ]


def _call_values(call: Record) -> Values:
    latency = call["summary"]["weave"].get("latency_ms")
    return {
        "latency_ms": latency if call["ended_at"] else None,
        "call_count": 1,
        "error_count": int(bool(call["exception"])),
    }


def _aggregator(metrics: list[Any]) -> Callable[[list[Values]], JsonObject]:
    """From the values in a bucket to its aggregates."""
    by_name: dict[str, tuple[list[Aggregation], list[float]]] = {}
    for metric in metrics:
        is_cost = metric.metric in COST_NEEDS
        for tokens in COST_NEEDS.get(metric.metric, ()):
            by_name.setdefault(tokens, (["sum"], []))
        by_name[metric.metric] = (["sum"] if is_cost else metric.aggregations, metric.percentiles)

    def aggregates(values: list[Values]) -> JsonObject:
        keys: JsonObject = {}
        for name, (aggregations, percentiles) in by_name.items():
            known = [each[name] for each in values if each[name] is not None]
            keys |= aggregated(known, name, aggregations, percentiles)
        return {**keys, "count": len(values)}

    return aggregates
