"""The rules of annotation queues: keeping them, filling them, and how far their items have got."""

from __future__ import annotations

from typing import NamedTuple, cast

from mockserver.core.codec import decode, encode, peek
from mockserver.core.errors import ApiError, invalid, not_found
from mockserver.core.ids import Ids
from mockserver.core.model import Record
from mockserver.core.project import check_project
from mockserver.core.steps import Steps, in_steps
from mockserver.store.store import Store
from mockserver.trace.annotation.models import (
    QueueAddReq,
    QueueAddRes,
    QueueCreateReq,
    QueueItemSchema,
    QueueItemsFilter,
    QueueItemsReq,
    QueueQueryReq,
    QueueStats,
    QueueUpdateReq,
)
from mockserver.trace.calls.kinds import CALLS
from mockserver.trace.feedback.kinds import QUEUE_ITEMS, QUEUES, AnnotationQueue, QueueItem
from mockserver.trace.query.fields import QueryFields, unknown_field
from mockserver.trace.query.models import SortBy
from mockserver.trace.query.select import check_page, in_order, page, ranking

UNSTARTED, IN_PROGRESS = "unstarted", "in_progress"
DONE = ("completed", "skipped")

COPIED = ("id", "started_at", "ended_at", "op_name", "trace_id")
"""The fields of its call that an item keeps."""

QUEUE_ORDER = ("id", "name", "created_at", "updated_at")
ITEM_ORDER = ("call_started_at", "call_op_name", "created_at", "updated_at")
QUEUE_FIELDS = QueryFields.of(AnnotationQueue, unknown_field)
ITEM_FIELDS = QueryFields.of(QueueItem, unknown_field)


class ItemName(NamedTuple):
    """The queue of an item, and its id."""

    project: str
    queue: str
    id: str


def made(now: str, user: str) -> Record:
    """The times and the maker of something new."""
    return {"created_at": now, "created_by": user, "updated_at": now}


def create(store: Store, request: QueueCreateReq, ids: Ids, made: Record) -> str:
    """The id of a new queue. Observed: names may repeat, and scorers need not be there."""
    queue = {
        **QUEUES.blank,
        "id": ids.uuid7(),
        "project_id": check_project(request.project_id),
        "name": request.name,
        "description": request.description or "",
        "scorer_refs": request.scorer_refs,
        **made,
    }
    store[QUEUES].insert(queue)
    return str(queue["id"])


def query(store: Store, request: QueueQueryReq) -> Steps[list[bytes]]:
    """The JSON of the queues that are not deleted, the newest first unless asked otherwise."""
    project = check_project(request.project_id)
    check_page(request.limit, request.offset)
    word = (request.name or "").casefold()
    found = yield from in_steps(
        store[QUEUES].find(project, {}).texts,
        lambda texts: [
            queue
            for queue in map(decode, texts)
            if not queue["deleted_at"] and word in queue["name"].casefold()
        ],
    )
    order = [key for key in request.sort_by or () if key.field in QUEUE_ORDER]
    rank = ranking(order or [SortBy(field="created_at", direction="desc")], QUEUE_FIELDS)
    queues = yield from in_order([(rank(queue), queue) for queue in found])
    return [*map(encode, page(queues, request.limit, request.offset))]


def read(store: Store, project: str, queue_id: str, gone: str = "") -> Record:
    """A queue that is not deleted. Raises a 404 that may say that it is `gone`."""
    queue = store[QUEUES].get(check_project(project), queue_id)
    if queue is None or queue["deleted_at"]:
        raise not_found(f"Queue {queue_id} not found{gone}")
    return queue


def update(store: Store, queue_id: str, request: QueueUpdateReq, now: str) -> Record:
    """Change what the request names; a request that names nothing changes nothing."""
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


def add(store: Store, queue_id: str, request: QueueAddReq, ids: Ids, made: Record) -> QueueAddRes:
    """Put calls into a queue, as they are now. Observed: unknown calls are ignored.

    Raises a 404 for a queue that is not there, which is chosen.
    """
    project = request.project_id
    read(store, project, queue_id)
    queued = {item["call_id"] for item in _items(store, project, queue_id)}
    named = [*dict.fromkeys(request.call_ids)]
    found = (store[CALLS].get(project, call_id) for call_id in named if call_id not in queued)
    new = [call for call in found if call]
    for call in new:
        item = {
            **QUEUE_ITEMS.blank,
            **{f"call_{name}": call[name] for name in COPIED},
            "id": ids.uuid7(),
            "project_id": project,
            "queue_id": queue_id,
            "display_fields": request.display_fields,
            "added_by": made["created_by"],
            **made,
        }
        store[QUEUE_ITEMS].insert(item)
    return {"added_count": len(new), "duplicates": len(queued.intersection(named))}


