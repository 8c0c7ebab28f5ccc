"""Load calls with all calls below them, and feedback."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from typing import Any

from mockserver.core.clock import iso
from mockserver.core.errors import conflict
from mockserver.core.model import Record
from mockserver.core.refs import SCHEME, call_ref
from mockserver.data.context import LoadContext
from mockserver.data.models import Call, Feedback, Prediction, ProjectFeedback
from mockserver.data.source import errors_at
from mockserver.http.auth import USER
from mockserver.trace.calls import service as calls
from mockserver.trace.calls.models import StartedCall, TraceStatus
from mockserver.trace.feedback import service as feedbacks
from mockserver.trace.feedback.models import FeedbackCreateReq
from mockserver.trace.feedback.service import ANNOTATION, NOTE, REACTION, RUNNABLE
from mockserver.trace.kinds import CALLS, FEEDBACK


class Tally(Counter[tuple[str, ...]]):
    """Sums of status and token usage by their path in the summary of a call. Observed."""

    def count(self, call: Call | Prediction) -> None:
        """Add one call, without the calls below it."""
        status = TraceStatus.ERROR if call.exception else TraceStatus.SUCCESS
        self["status_counts", status.value] += 1
        if usage := call.usage:
            tokens = {"prompt_tokens": usage.prompt, "completion_tokens": usage.completion}
            counts = {"requests": 1, **tokens, "total_tokens": usage.prompt + usage.completion}
            self.update({("usage", usage.model, name): count for name, count in counts.items()})

    def summary(self) -> Record:
        """The sums in the form of a call's `summary`."""
        statuses = (TraceStatus.SUCCESS.value, TraceStatus.ERROR.value)
        summary: Record = {"status_counts": dict.fromkeys(statuses, 0)}
        for (*branches, name), number in self.items():
            branch = summary
            for key in branches:
                branch = branch.setdefault(key, {})
            branch[name] = number
        return summary


def add_trace(context: LoadContext, call: Call) -> None:
    """Store a call and all calls below it."""
    _add_call(context, call, None, USER, context.now)


def add_feedback(context: LoadContext, feedback: ProjectFeedback) -> None:
    """Store feedback on an object or a ref."""
    on = feedback.on
    ref = context.resolved(on) if on.startswith(SCHEME) else context.ref(on)
    _keep_feedback(context, feedback, ref, context.now)


def _add_call(
    context: LoadContext, call: Call, above: StartedCall | None, user: str, begin: datetime
) -> tuple[datetime, Tally]:
    """Store a call below another. Returns the end of the last of its calls, and their sums."""
    user = call.user or user
    start = _started(context, call, above, begin)
    calls.start(context.store, start, context.ids, user)
    tally, latest = Tally(), start.started_at
    for at, child in enumerate(call.children):
        with errors_at("children", at):
            latest, below = _add_call(context, child, start, user, latest)
        tally.update(below)
    if not call.is_running:
        tally.count(call)
        latest = latest if call.took is None else start.started_at + call.took
        output = context.resolved(call.output)
        context.at(None).end(str(start.id), output, latest, tally.summary(), call.exception)
    ref = call_ref(context.project, str(start.id))
    for at, feedback in enumerate(call.feedback):
        with errors_at("feedback", at):
            _keep_feedback(context, feedback, ref, latest)
    return latest, tally


def _started(
    context: LoadContext, call: Call, above: StartedCall | None, begin: datetime
) -> StartedCall:
    """The start of a call, which has its trace, thread and turn from the call above."""
    if call.id and context.store[CALLS].has(context.project, call.id):
        raise conflict(f"a call {call.id} already exists")
    call_id = call.id or context.ids.uuid7()
    return StartedCall(
        project_id=context.project,
        id=call_id,
        op_name=call.op,
        display_name=call.display_name,
        trace_id=above.trace_id if above else context.ids.uuid7(),
        parent_id=above and above.id,
        thread_id=call.thread or (above and above.thread_id),
        turn_id=call.turn or (call_id if call.thread else above and above.turn_id),
        started_at=context.moment(call.at, begin),
        attributes=context.resolved(call.attributes),
        inputs=context.resolved(call.inputs),
    )


def _keep_feedback(context: LoadContext, feedback: Feedback, ref: str, moment: datetime) -> None:
    """Store feedback on `ref`, created at `moment` unless it has its own."""
    request = FeedbackCreateReq(
        project_id=context.project,
        weave_ref=ref,
        id=feedback.id,
        creator=feedback.creator,
        **_content(context, feedback, ref),
    )
    created_at = iso(context.moment(feedback.at, moment))
    record = feedbacks.make(context.store, request, context.ids, created_at, USER)
    context.store[FEEDBACK].put(record)


def _content(context: LoadContext, feedback: Feedback, ref: str) -> dict[str, Any]:
    """The type, the payload and the refs of feedback."""
    if feedback.emoji is not None:
        return {"feedback_type": REACTION, "payload": {"emoji": feedback.emoji}}
    if feedback.note is not None:
        return {"feedback_type": NOTE, "payload": {"note": feedback.note}}
    if name := feedback.annotation:
        payload = {"value": feedback.value}
        refs = {"annotation_ref": context.ref(name)}
        return {"feedback_type": f"{ANNOTATION}.{name}", "payload": payload, **refs}
    if name := feedback.scorer:
        payload = {"output": feedback.value}
        refs = {"runnable_ref": context.ref(name), "call_ref": ref}
        return {"feedback_type": f"{RUNNABLE}.{name}", "payload": payload, **refs}
    return {"feedback_type": feedback.type, "payload": context.resolved(feedback.payload or {})}
