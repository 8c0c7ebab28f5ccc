"""Handlers of the sources of datasets. Observed."""

from __future__ import annotations

from mockserver.http.context import Context
from mockserver.trace.sources import models, service


def link(body: models.SourcesLinkReq, ctx: Context) -> models.SourcesLinkRes:
    """`{"entries"}`: the id of each link."""
    return {"entries": service.link(ctx.store, body, ctx.clock.iso(), ctx.user)}


def query(body: models.SourcesQueryReq, ctx: Context) -> models.SourcesQueryRes:
    """`{"links"}` of a dataset."""
    return {"links": service.links(ctx.store, body)}  # type: ignore[typeddict-item]


def datasets(body: models.SourceDatasetsReq, ctx: Context) -> models.SourceDatasetsRes:
    """`{"memberships"}`: the datasets that have rows from the sources."""
    return {"memberships": service.memberships(ctx.store, body)}
