"""Calls with all below them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from mockserver.core.errors import conflict
from mockserver.core.refs import call_ref
from mockserver.data.models import Call
from mockserver.data.opinion import say
from mockserver.data.scene import Scene
from mockserver.data.source import Step
from mockserver.data.tally import Tally
from mockserver.http.auth import USER
from mockserver.trace.calls import service as calls
from mockserver.trace.calls.kinds import CALLS
from mockserver.trace.calls.models import EndedCall, StartedCall


@dataclass(frozen=True, slots=True)
class Family:
    """What a call takes over from those above it."""

    trace_id: str | None = None
    parent_id: str | None = None
    thread: str | None = None
    turn: str | None = None
    user: str | None = None


def trace(scene: Scene, call: Call, *steps: Step) -> None:
    """Keep a call and all below it; `steps` is where it stands in its project."""
    _trace(scene, call, steps, Family(), scene.now)


def _trace(
    scene: Scene, call: Call, steps: tuple[Step, ...], above: Family, begin: datetime
) -> tuple[datetime, Tally]:
    """The same below others: when the last of the calls ended, and what they came to."""
    with scene.blamed(*steps):
        start = _start(scene, call, above, begin)
    user = call.user or above.user
    family = Family(start.trace_id, start.id, start.thread_id, start.turn_id, user)
    tally, latest = Tally(), start.started_at
    for at, child in enumerate(call.children):
        latest, below = _trace(scene, child, (*steps, "children", at), family, latest)
        tally.include(below)
    if not call.runs:
        tally.count(call)
        with scene.blamed(*steps):
            latest = latest if call.took is None else start.started_at + call.took
            _end(scene, call, start, latest, tally)
    _judge(scene, call, start, steps, latest)
    return latest, tally


def _start(scene: Scene, call: Call, above: Family, begin: datetime) -> StartedCall:
    call_id = call.id or scene.ids.uuid7()
    start = StartedCall(
        project_id=scene.project,
        id=call_id,
        op_name=call.op,
        display_name=call.display_name,
        trace_id=above.trace_id or scene.ids.uuid7(),
        parent_id=above.parent_id,
        thread_id=call.thread or above.thread,
        turn_id=call.turn or (call_id if call.thread else above.turn),
        started_at=scene.moment(call.at, begin),
        attributes=scene.resolved(call.attributes),
        inputs=scene.resolved(call.inputs),
    )
    store = scene.services.store
    if call.id and store[CALLS].has(scene.project, call.id):
        raise conflict(f"there is a call {call.id} already")
    calls.start(store, start, scene.ids, call.user or above.user or USER)
    return start


def _end(scene: Scene, call: Call, start: StartedCall, ended: datetime, tally: Tally) -> None:
    end = EndedCall.model_validate(
        {
            "project_id": start.project_id,
            "id": start.id,
            "ended_at": ended,
            "exception": call.exception,
            "output": scene.resolved(call.output),
            "summary": tally.summary(),
        }
    )
    calls.end(scene.services.store, end)


def _judge(
    scene: Scene, call: Call, start: StartedCall, steps: tuple[Step, ...], moment: datetime
) -> None:
    """Keep the feedback on a call."""
    ref = call_ref(scene.project, str(start.id))
    for at, feedback in enumerate(call.feedback):
        with scene.blamed(*steps, "feedback", at):
            say(scene, feedback, ref, moment)
