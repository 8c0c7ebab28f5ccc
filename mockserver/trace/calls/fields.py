"""The fields of a call that a query or a sort order may address."""

from __future__ import annotations

from dataclasses import replace

from mockserver.core.errors import invalid
from mockserver.core.model import Record
from mockserver.settings import Settings
from mockserver.store.store import Store
from mockserver.trace.calls.expansion import Expansion
from mockserver.trace.calls.feedback import FeedbackFields
from mockserver.trace.calls.kinds import CallSchema
from mockserver.trace.query.fields import Field, Fields, Kind, column, member, not_allowed
from mockserver.trace.query.models import SortBy

TRACE_NAME = "summary.weave.trace_name"

_op_trace_name = member("summary", ["weave", "trace_name"])


def _trace_name(call: Record) -> object:
    """The display name where there is one, though a call that has one shows no trace name.
    Observed."""
    return call["display_name"] or _op_trace_name(call)


def _call_fields(refusal: int) -> Fields:
    """Observed: `deleted_at` may be asked for, though no call that is found has one."""
    special = {
        TRACE_NAME: Field(_trace_name, Kind.JSON),
        "deleted_at": Field(column("deleted_at"), Kind.COLUMN),
    }
    return replace(Fields.of(CallSchema, not_allowed(refusal)), special=special)


SIZES = frozenset({"storage_size_bytes", "total_storage_size_bytes"})

FIELDS_A, FIELDS_B = _call_fields(403), _call_fields(422)


def call_fields(store: Store, settings: Settings, expansion: Expansion | None = None) -> Fields:
    """The fields of a call, those of its feedback and, with an `expansion`, those of objects that
    it names. Listing A refuses any other with a 403, the newer service with a 422."""
    fields = FIELDS_A if settings.listing == "a" else FIELDS_B
    feedback = FeedbackFields(store, fields.refuse)
    if expansion is None:
        return replace(fields, elsewhere=feedback.find)
    return replace(fields, elsewhere=feedback.find, reach=expansion.reach)


def check_order(order: list[SortBy]) -> None:
    """Refuse, with a 400, an order by a size. Observed; other fields are refused when looked up."""
    for key in order:
        if key.field in SIZES:
            raise invalid(f"Field {key.field} is not allowed in ORDER BY")
