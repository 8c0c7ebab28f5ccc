"""Statistics of agents' spans over time: metrics of their values, by groups. Observed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any, Literal

from mockserver.core.model import JsonObject, Record
from mockserver.core.steps import Steps
from mockserver.store.store import Store
from mockserver.trace.agents import models
from mockserver.trace.agents.selection import field_of, grouped, matching
from mockserver.trace.agents.stored import AGGREGATES, DERIVED
from mockserver.trace.costs.pricing import PricesOf
from mockserver.trace.query.statistics import percentile, window

MOST_ROWS = 10_000

TYPES = {"number": (int, float), "boolean": (bool,), "string": (str,), "datetime": (str,)}


def measure(
    store: Store, request: models.SpansStatsReq, prices: PricesOf, now: datetime
) -> Steps[models.SpansStatsRes]:
    """A row for each bucket and group of a window. Raises a 422 for a window that is too long."""
    span = window(request, now)
    bounds = models.SpansWindow(
        project_id=request.project_id,
        started_after=request.start,
        started_before=request.end or now,
    )
    found = yield from matching(store, bounds, request.query, prices)
    starts = span.starts()
    groups = [
        (keys, span.buckets(spans, "started_at"))
        for keys, spans in _largest_groups(found, request, len(starts))
    ]
    metrics = [(metric, _reader(metric)) for metric in request.metrics]
    return {
        **span.timeline,
        "bucket_type": "time",
        "columns": [*_columns(request)],
        "rows": [
            {"timestamp": start, **keys, **_row(metrics, buckets[at][1])}
            for at, start in enumerate(starts)
            for keys, buckets in groups
        ],
    }


def _largest_groups(
    spans: list[Record], request: models.SpansStatsReq, buckets: int
) -> list[tuple[JsonObject, list[Record]]]:
    """The groups with the most spans, as many as `MOST_ROWS` allows; without keys, one group."""
    if not request.group_by:
        return [({}, spans)]
    names = [key.name for key in request.group_by]
    most = min(request.group_limit, max(1, MOST_ROWS // max(1, buckets)))
    groups = grouped(spans, request.group_by).items()
    largest = sorted(groups, key=lambda group: len(group[1]), reverse=True)[:most]
    return [(dict(zip(names, key, strict=True)), members) for key, members in sorted(largest)]


def _reader(metric: models.SpanMetric) -> Callable[[Record], Any]:
    """From a span to its value; None if the value is not of the metric's type."""
    types = TYPES[metric.value_type]
    if metric.value.source == "derived":
        _, read = DERIVED[metric.value.key]
    else:
        read = field_of(metric.value).read

    def read_typed(span: Record) -> Any:
        value = read(span)
        return value if type(value) in types and value != "" else None

    return read_typed


def _row(
    metrics: list[tuple[models.SpanMetric, Callable[[Record], Any]]], spans: list[Record]
) -> JsonObject:
    row: JsonObject = {}
    for metric, read in metrics:
        values = [value for span in spans if (value := read(span)) is not None]
        for name in metric.aggregations:
            _, aggregate = AGGREGATES[name]
            row[f"{name}_{metric.alias}"] = aggregate(values)
        for share in metric.percentiles:
            row[f"{_label(share)}_{metric.alias}"] = percentile(values, share / 100)
    return {**row, "count": len(spans)}


def _label(share: float) -> str:
    return f"p{share:g}".replace(".", "_")


def _columns(request: models.SpansStatsReq) -> Iterator[models.StatsColumn]:
    yield _column("timestamp", "time", "datetime")
    for key in request.group_by or ():
        yield _column(key.name, "group", "string")
    for metric in request.metrics:
        for name in [*metric.aggregations, *map(_label, metric.percentiles)]:
            value_type = metric.value_type if name in ("min", "max") else "number"
            yield _column(f"{name}_{metric.alias}", "metric", value_type, metric.alias, name)
    yield _column("count", "metric", "number", "rows", "count")


def _column(
    name: str,
    role: Literal["time", "group", "metric"],
    value_type: str,
    metric: str | None = None,
    aggregation: str | None = None,
) -> models.StatsColumn:
    return {
        "name": name,
        "role": role,
        "value_type": value_type,
        "metric": metric,
        "aggregation": aggregation,
    }
