"""What a query or a sort order may address in a call."""

from __future__ import annotations

from functools import partial

from mockserver.query.fields import Fields, not_allowed
from mockserver.settings import Settings

_COLUMNS = frozenset({
    "deleted_at", "display_name", "exception", "id", "op_name", "parent_id", "project_id",
    "thread_id", "trace_id", "turn_id", "wb_run_id", "wb_run_step", "wb_run_step_end", "wb_user_id",
})  # fmt: skip

_call_fields = partial(
    Fields,
    columns=_COLUMNS,
    times=frozenset({"started_at", "ended_at"}),
    roots=frozenset({"attributes", "inputs", "output", "summary"}),
)

FIELDS_A = _call_fields(not_allowed(403))
FIELDS_B = _call_fields(not_allowed(422))


def call_fields(settings: Settings) -> Fields:
    """The fields of a call. Listing A refuses any other with a 403, the newer service with 422."""
    return FIELDS_A if settings.listing == "a" else FIELDS_B
