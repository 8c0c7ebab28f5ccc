"""Annotation queues: calls that wait for annotations by people. Observed on the newest engine."""

from __future__ import annotations

from typing import Literal

from pydantic import Field
from typing_extensions import TypedDict

from mockserver.core.codec import decode, encode, peek
from mockserver.core.errors import invalid, not_found
from mockserver.core.hand_written import Name
from mockserver.core.model import Closed, JsonObject, Record
from mockserver.core.project import InProject, ProjectQuery, ProjectRequest, UserRequest
from mockserver.core.records import RecordModel, Timestamp
from mockserver.core.steps import Steps
from mockserver.http.answers import JsonLines
from mockserver.http.context import Context
from mockserver.http.parsers import queried
from mockserver.store.store import Store
from mockserver.trace.kinds import CALLS, QUEUE_ITEMS, QUEUES
from mockserver.trace.query.fields import QueryFields, unknown_field
from mockserver.trace.query.models import PageRequest, SortBy
from mockserver.trace.query.select import check_page, in_order, page, page_in_order, ranking


class AnnotationQueue(RecordModel):
    """A queue of calls to annotate by some scorers."""

    id: Name
    project_id: str
    name: str
    description: str
    scorer_refs: list[str]
    created_at: Timestamp
    created_by: str
    updated_at: Timestamp
    deleted_at: Timestamp | None = None


class QueueItemFields(RecordModel):
    """The fields of a queue's item, some of them copied from its call when it was added."""

    id: Name
    project_id: str
    queue_id: Name
    call_id: Name
    call_started_at: Timestamp
    call_ended_at: Timestamp | None = None
    call_op_name: str
    call_trace_id: str
    display_fields: list[str]
    added_by: str | None = None
    created_at: Timestamp
    created_by: str
    updated_at: Timestamp
    deleted_at: Timestamp | None = None


class QueueItem(QueueItemFields):
    """An item with the state of each annotator; the state that changed last is at the end."""

    progress: list[JsonObject] = Field(default_factory=list)


State = Literal["unstarted", "in_progress", "completed", "skipped"]


class QueueCreateReq(UserRequest):
    name: str
    scorer_refs: list[str]
    description: str | None = ""


class QueueQueryReq(PageRequest):
    """Queues whose name contains a text, regardless of case."""

    name: str | None = None


class QueueUpdateReq(UserRequest):
    """Changes to a queue; null keeps a value."""

    name: str | None = None
    description: str | None = None
    scorer_refs: list[str] | None = None


class QueueStatsReq(ProjectRequest):
    queue_ids: list[str]


class QueueAddReq(UserRequest):
    call_ids: list[str]
    display_fields: list[str]


class QueueItemsFilter(Closed):
    id: str | None = None
    call_id: str | None = None
    call_op_name: str | None = None
    call_trace_id: str | None = None
    added_by: str | None = None
    annotation_states: list[State] | None = None


class QueueItemsReq(PageRequest):
    filter: QueueItemsFilter | None = None
    include_position: bool | None = False


class QueueProgressReq(UserRequest):
    annotation_state: str


class QueueCreateRes(TypedDict):
    id: str


class QueueRes(TypedDict):
    queue: AnnotationQueue


class QueueStats(TypedDict):
    queue_id: str
    total_items: int
    completed_items: int


class QueueStatsRes(TypedDict):
    stats: list[QueueStats]


class QueueAddRes(TypedDict):
    added_count: int
    duplicates: int


class QueueItemSchema(QueueItemFields):
    """An item, its state, and its position if the request includes it."""

    annotation_state: State
    annotator_user_id: str | None
    position_in_queue: int | None


class QueueItemsRes(TypedDict):
    items: list[QueueItemSchema]


class QueueItemRes(TypedDict):
    item: QueueItemSchema


UNSTARTED, IN_PROGRESS, COMPLETED, SKIPPED = "unstarted", "in_progress", "completed", "skipped"
DONE = (COMPLETED, SKIPPED)

COPIED = ("id", "started_at", "ended_at", "op_name", "trace_id")
"""The fields that an item copies from its call."""

