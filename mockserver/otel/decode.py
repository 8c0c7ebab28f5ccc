"""OTLP on the wire, protobuf or JSON, to spans.

OTLP/JSON is the JSON mapping of the protobuf messages but for ids, which are hex in place of
base64. The messages are imported with the first export: most servers never see one.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping
from math import isfinite
from typing import TYPE_CHECKING, Any

from pydantic_core import from_json as parse_json

from mockserver.core.errors import invalid, too_large
from mockserver.core.model import Json, JsonObject, Record
from mockserver.otel.models import ERROR, OK, UNSET, Attributes, Resource, Span

if TYPE_CHECKING:
    from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
    from opentelemetry.proto.common.v1.common_pb2 import AnyValue, KeyValue
    from opentelemetry.proto.trace.v1 import trace_pb2

MAX_SPANS = 20_000
"""Spans of one request. Chosen: twice what collectors send; exporters send 512."""

KINDS = ("UNSPECIFIED", "INTERNAL", "SERVER", "CLIENT", "PRODUCER", "CONSUMER")
STATUSES = (UNSET, OK, ERROR)

_IDS = frozenset({"traceId", "spanId", "parentSpanId", "trace_id", "span_id", "parent_span_id"})


def from_protobuf(content: bytes) -> list[Span]:
    """The spans of an ExportTraceServiceRequest. Raises a 400 if the bytes are none."""
    from google.protobuf.message import DecodeError

    request = _new_request()
    try:
        request.ParseFromString(content)
    except DecodeError as error:
        raise invalid(f"The body is not an ExportTraceServiceRequest: {error}") from None
    return _spans(request)


def from_json(traces: JsonObject) -> list[Span]:
    """The spans of an OTLP/JSON object; unknown keys are ignored. Raises a 400 if it is none."""
    from google.protobuf.json_format import ParseDict, ParseError

    request = _new_request()
    try:
        ParseDict(_with_base64_ids(traces), request, ignore_unknown_fields=True)
    except (ParseError, UnicodeEncodeError) as error:
        raise invalid(f"The body is not OTLP/JSON: {error}") from None
    return _spans(request)


def response(rejected_spans: int, error_message: str) -> bytes:
    """An ExportTraceServiceResponse; empty if nothing was rejected."""
    from opentelemetry.proto.collector.trace.v1 import trace_service_pb2 as messages

    answer = messages.ExportTraceServiceResponse()
    if rejected_spans:
        answer.partial_success.rejected_spans = rejected_spans
        answer.partial_success.error_message = error_message
    content: bytes = answer.SerializeToString()
    return content


def _new_request() -> ExportTraceServiceRequest:
    from opentelemetry.proto.collector.trace.v1 import trace_service_pb2 as messages

    return messages.ExportTraceServiceRequest()


def _with_base64_ids(value: Json) -> Json:
    """A copy in plain protobuf JSON. Raises UnicodeEncodeError for text that is none."""
    if isinstance(value, dict):
        return {
            _sound(key): _base64_id(item) if key in _IDS and item else _with_base64_ids(item)
            for key, item in value.items()
        }
    if isinstance(value, list):
        return [_with_base64_ids(item) for item in value]
    return _sound(value) if isinstance(value, str) else value


def _sound(text: str) -> str:
    """The text itself, if UTF-8 can tell it: the parser breaks down over lone surrogates."""
    text.encode()
    return text


def _base64_id(text: Json) -> str:
    try:
        return _base64(bytes.fromhex(text))
    except (TypeError, ValueError):
        raise invalid(f"The body is not OTLP/JSON: an id is not hex: {str(text)[:64]!r}") from None


def _spans(request: ExportTraceServiceRequest) -> list[Span]:
    count = sum(len(scope.spans) for group in request.resource_spans for scope in group.scope_spans)
    if count > MAX_SPANS:
        raise too_large(MAX_SPANS)
    return [span for group in request.resource_spans for span in _grouped(group)]


def _grouped(group: trace_pb2.ResourceSpans) -> Iterator[Span]:
    resource = None
    if group.HasField("resource"):
        held = group.resource
        resource = Resource(_attributes(held.attributes), held.dropped_attributes_count)
    for scope in group.scope_spans:
        for span in scope.spans:
            yield _span(span, resource)


def _span(span: trace_pb2.Span, resource: Resource | None) -> Span:
    return Span(
        trace_id=span.trace_id.hex(),
        span_id=span.span_id.hex(),
        parent_id=span.parent_span_id.hex() if any(span.parent_span_id) else None,
        trace_state=span.trace_state,
        name=span.name,
        kind=_word(KINDS, span.kind),
        start=span.start_time_unix_nano,
        end=span.end_time_unix_nano,
        status=_word(STATUSES, span.status.code),
        message=span.status.message,
        attributes=_attributes(span.attributes),
        events=[_event(event) for event in span.events],
        links=[_link(link) for link in span.links],
        resource=resource,
    )


def _event(event: trace_pb2.Span.Event) -> Record:
    return {
        "name": event.name,
        "timestamp": event.time_unix_nano,
        "attributes": _attributes(event.attributes),
        "dropped_attributes_count": event.dropped_attributes_count,
    }


def _link(link: trace_pb2.Span.Link) -> Record:
    return {
        "trace_id": link.trace_id.hex(),
        "span_id": link.span_id.hex(),
        "trace_state": link.trace_state,
        "attributes": _attributes(link.attributes),
        "dropped_attributes_count": link.dropped_attributes_count,
        "flags": link.flags,
    }


def _word(words: tuple[str, ...], number: int) -> str:
    """The name of an enumerated number; numbers newer than this list are the first one."""
    return words[number] if 0 <= number < len(words) else words[0]


def _attributes(pairs: Iterable[KeyValue]) -> Attributes:
    return {pair.key: _value(pair.value) for pair in pairs}


def _value(value: AnyValue) -> Json:
    """A plain JSON value; null where nothing is set."""
    kind = value.WhichOneof("value")
    read = _READERS.get(kind) if kind else None
    return read(getattr(value, kind)) if kind and read else None


def _text(text: str) -> Json:
    """A text, or what it says if it is a JSON object or array."""
    if not text.startswith(("{", "[")):
        return text
    try:
        return parse_json(text)
    except ValueError:
        return text


def _number(number: float) -> float | str:
    return number if isfinite(number) else str(number)


def _base64(content: bytes) -> str:
    return b64encode(content).decode()


_READERS: Mapping[str, Callable[[Any], Json]] = {
    "string_value": _text,
    "bool_value": bool,
    "int_value": int,
    "double_value": _number,
    "bytes_value": _base64,
    "array_value": lambda array: [_value(value) for value in array.values],
    "kvlist_value": lambda pairs: _attributes(pairs.values),
}
