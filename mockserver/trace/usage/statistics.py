"""Statistics of calls over time: tokens and costs by model, latency and errors of all calls."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from datetime import datetime
from itertools import chain
from typing import Any

from mockserver.core.codec import peek_all
from mockserver.core.model import JsonObject, Record
from mockserver.core.steps import Steps, in_steps
from mockserver.settings import Settings
from mockserver.store.store import Store
from mockserver.trace.calls.fields import call_fields
from mockserver.trace.calls.models import CallsQueryReq
from mockserver.trace.calls.selection import Selection
from mockserver.trace.costs.pricing import PricesOf, priced, prices_of, usage_of
from mockserver.trace.query.statistics import Aggregation, Window, aggregated, timeline, window
from mockserver.trace.usage import models

Values = dict[str, float | int | None]
"""The values of a call by metric."""

COST_NEEDS = {
    "input_cost": ("input_tokens",),
    "output_cost": ("output_tokens",),
    "total_cost": ("input_tokens", "output_tokens"),
}
"""The tokens whose sums are shown beside a cost. Observed."""


def measure(
    store: Store, request: models.CallStatsReq, settings: Settings, now: datetime
) -> Steps[models.CallStatsRes]:
    """The buckets of a window. Raises a 422 for a window that is too long."""
    project, span = request.project, window(request, now)
    response: models.CallStatsRes = {
        **timeline(request, span, now),
        "usage_buckets": [],
        "call_buckets": [],
    }
    if not (request.usage_metrics or request.call_metrics):
        return {**response, "granularity": 0}
    wide = request.filter and request.filter.model_copy(update={"trace_roots_only": False})
    matching = CallsQueryReq(project_id=project, filter=wide)
    calls = yield from select(store, matching, settings)
    roots_only = bool(request.filter and request.filter.trace_roots_only)
    roots = [call for call in calls if not roots_only or call["parent_id"] is None]
    if request.usage_metrics:
        # Observed: a span of OpenTelemetry counts, even if it is not a root.
        spans_too = [call for call in calls if not roots_only or _is_root_or_span(call)]
        prices = prices_of(store, project, settings)
        response["usage_buckets"] = _usage_buckets(span, spans_too, request.usage_metrics, prices)
    if request.call_metrics:
        response["call_buckets"] = _call_buckets(span, roots, request.call_metrics)
    return response


def select(
    store: Store, request: CallsQueryReq, settings: Settings, limit: int | None = None
) -> Steps[list[Record]]:
    """The calls that match, the oldest first."""
    selection = Selection(store, request, call_fields(store, settings))
    texts = (yield from selection.calls(limit))[:limit]
    return (yield from in_steps(texts, peek_all))


def _is_root_or_span(call: Record) -> bool:
    return call["parent_id"] is None or "otel_span" in call["attributes"]


def _usage_buckets(
    span: Window, calls: list[Record], metrics: list[models.UsageMetric], prices: PricesOf
) -> list[JsonObject]:
    values: dict[str, dict[int, list[Values]]] = {}
    for at, found in span.by_bucket(calls, "started_at").items():
        for model, each in chain.from_iterable(_usage_values(call, prices) for call in found):
            if at is not None:
                values.setdefault(model, defaultdict(list))[at].append(each)
    aggregates = _aggregator(metrics)
    return [
        {"timestamp": start, "model": model, **aggregates(values[model].get(at, []))}
        for at, start in enumerate(span.starts())
        for model in sorted(values)
    ]


def _call_buckets(
    span: Window, calls: list[Record], metrics: list[models.CallMetric]
) -> list[JsonObject]:
    found, aggregates = span.by_bucket(calls, "started_at"), _aggregator(metrics)
    return [
        {"timestamp": start, **aggregates([*map(_call_values, found[at])])}
        for at, start in enumerate(span.starts())
    ]


def _usage_values(call: Record, prices: PricesOf) -> Iterator[tuple[str, Values]]:
    for model, counts in usage_of(call):
        costs = priced(counts, model, call, prices)
        yield (
            model,
            {
                **counts,
                "input_tokens": counts["prompt_tokens"],
                "output_tokens": counts["completion_tokens"],
                "input_cost": costs["prompt_tokens"],
                "output_cost": costs["completion_tokens"],
                "total_cost": costs["prompt_tokens"] + costs["completion_tokens"],
            },
        )


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
