"""`GET /metrics`: counters of requests and records, in the text format of Prometheus."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from mockserver.core.version import VERSION
from mockserver.http.answers import Content
from mockserver.http.context import Context

MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"

UNMATCHED = "unmatched"
"""The operation label of requests that nothing serves."""

Sample = tuple[str, Mapping[str, str], float]
"""The part of a summary that follows the metric's name, the labels and the value."""

_ESCAPES = str.maketrans({"\\": r"\\", '"': r"\"", "\n": r"\n"})


def page(ctx: Context) -> Content:
    """The counters of requests since the start, and the number of records."""
    requests: list[Sample] = []
    durations: list[Sample] = []
    for operation, tallies in ctx.services.request_log.tallies.items():
        labels = {"operation": operation or UNMATCHED}
        for status, tally in tallies.items():
            requests.append(("", {**labels, "status": str(status)}, tally.count))
        durations.append(("_sum", labels, sum(tally.seconds for tally in tallies.values())))
        durations.append(("_count", labels, sum(tally.count for tally in tallies.values())))
    server = {"version": VERSION, "listing": ctx.settings.listing}
    records = [("", {"kind": kind}, count) for kind, count in ctx.store.counts().items()]
    took = "From the request to the last byte of its answer."
    text = (
        metric("mockserver_info", "gauge", "This server.", [("", server, 1)])
        + metric("mockserver_requests_total", "counter", "Requests answered.", requests)
        + metric("mockserver_request_duration_seconds", "summary", took, durations)
        + metric("mockserver_records", "gauge", "Records that are kept.", records)
    )
    return Content(text.encode(), MEDIA_TYPE)


def metric(name: str, kind: str, about: str, samples: Iterable[Sample]) -> str:
    """Format a metric as text."""
    lines = [f"# HELP {name} {about}\n# TYPE {name} {kind}\n"]
    for suffix, labels, value in samples:
        pairs = ",".join(f'{label}="{text.translate(_ESCAPES)}"' for label, text in labels.items())
        lines.append(f"{name}{suffix}{{{pairs}}} {value!r}\n")
    return "".join(lines)
