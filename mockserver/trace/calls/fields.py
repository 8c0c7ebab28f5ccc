"""What a query or a sort order may address in a call."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from mockserver.core.errors import invalid
from mockserver.core.model import Record
from mockserver.settings import Settings
from mockserver.store.store import Store
from mockserver.trace.calls.expansion import Expansion
from mockserver.trace.calls.opinions import Opinions
from mockserver.trace.query.fields import Field, Fields, Kind, member, not_allowed
from mockserver.trace.query.models import SortBy

_COLUMNS = frozenset({
    "deleted_at", "display_name", "exception", "id", "op_name", "parent_id", "project_id",
    "thread_id", "trace_id", "turn_id", "wb_run_id", "wb_run_step", "wb_run_step_end", "wb_user_id",
})  # fmt: skip

TRACE_NAME = "summary.weave.trace_name"

_op_trace_name = member("summary", ["weave", "trace_name"])


def _trace_name(call: Record) -> object:
    """The display name where there is one, though a call that has one shows no trace name.
    Observed."""
    return call["display_name"] or _op_trace_name(call)


_call_fields = partial(
    Fields,
    columns=_COLUMNS,
    times=frozenset({"started_at", "ended_at"}),
    roots=frozenset({"attributes", "inputs", "output", "summary"}),
    special={TRACE_NAME: Field(_trace_name, Kind.JSON)},
)

SIZES = frozenset({"storage_size_bytes", "total_storage_size_bytes"})

FIELDS_A = _call_fields(not_allowed(403))
FIELDS_B = _call_fields(not_allowed(422))


def call_fields(store: Store, settings: Settings, expansion: Expansion | None = None) -> Fields:
    """The fields of a call, those of its feedback and, with an `expansion`, those of objects that
    it names. Listing A refuses any other with a 403, the newer service with a 422."""
    fields = FIELDS_A if settings.listing == "a" else FIELDS_B
    opinions = Opinions(store, fields.refuse)
    if expansion is None:
        return replace(fields, elsewhere=opinions.find)
    return replace(fields, elsewhere=opinions.find, reach=expansion.reach)


def check_order(order: list[SortBy]) -> None:
    """Refuse, with a 400, an order by a size. Observed; other fields are refused when looked up."""
    for key in order:
        if key.field in SIZES:
            raise invalid(f"Field {key.field} is not allowed in ORDER BY")
