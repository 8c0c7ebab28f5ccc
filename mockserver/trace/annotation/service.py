"""Annotation queues: creating them, filling them with calls, and the progress of their items."""

from __future__ import annotations

from typing import NamedTuple

from mockserver.core.codec import decode, encode, peek
from mockserver.core.errors import invalid, not_found
from mockserver.core.ids import Ids
from mockserver.core.model import Record
from mockserver.core.project import check_project
from mockserver.core.steps import Steps, in_steps
from mockserver.store.store import Store
from mockserver.trace.annotation import models
from mockserver.trace.calls.kinds import CALLS
from mockserver.trace.feedback.kinds import QUEUE_ITEMS, QUEUES, AnnotationQueue, QueueItem
from mockserver.trace.query.fields import QueryFields, unknown_field
from mockserver.trace.query.models import SortBy
from mockserver.trace.query.select import check_page, in_order, page, ranking

UNSTARTED, IN_PROGRESS, COMPLETED, SKIPPED = "unstarted", "in_progress", "completed", "skipped"
DONE = (COMPLETED, SKIPPED)

COPIED = ("id", "started_at", "ended_at", "op_name", "trace_id")
"""The fields that an item copies from its call."""

QUEUE_SORTABLE = ("id", "name", "created_at", "updated_at")
ITEM_SORTABLE = ("call_started_at", "call_op_name", "created_at", "updated_at")
QUEUE_FIELDS = QueryFields.of(AnnotationQueue, unknown_field)
ITEM_FIELDS = QueryFields.of(QueueItem, unknown_field)


class ItemName(NamedTuple):
    """The place and the id of an item."""

    project: str
    queue: str
    id: str


def create(store: Store, request: models.QueueCreateReq, ids: Ids, creation: Record) -> str:
    """Create a queue and return its id. Observed: names may repeat, scorers may be unknown."""
    queue = {
        **QUEUES.blank,
        "id": ids.uuid7(),
        "project_id": check_project(request.project_id),
        "name": request.name,
        "description": request.description or "",
        "scorer_refs": request.scorer_refs,
        **creation,
    }
    store[QUEUES].insert(queue)
    return str(queue["id"])


def query(store: Store, request: models.QueueQueryReq) -> Steps[list[bytes]]:
    """The JSON of a page of queues, by default the newest first."""
    project = check_project(request.project_id)
    check_page(request.limit, request.offset)
    name = (request.name or "").casefold()

    def matching(texts: list[bytes]) -> list[Record]:
        queues = [queue for queue in map(decode, texts) if not queue["deleted_at"]]
        return [queue for queue in queues if name in queue["name"].casefold()]

    found = yield from in_steps(store[QUEUES].find(project, {}).texts, matching)
    order = [key for key in request.sort_by or () if key.field in QUEUE_SORTABLE]
    rank = ranking(order or [SortBy(field="created_at", direction="desc")], QUEUE_FIELDS)
    queues = yield from in_order([(rank(queue), queue) for queue in found])
    return [*map(encode, page(queues, request.limit, request.offset))]


def read(store: Store, project: str, queue_id: str, hint: str = "") -> Record:
    """A queue. Raises a 404, whose text ends with the hint, also for a deleted queue."""
    queue = store[QUEUES].get(check_project(project), queue_id)
    if queue is None or queue["deleted_at"]:
        raise not_found(f"Queue {queue_id} not found{hint}")
    return queue


def update(store: Store, queue_id: str, request: models.QueueUpdateReq, now: str) -> Record:
    """Change the fields that are not null in the request."""
    changes = request.model_dump(include={"name", "description", "scorer_refs"}, exclude_none=True)
    changes |= {"updated_at": now} if changes else {}
    return _change(store, request.project_id, queue_id, changes)


def delete(store: Store, project: str, queue_id: str, now: str) -> Record:
    """Mark a queue as deleted; its items stay."""
    return _change(store, project, queue_id, {"deleted_at": now, "updated_at": now})


def _change(store: Store, project: str, queue_id: str, changes: Record) -> Record:
    queue = read(store, project, queue_id, " or already deleted")
    store[QUEUES].amend(lambda record: record.update(changes), project, queue_id)
    return {**queue, **changes}


