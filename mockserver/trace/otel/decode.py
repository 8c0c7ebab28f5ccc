"""From OTLP, protobuf or JSON, to spans independent of the form they were sent in.

OTLP/JSON is the JSON mapping of the protobuf messages, except that ids are hex, not base64. The
protobuf library is imported with the first export: most servers never see one.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, Any, NamedTuple

from pydantic_core import from_json as parse_json
from typing_extensions import TypedDict

from mockserver.core.errors import ApiError, invalid, too_large
from mockserver.core.limits import MOST_SPAN_VALUES, MOST_SPANS
from mockserver.core.model import Json, JsonObject, Open, Record
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


class ExportTracePartialSuccess(TypedDict):
    rejected_spans: int
    error_message: str


class OtelExportRes(TypedDict):
    """Null if all spans were stored."""

    partial_success: ExportTracePartialSuccess | None


if TYPE_CHECKING:
    from opentelemetry.proto.common.v1.common_pb2 import AnyValue, KeyValue
    from opentelemetry.proto.resource.v1 import resource_pb2
    from opentelemetry.proto.trace.v1 import trace_pb2

KINDS = ("UNSPECIFIED", "INTERNAL", "SERVER", "CLIENT", "PRODUCER", "CONSUMER")
STATUSES = (UNSET, OK, ERROR)

_IDS = frozenset({"traceId", "spanId", "parentSpanId", "trace_id", "span_id", "parent_span_id"})


def from_protobuf(content: bytes) -> Iterator[Span]:
    """The spans of an ExportTraceServiceRequest.

    Raises a 400 for other bytes, a 413 for too many spans or values.
    """
    from google.protobuf.message import DecodeError
    from opentelemetry.proto.collector.trace.v1 import trace_service_pb2 as messages

    request = messages.ExportTraceServiceRequest()
    try:
        request.ParseFromString(content)
    except DecodeError as error:
        raise invalid(f"The body is not an ExportTraceServiceRequest: {error}") from None
    # Each level is counted before its objects are made.
    groups = request.resource_spans
    _check_count(len(groups))
    _check_count(sum(len(group.scope_spans) for group in groups))
    _check_count(sum(len(scope.spans) for group in groups for scope in group.scope_spans))
    for group in groups:
        resource = _resource(group.resource) if group.HasField("resource") else None
        for scope in group.scope_spans:
            yield from (_span(span, resource) for span in scope.spans)


def from_json(traces: JsonObject) -> Iterator[Span]:
    """The spans of an OTLP/JSON object; unknown keys are ignored. Raises as `from_protobuf`."""
    from opentelemetry.proto.resource.v1 import resource_pb2
    from opentelemetry.proto.trace.v1 import trace_pb2

    groups = _objects([traces], "resourceSpans", "resource_spans")
    scopes = [_objects([group], "scopeSpans", "scope_spans") for group in groups]
    _check_count(sum(map(len, scopes)))
    spans = [_objects(each, "spans") for each in scopes]
    _check_count(sum(map(len, spans)))
    for group, group_spans in zip(groups, spans, strict=True):
        value = group.get("resource")
        resource = None if value is None else _resource(_parsed(value, resource_pb2.Resource()))
        yield from (_span(_parsed(span, trace_pb2.Span()), resource) for span in group_spans)


def response(rejected_spans: int, error_message: str) -> bytes:
    """An ExportTraceServiceResponse; empty if nothing was rejected."""
    from opentelemetry.proto.collector.trace.v1 import trace_service_pb2 as messages

    reply = messages.ExportTraceServiceResponse()
    if rejected_spans:
        reply.partial_success.rejected_spans = rejected_spans
        reply.partial_success.error_message = error_message
    content: bytes = reply.SerializeToString()
    return content


def _check_count(count: int) -> None:
    if count > MOST_SPANS:
        raise too_large(MOST_SPANS)


def _objects(holders: list[JsonObject], *names: str) -> list[JsonObject]:
    """The objects in a list field, under either of its names, of all holders."""
    objects: list[JsonObject] = []
    for holder in holders:
        values: Any = next((holder[name] for name in names if holder.get(name) is not None), [])
        if not isinstance(values, list) or not all(isinstance(each, dict) for each in values):
            raise _no_json(f"{names[0]} is not a list of objects")
        objects += values
        _check_count(len(objects))
    return objects


def _parsed(value: Json, message: Any) -> Any:
    """One message of the JSON. Its parser is slow, so the size of the value is checked first."""
    from google.protobuf.json_format import ParseDict, ParseError

    if not isinstance(value, dict):
        raise _no_json(f"{message.DESCRIPTOR.name} is not an object")
    _check_size(value)
    try:
        return ParseDict(_with_base64_ids(value), message, ignore_unknown_fields=True)
    except (ParseError, UnicodeEncodeError, OverflowError) as error:
        raise _no_json(str(error)) from None


def _check_size(value: Json) -> None:
    pending, values = [value], 0
    while pending:
        value = pending.pop()
        values += 1
        if values > 4 * MOST_SPAN_VALUES:
            raise too_large(MOST_SPAN_VALUES)
        if isinstance(value, dict):
            pending.extend(value.values())
        elif isinstance(value, list):
            pending.extend(value)


def _no_json(reason: str) -> ApiError:
    return invalid(f"The body is not OTLP/JSON: {reason}")


def _with_base64_ids(value: Json) -> Json:
    """A copy in plain protobuf JSON. Raises UnicodeEncodeError for text that is not UTF-8."""
    if isinstance(value, dict):
        return {
            _utf8(key): _base64_id(item) if key in _IDS and item else _with_base64_ids(item)
            for key, item in value.items()
        }
    if isinstance(value, list):
        return [_with_base64_ids(item) for item in value]
    return _utf8(value) if isinstance(value, str) else value


def _utf8(text: str) -> str:
    """The same text, checked for lone surrogates, at which the parser would fail."""
    text.encode()
    return text


def _base64_id(text: Json) -> str:
    try:
        return _base64(bytes.fromhex(text))
    except (TypeError, ValueError):
        raise _no_json(f"an id is not hex: {str(text)[:64]!r}") from None


def _resource(resource: resource_pb2.Resource) -> Resource:
    return Resource(Values().attributes(resource.attributes), resource.dropped_attributes_count)


def _span(span: trace_pb2.Span, resource: Resource | None) -> Span:
    values = Values()
    return Span(
        trace_id=span.trace_id.hex(),
        span_id=span.span_id.hex(),
        parent_id=span.parent_span_id.hex() if any(span.parent_span_id) else None,
        trace_state=span.trace_state,
        name=span.name,
        kind=_name(KINDS, span.kind),
        start=span.start_time_unix_nano,
        end=span.end_time_unix_nano,
        status=_name(STATUSES, span.status.code),
        message=span.status.message,
        attributes=values.attributes(span.attributes),
        events=[
            {
                "name": event.name,
                "timestamp": event.time_unix_nano,
                "attributes": values.attributes(event.attributes),
                "dropped_attributes_count": event.dropped_attributes_count,
            }
            for event in span.events
        ],
        links=[
            {
                "trace_id": link.trace_id.hex(),
                "span_id": link.span_id.hex(),
                "trace_state": link.trace_state,
                "attributes": values.attributes(link.attributes),
                "dropped_attributes_count": link.dropped_attributes_count,
                "flags": link.flags,
            }
            for link in span.links
        ],
        resource=resource,
    )


def _name(names: tuple[str, ...], number: int) -> str:
    """The name of an enumerated number; numbers newer than these names count as the first."""
    return names[number] if 0 <= number < len(names) else names[0]


class Values:
    """Reads the values of one span as plain JSON. Raises a 413 if there are too many."""

    def __init__(self) -> None:
        self._left = MOST_SPAN_VALUES
        self._readers: dict[str, Callable[[Any], Json]] = {
            "string_value": _text,
            "bool_value": bool,
            "int_value": int,
            "double_value": lambda number: number if isfinite(number) else str(number),
            "bytes_value": _base64,
            "array_value": lambda array: [self._value(value) for value in array.values],
            "kvlist_value": lambda pairs: self.attributes(pairs.values),
        }

    def attributes(self, pairs: Iterable[KeyValue]) -> Attributes:
        """Attributes by name; the last of several with one name counts."""
        self._count()
        return {pair.key: self._value(pair.value) for pair in pairs}

    def _value(self, value: AnyValue) -> Json:
        self._count()
        kind = value.WhichOneof("value")
        read = self._readers.get(kind) if kind else None
        return read(getattr(value, kind)) if kind and read else None

    def _count(self) -> None:
        self._left -= 1
        if self._left < 0:
            raise too_large(MOST_SPAN_VALUES)


def _text(text: str) -> Json:
    """A text, parsed if it is a JSON object or array."""
    if not text.startswith(("{", "[")):
        return text
    try:
        return parse_json(text)
    except ValueError:
        return text


def _base64(content: bytes) -> str:
    return b64encode(content).decode()