def items(store: Store, queue_id: str, request: QueueItemsReq) -> Steps[list[QueueItemSchema]]:
    """A page of the items of a queue, which may be deleted, in the order of their arrival."""
    project = check_project(request.project_id)
    check_page(request.limit, request.offset)
    wanted = request.filter or QueueItemsFilter()
    found = [item for item in _items(store, project, queue_id) if _fits(item, wanted)]
    order = [key for key in request.sort_by or () if key.field in ITEM_ORDER]
    rank = ranking(order or [SortBy(field="created_at", direction="asc")], ITEM_FIELDS)
    ordered = yield from in_order([(rank(item), item) for item in found])
    places = enumerate(ordered, 1)
    return [
        _shown(item, place if request.include_position else None)
        for place, item in page(places, request.limit, request.offset)
    ]


def progress(store: Store, name: ItemName, state: str, user: str, now: str) -> QueueItemSchema:
    """Say how far a user has got with an item. Raises a 400 for a step that there is not."""
    allowed = (*DONE[:1], IN_PROGRESS, *DONE[1:])
    if state not in allowed:
        raise invalid(f"Invalid annotation_state '{state}'. Must be one of: {', '.join(allowed)}")
    project, queue_id, item_id = name
    item = store[QUEUE_ITEMS].get(check_project(project), item_id)
    if item is None or item["queue_id"] != queue_id or item["deleted_at"]:
        raise invalid(f"Queue item '{item_id}' not found in queue '{queue_id}'")
    states = {each["annotator"]: each["state"] for each in item["progress"]}
    before = states.pop(user, UNSTARTED)
    if state != before:
        _check_step(before, state)
        states[user] = state
        progress = [{"annotator": each, "state": held} for each, held in states.items()]
        changes = {"progress": progress, "updated_at": now}
        store[QUEUE_ITEMS].amend(lambda record: record.update(changes), project, item_id)
        item = {**item, **changes}
    return _shown(item)


def stats(store: Store, project: str, queue_ids: list[str]) -> list[QueueStats]:
    """The number of items of each queue, and of those that anybody has completed or skipped."""
    check_project(project)
    return [
        {
            "queue_id": queue_id,
            "total_items": len(held),
            "completed_items": sum(
                any(each["state"] in DONE for each in item["progress"]) for item in held
            ),
        }
        for queue_id in queue_ids
        for held in (_items(store, project, queue_id),)
    ]


def _items(store: Store, project: str, queue_id: str) -> list[Record]:
    texts = store[QUEUE_ITEMS].find(project, {"queue_id": [queue_id]}).texts
    return [item for item in map(peek, texts) if not item["deleted_at"]]


def _fits(item: Record, wanted: QueueItemsFilter) -> bool:
    plain = wanted.model_dump(exclude={"annotation_states"}, exclude_none=True)
    return all(item[name] == value for name, value in plain.items()) and (
        not wanted.annotation_states or _state(item)[0] in wanted.annotation_states
    )


def _state(item: Record) -> tuple[str, str]:
    """The state that is shown of an item, and whose it is: the one that changed last."""
    if not item["progress"]:
        return UNSTARTED, ""
    last = item["progress"][-1]
    return last["state"], last["annotator"]


def _shown(item: Record, place: int | None = None) -> QueueItemSchema:
    state, annotator = _state(item)
    fields = {name: value for name, value in item.items() if name != "progress"}
    work = {"annotation_state": state, "annotator_user_id": annotator}
    shown = {**fields, **work, "position_in_queue": place}
    return cast("QueueItemSchema", shown)


def _check_step(before: str, state: str) -> None:
    if state == IN_PROGRESS and before != UNSTARTED:
        raise invalid("Cannot transition to 'in_progress' when a record already exists")
    if before in DONE:
        raise _no_step(before, state)


def _no_step(before: str, state: str) -> ApiError:
    return invalid(
        f"Invalid state transition from '{before}' to '{state}'. "
        "Only transitions from 'in_progress' or 'unstarted' are allowed."
    )
