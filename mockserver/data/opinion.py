"""Feedback, as people and programs give it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from mockserver.core.refs import SCHEME
from mockserver.data.models import Feedback, Remark
from mockserver.data.scene import Scene
from mockserver.http.auth import USER
from mockserver.trace.feedback import service
from mockserver.trace.feedback.models import FeedbackCreateReq
from mockserver.trace.feedback.payloads import ANNOTATION, NOTE, REACTION, RUNNABLE


def remark(scene: Scene, feedback: Remark) -> None:
    """Keep feedback on what it names."""
    on = feedback.on
    named = (
        scene.names.resolved(on) if on.startswith(SCHEME) else scene.names.ref(scene.project, on)
    )
    say(scene, feedback, named, scene.now)


def say(scene: Scene, feedback: Feedback, ref: str, moment: datetime) -> None:
    """Keep feedback on `ref`, given at `moment` if it does not say when."""
    request = FeedbackCreateReq(
        project_id=scene.project,
        weave_ref=ref,
        id=feedback.id,
        creator=feedback.creator,
        **_content(scene, feedback, ref),
    )
    store, stamp = scene.services.store, scene.stamp(feedback.at, moment)
    service.keep(store, service.make(store, request, scene.ids, stamp, USER))


def _content(scene: Scene, feedback: Feedback, ref: str) -> dict[str, Any]:
    """The type, the payload and what belongs to them."""
    if feedback.emoji is not None:
        return {"feedback_type": REACTION, "payload": {"emoji": feedback.emoji}}
    if feedback.note is not None:
        return {"feedback_type": NOTE, "payload": {"note": feedback.note}}
    if name := feedback.annotation:
        spec = scene.names.ref(scene.project, name)
        payload = {"value": feedback.value}
        return {"feedback_type": f"{ANNOTATION}.{name}", "payload": payload, "annotation_ref": spec}
    if name := feedback.scorer:
        links = {"runnable_ref": scene.names.ref(scene.project, name), "call_ref": ref}
        payload = {"output": feedback.value}
        return {"feedback_type": f"{RUNNABLE}.{name}", "payload": payload, **links}
    return {"feedback_type": feedback.type, "payload": scene.resolved(feedback.payload or {})}
