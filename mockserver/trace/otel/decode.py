"""OTLP on the wire, protobuf or JSON, to spans, one after the other.

OTLP/JSON is the JSON mapping of the protobuf messages but for ids, which are hex in place of
base64. The messages are imported with the first export: most servers never see one.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Sized
from typing import TYPE_CHECKING, Any, TypeVar

from mockserver.core.errors import ApiError, invalid, too_large
from mockserver.core.extras import extra
from mockserver.core.limits import MOST_SPAN_VALUES, MOST_SPANS
from mockserver.core.model import Json, JsonObject, Record
from mockserver.trace.otel.models import ERROR, OK, UNSET, Resource, Span
from mockserver.trace.otel.values import Values

if TYPE_CHECKING:
    from opentelemetry.proto.resource.v1 import resource_pb2
    from opentelemetry.proto.trace.v1 import trace_pb2

OTLP = "An export of OpenTelemetry traces"

Many = TypeVar("Many", bound=Sized)

KINDS = ("UNSPECIFIED", "INTERNAL", "SERVER", "CLIENT", "PRODUCER", "CONSUMER")
STATUSES = (UNSET, OK, ERROR)

_IDS = frozenset({"traceId", "spanId", "parentSpanId", "trace_id", "span_id", "parent_span_id"})


def from_protobuf(content: bytes) -> Iterator[Span]:
    """The spans of an ExportTraceServiceRequest. Raises a 400 if the bytes are none, a 413 for
    too many spans or values."""
    with extra("otlp", OTLP):
        from google.protobuf.message import DecodeError
        from opentelemetry.proto.collector.trace.v1 import trace_service_pb2 as messages

    request = messages.ExportTraceServiceRequest()
    try:
        request.ParseFromString(content)
    except DecodeError as error:
        raise invalid(f"The body is not an ExportTraceServiceRequest: {error}") from None
    groups = _bounded(request.resource_spans)
    _check_count(sum(len(group.scope_spans) for group in groups))
    _check_count(sum(len(scope.spans) for group in groups for scope in group.scope_spans))
    for group in groups:
        resource = _resource(group.resource) if group.HasField("resource") else None
        for scope in group.scope_spans:
            yield from (_span(span, resource) for span in scope.spans)


def from_json(traces: JsonObject) -> Iterator[Span]:
    """The spans of an OTLP/JSON object; unknown keys are ignored. Raises as `from_protobuf`."""
    with extra("otlp", OTLP):
        from opentelemetry.proto.resource.v1 import resource_pb2
        from opentelemetry.proto.trace.v1 import trace_pb2

    groups = _bounded(_objects(traces, "resourceSpans", "resource_spans"))
    scopes = [_objects(group, "scopeSpans", "scope_spans") for group in groups]
    _bounded([scope for each in scopes for scope in each])
    spans = [[span for scope in each for span in _objects(scope, "spans")] for each in scopes]
    _bounded([span for each in spans for span in each])
    for group, held in zip(groups, spans, strict=True):
        given = group.get("resource")
        resource = None if given is None else _resource(_parsed(given, resource_pb2.Resource()))
        yield from (_span(_parsed(span, trace_pb2.Span()), resource) for span in held)


def response(rejected_spans: int, error_message: str) -> bytes:
    """An ExportTraceServiceResponse; empty if nothing was rejected."""
    from opentelemetry.proto.collector.trace.v1 import trace_service_pb2 as messages

    answer = messages.ExportTraceServiceResponse()
    if rejected_spans:
        answer.partial_success.rejected_spans = rejected_spans
        answer.partial_success.error_message = error_message
    content: bytes = answer.SerializeToString()
    return content


def _bounded(messages: Many) -> Many:
    """The same messages. Raises a 413 for too many."""
    _check_count(len(messages))
    return messages


def _check_count(count: int) -> None:
    """Counting makes no object of what is counted. Raises a 413 for too many."""
    if count > MOST_SPANS:
        raise too_large(MOST_SPANS)


def _objects(holder: JsonObject, *names: str) -> list[JsonObject]:
    """A field with a list of objects, under either of its names; empty if absent."""
    given = (holder[name] for name in names if holder.get(name) is not None)
    objects: list[JsonObject] = next(given, [])
    if not isinstance(objects, list) or not all(isinstance(each, dict) for each in objects):
        raise _no_json(f"{names[0]} is not a list of objects")
    return objects


def _parsed(value: Json, message: Any) -> Any:
    """One message of the JSON; the parser is thorough and slow, so it is never given much."""
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


def _no_json(why: str) -> ApiError:
    return invalid(f"The body is not OTLP/JSON: {why}")


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
    """The text itself, if UTF-8 has it: the parser fails on lone surrogates."""
    text.encode()
    return text


def _base64_id(text: Json) -> str:
    try:
        return b64encode(bytes.fromhex(text)).decode()
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
        kind=_word(KINDS, span.kind),
        start=span.start_time_unix_nano,
        end=span.end_time_unix_nano,
        status=_word(STATUSES, span.status.code),
        message=span.status.message,
        attributes=values.attributes(span.attributes),
        events=[_event(event, values) for event in span.events],
        links=[_link(link, values) for link in span.links],
        resource=resource,
    )


def _event(event: trace_pb2.Span.Event, values: Values) -> Record:
    return {
        "name": event.name,
        "timestamp": event.time_unix_nano,
        "attributes": values.attributes(event.attributes),
        "dropped_attributes_count": event.dropped_attributes_count,
    }


def _link(link: trace_pb2.Span.Link, values: Values) -> Record:
    return {
        "trace_id": link.trace_id.hex(),
        "span_id": link.span_id.hex(),
        "trace_state": link.trace_state,
        "attributes": values.attributes(link.attributes),
        "dropped_attributes_count": link.dropped_attributes_count,
        "flags": link.flags,
    }


def _word(words: tuple[str, ...], number: int) -> str:
    """The name of an enumerated number; numbers newer than this list are the first one."""
    return words[number] if 0 <= number < len(words) else words[0]
