"""The handler of project sizes."""

from __future__ import annotations

from mockserver.core.model import Record
from mockserver.projects import service
from mockserver.projects.models import ProjectStatsReq
from mockserver.wire.context import Context


def stats(body: ProjectStatsReq, ctx: Context) -> Record:
    """`{"trace_storage_size_bytes", ...}`: the shape is observed, what is counted is chosen."""
    return service.sizes(ctx.store, body)
