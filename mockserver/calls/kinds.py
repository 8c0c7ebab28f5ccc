"""What the calls slice keeps."""

from __future__ import annotations

from mockserver.core.clock import sortable
from mockserver.store.kind import Kind

CALLS = Kind(
    "calls",
    key=("id",),
    indexes=("trace_id", "parent_id", "op_name", "thread_id", "turn_id"),
    order="started_at",
    sortable=sortable,
)
ENDS = Kind("call_ends", key=("id",))
"""Ends that arrived before their start."""
DELETED = Kind("deleted_calls", key=("id",))
"""What is left of a deleted call: that it must not come back."""
