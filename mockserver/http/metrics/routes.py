"""The handler of the metrics."""

from __future__ import annotations

from collections.abc import Iterator

from mockserver.core.version import VERSION
from mockserver.http.answers import Content
from mockserver.http.context import Context
from mockserver.http.metrics.exposition import MEDIA_TYPE, Metric, Sample, exposition
from mockserver.http.request_log import RequestLog

UNMATCHED = "unmatched"
"""The operation of requests that nothing serves."""


def page(ctx: Context) -> Content:
    """Requests since the start, how long they took, and the records there are."""
    return Content(exposition(_metrics(ctx)), MEDIA_TYPE)


def _metrics(ctx: Context) -> Iterator[Metric]:
    request_log, settings = ctx.services.request_log, ctx.settings
    about = {"version": VERSION, "listing": settings.listing}
    yield Metric("mockserver_info", "gauge", "This server.", [Sample(about, 1)])
    yield Metric(
        "mockserver_requests_total", "counter", "Requests answered.", _requests(request_log)
    )
    yield Metric(
        "mockserver_request_duration_seconds",
        "summary",
        "From the request to the last byte of its answer.",
        _durations(request_log),
    )
    kinds = [Sample({"kind": kind}, count) for kind, count in ctx.store.counts().items()]
    yield Metric("mockserver_records", "gauge", "Records that are kept.", kinds)


def _requests(request_log: RequestLog) -> Iterator[Sample]:
    for operation, tallies in request_log.tallies.items():
        for status, tally in tallies.items():
            labels = {"operation": operation or UNMATCHED, "status": str(status)}
            yield Sample(labels, tally.count)


def _durations(request_log: RequestLog) -> Iterator[Sample]:
    for operation, tallies in request_log.tallies.items():
        labels = {"operation": operation or UNMATCHED}
        yield Sample(labels, sum(tally.seconds for tally in tallies.values()), "_sum")
        yield Sample(labels, sum(tally.count for tally in tallies.values()), "_count")
