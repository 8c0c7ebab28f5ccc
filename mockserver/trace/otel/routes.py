"""The exports of OpenTelemetry: the project of each span, and which spans are rejected."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, TypeVar

from mockserver.core.codec import decode_body, encode
from mockserver.core.errors import ApiError, invalid, too_large
from mockserver.core.limits import LONGEST_OP_NAME, MOST_OTLP_OBJECTS
from mockserver.core.model import JsonObject
from mockserver.core.project import check_project
from mockserver.core.steps import Steps, in_steps
from mockserver.http.answers import Content, JsonBytes
from mockserver.http.bodies import Holding, Raw, unpacked
from mockserver.http.context import Context
from mockserver.http.dialects import TraceDialect
from mockserver.http.parsers import JsonParser
from mockserver.trace.calls import service as calls
from mockserver.trace.otel import decode
from mockserver.trace.otel.decode import OtelExportReq, OtelExportRes, Resource, Span
from mockserver.trace.otel.spans import call_of, shortened

PROTOBUF = "application/x-protobuf"
MAX_MESSAGES = 20

NO_PROJECT = (
    "No project: set the resource attributes wandb.entity and wandb.project, "
    "or the header project_id"
)

Item = TypeVar("Item")
"""A record made from a span."""

Make = Callable[[Span, str, str | None], Item]
"""Makes a record of a span, its project and the run of the export. Raises a 400."""

Sent = Annotated[Raw, Holding(OtelExportReq | JsonObject, (PROTOBUF,))]
"""OTLP as protobuf or JSON, or Listing A's object around the latter; an empty body has no spans."""

_WRAPPED = JsonParser(OtelExportReq, TraceDialect(), drop=lambda _: None)


def export(body: Sent, ctx: Context) -> Steps[JsonBytes[OtelExportRes] | Content]:
    """An ExportTraceServiceResponse in the form of the request: protobuf, or JSON with the keys of
    Listing A. It counts the rejected spans.

    Stated: protobuf bodies, the credential and the two ways to name a project. Chosen: OTLP/JSON
    is accepted too, and the project of a resource precedes the one in the header.
    """
    return received(
        body, ctx, call_of, lambda call: calls.complete(ctx.store, call, ctx.ids, ctx.user)
    )


def received(
    body: Raw, ctx: Context, make: Make[Item], keep: Callable[[Item], None]
) -> Steps[JsonBytes[OtelExportRes] | Content]:
    """The response to an export whose spans become records of any kind.

    A span belongs to the project that its resource names, else to that of the header or the body.
    Raises a 400 if no span has a project or a project's name is malformed. Everything is stored in
    the last step.
    """
    encoding = _header(ctx, "content-encoding").lower()
    content = unpacked(body.content, encoding, ctx.settings.max_body)
    is_json = _is_json(content, _header(ctx, "content-type").lower())
    sent, named, run = (
        _from_json(content) if is_json else (decode.from_protobuf(content), None, None)
    )
    spans = yield from in_steps(sent, list, at_a_time=1)
    projects = _projects_of(spans, ctx, named)
    rejections: list[str] = []

    def made(group: list[tuple[Span, str | None]]) -> Iterator[Item]:
        for span, project in group:
            try:
                if project is None:
                    raise invalid(NO_PROJECT)
                yield make(span, project, run)
            except ApiError as refusal:
                rejections.append(f"Rejected span ({_place(span)}): {refusal.message}")

    for item in (yield from in_steps(zip(spans, projects, strict=True), made, at_a_time=1)):
        keep(item)
    return _response(rejections, is_json=is_json)


def _projects_of(spans: list[Span], ctx: Context, named: str | None) -> list[str | None]:
    """The project of each span. Raises a 400 if there is none, or if a name is malformed."""
    # Proxies may spell the header of the project with a hyphen, or drop it.
    fallback = _header(ctx, "project_id") or _header(ctx, "project-id") or named
    projects = [_project(span.resource) or fallback for span in spans]
    if projects and not any(projects):
        raise invalid(NO_PROJECT)
    for name in filter(None, dict.fromkeys(projects)):
        check_project(name)
    return projects


def _place(span: Span) -> str:
    """The span as a rejection names it."""
    name = shortened(span.name, LONGEST_OP_NAME)
    return f"name='{name}' trace_id='{span.trace_id}' span_id='{span.span_id}'"


def _response(rejections: list[str], *, is_json: bool) -> JsonBytes[OtelExportRes] | Content:
    """The response that counts the rejected spans. Observed: its message names only the first."""
    more = ["..."] if len(rejections) > MAX_MESSAGES else []
    message = "; ".join(rejections[:MAX_MESSAGES] + more)
    if is_json:
        partial = {"rejected_spans": len(rejections), "error_message": message}
        return encode({"partial_success": partial if rejections else None})
    return Content(decode.response(len(rejections), message), PROTOBUF)


def _is_json(content: bytes, media_type: str) -> bool:
    """True for JSON; without a known Content-Type the first byte decides, `{` in no protobuf."""
    is_json = "json" in media_type or content[:1] in (b"", b"{")
    return is_json and "protobuf" not in media_type


def _from_json(content: bytes) -> tuple[Iterator[Span], str | None, str | None]:
    """The spans of OTLP/JSON, or of Listing A's object around it with its project and run.

    Raises a 422 if the latter is malformed.
    """
    if content.count(b"{") > MOST_OTLP_OBJECTS:
        raise too_large(MOST_OTLP_OBJECTS)
    value = decode_body(content) if content.strip() else {}
    if isinstance(value, dict) and value.keys().isdisjoint({"project_id", "traces"}):
        return decode.from_json(value), None, None
    wrapped: OtelExportReq = _WRAPPED.parse(content, {})
    return decode.from_json(wrapped.traces), wrapped.project_id, wrapped.wb_run_id


def _header(ctx: Context, name: str) -> str:
    return ctx.headers.get(name.encode(), b"").decode("latin-1").strip()


def _project(resource: Resource | None) -> str | None:
    if resource is None:
        return None
    entity, project = map(resource.attributes.get, ("wandb.entity", "wandb.project"))
    return f"{entity}/{project}" if entity and project else None
