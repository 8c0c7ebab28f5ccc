"""Load calls with all calls below them, and feedback."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from mockserver.core.errors import conflict
from mockserver.core.model import Record
from mockserver.core.refs import SCHEME, call_ref
from mockserver.data.context import LoadContext
from mockserver.data.models import Call, Feedback, Prediction, ProjectFeedback
from mockserver.data.source import Step
from mockserver.http.auth import USER
from mockserver.trace.calls import service as calls
from mockserver.trace.calls.kinds import CALLS
from mockserver.trace.calls.models import EndedCall, StartedCall, TraceStatus
from mockserver.trace.feedback import service
from mockserver.trace.feedback.models import FeedbackCreateReq
from mockserver.trace.feedback.payloads import ANNOTATION, NOTE, REACTION, RUNNABLE


class Tally:
    """Sums of status and token usage, as clients send them in a call's summary. Observed."""

    def __init__(self) -> None:
        self._statuses: Counter[str] = Counter({TraceStatus.SUCCESS: 0, TraceStatus.ERROR: 0})
        self._usage: defaultdict[str, Counter[str]] = defaultdict(Counter)

    def count(self, call: Call | Prediction) -> None:
        """Add one call, by itself."""
        self._statuses[TraceStatus.ERROR if call.exception else TraceStatus.SUCCESS] += 1
        if call.usage:
            prompt, completion = call.usage.prompt, call.usage.completion
            self._usage[call.usage.model].update(
                requests=1,
                prompt_tokens=prompt,
                completion_tokens=completion,
                total_tokens=prompt + completion,
            )

    def include(self, other: Tally) -> None:
        """Add the sums of another tally."""
        self._statuses.update(other._statuses)
        for model, tokens in other._usage.items():
            self._usage[model].update(tokens)

    def summary(self) -> Record:
        """The sums as a call's `summary` has them."""
        summary: Record = {"status_counts": {str(name): n for name, n in self._statuses.items()}}
        if self._usage:
            summary["usage"] = {model: dict(tokens) for model, tokens in self._usage.items()}
        return summary


@dataclass(frozen=True, slots=True)
class Family:
    """The ids and the user that a call has from the calls above it."""

    trace_id: str | None = None
    parent_id: str | None = None
    thread: str | None = None
    turn: str | None = None
    user: str | None = None


def trace(context: LoadContext, call: Call, *steps: Step) -> None:
    """Keep a call and all below it; `steps` is its place in its project."""
    _trace(context, call, steps, Family(), context.now)


def add_feedback(context: LoadContext, feedback: ProjectFeedback) -> None:
    """Keep feedback on what it names."""
    names, on = context.names, feedback.on
    ref = names.resolved(on) if on.startswith(SCHEME) else names.ref(context.project, on)
    _keep_feedback(context, feedback, ref, context.now)


def _trace(
    context: LoadContext, call: Call, steps: tuple[Step, ...], above: Family, begin: datetime
) -> tuple[datetime, Tally]:
    """Keep a call below others. Returns the end of the last of its calls, and their sums."""
    with context.errors_at(*steps):
        start = _start(context, call, above, begin)
    user = call.user or above.user
    family = Family(start.trace_id, start.id, start.thread_id, start.turn_id, user)
    tally, latest = Tally(), start.started_at
    for at, child in enumerate(call.children):
        latest, below = _trace(context, child, (*steps, "children", at), family, latest)
        tally.include(below)
    if not call.runs:
        tally.count(call)
        with context.errors_at(*steps):
            latest = latest if call.took is None else start.started_at + call.took
            _end(context, call, start, latest, tally)
    _judge(context, call, start, steps, latest)
    return latest, tally


def _start(context: LoadContext, call: Call, above: Family, begin: datetime) -> StartedCall:
    call_id = call.id or context.ids.uuid7()
    start = StartedCall(
        project_id=context.project,
        id=call_id,
        op_name=call.op,
        display_name=call.display_name,
        trace_id=above.trace_id or context.ids.uuid7(),
        parent_id=above.parent_id,
        thread_id=call.thread or above.thread,
        turn_id=call.turn or (call_id if call.thread else above.turn),
        started_at=context.moment(call.at, begin),
        attributes=context.resolved(call.attributes),
        inputs=context.resolved(call.inputs),
    )
    store = context.services.store
    if call.id and store[CALLS].has(context.project, call.id):
        raise conflict(f"there is a call {call.id} already")
    calls.start(store, start, context.ids, call.user or above.user or USER)
    return start


def _end(
    context: LoadContext, call: Call, start: StartedCall, ended: datetime, tally: Tally
) -> None:
    end = EndedCall.model_validate(
        {
            "project_id": start.project_id,
            "id": start.id,
            "ended_at": ended,
            "exception": call.exception,
            "output": context.resolved(call.output),
            "summary": tally.summary(),
        }
    )
    calls.end(context.services.store, end)


def _judge(
    context: LoadContext, call: Call, start: StartedCall, steps: tuple[Step, ...], moment: datetime
) -> None:
    """Keep the feedback on a call."""
    ref = call_ref(context.project, str(start.id))
    for at, feedback in enumerate(call.feedback):
        with context.errors_at(*steps, "feedback", at):
            _keep_feedback(context, feedback, ref, moment)


def _keep_feedback(context: LoadContext, feedback: Feedback, ref: str, moment: datetime) -> None:
    """Keep feedback on `ref`, given at `moment` unless it has a moment of its own."""
    request = FeedbackCreateReq(
        project_id=context.project,
        weave_ref=ref,
        id=feedback.id,
        creator=feedback.creator,
        **_content(context, feedback, ref),
    )
    store, created_at = context.services.store, context.moment_text(feedback.at, moment)
    service.keep(store, service.make(store, request, context.ids, created_at, USER))


def _content(context: LoadContext, feedback: Feedback, ref: str) -> dict[str, Any]:
    """The type, the payload and the refs of feedback."""
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
