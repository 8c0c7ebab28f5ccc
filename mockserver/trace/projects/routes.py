"""The handler of project sizes."""

from __future__ import annotations

from mockserver.core.steps import Steps
from mockserver.http.context import Context
from mockserver.trace.projects import service
from mockserver.trace.projects.models import ProjectStatsReq, ProjectStatsRes


def stats(body: ProjectStatsReq, ctx: Context) -> Steps[ProjectStatsRes]:
    """`{"trace_storage_size_bytes", ...}`: the shape is observed, what is counted is chosen."""
    return (yield from service.sizes(ctx.store, body))
