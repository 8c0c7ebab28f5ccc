"""Handlers of usage and of call statistics."""

from __future__ import annotations

from mockserver.core.project import check_project
from mockserver.core.steps import Steps
from mockserver.http.context import Context
from mockserver.trace.usage import models, service, statistics


def of_calls(body: models.CallsUsageReq, ctx: Context) -> Steps[models.UsageRes]:
    """`{"call_usage", "unfinished_call_ids"}`: an entry for each id. Observed."""
    return service.of_calls(ctx.store, body, ctx.settings)


def of_trace(body: models.TraceUsageReq, ctx: Context) -> Steps[models.UsageRes]:
    """The same, with an entry for each call that matches. Observed."""
    return service.of_trace(ctx.store, body, ctx.settings)


def stats(body: models.CallStatsReq, ctx: Context) -> Steps[models.CallStatsRes]:
    """Aggregates over time, by model and of all calls. Observed."""
    check_project(body.project_id)
    return statistics.measure(ctx.store, body, ctx.settings, ctx.clock.now())


def score(body: models.CallsScoreReq, ctx: Context) -> models.CallsScoreRes:
    """`{}`. Chosen: nothing is scored, which in the service is the work of a worker."""
    check_project(body.project_id)
    return {}
