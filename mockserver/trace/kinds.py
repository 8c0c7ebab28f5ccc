"""THE KINDS: every kind of record, one row each, with its table, key, record model and indexes.

The fields of a record are in its record model, beside the requests of its family. A server needs
the rows when it starts, the models only when a record is made or read.
"""

from __future__ import annotations

from mockserver.core.clock import sortable
from mockserver.store.kind import Kind

FILES = Kind("files", "trace.files:FileRecord", key=("digest",))
ROWS = Kind("table_rows", "trace.tables:RowRecord", key=("digest",))
TABLES = Kind("tables", "trace.tables:TableRecord", key=("digest",))
PARTS = Kind("table_parts", "trace.tables:TablePart", key=("digest", "part"))
OBJECTS = Kind(
    "objects",
    "trace.objects.models:ObjSchema",
    key=("object_id", "digest"),
    indexes=("object_id", "base_object_class", "leaf_object_class"),
)
DELETED_OBJECTS = Kind(
    "deleted_objects",
    "trace.objects.models:ObjSchema",
    key=("object_id", "digest"),
    indexes=("object_id",),
)
TAGS = Kind(
    "object_tags",
    "trace.objects.models:ObjectTag",
    key=("object_id", "digest", "tag"),
    indexes=("object_id", "tag"),
)
ALIASES = Kind(
    "object_aliases",
    "trace.objects.models:ObjectAlias",
    key=("object_id", "alias"),
    indexes=("object_id", "alias"),
)
COSTS = Kind("costs", "trace.costs:CostRecord", indexes=("llm_id",))
CALLS = Kind(
    "calls",
    "trace.calls.models:CallSchema",
    indexes=("trace_id", "parent_id", "op_name", "thread_id", "turn_id"),
    order="started_at",
    sortable=sortable,
)
EARLY = Kind("call_ends", "trace.calls.models:EarlyCall")
DELETED = Kind("deleted_calls", "trace.calls.models:DeletedCall")
FEEDBACK = Kind(
    "feedback", "trace.feedback.models:FeedbackRecord", indexes=("weave_ref", "feedback_type")
)
QUEUES = Kind("annotation_queues", "trace.annotation:AnnotationQueue")
QUEUE_ITEMS = Kind(
    "annotation_queue_items", "trace.annotation:QueueItem", indexes=("queue_id", "call_id")
)
SPANS = Kind(
    "agent_spans",
    "trace.agents.spans:AgentSpan",
    key=("span_id",),
    indexes=("trace_id", "conversation_id", "eval_run_id"),
    order="started_at",
    sortable=sortable,
)
SOURCE_LINKS = Kind(
    "dataset_sources", "trace.sources:SourceLink", indexes=("dataset_object_id", "source_id")
)
READS = Kind("reads", "trace.evaluations.models:ReadCount")
PROJECT_SETTINGS = Kind("project_settings", "trace.projects:ProjectSetting", key=("name",))

KINDS = (
    FILES, ROWS, TABLES, PARTS, OBJECTS, DELETED_OBJECTS, TAGS, ALIASES, COSTS, CALLS, EARLY,
    DELETED, FEEDBACK, QUEUES, QUEUE_ITEMS, SPANS, SOURCE_LINKS, READS, PROJECT_SETTINGS,
)  # fmt: skip
"""In the order in which records are restored: records that others name come first."""
