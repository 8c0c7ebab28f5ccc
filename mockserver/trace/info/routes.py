"""Handlers of information about the service."""

from __future__ import annotations

from mockserver.core.project import is_project
from mockserver.core.refs import internal_project_id
from mockserver.core.version import VERSION
from mockserver.http.answers import JsonBytes
from mockserver.http.context import Context
from mockserver.http.parameters import queried
from mockserver.trace.info import models

HEALTHY: JsonBytes[models.HealthRes] = JsonBytes(b'{"status":"ok"}')

OLDEST_CLIENT = "0.0.1"
"""The oldest Python client that may connect; older ones disable themselves."""


def health(ctx: Context) -> JsonBytes[models.HealthRes]:
    """`{"status": "ok"}`. Observed."""
    return HEALTHY


def server_info(ctx: Context) -> models.ServerInfoRes:
    """The first request of every client. Observed."""
    return {
        "min_required_weave_python_version": OLDEST_CLIENT,
        "trace_server_version": VERSION,
    }


def version(ctx: Context) -> models.VersionRes:
    """`{"version"}`. Chosen: no shape is published."""
    return {"version": VERSION}


@queried
def geolocate(ctx: Context, query: models.Caller) -> models.GeolocationRes:
    """The location of an address, by default the caller's own, and its right to inference."""
    from mockserver.trace.info.geolocation import locate

    return locate(query.ip or ctx.client)


def projects_info(body: models.ProjectsInfoReq, ctx: Context) -> list[models.ProjectInfo]:
    """The internal names of projects, which newer clients need for digests; malformed names are
    left out."""
    return [
        {"external_project_id": project, "internal_project_id": internal_project_id(project)}
        for project in filter(is_project, body.project_ids)
    ]
