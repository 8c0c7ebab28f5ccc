"""What the calls slice keeps."""

from __future__ import annotations

from mockserver.core.clock import sortable
from mockserver.core.model import Record
from mockserver.store.kind import Kind

BLANK: Record = {
    "id": "",
    "project_id": "",
    "op_name": "",
    "display_name": None,
    "trace_id": "",
    "parent_id": None,
    "thread_id": None,
    "turn_id": None,
    "started_at": "1970-01-01T00:00:00Z",
    "attributes": {},
    "inputs": {},
    "ended_at": None,
    "exception": None,
    "output": None,
    "summary": {"weave": {"status": "running"}},
    "wb_user_id": None,
    "wb_run_id": None,
    "wb_run_step": None,
    "wb_run_step_end": None,
    "deleted_at": None,
    "storage_size_bytes": None,
    "total_storage_size_bytes": None,
    "wb_username": None,
    "expire_at": None,
}
NOTHING_EARLY: Record = {
    "display_name": None,
    "ended_at": None,
    "exception": None,
    "output": None,
    "summary": {},
    "wb_run_step_end": None,
}

CALLS = Kind(
    "calls",
    key=("id",),
    indexes=("trace_id", "parent_id", "op_name", "thread_id", "turn_id"),
    order="started_at",
    sortable=sortable,
    blank=BLANK,
)
EARLY = Kind("call_ends", key=("id",), blank=NOTHING_EARLY)
"""What arrived of calls before their start: the last end, the last name."""
DELETED = Kind("deleted_calls", key=("id",))
"""What is left of a deleted call: that it must not come back."""
