"""Every kind of record: what a store has tables for, and what a data file holds in exact form."""

from __future__ import annotations

from mockserver.calls.kinds import CALLS, DELETED, EARLY
from mockserver.costs.kinds import COSTS
from mockserver.feedback.kinds import FEEDBACK
from mockserver.files.kinds import FILES
from mockserver.objects.kinds import DELETED_OBJECTS, OBJECTS
from mockserver.resources.kinds import READS
from mockserver.tables.kinds import PARTS, ROWS, TABLES

KINDS = (
    CALLS, EARLY, DELETED, COSTS, FEEDBACK, OBJECTS, DELETED_OBJECTS, FILES, ROWS, TABLES, PARTS,
    READS,
)  # fmt: skip
