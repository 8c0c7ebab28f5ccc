"""Make and find feedback."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from mockserver.core.clock import sortable
from mockserver.core.codec import decode, encode, encode_items
from mockserver.core.errors import invalid
from mockserver.core.ids import Ids
from mockserver.core.model import Record
from mockserver.core.refs import call_ref
from mockserver.core.steps import Steps, in_steps, let_go
from mockserver.store.store import Store
from mockserver.trace.feedback import models
from mockserver.trace.feedback.payloads import checked_payload
from mockserver.trace.kinds import FEEDBACK, QUEUES
from mockserver.trace.query.conditions import equalities
from mockserver.trace.query.fields import QueryFields, unknown_field
from mockserver.trace.query.select import check_page, page, select

SHOWN = tuple(models.FeedbackSchema.model_fields)
"""The fields that a query without fields shows."""

ON_CALLS = tuple(field for field in SHOWN if field != "project_id")
"""The fields that a call shows."""

ON_AGENTS = (
    *ON_CALLS, "scorer_tags", "scorer_tag_reasons", "scorer_tag_confidences", "scorer_ratings",
)  # fmt: skip
"""The fields that a conversation of an agent and its parts show."""

COPIED = models.FeedbackRecord.model_fields.keys() & models.FeedbackCreateReq.model_fields.keys()
"""The fields that a record takes from the request."""

FIELDS = QueryFields.of(models.FeedbackRecord, unknown_field)
COUNT = "count(*)"
EVERYTHING = "*"


def make(store: Store, feedback: models.FeedbackCreateReq, ids: Ids, now: str, user: str) -> Record:
    """The record of new feedback, checked but not stored. Chosen: an id may be in use already.

    Raises a 400, observed also for an unknown queue, or a 404 for an unknown annotation.
    """
    project = feedback.project
    queue = feedback.queue_id and store[QUEUES].get(project, feedback.queue_id)
    if feedback.queue_id and (not queue or queue["deleted_at"]):
        raise invalid(f"Queue {feedback.queue_id} not found or has been deleted")
    payload = checked_payload(store, feedback)
    return {
        **FEEDBACK.blank,
        **{field: getattr(feedback, field) for field in COPIED},
        "id": feedback.id or ids.uuid7(),
        "project_id": project,
        "wb_user_id": user,
        "created_at": now,
        "payload": payload,
    }


def query(store: Store, request: models.FeedbackQueryReq) -> Steps[tuple[list[bytes], int]]:
    """The JSON of a page, several rows in each text, and the number of rows on all pages.

    A row has exactly the fields of the request; a path is one flat key.
    """
    project = request.project
    check_page(request.limit, request.offset, "non-negative")
    fields = (SHOWN if each == EVERYTHING else [each] for each in request.fields or [EVERYTHING])
    names = list(dict.fromkeys(chain.from_iterable(fields)))
    reads = {name: FIELDS.find(name).read for name in names if name.lower() != COUNT}
    found = store[FEEDBACK].find(project, equalities(request.query)).texts
    matches = yield from select(found, request.query, request.sort_by, FIELDS)
    total = len(matches)
    if len(reads) < len(names):
        # Observed: beside a count, all other fields are null.
        counted = {name: None if name in reads else total for name in names}
        return [*map(encode, page([counted], request.limit, request.offset))], total

    def shown(some: list[Record]) -> list[bytes]:
        rows = [{name: read(record) for name, read in reads.items()} for record in some]
        return [encode_items(rows)]

    rows = yield from in_steps(page(matches, request.limit, request.offset), shown)
    yield from let_go(matches)
    return rows, total


def feedback_on_call(store: Store, call: Record) -> list[Record]:
    """The feedback on a call, the oldest first."""
    return feedback_on(store, call["project_id"], call_ref(call["project_id"], call["id"]))


def feedback_on(
    store: Store, project: str, ref: str, fields: Sequence[str] = ON_CALLS
) -> list[Record]:
    """The feedback on the record with this ref, the oldest first."""
    found = map(decode, store[FEEDBACK].find(project, {"weave_ref": [ref]}).texts)
    shown = [{field: record[field] for field in fields} for record in found]
    return sorted(shown, key=lambda feedback: sortable(feedback["created_at"]))
