"""The table of the control API."""

from __future__ import annotations

import re

from mockserver.core.model import Record
from mockserver.core.version import VERSION
from mockserver.http.context import Context
from mockserver.http.control import Control
from mockserver.listing import DELETE, GET, POST
from mockserver.openapi.document import TRACE, DescribedOperation, document
from mockserver.testing.admin import (
    data,
    faults,
    replies,
    requests,
    server,
    state,
    stream,
    traces,
)

PUT = "PUT"
ROOT = "/__admin"


def index(ctx: Context) -> Record:
    """The version of the server, and all routes of the control API."""
    links = [f"{row.method} {row.path}" for row in ROUTES]
    return {"mockserver": VERSION, "routes": links}


def describe(ctx: Context) -> Record:
    """The control API as an OpenAPI document."""
    rows = [row for row in ROUTES if not row.path.endswith("/")]
    return document("mockserver, control API", map(_operation, rows))


def describe_service(ctx: Context) -> Record:
    """The operations of this server as an OpenAPI document.

    Unlike `/openapi.json`, it is also served with `--strict` and `--no-client-routes`.
    """
    from mockserver.openapi.routes import document

    return document(ctx)


def _operation(row: Control) -> DescribedOperation:
    """Describe a route; its tag is the module of its handler."""
    name = row.method.lower() + re.sub(r"\W+", "_", row.path.removeprefix(ROOT)).rstrip("_")
    return DescribedOperation(
        row, name, row.handler.__module__.rpartition(".")[2].title(), refusals=TRACE
    )


ROUTES: tuple[Control, ...] = (
    Control(GET, ROOT + "", index),
    Control(GET, ROOT + "/", index),
    Control(GET, ROOT + "/openapi.json", describe),
    Control(GET, ROOT + "/openapi/service.json", describe_service),
    Control(GET, ROOT + "/health", server.health, open=True),
    Control(GET, ROOT + "/ready", server.ready, open=True),
    Control(GET, ROOT + "/routes", server.routes),
    Control(GET, ROOT + "/stream", stream.follow),
    Control(GET, ROOT + "/settings", server.settings),
    Control(PUT, ROOT + "/settings", server.configure),
    Control(GET, ROOT + "/clock", server.clock),
    Control(POST, ROOT + "/clock", server.set_clock),
    Control(POST, ROOT + "/outage", server.outage),
    Control(POST, ROOT + "/shutdown", server.shutdown),
    Control(POST, ROOT + "/reset", state.reset),
    Control(GET, ROOT + "/state", state.counts),
    Control(POST, ROOT + "/state/load", data.load),
    Control(GET, ROOT + "/state/export", data.export),
    Control(GET, ROOT + "/state/{kind}", state.records),
    Control(GET, ROOT + "/costs", traces.costs),
    Control(GET, ROOT + "/projects", traces.projects),
    Control(POST, ROOT + "/trace/calls/stream_query", traces.calls),
    Control(POST, ROOT + "/trace/calls/query_stats", traces.count),
    Control(GET, ROOT + "/snapshots", state.list_snapshots),
    Control(POST, ROOT + "/snapshots", state.take_snapshot),
    Control(DELETE, ROOT + "/snapshots", state.drop_snapshots),
    Control(POST, ROOT + "/snapshots/{name}/restore", state.restore),
    Control(GET, ROOT + "/requests", requests.find),
    Control(DELETE, ROOT + "/requests", requests.clear),
    Control(GET, ROOT + "/requests/unmatched", requests.unmatched),
    Control(GET, ROOT + "/requests/{id}", requests.read),
    Control(GET, ROOT + "/requests/{id}/data-file", requests.data_file),
    Control(POST, ROOT + "/requests/find", requests.find_fitting),
    Control(POST, ROOT + "/requests/count", requests.count),
    Control(POST, ROOT + "/requests/verify", requests.verify),
    Control(POST, ROOT + "/requests/wait", requests.wait),
    Control(GET, ROOT + "/faults", faults.find),
    Control(POST, ROOT + "/faults", faults.plan),
    Control(DELETE, ROOT + "/faults", faults.clear),
    Control(GET, ROOT + "/faults/{id}", faults.read),
    Control(PUT, ROOT + "/faults/{id}", faults.change),
    Control(DELETE, ROOT + "/faults/{id}", faults.remove),
    Control(GET, ROOT + "/replies", replies.find),
    Control(POST, ROOT + "/replies", replies.write),
    Control(DELETE, ROOT + "/replies", replies.clear),
    Control(GET, ROOT + "/replies/misses", replies.misses),
    Control(GET, ROOT + "/replies/{id}", replies.read),
    Control(PUT, ROOT + "/replies/{id}", replies.change),
    Control(DELETE, ROOT + "/replies/{id}", replies.remove),
)
