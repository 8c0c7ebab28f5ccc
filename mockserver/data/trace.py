"""Calls with all below them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from mockserver.core.errors import conflict
from mockserver.core.refs import call_ref
from mockserver.data.context import LoadContext
from mockserver.data.feedback import keep_feedback
from mockserver.data.models import Call
from mockserver.data.source import Step
from mockserver.data.tally import Tally
from mockserver.http.auth import USER
from mockserver.trace.calls import service as calls
from mockserver.trace.calls.kinds import CALLS
from mockserver.trace.calls.models import EndedCall, StartedCall


@dataclass(frozen=True, slots=True)
class Family:
    """The ids that a call takes over from the calls above it."""

    trace_id: str | None = None
    parent_id: str | None = None
    thread: str | None = None
    turn: str | None = None
    user: str | None = None


def trace(context: LoadContext, call: Call, *steps: Step) -> None:
    """Keep a call and all below it; `steps` is where it stands in its project."""
    _trace(context, call, steps, Family(), context.now)


def _trace(
    context: LoadContext, call: Call, steps: tuple[Step, ...], above: Family, begin: datetime
) -> tuple[datetime, Tally]:
    """The same below others: when the last of the calls ended, and what they came to."""
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
            keep_feedback(context, feedback, ref, moment)
