"""The request of Listing A, and spans independent of the form they were sent in."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from typing_extensions import TypedDict

from mockserver.core.model import JsonObject, Open, Record
from mockserver.core.project import ProjectId

UNSET, OK, ERROR = "UNSET", "OK", "ERROR"

Attributes = dict[str, object]
"""Attributes by their full, dotted names."""


class OtelExportReq(Open):
    """Spans in OTLP/JSON, with their project."""

    project_id: ProjectId
    traces: JsonObject
    wb_run_id: str | None = None
    wb_user_id: str | None = None


class Resource(NamedTuple):
    """The source of spans."""

    attributes: Attributes
    dropped_attributes_count: int


@dataclass(frozen=True, slots=True)
class Span:
    """One span. Ids are lower-case hex, empty if the sender left them out; times are nanoseconds
    since the epoch; events and links have the form of a call's `otel_span`."""

    trace_id: str
    span_id: str
    parent_id: str | None
    trace_state: str
    name: str
    kind: str
    start: int
    end: int
    status: str
    message: str
    attributes: Attributes
    events: list[Record]
    links: list[Record]
    resource: Resource | None


class Export(NamedTuple):
    """One request: its spans, and the project and run that its body names for all of them."""

    spans: Iterable[Span]
    project_id: str | None = None
    wb_run_id: str | None = None


class ExportTracePartialSuccess(TypedDict):
    rejected_spans: int
    error_message: str


class OtelExportRes(TypedDict):
    """Null if all spans were stored."""

    partial_success: ExportTracePartialSuccess | None