QUEUE_SORTABLE = ("id", "name", "created_at", "updated_at")
ITEM_SORTABLE = ("call_started_at", "call_op_name", "created_at", "updated_at")
QUEUE_FIELDS = QueryFields.of(AnnotationQueue, unknown_field)
ITEM_FIELDS = QueryFields.of(QueueItem, unknown_field)


def create(body: QueueCreateReq, ctx: Context) -> QueueCreateRes:
    """`{"id"}`. Names may repeat, and scorers may be unknown."""
    queue = {
        **QUEUES.blank,
        "id": ctx.ids.uuid7(),
        "project_id": body.project,
        "name": body.name,
        "description": body.description or "",
        "scorer_refs": body.scorer_refs,
        **_creation(ctx),
    }
    ctx.store[QUEUES].insert(queue)
    return {"id": queue["id"]}


def query(body: QueueQueryReq, ctx: Context) -> Steps[JsonLines[AnnotationQueue]]:
    """One queue a line, by default the newest first."""
    project = body.project
    check_page(body.limit, body.offset)
    name = (body.name or "").casefold()
    queues = map(decode, ctx.store[QUEUES].find(project, {}).texts)
    found = [each for each in queues if not each["deleted_at"] and name in each["name"].casefold()]
    order = [key for key in body.sort_by or () if key.field in QUEUE_SORTABLE]
    rank = ranking(order or [SortBy(field="created_at", direction="desc")], QUEUE_FIELDS)
    rows = yield from page_in_order([(rank(queue), queue) for queue in found], body)
    return JsonLines([*map(encode, rows)])


@queried
def read(ctx: Context, query: ProjectQuery) -> QueueRes:
    """`{"queue"}`."""
    return {"queue": _find(ctx, query)}  # type: ignore[typeddict-item]


@queried
def delete(ctx: Context, query: ProjectQuery) -> QueueRes:
    """`{"queue"}`, which is deleted; its items stay."""
    now = ctx.clock.iso()
    return _change(ctx, query, {"deleted_at": now, "updated_at": now})


def update(body: QueueUpdateReq, ctx: Context) -> QueueRes:
    """`{"queue"}` with the fields that are not null in the request."""
    changes = body.model_dump(include={"name", "description", "scorer_refs"}, exclude_none=True)
    changes |= {"updated_at": ctx.clock.iso()} if changes else {}
    return _change(ctx, body, changes)


def stats(body: QueueStatsReq, ctx: Context) -> QueueStatsRes:
    """`{"stats"}`: of each queue the items, and the items that anyone completed or skipped."""
    rows: list[QueueStats] = []
    for queue_id in body.queue_ids:
        items = _items(ctx.store, body.project, queue_id)
        done = sum(any(each["state"] in DONE for each in item["progress"]) for item in items)
        rows.append({"queue_id": queue_id, "total_items": len(items), "completed_items": done})
    return {"stats": rows}


def add(body: QueueAddReq, ctx: Context) -> QueueAddRes:
    """`{"added_count", "duplicates"}`. Unknown calls are ignored.

    Raises a 404 for an unknown queue. Chosen.
    """
    project, queue_id = body.project, ctx.path["queue_id"]
    _find(ctx, body)
    queued = {item["call_id"] for item in _items(ctx.store, project, queue_id)}
    call_ids = [*dict.fromkeys(body.call_ids)]
    calls, creation = ctx.store[CALLS], _creation(ctx)
    found = (calls.get(project, call_id) for call_id in call_ids if call_id not in queued)
    new = [call for call in found if call]
    for call in new:
        item = {
            **QUEUE_ITEMS.blank,
            **{f"call_{name}": call[name] for name in COPIED},
            "id": ctx.ids.uuid7(),
            "project_id": project,
            "queue_id": queue_id,
            "display_fields": body.display_fields,
            "added_by": ctx.user,
            **creation,
        }
        ctx.store[QUEUE_ITEMS].insert(item)
    return {"added_count": len(new), "duplicates": len(queued.intersection(call_ids))}


