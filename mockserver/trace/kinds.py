"""THE KINDS: every kind of record, one row each, with its table, key, record model and indexes.

The fields of a record are in its record model, beside the requests of its family. A server needs
the rows when it starts, the models only when a record is made or read.
"""

from __future__ import annotations

from mockserver.core.clock import sortable
from mockserver.store.kind import Kind

FILES = Kind("files", key=("digest",), record="trace.files:FileRecord")
ROWS = Kind("table_rows", key=("digest",), record="trace.tables.models:RowRecord")
TABLES = Kind("tables", key=("digest",), record="trace.tables.models:TableRecord")
PARTS = Kind("table_parts", key=("digest", "part"), record="trace.tables.models:TablePart")
OBJECTS = Kind(
    "objects",
    key=("object_id", "digest"),
    record="trace.objects.models:ObjSchema",
    indexes=("object_id", "base_object_class", "leaf_object_class"),
)
DELETED_OBJECTS = Kind(
    "deleted_objects",
    key=("object_id", "digest"),
    record="trace.objects.models:ObjSchema",
    indexes=("object_id",),
)
TAGS = Kind(
    "object_tags",
    key=("object_id", "digest", "tag"),
    record="trace.objects.models:ObjectTag",
    indexes=("object_id", "tag"),
)
ALIASES = Kind(
    "object_aliases",
    key=("object_id", "alias"),
    record="trace.objects.models:ObjectAlias",
    indexes=("object_id", "alias"),
)
COSTS = Kind("costs", record="trace.costs.models:CostRecord", indexes=("llm_id",))
CALLS = Kind(
    "calls",
    record="trace.calls.models:CallSchema",
    indexes=("trace_id", "parent_id", "op_name", "thread_id", "turn_id"),
    order="started_at",
    sortable=sortable,
)
EARLY = Kind("call_ends", record="trace.calls.models:EarlyCall")
DELETED = Kind("deleted_calls", record="trace.calls.models:DeletedCall")
FEEDBACK = Kind(
    "feedback",
    record="trace.feedback.models:FeedbackRecord",
    indexes=("weave_ref", "feedback_type"),
)
QUEUES = Kind("annotation_queues", record="trace.annotation:AnnotationQueue")
QUEUE_ITEMS = Kind(
    "annotation_queue_items",
    record="trace.annotation:QueueItem",
    indexes=("queue_id", "call_id"),
)
SPANS = Kind(
    "agent_spans",
    key=("span_id",),
    record="trace.agents.stored:AgentSpan",
    indexes=("trace_id", "conversation_id", "eval_run_id"),
    order="started_at",
    sortable=sortable,
)
SOURCE_LINKS = Kind(
    "dataset_sources",
    record="trace.sources:SourceLink",
    indexes=("dataset_object_id", "source_id"),
)
READS = Kind("reads", record="trace.evaluations.models:ReadCount")
PROJECT_SETTINGS = Kind("project_settings", key=("name",), record="trace.projects:ProjectSetting")

KINDS = (
    FILES, ROWS, TABLES, PARTS, OBJECTS, DELETED_OBJECTS, TAGS, ALIASES, COSTS, CALLS, EARLY,
    DELETED, FEEDBACK, QUEUES, QUEUE_ITEMS, SPANS, SOURCE_LINKS, READS, PROJECT_SETTINGS,
)  # fmt: skip
"""In the order in which records are restored: records that others name come first."""
