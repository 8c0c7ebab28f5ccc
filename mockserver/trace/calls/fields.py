"""The fields of a call that a query or a sort order may address."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from mockserver.core.codec import peek
from mockserver.core.errors import invalid
from mockserver.core.model import Record
from mockserver.settings import Settings
from mockserver.store.store import Store
from mockserver.trace.calls.expansion import Expansion
from mockserver.trace.calls.feedback import FeedbackFields
from mockserver.trace.calls.kinds import CallSchema
from mockserver.trace.feedback.kinds import QUEUE_ITEMS
from mockserver.trace.query.fields import (
    Comparison,
    QueryField,
    QueryFields,
    column,
    member,
    not_allowed,
)
from mockserver.trace.query.models import SortBy

TRACE_NAME = "summary.weave.trace_name"

QUEUE_ID = "annotation_queue_items.queue_id"

_op_trace_name = member("summary", ["weave", "trace_name"])


def _trace_name(call: Record) -> object:
    """The display name where there is one, though a call that has one shows no trace name.
    Observed."""
    return call["display_name"] or _op_trace_name(call)


def _call_fields(refusal: int) -> QueryFields:
    """Observed: `deleted_at` may be asked for, though no call that is found has one."""
    special = {
        TRACE_NAME: QueryField(_trace_name, Comparison.JSON),
        "deleted_at": QueryField(column("deleted_at"), Comparison.COLUMN),
    }
    return replace(QueryFields.of(CallSchema, not_allowed(refusal)), special=special)


SIZES = frozenset({"storage_size_bytes", "total_storage_size_bytes"})

FIELDS_A, FIELDS_B = _call_fields(403), _call_fields(422)


def call_fields(
    store: Store, settings: Settings, expansion: Expansion | None = None
) -> QueryFields:
    """The fields of a call, those of its feedback and, with an `expansion`, those of objects that
    it names. Listing A refuses any other with a 403, the newer service with a 422."""
    fields = FIELDS_A if settings.listing == "a" else FIELDS_B
    feedback = FeedbackFields(store, fields.refuse)

    def elsewhere(path: str) -> QueryField | None:
        return _queue_field(store) if path == QUEUE_ID else feedback.find(path)

    if expansion is None:
        return replace(fields, elsewhere=elsewhere)
    return replace(fields, elsewhere=elsewhere, reach=expansion.reach)


def _queue_field(store: Store) -> QueryField:
    """The annotation queues that a call is in: a condition holds if it does for any of them."""

    def each(call: Record) -> Iterator[Record]:
        texts = store[QUEUE_ITEMS].find(call["project_id"], {"call_id": [call["id"]]}).texts
        found = [item for item in map(peek, texts) if item["call_id"] == call["id"]]
        for item in found or [{"queue_id": None, "deleted_at": None}]:
            yield {**call, QUEUE_ID: None if item["deleted_at"] else item["queue_id"]}

    return QueryField(column(QUEUE_ID), Comparison.COLUMN, each)


def check_order(order: list[SortBy]) -> None:
    """Refuse, with a 400, an order by a size. Observed; other fields are refused when looked up."""
    for key in order:
        if key.field in SIZES:
            raise invalid(f"Field {key.field} is not allowed in ORDER BY")
