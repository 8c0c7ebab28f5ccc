"""The rules of feedback: keeping it, finding it, forgetting it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import chain

from mockserver.core.clock import sortable
from mockserver.core.codec import decode, encode, encode_items
from mockserver.core.errors import invalid
from mockserver.core.ids import Ids
from mockserver.core.model import Record
from mockserver.core.project import check_project
from mockserver.core.steps import Steps, in_steps, let_go
from mockserver.store.store import Store
from mockserver.trace.feedback.kinds import FEEDBACK, QUEUES, FeedbackRecord, FeedbackSchema
from mockserver.trace.feedback.models import (
    FeedbackCreateReq,
    FeedbackPurgeReq,
    FeedbackQueryReq,
    FeedbackReplaceReq,
)
from mockserver.trace.feedback.payloads import checked_payload
from mockserver.trace.query.conditions import equalities
from mockserver.trace.query.fields import Getter, QueryFields, unknown_field
from mockserver.trace.query.purge import purged_ids
from mockserver.trace.query.select import check_page, page, select

SHOWN = tuple(FeedbackSchema.model_fields)
"""The fields that a query answers when it names none."""

ON_CALLS = tuple(field for field in SHOWN if field != "project_id")
"""The fields shown with a call."""

ON_AGENTS = (
    *ON_CALLS, "scorer_tags", "scorer_tag_reasons", "scorer_tag_confidences", "scorer_ratings",
)  # fmt: skip
"""The fields shown with a conversation of an agent, and with its parts."""

GIVEN = FeedbackRecord.model_fields.keys() & FeedbackCreateReq.model_fields.keys()
"""The fields that are kept as the client gives them, unless the service has a say."""

FIELDS = QueryFields.of(FeedbackRecord, unknown_field)
COUNT = "count(*)"
EVERYTHING = "*"

NOT_BY_ID = "Can only purge feedback by specifying one or more feedback ids"


def make(store: Store, feedback: FeedbackCreateReq, ids: Ids, now: str, user: str) -> Record:
    """The record of a feedback, checked and not yet kept. Raises a 400, or a 404.

    Observed: a queue that is named must be there.
    """
    project = check_project(feedback.project_id)
    queue = feedback.queue_id and store[QUEUES].get(project, feedback.queue_id)
    if feedback.queue_id and (not queue or queue["deleted_at"]):
        raise invalid(f"Queue {feedback.queue_id} not found or has been deleted")
    payload = checked_payload(store, feedback)
    return {
        **FEEDBACK.blank,
        **{field: getattr(feedback, field) for field in GIVEN},
        "id": feedback.id or ids.uuid7(),
        "project_id": project,
        "wb_user_id": user,
        "created_at": now,
        "payload": payload,
    }


def keep(store: Store, record: Record) -> None:
    """Keep a feedback. Chosen: it takes the place of one with the same id."""
    store[FEEDBACK].drop(record["project_id"], record["id"])
    store[FEEDBACK].insert(record)


def replace(store: Store, request: FeedbackReplaceReq, record: Record) -> None:
    """Keep a feedback in place of another, which need not be there."""
    store[FEEDBACK].drop(record["project_id"], request.feedback_id)
    keep(store, record)


def query(store: Store, request: FeedbackQueryReq) -> Steps[tuple[list[bytes], int]]:
    """The JSON of the rows asked for, some at a time, and how many there are on all pages.

    A row has exactly the fields asked for, a path being one flat key.
    """
    project = check_project(request.project_id)
    check_page(request.limit, request.offset, "non-negative")
    names = _names(request.fields or [EVERYTHING])
    reads = {name: FIELDS.find(name).read for name in names if name.lower() != COUNT}
    found = store[FEEDBACK].find(project, equalities(request.query)).texts
    matches = yield from select(found, request.query, request.sort_by, FIELDS)
    total = len(matches)
    if len(reads) < len(names):
        counted = {name: None if name in reads else total for name in names}
        return [*map(encode, page([counted], request.limit, request.offset))], total
    shown = page(matches, request.limit, request.offset)
    rows = yield from in_steps(shown, partial(_rows, reads))
    yield from let_go(matches)
    return rows, total


def purge(store: Store, request: FeedbackPurgeReq) -> None:
    """Delete feedback of the project by its ids; unknown ids are no error."""
    project = check_project(request.project_id)
    for feedback_id in purged_ids(request.query, NOT_BY_ID, lists=False):
        store[FEEDBACK].drop(project, feedback_id)


def feedback_on(
    store: Store, project: str, ref: str, fields: Sequence[str] = ON_CALLS
) -> list[Record]:
    """The feedback on what `ref` names, the oldest first."""
    found = map(decode, store[FEEDBACK].find(project, {"weave_ref": [ref]}).texts)
    shown = [
        {field: record[field] for field in fields} for record in found if record["weave_ref"] == ref
    ]
    return sorted(shown, key=lambda feedback: sortable(feedback["created_at"]))


def _names(fields: list[str]) -> list[str]:
    """The fields of a row, each once. Beside a count all others are null."""
    named = (SHOWN if field == EVERYTHING else [field] for field in fields)
    return list(dict.fromkeys(chain.from_iterable(named)))


def _rows(reads: Mapping[str, Getter], records: list[Record]) -> list[bytes]:
    """The JSON of several rows, as it stands in a list."""
    rows = [{name: read(record) for name, read in reads.items()} for record in records]
    return [encode_items(rows)]
