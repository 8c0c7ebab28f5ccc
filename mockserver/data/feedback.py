"""Feedback, as people and programs give it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from mockserver.core.refs import SCHEME
from mockserver.data.context import LoadContext
from mockserver.data.models import Feedback, ProjectFeedback
from mockserver.http.auth import USER
from mockserver.trace.feedback import service
from mockserver.trace.feedback.models import FeedbackCreateReq
from mockserver.trace.feedback.payloads import ANNOTATION, NOTE, REACTION, RUNNABLE


def add_feedback(context: LoadContext, feedback: ProjectFeedback) -> None:
    """Keep feedback on what it names."""
    names, on = context.names, feedback.on
    ref = names.resolved(on) if on.startswith(SCHEME) else names.ref(context.project, on)
    keep_feedback(context, feedback, ref, context.now)


def keep_feedback(context: LoadContext, feedback: Feedback, ref: str, moment: datetime) -> None:
    """Keep feedback on `ref`, given at `moment` if it does not say when."""
    request = FeedbackCreateReq(
        project_id=context.project,
        weave_ref=ref,
        id=feedback.id,
        creator=feedback.creator,
        **_content(context, feedback, ref),
    )
    store, stamp = context.services.store, context.stamp(feedback.at, moment)
    service.keep(store, service.make(store, request, context.ids, stamp, USER))


def _content(context: LoadContext, feedback: Feedback, ref: str) -> dict[str, Any]:
    """The type, the payload and what belongs to them."""
    if feedback.emoji is not None:
        return {"feedback_type": REACTION, "payload": {"emoji": feedback.emoji}}
    if feedback.note is not None:
        return {"feedback_type": NOTE, "payload": {"note": feedback.note}}
    if name := feedback.annotation:
        spec = context.names.ref(context.project, name)
        payload = {"value": feedback.value}
        return {"feedback_type": f"{ANNOTATION}.{name}", "payload": payload, "annotation_ref": spec}
    if name := feedback.scorer:
        links = {"runnable_ref": context.names.ref(context.project, name), "call_ref": ref}
        payload = {"output": feedback.value}
        return {"feedback_type": f"{RUNNABLE}.{name}", "payload": payload, **links}
    return {"feedback_type": feedback.type, "payload": context.resolved(feedback.payload or {})}
