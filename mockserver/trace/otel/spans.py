"""From a span to the finished call that it records."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from hashlib import sha256

from mockserver.core.clock import EPOCH, iso, parse
from mockserver.core.codec import encode
from mockserver.core.errors import invalid
from mockserver.core.limits import LONGEST_DISPLAY_NAME, LONGEST_OP_NAME
from mockserver.core.model import Json, JsonObject, Record
from mockserver.core.refs import check_refs
from mockserver.trace.calls.models import CompleteCall
from mockserver.trace.otel import attributes as names
from mockserver.trace.otel.attributes import expanded, find, first, text, whole
from mockserver.trace.otel.models import ERROR, Resource, Span

DELIMITERS = ",;| /?."

UNNAMED_MODEL = "usage"
"""The model of usage when no attribute names one. Observed."""


def call_of(span: Span, project: str, run: str | None) -> CompleteCall:
    """The call, of this run if one is given, else of its own. Raises a 400 for a span that is
    none."""
    check_ids(span)
    tree = expanded(span.attributes)
    started = _moment(first(tree, names.START), span.start)
    ended = _moment(first(tree, names.END), span.end)
    dump = _dump(span, tree, started, ended)
    check_refs(encode(dump))
    thread = text(first(tree, names.THREAD))
    op_name = shortened(span.name, LONGEST_OP_NAME)
    fields = {
        "project_id": project,
        "id": span.span_id,
        "op_name": op_name,
        "display_name": shortened(
            text(first(tree, names.DISPLAY_NAME)) or "", LONGEST_DISPLAY_NAME
        ),
        "trace_id": span.trace_id,
        "parent_id": span.parent_id,
        "thread_id": thread,
        "turn_id": span.span_id if thread and names.is_turn(tree) else None,
        "started_at": started,
        "attributes": _attributes(tree),
        "inputs": _inputs(tree),
        "otel_dump": dump,
        "wb_run_id": run or _own_run(tree, project),
        "wb_run_step": whole(first(tree, names.RUN_STEP)) or None,
        "ended_at": ended,
        "exception": _exception(span),
        "output": _output(tree),
        "summary": _summary(tree, op_name),
        "wb_run_step_end": whole(first(tree, names.RUN_STEP_END)) or None,
    }
    return CompleteCall.model_validate(fields)


def shortened(name: str, limit: int) -> str:
    """The name, cut before its last delimiters within `limit` and marked by its hash if longer."""
    if len(name) <= limit:
        return name
    mark = ":" + sha256(name.encode()).hexdigest()[:4]
    head = name[: limit - len(mark)]
    cut = max(head.rfind(delimiter) for delimiter in DELIMITERS)
    return (head[: max(cut, 0)].rstrip(DELIMITERS) or head) + mark


def check_ids(span: Span) -> None:
    """Refuse a span, with a 400, whose ids OTLP calls invalid: of another length, or all zero."""
    if len(span.trace_id) != 32 or not span.trace_id.strip("0"):
        raise invalid("a trace id is 16 bytes and not all zero")
    if len(span.span_id) != 16 or not span.span_id.strip("0"):
        raise invalid("a span id is 8 bytes and not all zero")


def _moment(value: Json, nanoseconds: int) -> datetime:
    """The moment in an attribute (ISO text, nanoseconds or float seconds), else the span's own."""
    try:
        if isinstance(value, str):
            return parse(value).astimezone(UTC)
        if isinstance(value, float):
            return EPOCH + timedelta(seconds=value)
        return EPOCH + timedelta(microseconds=value // 1000)
    except (ValueError, TypeError, OverflowError):
        return EPOCH + timedelta(microseconds=nanoseconds // 1000)


def _exception(span: Span) -> str | None:
    """The status message of a failed span.

    Chosen: where it is empty, what the span recorded of an exception, else the status itself; a
    call without a text of its exception would read as a success.
    """
    if span.status != ERROR:
        return None
    return span.message or _recorded(span) or ERROR


def _recorded(span: Span) -> str | None:
    for event in span.events:
        exception = event["attributes"]
        message, kind = exception.get("exception.message"), exception.get("exception.type")
        if recorded := text(message) or text(kind):
            return recorded
    return None


def _attributes(tree: JsonObject) -> JsonObject:
    """The attributes that the conventions recognise, and the span's own; all, if they know none."""
    known = {key: first(tree, sources) for key, sources in names.ATTRIBUTES.items()}
    known = {key: value for key, value in known.items() if value}
    counted = any(count is not None for count in _usage(tree).values())
    if not (known or counted or find(tree, names.INPUTS) or find(tree, names.OUTPUTS)):
        return tree
    own = first(tree, names.OWN)
    return known | own if isinstance(own, dict) else known


def _inputs(tree: JsonObject) -> JsonObject:
    match = find(tree, names.INPUTS)
    if match is None:
        return {}
    if match.name in ("input", "inputs") and isinstance(match.value, dict):
        return match.value
    return {match.name: match.value}


def _output(tree: JsonObject) -> Json:
    match = find(tree, names.OUTPUTS)
    if match is None:
        return {}
    return match.value if match.name in ("output", "outputs") else {match.name: match.value}


def _summary(tree: JsonObject, op_name: str) -> JsonObject:
    """Usage under one model, and the trace name, even beside a display name. Observed.

    Every count is there, null without an attribute for it.
    """
    model = text(first(tree, names.ATTRIBUTES["model"]))
    return {"usage": {model or UNNAMED_MODEL: _usage(tree)}, "weave": {"trace_name": op_name}}


def _usage(tree: JsonObject) -> JsonObject:
    counts = {key: names.count(tree, sources) for key, sources in names.USAGE.items()}
    for one, other in names.SUMS:
        parts = counts[one], counts[other]
        if counts["total_tokens"] is None and parts[0] is not None and parts[1] is not None:
            counts["total_tokens"] = parts[0] + parts[1]
    return counts


def _own_run(tree: JsonObject, project: str) -> str | None:
    """The full name of the run that the span names by its bare id."""
    run = text(first(tree, names.RUN))
    return f"{project}/{run}" if run and not {"/", ":"} & set(run) else None


def _dump(span: Span, tree: JsonObject, started: datetime, ended: datetime) -> Record:
    """The span as a call's `attributes.otel_span` shows it. Observed."""
    context = {
        "trace_id": span.trace_id,
        "span_id": span.span_id,
        "trace_state": span.trace_state,
    }
    return {
        "name": span.name,
        "context": context,
        "kind": span.kind,
        "parent_id": span.parent_id,
        "start_time": iso(started),
        "end_time": iso(ended),
        "status": {"code": span.status, "message": span.message},
        "attributes": tree,
        "events": span.events,
        "links": span.links,
        "resource": _resource(span.resource) if span.resource else None,
    }


def _resource(resource: Resource) -> Record:
    return {
        "attributes": expanded(resource.attributes),
        "dropped_attributes_count": resource.dropped_attributes_count,
    }
