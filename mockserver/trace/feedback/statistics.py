"""Statistics of feedback: values within payloads, their paths, and ratings of scorers."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

from mockserver.core.clock import parse
from mockserver.core.codec import peek_all
from mockserver.core.errors import ApiError, invalid
from mockserver.core.model import JsonObject, Record
from mockserver.core.project import check_project
from mockserver.core.refs import parse_ref
from mockserver.core.steps import Steps, in_steps
from mockserver.store.store import Store
from mockserver.trace.feedback import models
from mockserver.trace.kinds import FEEDBACK
from mockserver.trace.query.fields import inside, steps_of
from mockserver.trace.query.statistics import Aggregation, aggregated, timeline, window

NO_METRICS = 3600
"""The granularity in a response without metrics. Observed."""

ANY = "*"
RATING = "_rating_"

_PATH = re.compile(r"[A-Za-z0-9_. ]+")
_DEFAULTS: dict[models.ValueType, list[Aggregation]] = {
    "numeric": ["avg", "min", "max"],
    "boolean": ["count_true", "count_false"],
    "categorical": ["count"],
}


def measure(
    store: Store, request: models.FeedbackStatsReq, now: datetime
) -> Steps[models.FeedbackStatsRes]:
    """Aggregates of the values at some paths, for each bucket and for the whole window.

    Raises a 400 for a path with characters that names do not have. Observed.
    """
    check_project(request.project_id)
    for metric in request.metrics:
        if not _PATH.fullmatch(metric.json_path):
            raise invalid(f"Invalid json_path: {metric.json_path}")
    span = window(request, now)
    response: models.FeedbackStatsRes = {
        **timeline(request, span, now),
        "buckets": [],
        "window_stats": None,
    }
    if not request.metrics:
        return {**response, "granularity": NO_METRICS}
    found = yield from _within(store, request, now)
    by_bucket = span.by_bucket(found, "created_at")
    response["buckets"] = [
        {
            "timestamp": start,
            "count": len(by_bucket[at]),
            **_aggregates(by_bucket[at], request.metrics),
        }
        for at, start in enumerate(span.starts())
    ]
    response["window_stats"] = {
        metric.slug: {
            name.removesuffix(f"_{metric.slug}"): value
            for name, value in _aggregates(found, [metric]).items()
        }
        for metric in request.metrics
    }
    return response


def paths(
    store: Store, request: models.FeedbackPayloadSchemaReq, now: datetime
) -> Steps[list[models.PayloadPath]]:
    """The paths within payloads, each with its type."""
    found = (yield from _within(store, request, now))[-request.sample_limit :]
    types: dict[str, set[models.ValueType]] = defaultdict(set)
    for record in found:
        for path, value_type in _leaves(record["payload"]):
            types[path].add(value_type)
    return [
        {"json_path": path, "value_type": found.pop() if len(found) == 1 else "categorical"}
        for path, found in sorted(types.items())
    ]


def aggregate(
    store: Store, request: models.FeedbackAggregateReq
) -> Steps[list[models.FeedbackAggregateBucket]]:
    """Tags and ratings by time and group; one bucket if the request asks for neither."""
    found = yield from _all(store, request.project)
    step = (request.time_bucket_seconds or 0) * 1000
    buckets: dict[tuple[Any, ...], list[Record]] = defaultdict(list)
    if not (step or request.group_by):
        buckets[None,] = []
    for record in found:
        moment = round(parse(record["created_at"]).timestamp() * 1000)
        if request.after_ms <= moment < request.before_ms and _passes(record, request):
            start = moment // step * step if step else None
            group = (
                _name(record["runnable_ref"]) if name == "scorer_id" else record[name]
                for name in request.group_by
            )
            buckets[start, *group].append(record)
    ordered = sorted(buckets.items(), key=lambda item: (item[0][0] or 0, item[0][1:]))
    return [_aggregated(key, records, request.group_by) for key, records in ordered]


def _within(store: Store, request: models.FeedbackWindow, now: datetime) -> Steps[list[Record]]:
    """The feedback in a window, of one type and trigger if the request names them."""
    end, trigger = request.end or now, request.trigger_ref

    def matches(record: Record) -> bool:
        ref = record["trigger_ref"] or ""
        return (
            request.start <= parse(record["created_at"]) < end
            and request.feedback_type in (None, record["feedback_type"])
            and (
                trigger in (None, ref) or (trigger.endswith(":*") and ref.startswith(trigger[:-1]))
            )
        )

    return [*filter(matches, (yield from _all(store, request.project)))]


def _all(store: Store, project: str) -> Steps[list[Record]]:
    return in_steps(store[FEEDBACK].find(project, {}).texts, peek_all)


def _aggregates(records: list[Record], metrics: Iterable[models.FeedbackMetric]) -> JsonObject:
    aggregates: JsonObject = {}
    for metric in metrics:
        read = inside("payload", [*steps_of(metric.json_path)])
        values = [value for record in records if _type(value := read(record)) == metric.value_type]
        names = metric.aggregations or _DEFAULTS[metric.value_type]
        aggregates |= aggregated(values, metric.slug, names, metric.percentiles, nothing=None)
    return aggregates


def _type(value: Any) -> models.ValueType | None:
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int | float):
        return "numeric"
    return "categorical" if isinstance(value, str) else None


def _leaves(value: JsonObject, prefix: str = "") -> Iterator[tuple[str, models.ValueType]]:
    """The paths to values that are not objects, with their types; not below keys with a dot."""
    for key, item in value.items():
        if "." in key:
            continue
        if isinstance(item, dict):
            yield from _leaves(item, f"{prefix}{key}.")
        else:
            yield prefix + key, _type(item) or "categorical"


def _passes(record: Record, request: models.FeedbackAggregateReq) -> bool:
    """True if a record passes every filter of the request."""
    rating = record["scorer_ratings"].get(RATING)
    low, high = request.rating_min, request.rating_max
    types = [f"{text.rstrip(ANY)}{ANY}" for text in request.feedback_types]
    return (
        _matches(record["feedback_type"], types)
        and (not request.tags or not {*request.tags}.isdisjoint(record["scorer_tags"]))
        and (low is None or (rating is not None and rating >= low))
        and (high is None or (rating is not None and rating <= high))
        and _matches(_name(record["trigger_ref"]), request.monitor_ids)
        and _matches(_name(record["runnable_ref"]), request.scorer_ids)
        and _matches(record["span_agent_name"], request.span_agent_names)
        and (
            not request.span_types
            or any(f"/{kind}/" in record["weave_ref"] for kind in request.span_types)
        )
    )


def _matches(text: str, patterns: list[str]) -> bool:
    """True if a text matches a pattern, which may end with a star, or there are no patterns."""
    return not patterns or any(
        text.startswith(each.rstrip(ANY)) if each.endswith(ANY) else text == each
        for each in patterns
    )


def _name(ref: str | None) -> str:
    try:
        return parse_ref(ref).name if ref else ""
    except ApiError:
        return ""


def _aggregated(
    key: tuple[Any, ...], records: list[Record], names: Sequence[str]
) -> models.FeedbackAggregateBucket:
    tags: Counter[str] = Counter()
    ratings: dict[str, list[float]] = defaultdict(list)
    for record in records:
        tags.update(map(str, record["scorer_tags"]))
        for name, rating in record["scorer_ratings"].items():
            ratings[name].append(rating)
    scored = [record for record in records if record["scorer_tags"] or record["scorer_ratings"]]
    return {
        "time_bucket_start_ms": key[0],
        "group": dict(zip(names, key[1:], strict=True)),
        "total_count": len(records),
        "scored_count": len(scored),
        "tag_counts": dict(tags),
        "rating_counts": {name: len(each) for name, each in ratings.items()},
        "rating_sums": {name: sum(each) for name, each in ratings.items()},
    }
