"""Selection of a project's spans: by time, by a query, into groups; and statistics of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from mockserver.core.clock import iso, sortable
from mockserver.core.codec import decode
from mockserver.core.model import JsonObject, Record
from mockserver.core.steps import Steps, in_steps
from mockserver.store.store import Store
from mockserver.trace.agents import models
from mockserver.trace.agents.models import SpansGroupBy, SpansWindow, SpanValue
from mockserver.trace.agents.spans import (
    AGGREGATES,
    CUSTOM,
    DERIVED,
    NO_COSTS,
    AgentSpan,
    costs_of,
)
from mockserver.trace.costs import PricesOf
from mockserver.trace.kinds import SPANS
from mockserver.trace.query.compile import compile_query
from mockserver.trace.query.fields import Comparison, QueryField, QueryFields, unknown_field
from mockserver.trace.query.models import Query
from mockserver.trace.query.statistics import percentile, window

AGENT = ("agent_name", "agent_version", "agent_id")

MOST_ROWS = 10_000

TYPES = {"number": (int, float), "boolean": (bool,), "string": (str,), "datetime": (str,)}


def all_spans(store: Store, project: str, prices: PricesOf | None = None) -> Steps[list[Record]]:
    """All spans of a project by their start; without prices their costs are null."""

    def with_costs(texts: list[bytes]) -> list[Record]:
        spans = map(decode, texts)
        return [{**span, **(costs_of(span, prices) if prices else NO_COSTS)} for span in spans]

    found = yield from in_steps(store[SPANS].find(project, {}).texts, with_costs)
    return sorted(found, key=lambda span: sortable(span["started_at"]))


def matching(
    store: Store, request: SpansWindow, query: Query | None, prices: PricesOf | None = None
) -> Steps[list[Record]]:
    """The spans that match. A span without an agent or a conversation takes its trace's."""
    matches = compile_query(query, FIELDS) if query else None
    after, before = (
        sortable(iso(moment)) if moment else None
        for moment in (request.started_after, request.started_before)
    )
    spans = yield from all_spans(store, request.project, prices)
    agents: dict[str, Record] = {}
    conversations: dict[str, str] = {}
    for span in spans:
        if span["agent_name"]:
            agents.setdefault(span["trace_id"], {name: span[name] for name in AGENT})
        if span["conversation_id"]:
            conversations.setdefault(span["trace_id"], span["conversation_id"])
    for span in spans:
        if not span["agent_name"]:
            span.update(agents.get(span["trace_id"], {}))
        if not span["conversation_id"]:
            span["conversation_id"] = conversations.get(span["trace_id"], "")
    return [
        span
        for span in spans
        if (after is None or sortable(span["started_at"]) >= after)
        and (before is None or sortable(span["started_at"]) < before)
        and (matches is None or matches(span))
    ]


def grouped(
    spans: Iterable[Record], keys: Sequence[SpansGroupBy]
) -> dict[tuple[str, ...], list[Record]]:
    """Spans by the text of each key's field, which is empty for spans without it."""
    reads = [_field_of(key).read for key in keys]
    groups: dict[tuple[str, ...], list[Record]] = defaultdict(list)
    for span in spans:
        groups[tuple(str(read(span) or "") for read in reads)].append(span)
    return groups


def _field_of(value: SpansGroupBy | SpanValue) -> QueryField:
    """The field of a value in a request. Raises a 400."""
    is_plain = value.source in ("field", "column")
    return FIELDS.find(value.key if is_plain else f"{value.source}.{value.key}")


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
    names = models.StatsColumn.__annotations__
    return {
        **span.timeline,
        "bucket_type": "time",
        "columns": [dict(zip(names, each, strict=True)) for each in _columns(request)],  # type: ignore[misc]
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
    types, value = TYPES[metric.value_type], metric.value
    read = DERIVED[value.key][1] if value.source == "derived" else _field_of(value).read

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


def _columns(request: models.SpansStatsReq) -> Iterator[tuple[str | None, ...]]:
    """The values of each column's description, in the order of its fields."""
    yield "timestamp", "time", "datetime", None, None
    for key in request.group_by or ():
        yield key.name, "group", "string", None, None
    for metric in request.metrics:
        for name in [*metric.aggregations, *map(_label, metric.percentiles)]:
            value_type = metric.value_type if name in ("min", "max") else "number"
            yield f"{name}_{metric.alias}", "metric", value_type, metric.alias, name
    yield "count", "metric", "number", "rows", "count"


def _elsewhere(path: str) -> QueryField:
    """A field by the name of its attribute, or a custom attribute."""
    root, _, key = path.partition(".")
    if root in CUSTOM:
        return QueryField(_custom(key, root), Comparison.JSON)
    short = path.removeprefix("gen_ai.").removeprefix("weave.")
    name = short.removeprefix("usage.").replace(".", "_")
    if name in AgentSpan.model_fields and name not in CUSTOM:
        return _PLAIN.find(name)
    return QueryField(_custom(path, *CUSTOM), Comparison.JSON)


def _custom(key: str, *roots: str) -> Callable[[Record], Any]:
    def read(span: Record) -> Any:
        return next((span[root][key] for root in roots if key in span[root]), None)

    return read


_PLAIN = QueryFields.of(AgentSpan, unknown_field, frozenset(CUSTOM))
FIELDS = replace(_PLAIN, elsewhere=_elsewhere)
