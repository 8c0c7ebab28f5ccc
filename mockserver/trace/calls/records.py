"""Call records: the form in which a call is stored and returned.

The derived part, `summary.weave`, depends only on the call. It is updated when the call changes, so
that reading a call only copies bytes.
"""

from __future__ import annotations

from datetime import timedelta

from mockserver.core.clock import iso, parse
from mockserver.core.model import Record
from mockserver.core.refs import SCHEME, name_in_ref
from mockserver.trace.calls.models import CompleteCall, EndedCall, StartedCall, TraceStatus
from mockserver.trace.kinds import CALLS

MILLISECOND = timedelta(milliseconds=1)
SUCCESS, ERROR, RUNNING, DESCENDANT_ERROR = (status.value for status in TraceStatus)
ENDING = ("ended_at", "exception", "output", "summary", "wb_run_step_end")
"""The fields that an end sets."""


def started(start: StartedCall, call_id: str, trace_id: str, user: str) -> Record:
    """The record of a running call."""
    span = {} if start.otel_dump is None else {"otel_span": start.otel_dump}
    record = {
        **CALLS.blank,
        "id": call_id,
        "project_id": start.project_id,
        "op_name": start.op_name,
        "display_name": start.display_name or None,
        "trace_id": trace_id,
        "parent_id": start.parent_id,
        "thread_id": start.thread_id,
        "turn_id": start.turn_id,
        "started_at": iso(start.started_at),
        "attributes": start.attributes | span,
        "inputs": start.inputs,
        "summary": {},
        "wb_user_id": user,
        "wb_run_id": start.wb_run_id,
        "wb_run_step": start.wb_run_step,
    }
    derive(record)
    return record


def ending(end: EndedCall | CompleteCall) -> Record:
    """The fields of a record that an end sets; omitted ones become null."""
    return {
        "ended_at": iso(end.ended_at),
        "exception": end.exception,
        "output": end.output,
        "summary": end.summary,
        "wb_run_step_end": end.wb_run_step_end,
    }


def finish(record: Record, end: Record) -> None:
    """Apply an `ending` to a record. The last one wins."""
    record.update(end)
    derive(record)


def catch_up(record: Record, early: Record) -> None:
    """Apply an end or a name that arrived before the start. A name in the start itself wins."""
    record["display_name"] = record["display_name"] or early["display_name"] or None
    finish(record, {field: early[field] for field in ENDING})


def rename(record: Record, display_name: str) -> None:
    """Set the display name; an empty one clears it."""
    summary = record["summary"]
    former = "display_name" if record["display_name"] else "trace_name"
    weave = {name: value for name, value in summary["weave"].items() if name != former}
    record["summary"] = {**summary, "weave": weave}
    record["display_name"] = display_name or None
    derive(record)


def derive(record: Record) -> None:
    """Update `summary.weave`. Keys that a client put there stay unless they are derived.

    Observed: the display name of a call, if there is one, replaces the trace name.
    """
    summary = record["summary"]
    weave = summary.get("weave")
    derived = dict(weave) if isinstance(weave, dict) else {}
    derived["status"] = status(record)
    if record["ended_at"]:
        took = parse(record["ended_at"]) - parse(record["started_at"])
        derived["latency_ms"] = took // MILLISECOND
    if record["display_name"]:
        derived["display_name"] = record["display_name"]
    elif name := trace_name(record["op_name"]):
        derived["trace_name"] = name
    record["summary"] = {**summary, "weave": derived}


def status(record: Record) -> str:
    """Chosen: an empty exception is no exception."""
    if record["exception"]:
        return ERROR
    if not record["ended_at"]:
        return RUNNING
    counts = record["summary"].get("status_counts") or {}
    return DESCENDANT_ERROR if counts.get(ERROR, 0) > 0 else SUCCESS


def trace_name(op_name: str) -> str | None:
    """The name in the ref of an op, or the op name itself; None for a ref to anything else."""
    return name_in_ref(op_name) if op_name.startswith(SCHEME) else op_name
