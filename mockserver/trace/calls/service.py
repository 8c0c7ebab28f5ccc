"""Starting, ending, renaming and deleting calls, in any order of arrival.

A call is returned as it is stored. The derived part, `summary.weave`, depends only on the call, and
is updated when the call changes, so that reading a call only copies bytes.
"""

from __future__ import annotations

from datetime import timedelta
from functools import partial

from mockserver.core.clock import iso, parse
from mockserver.core.codec import peek
from mockserver.core.errors import too_large
from mockserver.core.ids import Ids
from mockserver.core.limits import MOST_CALLS_DELETED
from mockserver.core.model import Record
from mockserver.core.refs import SCHEME, name_in_ref
from mockserver.store.store import Store
from mockserver.trace.calls.models import (
    CallStartRes,
    CompleteCall,
    EndedCall,
    StartedCall,
    TraceStatus,
)
from mockserver.trace.kinds import CALLS, DELETED, EARLY

MILLISECOND = timedelta(milliseconds=1)
SUCCESS, ERROR, RUNNING, DESCENDANT_ERROR = (status.value for status in TraceStatus)
ENDING = ("ended_at", "exception", "output", "summary", "wb_run_step_end")
"""The fields that an end sets."""


def start(store: Store, call: StartedCall, ids: Ids, user: str) -> CallStartRes:
    """Store a running call. Returns its ids, new ones if the client sent none.

    A second start changes nothing; a deleted call stays deleted. Chosen, after production: an end
    or a name that arrived earlier is applied now, but a name in the start itself wins.
    """
    project = call.project
    call_id = call.id or ids.uuid7()
    trace_id = call.trace_id or ids.uuid7()
    calls = store[CALLS]
    if known := calls.get(project, call_id):
        return {"id": call_id, "trace_id": known["trace_id"]}
    if not store[DELETED].has(project, call_id):
        record = started(call, call_id, trace_id, user)
        if early := store[EARLY].get(project, call_id):
            record["display_name"] = record["display_name"] or early["display_name"] or None
            _finish(record, {field: early[field] for field in ENDING})
            store[EARLY].drop(project, call_id)
        calls.insert(record)
    return {"id": call_id, "trace_id": trace_id}


def end(store: Store, call: EndedCall | CompleteCall) -> None:
    """End a call, perhaps again. The end of an unknown call is stored until its start."""
    ending = {
        "ended_at": iso(call.ended_at),
        "exception": call.exception,
        "output": call.output,
        "summary": call.summary,
        "wb_run_step_end": call.wb_run_step_end,
    }
    if not store[CALLS].amend(partial(_finish, end=ending), call.project, call.id):
        _keep_early(store, call.project, call.id, ending)


def complete(store: Store, call: CompleteCall, ids: Ids, user: str) -> None:
    """Store an ended call, or end it if its start is known."""
    start(store, call, ids, user)
    end(store, call)


def rename(store: Store, project: str, call_id: str, display_name: str) -> None:
    """Set or clear the display name. That of an unknown call is stored until its start."""

    def change(record: Record) -> None:
        summary = record["summary"]
        former = "display_name" if record["display_name"] else "trace_name"
        weave = {name: value for name, value in summary["weave"].items() if name != former}
        record["summary"] = {**summary, "weave": weave}
        record["display_name"] = display_name or None
        derive(record)

    if not store[CALLS].amend(change, project, call_id):
        _keep_early(store, project, call_id, {"display_name": display_name})


def delete(store: Store, project: str, call_ids: list[str], now: str) -> int:
    """Delete calls and all their descendants. Returns the number of calls named or found.

    As on the production engine, an unknown call is deleted in advance. Raises a 413 for more than
    1,000 ids.
    """
    if len(call_ids) > MOST_CALLS_DELETED:
        raise too_large(MOST_CALLS_DELETED)
    doomed = dict.fromkeys(call_ids)
    pending = [*doomed]
    for parent in pending:
        children = store[CALLS].find(project, {"parent_id": [parent]}).texts
        found = [peek(child)["id"] for child in children]
        pending += [child for child in found if child not in doomed]
        doomed |= dict.fromkeys(found)
    for call_id in doomed:
        store[CALLS].drop(project, call_id)
        store[EARLY].drop(project, call_id)
        if not store[DELETED].has(project, call_id):
            store[DELETED].insert({"project_id": project, "id": call_id, "deleted_at": now})
    return len(doomed)


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


def _keep_early(store: Store, project: str, call_id: str, part: Record) -> None:
    """Store a part of an unknown call until its start, unless the call is deleted."""
    if not store[DELETED].has(project, call_id):
        known = store[EARLY].get(project, call_id) or EARLY.blank
        store[EARLY].put({**known, "project_id": project, "id": call_id, **part})


def _finish(record: Record, end: Record) -> None:
    """Apply an ending to a record. The last one wins."""
    record.update(end)
    derive(record)
