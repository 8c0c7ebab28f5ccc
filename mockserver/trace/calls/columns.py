"""Columns of a calls query: which members of a call are answered."""

from __future__ import annotations

from collections.abc import Iterable

from mockserver.core.model import Record
from mockserver.trace.calls.records import derive

ALWAYS = frozenset({"id", "project_id", "trace_id", "op_name", "started_at"})
WITH_SUMMARY = frozenset({"ended_at", "exception", "display_name"})
OBJECTS = frozenset({"attributes", "inputs"})
DUMPS = {f"{column}_dump": column for column in ("attributes", "inputs", "output", "summary")}
"""The engine's own names of the JSON columns, which clients may use. Observed."""


def chosen_columns(columns: Iterable[str]) -> frozenset[str]:
    """The members that `columns` choose. `a.b` selects the whole of `a`."""
    roots = (column.partition(".")[0] for column in columns)
    chosen = ALWAYS | {DUMPS.get(root, root) for root in roots}
    return chosen | WITH_SUMMARY if "summary" in chosen else chosen


def project(record: Record, chosen: frozenset[str]) -> Record:
    """The call with only the chosen members, the rest empty.

    Observed: the derived summary is made from what is selected, so that without `summary` or
    `ended_at` a finished call reads as running.
    """
    narrowed = {
        field: value if field in chosen else {} if field in OBJECTS else None
        for field, value in record.items()
    }
    if "summary" not in chosen:
        narrowed["summary"] = {}
        derive(narrowed)
    return narrowed
