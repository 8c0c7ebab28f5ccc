"""Statistics of agents' spans over time: metrics of their values, by groups. Observed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from operator import itemgetter
from typing import Any

from mockserver.core.model import JsonObject, Record
from mockserver.core.steps import Steps
from mockserver.settings import Settings
from mockserver.store.store import Store
from mockserver.trace.agents.chat import duration
from mockserver.trace.agents.models import (
    SpanMetric,
    SpansStatsReq,
    SpansStatsRes,
    SpansWindow,
    StatsColumn,
)
from mockserver.trace.agents.selection import INVOCATION, field_of, grouped, matching
from mockserver.trace.costs.pricing import prices_of
from mockserver.trace.query.statistics import percentile, timeline, window

MOST_ROWS = 10_000

DERIVED: dict[str, Callable[[Record], Any]] = {
    "duration_ms": duration,
    "total_tokens": lambda span: span["input_tokens"] + span["output_tokens"],
    "is_error": lambda span: span["status_code"] == "ERROR",
    "is_invocation": lambda span: span["operation_name"] == INVOCATION,
}
"""Values that are no field of a span; its costs are."""

Read = Callable[[Record], Any]

TYPES = {"number": (int, float), "boolean": (bool,), "string": (str,), "datetime": (str,)}

AGGREGATES: dict[str, Callable[[list[Any]], Any]] = {
    "sum": sum,
    "count": len,
    "count_distinct": lambda values: len({*values}),
    "count_true": lambda values: values.count(True),
    "count_false": lambda values: values.count(False),
}
"""Aggregations of any values."""

EXTREMES: dict[str, Callable[[list[Any]], Any]] = {
    "avg": lambda values: sum(values) / len(values),
    "min": min,
    "max": max,
}
"""Aggregations that are null if there are no values."""


def measure(
    store: Store, request: SpansStatsReq, settings: Settings, now: datetime
) -> Steps[SpansStatsRes]:
    """The rows of a window, one for each bucket and group. Raises a 422 for a window that is too
    long."""
    span = window(request, now)
    spans_window = SpansWindow(
        project_id=request.project_id,
        started_after=request.start,
        started_before=request.end or now,
    )
    prices = prices_of(store, request.project_id, settings)
    found = yield from matching(store, spans_window, request.query, prices)
    starts = [*span.starts()]
    groups = [
        (keys, span.by_bucket(held, "started_at"))
        for keys, held in _largest(found, request, len(starts))
    ]
    metrics = [(metric, _reader(metric)) for metric in request.metrics]
    return {
        **timeline(request, span, now),
        "bucket_type": "time",
        "columns": [*_columns(request)],
        "rows": [
            {"timestamp": start, **keys, **_row(metrics, buckets[at])}
            for at, start in enumerate(starts)
            for keys, buckets in groups
        ],
    }


def _largest(
    spans: list[Record], request: SpansStatsReq, buckets: int
) -> list[tuple[JsonObject, list[Record]]]:
    """The groups with the most spans, as many as there is room for; without keys all are one."""
    if not request.group_by:
        return [({}, spans)]
    names = [key.name for key in request.group_by]
    most = min(request.group_limit, max(1, MOST_ROWS // max(1, buckets)))
    groups = grouped(spans, request.group_by).items()
    largest = sorted(groups, key=lambda group: len(group[1]), reverse=True)[:most]
    return [(dict(zip(names, texts, strict=True)), held) for texts, held in sorted(largest)]


def _reader(metric: SpanMetric) -> Read:
    """Reads the value of a span; None if it has none of the metric's type."""
    key, wanted = metric.value.key, TYPES[metric.value_type]
    is_derived = metric.value.source == "derived"
    read = DERIVED.get(key, itemgetter(key)) if is_derived else field_of(metric.value).read

    def value(span: Record) -> Any:
        found = read(span)
        return found if type(found) in wanted and found != "" else None

    return value


def _row(metrics: Iterable[tuple[SpanMetric, Read]], spans: list[Record]) -> JsonObject:
    """The metrics of the spans of one bucket and group, and how many there are."""
    row: JsonObject = {}
    for metric, read in metrics:
        values = [value for span in spans if (value := read(span)) is not None]
        known = {**AGGREGATES, **EXTREMES} if values else AGGREGATES
        for name in metric.aggregations:
            row[f"{name}_{metric.alias}"] = known[name](values) if name in known else None
        for share in metric.percentiles:
            row[f"{_label(share)}_{metric.alias}"] = percentile(values, share / 100)
    return {**row, "count": len(spans)}


def _label(share: float) -> str:
    return f"p{share:g}".replace(".", "_")


def _columns(request: SpansStatsReq) -> Iterator[StatsColumn]:
    yield _column("timestamp", "time", "datetime")
    for key in request.group_by or ():
        yield _column(key.name, "group", "string")
    for metric in request.metrics:
        for name in [*metric.aggregations, *map(_label, metric.percentiles)]:
            kind = metric.value_type if name in ("min", "max") else "number"
            yield _column(f"{name}_{metric.alias}", "metric", kind, metric.alias, name)
    yield _column("count", "metric", "number", "rows", "count")


def _column(
    name: str, role: Any, kind: str, metric: str | None = None, aggregation: str | None = None
) -> StatsColumn:
    return {
        "name": name,
        "role": role,
        "value_type": kind,
        "metric": metric,
        "aggregation": aggregation,
    }
