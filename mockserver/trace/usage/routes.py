"""Handlers of usage and of call statistics. Observed.

The usage of a call, its tokens and costs, includes that of every call below it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from mockserver.core.codec import decode, peek
from mockserver.core.errors import ApiError, invalid
from mockserver.core.model import Record
from mockserver.core.project import check_project
from mockserver.core.steps import Steps, in_steps
from mockserver.http.context import Context
from mockserver.trace.calls.models import CallsQueryReq
from mockserver.trace.costs.pricing import TOKENS, PricesOf, priced, prices_of, usage_of
from mockserver.trace.kinds import CALLS
from mockserver.trace.usage import models, statistics
from mockserver.trace.usage.models import ModelUsage

Usage = dict[str, ModelUsage]
"""The usage of each model."""


def of_calls(body: models.CallsUsageReq, ctx: Context) -> Steps[models.UsageRes]:
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


def of_trace(body: models.TraceUsageReq, ctx: Context) -> Steps[models.UsageRes]:
    """The same for the calls that match. A call below that does not match is not counted."""
    project, limit = body.project, _limit(body.limit)
    matching = CallsQueryReq(project_id=project, filter=body.filter, query=body.query)
    calls = yield from statistics.select(ctx.store, matching, ctx.settings, limit)
    prices = prices_of(ctx.store, project, ctx.settings) if body.include_costs else None
    return _response(_total_usage(calls, prices), calls)


def stats(body: models.CallStatsReq, ctx: Context) -> Steps[models.CallStatsRes]:
    """Aggregates over time, by model and of all calls."""
    return statistics.measure(ctx.store, body, ctx.settings, ctx.clock.now())


def score(body: models.CallsScoreReq, ctx: Context) -> models.CallsScoreRes:
    """`{}`. Chosen: nothing is scored, which in the service is the work of a worker."""
    check_project(body.project_id)
    return {}


def _limit(limit: int | None) -> int:
    if limit is not None and limit < 1:
        raise invalid("limit must be at least 1")
    return 10_000 if limit is None else limit


def _response(usage: dict[str, Usage], calls: Iterable[Record]) -> models.UsageRes:
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
