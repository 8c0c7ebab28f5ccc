"""From a span to the finished call that it records.

`conventions.json` lists, for each field of a call, the attribute names that may hold it in order of
preference. Empty, zero and false values do not count. Observed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from copy import deepcopy
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any

from mockserver.core.clock import EPOCH, iso, parse
from mockserver.core.codec import encode
from mockserver.core.errors import invalid
from mockserver.core.limits import LONGEST_DISPLAY_NAME, LONGEST_OP_NAME
from mockserver.core.model import Json, JsonObject, Record
from mockserver.core.refs import check_refs
from mockserver.trace.calls.models import CompleteCall
from mockserver.trace.otel.decode import ERROR, Attributes, Span

DELIMITERS = ",;| /?."

SUMS = (("prompt_tokens", "completion_tokens"), ("input_tokens", "output_tokens"))
"""Counts that add up to a total if no attribute has the total."""

CONVENTIONS: dict[str, Any] = json.loads(Path(__file__).with_name("conventions.json").read_bytes())

ATTRIBUTES, INPUTS, OUTPUTS, USAGE, FIELDS = CONVENTIONS.values()

MAX_LEVELS = 32
"""Levels of a dotted name. Chosen."""


def call_of(span: Span, project: str, run: str | None) -> CompleteCall:
    """The call of a span, in this run or else the one it names. Raises a 400 for invalid ids."""
    check_ids(span)
    tree = expanded(span.attributes)
    started = _moment(field(tree, "started_at"), span.start)
    ended = _moment(field(tree, "ended_at"), span.end)
    dump = _dump(span, tree, started, ended)
    check_refs(encode(dump))
    thread, model = text(field(tree, "thread_id")), text(first(tree, ATTRIBUTES["model"]))
    op_name = shortened(span.name, LONGEST_OP_NAME)
    display_name = text(field(tree, "display_name")) or ""
    fields = {
        "project_id": project,
        "id": span.span_id,
        "op_name": op_name,
        "display_name": shortened(display_name, LONGEST_DISPLAY_NAME),
        "trace_id": span.trace_id,
        "parent_id": span.parent_id,
        "thread_id": thread,
        "turn_id": span.span_id if thread and is_turn(tree) else None,
        "started_at": started,
        "attributes": _attributes(tree),
        "inputs": _named(tree, INPUTS, ("input", "inputs"), dict),
        "otel_dump": dump,
        "wb_run_id": run or _own_run(tree, project),
        "wb_run_step": whole(field(tree, "wb_run_step")) or None,
        "ended_at": ended,
        "exception": _exception(span),
        "output": _named(tree, OUTPUTS, ("output", "outputs"), object),
        # Observed: the trace name, even beside a display name.
        "summary": {"usage": {model or "usage": _usage(tree)}, "weave": {"trace_name": op_name}},
        "wb_run_step_end": whole(field(tree, "wb_run_step_end")) or None,
    }
    return CompleteCall.model_validate(fields)


def shortened(name: str, limit: int) -> str:
    """A name cut at the last delimiter within `limit` and marked by its hash, if it is longer."""
    if len(name) <= limit:
        return name
    mark = ":" + sha256(name.encode()).hexdigest()[:4]
    head = name[: limit - len(mark)]
    cut = max(head.rfind(delimiter) for delimiter in DELIMITERS)
    return (head[: max(cut, 0)].rstrip(DELIMITERS) or head) + mark


def check_ids(span: Span) -> None:
    """Refuse, with a 400, ids that OTLP calls invalid: of another length, or all zero."""
    if len(span.trace_id) != 32 or not span.trace_id.strip("0"):
        raise invalid("a trace id is 16 bytes and not all zero")
    if len(span.span_id) != 16 or not span.span_id.strip("0"):
        raise invalid("a span id is 8 bytes and not all zero")


def expanded(attributes: Attributes) -> JsonObject:
    """The tree of dotted names. Raises a 400 if a name has both a value and names below it.

    Observed: a list may also have numbered names, as exporters send that use two conventions.
    """
    tree: JsonObject = {}
    for name, value in attributes.items():
        steps = name.split(".")
        if len(steps) > MAX_LEVELS:
            raise invalid(f"attribute {name[:64]!r} has more than {MAX_LEVELS} levels")
        branch = tree
        for key, following in pairwise(steps):
            below = branch.setdefault(key, {})
            if isinstance(below, list) and following.isdigit():
                below = branch[key] = _numbered(below)
            if not isinstance(below, dict):
                raise _ambiguous(name)
            branch = below
        _put(branch, steps[-1], value, name)
    return tree


def find(tree: JsonObject, names: Iterable[str]) -> tuple[str, Json] | None:
    """The name and the value of the first of these attributes that has one."""
    found = ((name, listed(value)) for name in names if (value := _at(tree, name)))
    return next(found, None)


def first(tree: JsonObject, names: Iterable[str]) -> Json:
    """The value of the first of these attributes that has one, or None."""
    _, value = find(tree, names) or ("", None)
    return value


def field(tree: JsonObject, name: str) -> Json:
    """The value for a field of a call by the conventions, or None."""
    return first(tree, FIELDS[name])


def count(tree: JsonObject, names: Iterable[str]) -> int | None:
    """The first whole number in one of these attributes; it may be zero. Observed."""
    numbers = (whole(_at(tree, name)) for name in names)
    return next((number for number in numbers if number is not None), None)


def is_turn(tree: JsonObject) -> bool:
    """True if a span is a turn of its thread: it is marked as one, or names a conversation."""
    marked = _at(tree, "wandb.is_turn")
    return marked if isinstance(marked, bool) else bool(field(tree, "conversation") or marked)


def listed(value: Json) -> Json:
    """The value with every object whose keys are exactly 0 to n-1 turned into a list.

    Observed: an object without keys is an empty list.
    """
    if isinstance(value, list):
        return [listed(item) for item in value]
    if not isinstance(value, dict):
        return value
    numbers = [str(number) for number in range(len(value))]
    if value.keys() == set(numbers):
        return [listed(value[number]) for number in numbers]
    return {key: listed(item) for key, item in value.items()}


def text(value: Json) -> str | None:
    """A name or an id as text; None for other types and an empty text."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    return str(value) or None


