"""The end of predictions and runs, and the summary that it writes. Observed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from mockserver.core.clock import parse, sortable
from mockserver.core.codec import decode
from mockserver.core.model import JsonObject, Record
from mockserver.trace.calls.kinds import CALLS
from mockserver.trace.evaluations.models import EvaluationRunFinishBody
from mockserver.trace.evaluations.project import Event, Position, ProjectContext
from mockserver.trace.evaluations.roles import SUMMARIZE, Roles, is_trial


def finish_prediction(
    call: Record, project: ProjectContext, at: datetime, body: None = None
) -> None:
    """End the trial above a prediction with what came of it.

    Chosen: the prediction itself, which is over already, keeps its output and its end.
    """
    if not call["ended_at"]:
        project.end(call["id"], call["output"], at)
    roles = Roles(project.store, project.name)
    if trial := roles.trial(call):
        scores = _scores(trial["id"], project, roles)
        output = {"output": call["output"], "scores": scores, "model_latency": _latency(call)}
        project.end(trial["id"], output, at)


def finish_run(
    run: Record, project: ProjectContext, at: datetime, body: EvaluationRunFinishBody | None = None
) -> None:
    """End a run with the means of its finished trials, and a call that summed them up."""
    trials = filter(is_trial, children(run["id"], project))
    means = _means([trial["output"] for trial in trials if isinstance(trial["output"], dict)])
    place = Position(project.ids.uuid7(), run["trace_id"], run["id"])
    inputs = {"self": run["inputs"].get("self")}
    project.complete(place, Event(SUMMARIZE, inputs, {}, at), means)
    project.end(run["id"], means, at, body and body.summary)


def children(call_id: str, project: ProjectContext) -> Iterator[Record]:
    """The calls right below a call, the oldest first."""
    texts = project.store[CALLS].find(project.name, {"parent_id": [call_id]}).texts
    children = [call for call in map(decode, texts) if call["parent_id"] == call_id]
    yield from sorted(children, key=lambda call: (sortable(call["started_at"]), call["id"]))


def _scores(trial_id: str, project: ProjectContext, roles: Roles) -> JsonObject:
    """The outputs of a trial's scorers by name; of several scores of one scorer the last."""
    calls = filter(roles.is_score, children(trial_id, project))
    return {roles.scorer_name(call): call["output"] for call in calls if call["output"] is not None}


def _latency(call: Record) -> JsonObject | None:
    if not call["ended_at"]:
        return None
    took = parse(call["ended_at"]) - parse(call["started_at"])
    return {"mean": took.total_seconds()}


def _means(outputs: list[JsonObject]) -> JsonObject:
    """By scorer, and last of the model; of what is no number there is no mean."""
    numbers: dict[str, list[float]] = defaultdict(list)
    for output in outputs:
        scores = output.get("scores")
        for name, value in scores.items() if isinstance(scores, dict) else ():
            numbers[name] += _numbers(value)
    means = {name: _mean(values) for name, values in numbers.items() if values}
    own = [number for output in outputs for number in _numbers(output.get("output"))]
    return {**means, "output": _mean(own)} if own else means


def _mean(values: list[float]) -> JsonObject:
    return {"mean": sum(values) / len(values)}


def _numbers(value: Any) -> list[float]:
    """The number that a value is, if it is one that a float can hold."""
    try:
        return [float(value)] if isinstance(value, int | float) else []
    except OverflowError:
        return []
