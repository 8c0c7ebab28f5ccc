"""Every kind of record: each has a table in the store and a section in a data file.

A server needs the kinds when it starts, but the models of requests only at the first request. That
is why a family declares its records in `kinds`, beside `models`, whose import takes 27 ms.
"""

from __future__ import annotations

from mockserver.trace.agents.kinds import SPANS
from mockserver.trace.calls.kinds import CALLS, DELETED, EARLY
from mockserver.trace.costs.kinds import COSTS
from mockserver.trace.evaluations.kinds import READS
from mockserver.trace.feedback.kinds import FEEDBACK, QUEUE_ITEMS, QUEUES
from mockserver.trace.files.kinds import FILES
from mockserver.trace.objects.kinds import ALIASES, DELETED_OBJECTS, OBJECTS, TAGS
from mockserver.trace.projects.kinds import PROJECT_SETTINGS
from mockserver.trace.sources.kinds import SOURCE_LINKS
from mockserver.trace.tables.kinds import PARTS, ROWS, TABLES

KINDS = (
    FILES, ROWS, TABLES, PARTS, OBJECTS, DELETED_OBJECTS, TAGS, ALIASES, COSTS, CALLS, EARLY,
    DELETED, FEEDBACK, QUEUES, QUEUE_ITEMS, SPANS, SOURCE_LINKS, READS, PROJECT_SETTINGS,
)  # fmt: skip
"""In the order in which records are restored: records that others name come first."""
