"""Columns of a calls query: which members of a call are answered."""

from __future__ import annotations

from mockserver.calls.records import derive
from mockserver.core.model import Record

ALWAYS = frozenset({"id", "project_id", "trace_id", "op_name", "started_at"})
WITH_SUMMARY = frozenset({"ended_at", "exception", "display_name"})
OBJECTS = frozenset({"attributes", "inputs"})


def project(record: Record, columns: list[str]) -> Record:
    """The call with only `columns`, the rest empty. `a.b` selects the whole of `a`.

    Observed: the derived summary is made from what is selected, so that without `summary` or
    `ended_at` a finished call reads as running.
    """
    chosen = ALWAYS | {column.split(".")[0] for column in columns}
    if "summary" in chosen:
        chosen |= WITH_SUMMARY
    narrowed = {
        field: value if field in chosen else {} if field in OBJECTS else None
        for field, value in record.items()
    }
    if "summary" not in chosen:
        narrowed["summary"] = {}
        derive(narrowed)
    return narrowed
