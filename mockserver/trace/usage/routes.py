"""Handlers of usage and of call statistics."""

from __future__ import annotations

from mockserver.core.project import check_project
from mockserver.core.steps import Steps
from mockserver.http.context import Context
from mockserver.trace.usage import service, statistics
from mockserver.trace.usage.models import (
    CallsScoreReq,
    CallsScoreRes,
    CallStatsReq,
    CallStatsRes,
    CallsUsageReq,
    TraceUsageReq,
    UsageRes,
)


def of_calls(body: CallsUsageReq, ctx: Context) -> Steps[UsageRes]:
    """`{"call_usage", "unfinished_call_ids"}`: an entry for each id that was named. Observed."""
    return service.of_calls(ctx.store, body, ctx.settings)


def of_trace(body: TraceUsageReq, ctx: Context) -> Steps[UsageRes]:
    """The same with an entry for each call that matches. Observed."""
    return service.of_trace(ctx.store, body, ctx.settings)


def stats(body: CallStatsReq, ctx: Context) -> Steps[CallStatsRes]:
    """Buckets of a window of time, by model and for all calls. Observed."""
    check_project(body.project_id)
    return statistics.measure(ctx.store, body, ctx.settings, ctx.clock.now())


def score(body: CallsScoreReq, ctx: Context) -> CallsScoreRes:
    """`{}`. Chosen: the scores themselves would be the work of a worker, which is not here."""
    check_project(body.project_id)
    return {}
