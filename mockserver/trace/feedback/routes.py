"""Handlers of feedback, and its statistics: values in payloads, their paths, ratings of scorers."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import Any

from mockserver.core.clock import parse
from mockserver.core.codec import encode, peek
from mockserver.core.errors import ApiError, invalid
from mockserver.core.model import JsonObject, Record, fields_of
from mockserver.core.project import InProject, check_project
from mockserver.core.refs import parse_ref
from mockserver.core.steps import Steps, in_steps
from mockserver.http.answers import JsonBytes, listed
from mockserver.http.context import Context
from mockserver.trace.feedback import models
from mockserver.trace.feedback.service import SHOWN, make
from mockserver.trace.kinds import FEEDBACK
from mockserver.trace.query.fields import QueryFields, column, inside, steps_of, unknown_field
from mockserver.trace.query.select import matching, shown_page
from mockserver.trace.query.select import purge as purge_records
from mockserver.trace.query.statistics import Aggregation, aggregated, window

FIELDS = QueryFields.of(models.FeedbackRecord, unknown_field)
EVERYTHING = "*"

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


def create(body: models.FeedbackCreateReq, ctx: Context) -> models.FeedbackCreateRes:
    """`{"id", "created_at", "wb_user_id", "payload"}`, the payload as stored. Observed."""
    record = _record(body, ctx)
    ctx.store[FEEDBACK].put(record)
    return fields_of(models.FeedbackCreateRes, record)


def create_batch(
    body: models.FeedbackCreateBatchReq, ctx: Context
) -> Steps[JsonBytes[models.FeedbackCreateBatchRes]]:
    """`{"res": [...]}`, an entry for each feedback. All are checked before any is stored."""

    def keep(some: list[Record]) -> list[bytes]:
        for record in some:
            ctx.store[FEEDBACK].put(record)
        return [encode(fields_of(models.FeedbackCreateRes, record)) for record in some]

    records = yield from in_steps(body.batch, lambda some: [_record(each, ctx) for each in some])
    receipts = yield from ctx.store.in_one(in_steps(records, keep), len(records))
    return (yield from listed(b'{"res":[', receipts, b"]}"))


def query(body: models.FeedbackQueryReq, ctx: Context) -> Steps[JsonBytes[models.FeedbackQueryRes]]:
    """`{"result": [...], "total_count"}`; the count is of all pages."""
    # A row has exactly the fields of the request; a path is one flat key.
    fields = (SHOWN if each == EVERYTHING else [each] for each in body.fields or [EVERYTHING])
    names = list(dict.fromkeys(chain.from_iterable(fields)))
    matches, reads = yield from matching(ctx.store[FEEDBACK], body, FIELDS, names)
    total = len(matches)
    if len(reads) < len(names):
        # Observed: beside a count, all other fields are null.
        matches = [{name: None if name in reads else total for name in names}]
        reads = {name: column(name) for name in names}
    rows = yield from shown_page(
        matches, body, lambda record: {name: read(record) for name, read in reads.items()}
    )
    return (yield from listed(b'{"result":[', rows, b'],"total_count":%d}' % total))


def purge(body: models.FeedbackPurgeReq, ctx: Context) -> models.FeedbackPurgeRes:
    """`{}`, even if nothing was deleted. Observed."""
    refusal = "Can only purge feedback by specifying one or more feedback ids"
    purge_records(ctx.store[FEEDBACK], body, refusal)
    return {}


def replace(body: models.FeedbackReplaceReq, ctx: Context) -> models.FeedbackReplaceRes:
    """The response to a creation, with a new id. Chosen: refused feedback replaces nothing."""
    record = _record(body, ctx)
    ctx.store[FEEDBACK].drop(record["project_id"], body.feedback_id)
    ctx.store[FEEDBACK].put(record)
    return fields_of(models.FeedbackReplaceRes, record)


def stats(body: models.FeedbackStatsReq, ctx: Context) -> Steps[models.FeedbackStatsRes]:
    """Values within payloads, by time and of the whole window. Observed."""
    check_project(body.project_id)
    for metric in body.metrics:
        if not _PATH.fullmatch(metric.json_path):
            raise invalid(f"Invalid json_path: {metric.json_path}")
    span = window(body, ctx.clock.now())
    response: models.FeedbackStatsRes = {**span.timeline, "buckets": [], "window_stats": None}
    if not body.metrics:
        return {**response, "granularity": NO_METRICS}
    found = yield from _within(body, ctx)
    response["buckets"] = [
        {"timestamp": start, "count": len(records), **_aggregates(records, body.metrics)}
        for start, records in span.buckets(found, "created_at")
    ]
    response["window_stats"] = {
        metric.slug: {
            name.removesuffix(f"_{metric.slug}"): value
            for name, value in _aggregates(found, [metric]).items()
        }
        for metric in body.metrics
    }
    return response


def payload_schema(
    body: models.FeedbackPayloadSchemaReq, ctx: Context
) -> Steps[models.FeedbackPayloadSchemaRes]:
    """`{"paths"}`: the paths within payloads, sorted. Observed."""
    found = (yield from _within(body, ctx))[-body.sample_limit :]
    types: dict[str, set[models.ValueType]] = defaultdict(set)
    for record in found:
        for path, value_type in _leaves(record["payload"]):
            types[path].add(value_type)
    paths: list[models.PayloadPath] = [
        {"json_path": path, "value_type": found.pop() if len(found) == 1 else "categorical"}
        for path, found in sorted(types.items())
    ]
    return {"paths": paths}


def aggregate(
    body: models.FeedbackAggregateReq, ctx: Context
) -> Steps[models.FeedbackAggregateRes]:
    """Tags and ratings of scorers, by time and by group. Observed."""
    found = yield from _all(body, ctx)
    step = (body.time_bucket_seconds or 0) * 1000
    buckets: dict[tuple[Any, ...], list[Record]] = defaultdict(list)
    if not (step or body.group_by):
        buckets[None,] = []
    for record in found:
        moment = round(parse(record["created_at"]).timestamp() * 1000)
        if body.after_ms <= moment < body.before_ms and _passes(record, body):
            start = moment // step * step if step else None
            group = (
                _name(record["runnable_ref"]) if name == "scorer_id" else record[name]
                for name in body.group_by
            )
            buckets[start, *group].append(record)
    ordered = sorted(buckets.items(), key=lambda item: (item[0][0] or 0, item[0][1:]))
    return {
        "time_bucket_seconds": body.time_bucket_seconds,
        "after_ms": body.after_ms,
        "before_ms": body.before_ms,
        "buckets": [_aggregated(key, records, body.group_by) for key, records in ordered],
    }


def _record(feedback: models.FeedbackCreateReq, ctx: Context) -> Record:
    return make(ctx.store, feedback, ctx.ids, ctx.clock.iso(), ctx.user)


def _within(request: models.FeedbackWindow, ctx: Context) -> Steps[list[Record]]:
    """The feedback in a window, of one type and trigger if the request names them."""
    end, trigger = request.end or ctx.clock.now(), request.trigger_ref

    def matches(record: Record) -> bool:
        ref = record["trigger_ref"] or ""
        return (
            request.start <= parse(record["created_at"]) < end
            and request.feedback_type in (None, record["feedback_type"])
            and (
                trigger in (None, ref) or (trigger.endswith(":*") and ref.startswith(trigger[:-1]))
            )
        )

    return [*filter(matches, (yield from _all(request, ctx)))]


def _all(request: InProject, ctx: Context) -> Steps[list[Record]]:
    return in_steps(ctx.store[FEEDBACK].find(request.project, {}).texts, partial(map, peek))


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
