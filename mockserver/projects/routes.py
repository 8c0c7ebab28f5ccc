"""The handler of project sizes."""

from __future__ import annotations

from mockserver.core.model import Record
from mockserver.projects import service
from mockserver.projects.models import ProjectStatsReq
from mockserver.query.steps import Steps
from mockserver.wire.context import Context


def stats(body: ProjectStatsReq, ctx: Context) -> Steps[Record]:
    """`{"trace_storage_size_bytes", ...}`: the shape is observed, what is counted is chosen."""
    return (yield from service.sizes(ctx.store, body))