def items(body: QueueItemsReq, ctx: Context) -> Steps[QueueItemsRes]:
    """`{"items"}`, by default in the order of their creation. The queue may be deleted."""
    project = body.project
    check_page(body.limit, body.offset)
    filters = body.filter.model_dump(exclude_none=True) if body.filter else {}
    states = filters.pop("annotation_states", None)
    found = [
        item
        for item in _items(ctx.store, project, ctx.path["queue_id"])
        if all(item[name] == value for name, value in filters.items())
        and (not states or _state(item)[0] in states)
    ]
    order = [key for key in body.sort_by or () if key.field in ITEM_SORTABLE]
    rank = ranking(order or [SortBy(field="created_at", direction="asc")], ITEM_FIELDS)
    ordered = yield from in_order([(rank(item), item) for item in found])
    shown = [
        _shown(item, position if body.include_position else None)
        for position, item in page(enumerate(ordered, 1), body.limit, body.offset)
    ]
    return {"items": shown}  # type: ignore[typeddict-item]


def progress(body: QueueProgressReq, ctx: Context) -> QueueItemRes:
    """`{"item"}` in its new state. Raises a 400 for a transition that is not allowed."""
    project, state = body.project, body.annotation_state
    queue_id, item_id = ctx.path["queue_id"], ctx.path["item_id"]
    allowed = (COMPLETED, IN_PROGRESS, SKIPPED)
    if state not in allowed:
        raise invalid(f"Invalid annotation_state '{state}'. Must be one of: {', '.join(allowed)}")
    item = ctx.store[QUEUE_ITEMS].get(project, item_id)
    if item is None or item["queue_id"] != queue_id or item["deleted_at"]:
        raise invalid(f"Queue item '{item_id}' not found in queue '{queue_id}'")
    states = {each["annotator"]: each["state"] for each in item["progress"]}
    before = states.pop(ctx.user, UNSTARTED)
    if state != before:
        if state == IN_PROGRESS and before != UNSTARTED:
            raise invalid("Cannot transition to 'in_progress' when a record already exists")
        if before in DONE:
            allowed_from = "Only transitions from 'in_progress' or 'unstarted' are allowed."
            raise invalid(f"Invalid state transition from '{before}' to '{state}'. {allowed_from}")
        states[ctx.user] = state
        progress = [{"annotator": each, "state": states[each]} for each in states]
        changes = {"progress": progress, "updated_at": ctx.clock.iso()}
        ctx.store[QUEUE_ITEMS].amend(lambda record: record.update(changes), project, item_id)
        item = {**item, **changes}
    return {"item": _shown(item)}  # type: ignore[typeddict-item]


def _creation(ctx: Context) -> Record:
    """The fields of a new record that say when and by whom it was created."""
    now = ctx.clock.iso()
    return {"created_at": now, "created_by": ctx.user, "updated_at": now}


def _find(ctx: Context, request: InProject, hint: str = "") -> Record:
    """The queue of the path. Raises a 404, also for a deleted queue."""
    queue_id = ctx.path["queue_id"]
    queue = ctx.store[QUEUES].get(request.project, queue_id)
    if queue is None or queue["deleted_at"]:
        raise not_found(f"Queue {queue_id} not found{hint}")
    return queue


def _change(ctx: Context, request: InProject, changes: Record) -> QueueRes:
    queue = _find(ctx, request, " or already deleted")
    ctx.store[QUEUES].amend(lambda record: record.update(changes), request.project, queue["id"])
    return {"queue": {**queue, **changes}}  # type: ignore[typeddict-item]


def _items(store: Store, project: str, queue_id: str) -> list[Record]:
    texts = store[QUEUE_ITEMS].find(project, {"queue_id": [queue_id]}).texts
    return [item for item in map(peek, texts) if not item["deleted_at"]]


def _state(item: Record) -> tuple[str, str]:
    """The state of an item that changed last, and its annotator."""
    last = item["progress"][-1] if item["progress"] else {"state": UNSTARTED, "annotator": ""}
    return last["state"], last["annotator"]


def _shown(item: Record, position: int | None = None) -> Record:
    state, annotator = _state(item)
    fields = {name: value for name, value in item.items() if name != "progress"}
    fields |= {"annotation_state": state, "annotator_user_id": annotator}
    return {**fields, "position_in_queue": position}
