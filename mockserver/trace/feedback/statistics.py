"""Statistics of feedback: values within payloads, what payloads hold, and scores by scorer."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
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
from mockserver.trace.feedback.kinds import FEEDBACK
from mockserver.trace.feedback.models import (
    FeedbackAggregateBucket,
    FeedbackAggregateReq,
    FeedbackMetric,
    FeedbackPayloadSchemaReq,
    FeedbackStatsReq,
    FeedbackStatsRes,
    PayloadPath,
    ValueType,
)
from mockserver.trace.query.fields import inside, steps_of
from mockserver.trace.query.statistics import Aggregation, aggregated, timeline, window

UNMETRICED = 3600
"""The granularity in the answer if no metric is asked for. Observed."""

ANY = "*"
RATING = "_rating_"

_PATH = re.compile(r"[A-Za-z0-9_. ]+")
_DEFAULTS: dict[ValueType, list[Aggregation]] = {
    "numeric": ["avg", "min", "max"],
    "boolean": ["count_true", "count_false"],
    "categorical": ["count"],
}


def measure(store: Store, request: FeedbackStatsReq, now: datetime) -> Steps[FeedbackStatsRes]:
    """The buckets of a window, and the same of the whole window."""
    check_project(request.project_id)
    for metric in request.metrics:
        _check_path(metric.json_path)
    span = window(request, now)
    answer: FeedbackStatsRes = {
        **timeline(request, span, now),
        "buckets": [],
        "window_stats": None,
    }
    if not request.metrics:
        return {**answer, "granularity": UNMETRICED}
    found = yield from _within(store, request, now)
    by_bucket = span.by_bucket(found, "created_at")
    answer["buckets"] = [
        {"timestamp": start, "count": len(held), **_aggregates(held, request.metrics)}
        for start, held in ((start, by_bucket[at]) for at, start in enumerate(span.starts()))
    ]
    whole = _aggregates(found, request.metrics)
    answer["window_stats"] = {
        metric.slug: {
            name.removesuffix(f"_{metric.slug}"): value
            for name, value in whole.items()
            if name in _aggregates([], [metric])
        }
        for metric in request.metrics
    }
    return answer


def paths(
    store: Store, request: FeedbackPayloadSchemaReq, now: datetime
) -> Steps[list[PayloadPath]]:
    """The paths in the payloads, each with its type."""
    found = (yield from _within(store, request, now))[-request.sample_limit :]
    types: dict[str, set[ValueType]] = defaultdict(set)
    for record in found:
        for path, kind in _leaves(record["payload"]):
            types[path].add(kind)
    return [
        {"json_path": path, "value_type": kinds.pop() if len(kinds) == 1 else "categorical"}
        for path, kinds in sorted(types.items())
    ]


def aggregate(store: Store, request: FeedbackAggregateReq) -> Steps[list[FeedbackAggregateBucket]]:
    """Tags and ratings by time and group; without either, one bucket of everything."""
    project = check_project(request.project_id)
    found = yield from _all(store, project)
    groups: dict[tuple[int | None, ...], list[Record]] = defaultdict(list)
    if not (request.time_bucket_seconds or request.group_by):
        groups[None,] = []
    for record in found:
        moment = round(parse(record["created_at"]).timestamp() * 1000)
        if request.after_ms <= moment < request.before_ms and _wanted(record, request):
            step = (request.time_bucket_seconds or 0) * 1000
            start = moment // step * step if step else None
            groups[start, *(_group(record, name) for name in request.group_by)].append(record)
    ordered = sorted(groups.items(), key=lambda item: (item[0][0] or 0, item[0][1:]))
    return [_aggregated(key, records, request.group_by) for key, records in ordered]


def _within(
    store: Store, request: FeedbackStatsReq | FeedbackPayloadSchemaReq, now: datetime
) -> Steps[list[Record]]:
    """The feedback of a window, of one type and on behalf of one trigger if asked for."""
    project, end = check_project(request.project_id), request.end or now
    trigger = request.trigger_ref

    def wanted(record: Record) -> bool:
        trigger_ref = record["trigger_ref"] or ""
        return (
            request.start <= parse(record["created_at"]) < end
            and request.feedback_type in (None, record["feedback_type"])
            and (
                trigger is None
                or trigger_ref == trigger
                or (trigger.endswith(":*") and trigger_ref.startswith(trigger[:-1]))
            )
        )

    found = yield from _all(store, project)
    return [*filter(wanted, found)]


def _all(store: Store, project: str) -> Steps[list[Record]]:
    return in_steps(store[FEEDBACK].find(project, {}).texts, peek_all)


def _check_path(path: str) -> None:
    """Refuse, with a 400, a path with other characters than names have. Observed."""
    if not _PATH.fullmatch(path):
        raise invalid(f"Invalid json_path: {path}")


def _aggregates(records: list[Record], metrics: Iterable[FeedbackMetric]) -> JsonObject:
    """The aggregates of the values at the path of each metric."""
    aggregates: JsonObject = {}
    for metric in metrics:
        read = _reader(metric.json_path)
        values = [value for record in records if _type(value := read(record)) == metric.value_type]
        names = metric.aggregations or _DEFAULTS[metric.value_type]
        aggregates |= aggregated(values, metric.slug, names, metric.percentiles, nothing=None)
    return aggregates


def _reader(path: str) -> Callable[[Record], Any]:
    root, *steps = steps_of(path)
    return inside("payload", [root, *steps])


def _type(value: Any) -> ValueType | None:
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int | float):
        return "numeric"
    return "categorical" if isinstance(value, str) else None


def _leaves(value: JsonObject, prefix: str = "") -> Iterator[tuple[str, ValueType]]:
    """The paths to what is no object; keys with a dot have none."""
    for key, item in value.items():
        if "." in key:
            continue
        if isinstance(item, dict):
            yield from _leaves(item, f"{prefix}{key}.")
        else:
            yield prefix + key, _type(item) or "categorical"


def _wanted(record: Record, request: FeedbackAggregateReq) -> bool:
    rating = record["scorer_ratings"].get(RATING)
    low, high = request.rating_min, request.rating_max
    types = {f"/{kind}/" for kind in request.span_types}
    return (
        _is_any(record["feedback_type"], request.feedback_types, by_prefix=True)
        and (not request.tags or not {*request.tags}.isdisjoint(record["scorer_tags"]))
        and (low is None or (rating is not None and rating >= low))
        and (high is None or (rating is not None and rating <= high))
        and _is_any(_name(record["trigger_ref"]), request.monitor_ids)
        and _is_any(_name(record["runnable_ref"]), request.scorer_ids)
        and _is_any(record["span_agent_name"], request.span_agent_names)
        and (not types or any(kind in record["weave_ref"] for kind in types))
    )


def _is_any(text: str, wanted: list[str], *, by_prefix: bool = False) -> bool:
    """True if a text is one that is wanted, or starts like one that ends with a star."""
    return not wanted or any(
        text.startswith(each.rstrip(ANY)) if by_prefix or each.endswith(ANY) else text == each
        for each in wanted
    )


def _name(ref: str | None) -> str:
    try:
        return parse_ref(ref).name if ref else ""
    except ApiError:
        return ""


def _group(record: Record, name: str) -> Any:
    return _name(record["runnable_ref"]) if name == "scorer_id" else record[name]


def _aggregated(
    key: tuple[Any, ...], records: list[Record], names: Sequence[str]
) -> FeedbackAggregateBucket:
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