def whole(value: Json) -> int | None:
    """A whole number, also from its digits."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    try:
        number = int(value)
    except (ValueError, OverflowError):
        return None
    return None if isinstance(value, float) and value != number else number


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

    Chosen: if it is empty, the exception that an event recorded, else the status itself; without
    any text the call would count as a success.
    """
    if span.status != ERROR:
        return None
    recorded = (
        text(event["attributes"].get(f"exception.{field}"))
        for event in span.events
        for field in ("message", "type")
    )
    return span.message or next(filter(None, recorded), ERROR)


def _attributes(tree: JsonObject) -> JsonObject:
    """The attributes in the conventions and the span's own; all attributes, if none is."""
    known = {key: first(tree, sources) for key, sources in ATTRIBUTES.items()}
    known = {key: value for key, value in known.items() if value}
    has_counts = any(count is not None for count in _usage(tree).values())
    if not (known or has_counts or find(tree, (*INPUTS, *OUTPUTS))):
        return tree
    own = field(tree, "own_attributes")
    return known | own if isinstance(own, dict) else known


def _named(tree: JsonObject, names: Iterable[str], bare: tuple[str, str], kind: type) -> Json:
    """The value of the first attribute that has one, under its name unless the name is `bare`."""
    name, value = find(tree, names) or ("", None)
    if name in bare and isinstance(value, kind):
        return value
    return {name: value} if name else {}


def _usage(tree: JsonObject) -> dict[str, int | None]:
    """Every count, null without an attribute for it. Observed."""
    counts = {key: count(tree, sources) for key, sources in USAGE.items()}
    for one, other in SUMS:
        parts = counts[one], counts[other]
        if counts["total_tokens"] is None and parts[0] is not None and parts[1] is not None:
            counts["total_tokens"] = parts[0] + parts[1]
    return counts


def _own_run(tree: JsonObject, project: str) -> str | None:
    """The full name of the run that the span names by its bare id."""
    run = text(field(tree, "wb_run_id"))
    return f"{project}/{run}" if run and not {"/", ":"} & set(run) else None


def _dump(span: Span, tree: JsonObject, started: datetime, ended: datetime) -> Record:
    """The span as in a call's `attributes.otel_span`. Observed."""
    resource = span.resource
    return {
        "name": span.name,
        "context": {
            "trace_id": span.trace_id,
            "span_id": span.span_id,
            "trace_state": span.trace_state,
        },
        "kind": span.kind,
        "parent_id": span.parent_id,
        "start_time": iso(started),
        "end_time": iso(ended),
        "status": {"code": span.status, "message": span.message},
        "attributes": tree,
        "events": span.events,
        "links": span.links,
        "resource": resource
        and {**resource._asdict(), "attributes": expanded(resource.attributes)},
    }


def _put(tree: JsonObject, key: str, value: Json, name: str) -> None:
    present = tree.get(key)
    if isinstance(present, dict) and isinstance(value, list):
        value = _numbered(value)
    if not isinstance(present, dict):
        tree[key] = value
    elif isinstance(value, dict):
        for below, item in value.items():
            _put(present, below, item, name)
    else:
        raise _ambiguous(name)


def _numbered(values: list[Json]) -> JsonObject:
    """A copy of a list as an object with the keys 0 to n-1."""
    return {str(at): deepcopy(value) for at, value in enumerate(values)}


def _ambiguous(name: str) -> Exception:
    return invalid(f"attribute {name[:64]!r} collides with one that is both a value and a parent")


def _at(tree: Json, name: str) -> Json:
    for key in name.split("."):
        tree = tree.get(key) if isinstance(tree, dict) else None
    return tree
