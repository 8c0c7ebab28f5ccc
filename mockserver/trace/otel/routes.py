"""Handler of the OpenTelemetry exports."""

from __future__ import annotations

from typing import Annotated

from mockserver.core.codec import decode_body, encode
from mockserver.core.errors import too_large
from mockserver.core.limits import MOST_OTLP_OBJECTS
from mockserver.core.model import JsonObject
from mockserver.core.steps import Steps
from mockserver.http.answers import Content, JsonBytes
from mockserver.http.bodies import Holding, Raw
from mockserver.http.context import Context
from mockserver.http.dialects import TraceDialect
from mockserver.http.parsers import JsonParser
from mockserver.trace.calls import service as calls
from mockserver.trace.otel import decode, service
from mockserver.trace.otel.compression import unpacked
from mockserver.trace.otel.models import Export, OtelExportReq, OtelExportRes
from mockserver.trace.otel.service import Item, Keep, Make
from mockserver.trace.otel.spans import call_of

PROTOBUF = "application/x-protobuf"

_WRAPPED = JsonParser(OtelExportReq, TraceDialect(), drop=lambda _: None)

Sent = Annotated[Raw, Holding(OtelExportReq | JsonObject, (PROTOBUF,))]
"""OTLP as protobuf or JSON, or Listing A's object around the latter; an empty body has no spans."""


def export(body: Sent, ctx: Context) -> Steps[JsonBytes[OtelExportRes] | Content]:
    """An ExportTraceServiceResponse in the form of the request: protobuf, or JSON with the keys of
    Listing A. It counts the rejected spans.

    Stated: protobuf bodies, the credential and the two ways to name a project. Chosen: OTLP/JSON
    is accepted too, and the project of a resource comes before that of the header.
    """
    return received(
        body, ctx, call_of, lambda call: calls.complete(ctx.store, call, ctx.ids, ctx.user)
    )


def received(
    body: Raw, ctx: Context, make: Make[Item], keep: Keep[Item]
) -> Steps[JsonBytes[OtelExportRes] | Content]:
    """The response to an export whose spans become records of any kind."""
    encoding = _header(ctx, "content-encoding").lower()
    content = unpacked(body.content, encoding, ctx.settings.max_body)
    media_type = _header(ctx, "content-type").lower()
    # Without a known Content-Type, the first byte decides: no protobuf body begins with `{`.
    is_json = "json" in media_type or content[:1] in (b"", b"{")
    is_json = is_json and "protobuf" not in media_type
    export = _from_json(content) if is_json else Export(decode.from_protobuf(content))
    # Proxies may spell the header of the project with a hyphen, or drop it.
    project = _header(ctx, "project_id") or _header(ctx, "project-id") or export.project_id
    rejections = yield from service.keep(export, project, make, keep)
    if is_json:
        return JsonBytes(encode({"partial_success": rejections.summary()}))
    return Content(decode.response(len(rejections), rejections.message), PROTOBUF)


def _from_json(content: bytes) -> Export:
    """OTLP/JSON, or Listing A's object around it. Raises a 422 if the latter is malformed."""
    if content.count(b"{") > MOST_OTLP_OBJECTS:
        raise too_large(MOST_OTLP_OBJECTS)
    value = decode_body(content) if content.strip() else {}
    if isinstance(value, dict) and value.keys().isdisjoint({"project_id", "traces"}):
        return Export(decode.from_json(value))
    wrapped: OtelExportReq = _WRAPPED.parse(content, {})
    return Export(decode.from_json(wrapped.traces), wrapped.project_id, wrapped.wb_run_id)


def _header(ctx: Context, name: str) -> str:
    return ctx.headers.get(name.encode(), b"").decode("latin-1").strip()
