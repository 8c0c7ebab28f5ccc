"""The fields of a call that a query or a sort order may address.

Besides the fields of a call, these are the feedback on it, `feedback.[type].payload.path`, and the
annotation queues that contain it. Both may have several values for one call: a condition holds if
it holds for any of them. The feedback type `*` is any type. Observed on the newer service.
Without feedback all its fields are absent. Clients depend on it: they find calls with feedback by
a payload that is not the empty string. Chosen: the last feedback sorts a call.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from mockserver.core.codec import peek
from mockserver.core.errors import ApiError, invalid
from mockserver.core.model import Record
from mockserver.settings import Settings
from mockserver.store.store import Store
from mockserver.trace.calls.expansion import Expansion
from mockserver.trace.calls.models import CallSchema
from mockserver.trace.feedback.service import feedback_on_call
from mockserver.trace.kinds import QUEUE_ITEMS
from mockserver.trace.query.fields import (
    Comparison,
    QueryField,
    QueryFields,
    column,
    inside,
    not_allowed,
)
from mockserver.trace.query.models import SortBy

TRACE_NAME = "summary.weave.trace_name"
QUEUE_ID = "annotation_queue_items.queue_id"
FEEDBACK = "feedback"
"""The key under which `_FeedbackFields` adds one feedback to a call, to test it."""

SIZES = frozenset({"storage_size_bytes", "total_storage_size_bytes"})

ANY_TYPE = "*"

_FEEDBACK_PATH = re.compile(r"feedback\.\[([^\]]+)\]\.(.+)", re.DOTALL)

_op_trace_name = inside("summary", ["weave", "trace_name"])


def call_fields(
    store: Store, settings: Settings, expansion: Expansion | None = None
) -> QueryFields:
    """The fields of calls and, with an `expansion`, of the objects that calls name.

    Listing A refuses any other field with a 403, the newer service with a 422.
    """
    fields = _FIELDS_A if settings.listing == "a" else _FIELDS_B
    return replace(
        fields,
        special={**fields.special, QUEUE_ID: _queue_field(store)},
        elsewhere=_FeedbackFields(store, fields.refuse).find,
        reach=expansion.reach if expansion else inside,
    )


def check_order(order: list[SortBy]) -> None:
    """Refuse, with a 400, an order by a size. Observed; other fields are refused when looked up."""
    for key in order:
        if key.field in SIZES:
            raise invalid(f"Field {key.field} is not allowed in ORDER BY")


class _FeedbackFields:
    """The fields of the feedback on calls."""

    def __init__(self, store: Store, refuse: Callable[[str], ApiError]) -> None:
        self._store = store
        self._sources: dict[str, Callable[[Record], Iterator[Record]]] = {}
        self._fields = QueryFields(
            refuse,
            columns=frozenset({"runnable_ref", "trigger_ref"}),
            roots=frozenset({"payload"}),
        )

    def find(self, path: str) -> QueryField | None:
        """The field at `path`; None if it is not a path to feedback."""
        match = _FEEDBACK_PATH.fullmatch(path)
        if match is None:
            return None
        feedback_type, path = match.groups()
        field = self._fields.find(path)

        def last(call: Record) -> object:
            if FEEDBACK in call:
                return field.read(call[FEEDBACK])
            found = self._on(call, feedback_type)
            return field.read(found[-1]) if found else None

        return QueryField(last, field.kind, self._each(feedback_type))

    def _each(self, feedback_type: str) -> Callable[[Record], Iterator[Record]]:
        """From a call to one copy for each feedback on it; the same function for one type."""

        def each(call: Record) -> Iterator[Record]:
            return ({**call, FEEDBACK: found} for found in self._on(call, feedback_type) or [{}])

        return self._sources.setdefault(feedback_type, each)

    def _on(self, call: Record, feedback_type: str) -> list[Record]:
        found = feedback_on_call(self._store, call)
        return [each for each in found if feedback_type in (ANY_TYPE, each["feedback_type"])]


def _queue_field(store: Store) -> QueryField:
    """The annotation queues that contain a call."""

    def each(call: Record) -> Iterator[Record]:
        texts = store[QUEUE_ITEMS].find(call["project_id"], {"call_id": [call["id"]]}).texts
        found = [item for item in map(peek, texts) if item["call_id"] == call["id"]]
        for item in found or [{"queue_id": None, "deleted_at": None}]:
            yield {**call, QUEUE_ID: None if item["deleted_at"] else item["queue_id"]}

    return QueryField(column(QUEUE_ID), Comparison.COLUMN, each)


def _trace_name(call: Record) -> object:
    """The display name if there is one. Observed, though such a call shows no trace name."""
    return call["display_name"] or _op_trace_name(call)


def _own_fields(refusal: int) -> QueryFields:
    """The fields of a call. Observed: a query may name `deleted_at`, though it is always null."""
    special = {
        TRACE_NAME: QueryField(_trace_name, Comparison.JSON),
        "deleted_at": QueryField(column("deleted_at"), Comparison.COLUMN),
    }
    return replace(QueryFields.of(CallSchema, not_allowed(refusal)), special=special)


_FIELDS_A, _FIELDS_B = _own_fields(403), _own_fields(422)
