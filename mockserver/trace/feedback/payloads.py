"""Checks of a payload and its refs by the type of feedback. All of them are observed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from mockserver.core.codec import encode
from mockserver.core.errors import invalid, not_found
from mockserver.core.extras import extra
from mockserver.core.limits import LARGEST_PAYLOAD, LONGEST_EMOJI, LONGEST_NOTE
from mockserver.core.model import JsonObject
from mockserver.core.refs import Ref, parse_ref
from mockserver.store.store import Store
from mockserver.trace.feedback.models import FeedbackCreateReq
from mockserver.trace.feedback.schema import fits
from mockserver.trace.objects import versions as objects

REACTION = "wandb.reaction.1"
NOTE = "wandb.note.1"
ANNOTATION = "wandb.annotation"
RUNNABLE = "wandb.runnable"
MONITOR = "wandb.agent_monitor"
USER = "wandb.agent_user_feedback"


VERSIONED = ("object", "op")
RUNNABLE_REFS = ("runnable_ref", "call_ref", "trigger_ref")

SCORED = [name for name in FeedbackCreateReq.model_fields if name.startswith("scorer_")]
"""Fields that only scorers and users of agents send."""

_SKIN_TONES = re.compile("[\U0001f3fb-\U0001f3ff]")


def checked_payload(store: Store, feedback: FeedbackCreateReq) -> JsonObject:
    """The payload as it is kept. Raises a 400, or a 404 for an annotation that nobody defined."""
    kind = feedback.feedback_type
    _check_size(feedback.payload)
    _check_refs_of_other_types(feedback)
    payload = feedback.payload
    if kind == REACTION:
        payload = _reaction(payload)
    elif kind == NOTE:
        _check_note(payload)
    elif kind.startswith(ANNOTATION):
        _check_annotation(store, feedback)
    elif kind.startswith(RUNNABLE):
        _check_runnable(feedback)
    elif kind in (MONITOR, USER):
        _check_agent(feedback)
    _check_size(payload)
    return payload


def _check_size(payload: JsonObject) -> None:
    if len(encode(payload)) > LARGEST_PAYLOAD:
        raise invalid("Feedback payload too large")


def _check_refs_of_other_types(feedback: FeedbackCreateReq) -> None:
    kind = feedback.feedback_type
    if feedback.annotation_ref and not kind.startswith(ANNOTATION):
        raise invalid("annotation_ref is not allowed for non-annotation feedback")
    if not kind.startswith(RUNNABLE) and kind not in (MONITOR, USER):
        for field in SCORED:
            if getattr(feedback, field):
                raise invalid(f"{field} is not allowed for non-scorer feedback")
    if kind.startswith(RUNNABLE) or kind == MONITOR:
        return
    for field in RUNNABLE_REFS:
        if getattr(feedback, field):
            raise invalid(f"{field} is not allowed for non-runnable feedback")


def _reaction(payload: JsonObject) -> JsonObject:
    """The payload with the emoji's name, and both without the colour of the skin."""
    with extra("emoji", "A reaction"):
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


def _check_note(payload: JsonObject) -> None:
    note = payload.get("note")
    if not isinstance(note, str) or not 1 <= len(note) <= LONGEST_NOTE:
        raise invalid(f"Payload of a note must have a note key with 1 to {LONGEST_NOTE} characters")


def _check_annotation(store: Store, feedback: FeedbackCreateReq) -> None:
    name = _name_in_type(feedback.feedback_type, ANNOTATION, "annotation")
    ref = _required_ref(feedback, "annotation_ref", "annotation")
    if ref.kind not in VERSIONED or ref.name != name:
        raise invalid(f"annotation_ref must point to an object with name {name}")
    if "value" not in feedback.payload:
        raise invalid("Payload of an annotation must have a value key")
    if ref.project_id != feedback.project_id:
        raise invalid("annotation_ref must point to an object of the feedback's project")
    schema = _schema_of(store, ref)
    if schema and not fits(feedback.payload["value"], schema):
        raise invalid("Feedback payload does not match annotation spec")


def _schema_of(store: Store, ref: Ref) -> Any:
    """The schema of an annotation. Its ref has a digest, never a name of a version."""
    spec = objects.find(store, ref.project_id, ref.name, ref.version)
    if spec["digest"] != ref.version:
        raise not_found(f"Obj {ref.name}:{ref.version} not found")
    val = spec["val"]
    return val.get("field_schema") if isinstance(val, Mapping) else None


def _check_runnable(feedback: FeedbackCreateReq) -> None:
    name = _name_in_type(feedback.feedback_type, RUNNABLE, "runnable")
    ref = _required_ref(feedback, "runnable_ref", "runnable")
    if ref.kind not in VERSIONED or ref.name != name:
        raise invalid(f"runnable_ref must point to an object with name {name}")
    if ref.kind == "op" and not feedback.call_ref:
        raise invalid("call_ref is required for runnable feedback on ops")
    _check_kind(feedback.call_ref, "call_ref", ("call",))
    _check_kind(feedback.trigger_ref, "trigger_ref", VERSIONED)
    if "output" not in feedback.payload:
        raise invalid("Payload of runnable feedback must have an output key")


def _check_agent(feedback: FeedbackCreateReq) -> None:
    """Newer clients only."""
    if feedback.feedback_type == USER:
        if not feedback.scorer_tags:
            raise invalid("scorer_tags is required for agent user feedback")
        return
    for field in RUNNABLE_REFS:
        _required_ref(feedback, field, "agent monitor")


def _name_in_type(feedback_type: str, prefix: str, word: str) -> str:
    start = prefix + "."
    if not feedback_type.startswith(start):
        raise invalid(f"Invalid {word} feedback type: {feedback_type}")
    return feedback_type.removeprefix(start)


def _required_ref(feedback: FeedbackCreateReq, field: str, word: str) -> Ref:
    text: str | None = getattr(feedback, field)
    if not text:
        raise invalid(f"{field} is required for {word} feedback")
    return parse_ref(text)


def _check_kind(text: str | None, field: str, kinds: tuple[str, ...]) -> None:
    if text and parse_ref(text).kind not in kinds:
        raise invalid(f"{field} must be a ref to {' or '.join(kinds)}")
