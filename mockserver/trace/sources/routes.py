"""Handlers of the sources of datasets."""

from __future__ import annotations

from mockserver.http.context import Context
from mockserver.trace.sources import service
from mockserver.trace.sources.models import (
    SourceDatasetsReq,
    SourceDatasetsRes,
    SourcesLinkReq,
    SourcesLinkRes,
    SourcesQueryReq,
    SourcesQueryRes,
)


def link(body: SourcesLinkReq, ctx: Context) -> SourcesLinkRes:
    """`{"entries"}`: the id of each link. Observed."""
    return {"entries": service.link(ctx.store, body, ctx.clock.iso(), ctx.user)}


def query(body: SourcesQueryReq, ctx: Context) -> SourcesQueryRes:
    """`{"links"}` of a dataset. Observed."""
    return {"links": service.links(ctx.store, body)}  # type: ignore[typeddict-item]


def datasets(body: SourceDatasetsReq, ctx: Context) -> SourceDatasetsRes:
    """`{"memberships"}`: the datasets with rows from the sources. Observed."""
    return {"memberships": service.memberships(ctx.store, body)}
