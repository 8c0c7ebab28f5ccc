"""Make feedback, after checks that depend on its type, and find the feedback on a record.

All checks are observed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from mockserver.core.clock import sortable
from mockserver.core.codec import decode, encode
from mockserver.core.errors import invalid, not_found
from mockserver.core.ids import Ids
from mockserver.core.limits import (
    LARGEST_FIELD_SCHEMA,
    LARGEST_PAYLOAD,
    LONGEST_EMOJI,
    LONGEST_NOTE,
)
from mockserver.core.model import JsonObject, Record
from mockserver.core.refs import Ref, call_ref, parse_ref
from mockserver.store.store import Store
from mockserver.trace.feedback.models import (
    FeedbackCreateReq,
    FeedbackRecord,
    FeedbackSchema,
    ScorerFields,
)
from mockserver.trace.kinds import FEEDBACK, QUEUES
from mockserver.trace.objects import versions as objects

SHOWN = tuple(FeedbackSchema.model_fields)
"""The fields that a query without fields shows."""

ON_CALLS = tuple(field for field in SHOWN if field != "project_id")
"""The fields that a call shows."""

ON_AGENTS = (
    *ON_CALLS, "scorer_tags", "scorer_tag_reasons", "scorer_tag_confidences", "scorer_ratings",
    "scorer_rating_reasons", "scorer_rating_confidences",
)  # fmt: skip
"""The fields that a conversation of an agent and its parts show."""

COPIED = FeedbackRecord.model_fields.keys() & FeedbackCreateReq.model_fields.keys()
"""The fields that a record takes from the request."""

REACTION = "wandb.reaction.1"
NOTE = "wandb.note.1"
ANNOTATION = "wandb.annotation"
RUNNABLE = "wandb.runnable"
MONITOR = "wandb.agent_monitor"
USER = "wandb.agent_user_feedback"

VERSIONED = ("object", "op")
SCORER_FIELDS = [name for name in ScorerFields.model_fields if name.startswith("scorer_")]
RUNNABLE_REFS = ("runnable_ref", "call_ref", "trigger_ref")

RESERVED = (
    # fields            types that may have them    name of the other types
    (["annotation_ref"], (ANNOTATION,), "non-annotation"),
    (SCORER_FIELDS, (RUNNABLE, MONITOR, USER), "non-scorer"),
    (RUNNABLE_REFS, (RUNNABLE, MONITOR), "non-runnable"),
)

_SKIN_TONES = re.compile("[\U0001f3fb-\U0001f3ff]")


def make(store: Store, feedback: FeedbackCreateReq, ids: Ids, now: str, user: str) -> Record:
    """The record of new feedback, checked but not stored. Chosen: an id may be in use already.

    Raises a 400, observed also for an unknown queue, or a 404 for an unknown annotation.
    """
    project = feedback.project
    queue = feedback.queue_id and store[QUEUES].get(project, feedback.queue_id)
    if feedback.queue_id and (not queue or queue["deleted_at"]):
        raise invalid(f"Queue {feedback.queue_id} not found or has been deleted")
    payload = _checked_payload(store, feedback)
    return {
        **FEEDBACK.blank,
        **{field: getattr(feedback, field) for field in COPIED},
        "id": feedback.id or ids.uuid7(),
        "project_id": project,
        "wb_user_id": user,
        "created_at": now,
        "payload": payload,
    }


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


def _checked_payload(store: Store, feedback: FeedbackCreateReq) -> JsonObject:
    """The payload to keep. Raises a 400, or a 404 for an unknown annotation."""
    payload = feedback.payload
    _check_size(payload)
    kind = feedback.feedback_type
    kind = next((family for family in (ANNOTATION, RUNNABLE) if kind.startswith(family)), kind)
    for fields, types, others in RESERVED:
        for field in fields:
            if kind not in types and getattr(feedback, field):
                raise invalid(f"{field} is not allowed for {others} feedback")
    if kind == REACTION:
        payload = _reaction(payload)
        _check_size(payload)
    elif kind == NOTE:
        note = payload.get("note")
        if not isinstance(note, str) or not 1 <= len(note) <= LONGEST_NOTE:
            rule = f"a note key with 1 to {LONGEST_NOTE} characters"
            raise invalid(f"Payload of a note must have {rule}")
    elif kind == ANNOTATION:
        _check_annotation(store, feedback)
    elif kind == RUNNABLE:
        _check_runnable(feedback)
    elif kind == MONITOR:
        for field in RUNNABLE_REFS:
            _required_ref(feedback, field, "agent monitor")
    elif kind == USER and not feedback.scorer_tags:
        raise invalid("scorer_tags is required for agent user feedback")
    return payload


def _check_size(payload: JsonObject) -> None:
    if len(encode(payload)) > LARGEST_PAYLOAD:
        raise invalid("Feedback payload too large")


def _reaction(payload: JsonObject) -> JsonObject:
    """The payload with the emoji's name, and with both without the skin tone."""
    import emoji

    symbol = payload.get("emoji")
    if not isinstance(symbol, str):
        raise invalid("Payload of a reaction must have an emoji key with a text")
    if len(symbol) > LONGEST_EMOJI or emoji.emoji_count(symbol) != 1:
        raise invalid("Value of emoji key in payload must be exactly one emoji")
    detoned = _SKIN_TONES.sub("", symbol)
    return {
        **payload,
        "alias": emoji.demojize(symbol),
        "detoned": detoned,
        "detoned_alias": emoji.demojize(detoned),
    }


