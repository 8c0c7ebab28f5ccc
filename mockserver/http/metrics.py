"""`GET /metrics`: counters of requests and records, in the text format of Prometheus."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, NamedTuple

from mockserver.core.version import VERSION
from mockserver.http.answers import Content
from mockserver.http.context import Context
from mockserver.http.request_log import RequestLog

MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"

_ESCAPES = str.maketrans({"\\": r"\\", '"': r"\"", "\n": r"\n"})


class Sample(NamedTuple):
    """One value of a metric; `suffix` follows the name of a summary."""

    labels: Mapping[str, str]
    value: float
    suffix: str = ""


class MetricFamily(NamedTuple):
    """A metric with its samples."""

    name: str
    kind: Literal["counter", "gauge", "summary"]
    about: str
    samples: Iterable[Sample]


UNMATCHED = "unmatched"
"""The operation label of requests that nothing serves."""


def page(ctx: Context) -> Content:
    """The counters of requests since the start, and the number of records."""
    return Content(exposition(_metrics(ctx)), MEDIA_TYPE)


def _metrics(ctx: Context) -> Iterator[MetricFamily]:
    request_log, settings = ctx.services.request_log, ctx.settings
    about = {"version": VERSION, "listing": settings.listing}
    yield MetricFamily("mockserver_info", "gauge", "This server.", [Sample(about, 1)])
    yield MetricFamily(
        "mockserver_requests_total", "counter", "Requests answered.", _requests(request_log)
    )
    yield MetricFamily(
        "mockserver_request_duration_seconds",
        "summary",
        "From the request to the last byte of its answer.",
        _durations(request_log),
    )
    kinds = [Sample({"kind": kind}, count) for kind, count in ctx.store.counts().items()]
    yield MetricFamily("mockserver_records", "gauge", "Records that are kept.", kinds)


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


def exposition(metrics: Iterable[MetricFamily]) -> bytes:
    """Format metrics as text."""
    return "".join(line + "\n" for metric in metrics for line in _lines(metric)).encode()


def _lines(metric: MetricFamily) -> Iterator[str]:
    yield f"# HELP {metric.name} {metric.about}"
    yield f"# TYPE {metric.name} {metric.kind}"
    for labels, value, suffix in metric.samples:
        pairs = ",".join(f'{name}="{text.translate(_ESCAPES)}"' for name, text in labels.items())
        yield f"{metric.name}{suffix}{{{pairs}}} {value!r}"