def add(
    store: Store, queue_id: str, request: models.QueueAddReq, ids: Ids, creation: Record
) -> models.QueueAddRes:
    """Add calls to a queue. Observed: unknown calls are ignored.

    Raises a 404 for an unknown queue. Chosen.
    """
    project = request.project_id
    read(store, project, queue_id)
    queued = {item["call_id"] for item in _items(store, project, queue_id)}
    call_ids = [*dict.fromkeys(request.call_ids)]
    found = (store[CALLS].get(project, call_id) for call_id in call_ids if call_id not in queued)
    calls = [call for call in found if call]
    for call in calls:
        item = {
            **QUEUE_ITEMS.blank,
            **{f"call_{name}": call[name] for name in COPIED},
            "id": ids.uuid7(),
            "project_id": project,
            "queue_id": queue_id,
            "display_fields": request.display_fields,
            "added_by": creation["created_by"],
            **creation,
        }
        store[QUEUE_ITEMS].insert(item)
    return {"added_count": len(calls), "duplicates": len(queued.intersection(call_ids))}


def items(store: Store, queue_id: str, request: models.QueueItemsReq) -> Steps[list[Record]]:
    """A page of the items of a queue, by default in the order of their creation.

    The queue may be deleted.
    """
    project = check_project(request.project_id)
    check_page(request.limit, request.offset)
    found = _items(store, project, queue_id)
    if request.filter:
        filters = request.filter.model_dump(exclude_none=True)
        states = filters.pop("annotation_states", None)
        found = [
            item
            for item in found
            if all(item[name] == value for name, value in filters.items())
            and (not states or _state(item)[0] in states)
        ]
    order = [key for key in request.sort_by or () if key.field in ITEM_SORTABLE]
    rank = ranking(order or [SortBy(field="created_at", direction="asc")], ITEM_FIELDS)
    ordered = yield from in_order([(rank(item), item) for item in found])
    return [
        _shown(item, position if request.include_position else None)
        for position, item in page(enumerate(ordered, 1), request.limit, request.offset)
    ]


def progress(store: Store, name: ItemName, state: str, user: str, now: str) -> Record:
    """Set the state of an item for a user. Raises a 400 for a transition that is not allowed."""
    project = check_project(name.project)
    allowed = (COMPLETED, IN_PROGRESS, SKIPPED)
    if state not in allowed:
        raise invalid(f"Invalid annotation_state '{state}'. Must be one of: {', '.join(allowed)}")
    item = store[QUEUE_ITEMS].get(project, name.id)
    if item is None or item["queue_id"] != name.queue or item["deleted_at"]:
        raise invalid(f"Queue item '{name.id}' not found in queue '{name.queue}'")
    states = {each["annotator"]: each["state"] for each in item["progress"]}
    before = states.pop(user, UNSTARTED)
    if state != before:
        _check_transition(before, state)
        states[user] = state
        progress = [{"annotator": each, "state": states[each]} for each in states]
        changes = {"progress": progress, "updated_at": now}
        store[QUEUE_ITEMS].amend(lambda record: record.update(changes), project, name.id)
        item = {**item, **changes}
    return _shown(item)


def stats(store: Store, project: str, queue_ids: list[str]) -> list[models.QueueStats]:
    """The number of items of each queue, and of items that anyone has completed or skipped."""
    check_project(project)
    rows: list[models.QueueStats] = []
    for queue_id in queue_ids:
        items = _items(store, project, queue_id)
        done = [item for item in items if any(each["state"] in DONE for each in item["progress"])]
        rows.append({"queue_id": queue_id, "total_items": len(items), "completed_items": len(done)})
    return rows


def _items(store: Store, project: str, queue_id: str) -> list[Record]:
    texts = store[QUEUE_ITEMS].find(project, {"queue_id": [queue_id]}).texts
    return [item for item in map(peek, texts) if not item["deleted_at"]]


def _state(item: Record) -> tuple[str, str]:
    """The state of an item that changed last, and its annotator."""
    if not item["progress"]:
        return UNSTARTED, ""
    last = item["progress"][-1]
    return last["state"], last["annotator"]


def _shown(item: Record, position: int | None = None) -> Record:
    state, annotator = _state(item)
    fields = {name: value for name, value in item.items() if name != "progress"}
    fields |= {"annotation_state": state, "annotator_user_id": annotator}
    return {**fields, "position_in_queue": position}


def _check_transition(before: str, state: str) -> None:
    if state == IN_PROGRESS and before != UNSTARTED:
        raise invalid("Cannot transition to 'in_progress' when a record already exists")
    if before in DONE:
        raise invalid(
            f"Invalid state transition from '{before}' to '{state}'. "
            "Only transitions from 'in_progress' or 'unstarted' are allowed."
        )