def _check_annotation(store: Store, feedback: FeedbackCreateReq) -> None:
    ref = _named_ref(feedback, "annotation", ANNOTATION)
    if "value" not in feedback.payload:
        raise invalid("Payload of an annotation must have a value key")
    if ref.project_id != feedback.project_id:
        raise invalid("annotation_ref must point to an object of the feedback's project")
    spec = objects.find(store, ref.project_id, ref.name, ref.version)
    if spec["digest"] != ref.version:
        raise not_found(f"Obj {ref.name}:{ref.version} not found")
    schema = spec["val"].get("field_schema") if isinstance(spec["val"], dict) else None
    if schema and not _fits(feedback.payload["value"], schema):
        raise invalid("Feedback payload does not match annotation spec")


def _fits(value: Any, schema: Any) -> bool:
    """True if a value satisfies a schema. Nothing fits an invalid, large or expensive schema."""
    # Imported here, since most servers never see an annotation.
    from mockserver.chat.structured.budget import Unservable
    from mockserver.chat.structured.judge import Judge

    if len(encode(schema)) > LARGEST_FIELD_SCHEMA:
        return False
    try:
        return Judge(schema, formats=False).objection_to_whole(value) is None
    except (Unservable, RecursionError, ArithmeticError, ValueError, TypeError):
        # The last two come from ids and refs that are wrong in a way no meta-schema forbids.
        return False


def _check_runnable(feedback: FeedbackCreateReq) -> None:
    ref = _named_ref(feedback, "runnable", RUNNABLE)
    if ref.kind == "op" and not feedback.call_ref:
        raise invalid("call_ref is required for runnable feedback on ops")
    for field, kinds in (("call_ref", ("call",)), ("trigger_ref", VERSIONED)):
        text = getattr(feedback, field)
        if text and parse_ref(text).kind not in kinds:
            raise invalid(f"{field} must be a ref to {' or '.join(kinds)}")
    if "output" not in feedback.payload:
        raise invalid("Payload of runnable feedback must have an output key")


def _named_ref(feedback: FeedbackCreateReq, word: str, family: str) -> Ref:
    """The ref to the object whose name ends the type of the feedback."""
    if not feedback.feedback_type.startswith(f"{family}."):
        raise invalid(f"Invalid {word} feedback type: {feedback.feedback_type}")
    name = feedback.feedback_type.removeprefix(f"{family}.")
    ref = _required_ref(feedback, f"{word}_ref", word)
    if ref.kind not in VERSIONED or ref.name != name:
        raise invalid(f"{word}_ref must point to an object with name {name}")
    return ref


def _required_ref(feedback: FeedbackCreateReq, field: str, word: str) -> Ref:
    text: str | None = getattr(feedback, field)
    if not text:
        raise invalid(f"{field} is required for {word} feedback")
    return parse_ref(text)
