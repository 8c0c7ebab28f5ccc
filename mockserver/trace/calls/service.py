"""Starting, ending, renaming and deleting calls, in any order of arrival."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from mockserver.core.codec import peek
from mockserver.core.errors import too_large
from mockserver.core.ids import Ids
from mockserver.core.limits import MOST_CALLS_DELETED
from mockserver.core.model import Record
from mockserver.store.store import Store
from mockserver.trace.calls import records
from mockserver.trace.calls.models import CallStartRes, CompleteCall, EndedCall, StartedCall
from mockserver.trace.kinds import CALLS, DELETED, EARLY


def start(store: Store, call: StartedCall, ids: Ids, user: str) -> CallStartRes:
    """Store a running call. Returns its ids, new ones if the client sent none.

    A second start changes nothing; a deleted call stays deleted. Chosen, after production: an end
    or a name that arrived earlier is applied now.
    """
    project = call.project
    call_id = call.id or ids.uuid7()
    trace_id = call.trace_id or ids.uuid7()
    calls = store[CALLS]
    if known := calls.get(project, call_id):
        return {"id": call_id, "trace_id": known["trace_id"]}
    if not store[DELETED].has(project, call_id):
        record = records.started(call, call_id, trace_id, user)
        if early := store[EARLY].get(project, call_id):
            records.catch_up(record, early)
            store[EARLY].drop(project, call_id)
        calls.insert(record)
    return {"id": call_id, "trace_id": trace_id}


def end(store: Store, call: EndedCall) -> None:
    """End a call, perhaps again. The end of an unknown call is stored until its start."""
    _end(store, call.project, call.id, records.ending(call))


def complete(store: Store, call: CompleteCall, ids: Ids, user: str) -> None:
    """Store an ended call, or end it if its start is known."""
    start(store, call, ids, user)
    _end(store, call.project_id, call.id, records.ending(call))


def rename(store: Store, project: str, call_id: str, display_name: str) -> None:
    """Set or clear the display name. That of an unknown call is stored until its start."""
    change = partial(records.rename, display_name=display_name)
    if not store[CALLS].amend(change, project, call_id):
        _keep_early(store, project, call_id, {"display_name": display_name})


def delete(store: Store, project: str, call_ids: list[str], now: str) -> int:
    """Delete calls and all their descendants. Returns the number of calls named or found.

    As on the production engine, an unknown call is deleted in advance. Raises a 413 for more than
    1,000 ids.
    """
    if len(call_ids) > MOST_CALLS_DELETED:
        raise too_large(MOST_CALLS_DELETED)
    doomed = _with_descendants(store, project, call_ids)
    for call_id in doomed:
        store[CALLS].drop(project, call_id)
        store[EARLY].drop(project, call_id)
        if not store[DELETED].has(project, call_id):
            store[DELETED].insert({"project_id": project, "id": call_id, "deleted_at": now})
    return len(doomed)


def _end(store: Store, project: str, call_id: str, ending: Record) -> None:
    if not store[CALLS].amend(partial(records.finish, end=ending), project, call_id):
        _keep_early(store, project, call_id, ending)


def _keep_early(store: Store, project: str, call_id: str, part: Record) -> None:
    """Store a part of an unknown call until its start, unless the call is deleted."""
    if not store[DELETED].has(project, call_id):
        known = store[EARLY].get(project, call_id) or EARLY.blank
        store[EARLY].put({**known, "project_id": project, "id": call_id, **part})


def _with_descendants(store: Store, project: str, call_ids: Iterable[str]) -> list[str]:
    family = list(dict.fromkeys(call_ids))
    known = set(family)
    for parent in family:
        for child in store[CALLS].find(project, {"parent_id": [parent]}).texts:
            child_id = peek(child)["id"]
            if child_id not in known:
                known.add(child_id)
                family.append(child_id)
    return family
