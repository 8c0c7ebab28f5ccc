"""Runs and predictions that finish by themselves, for clients that wait for somebody's work.

Chosen; the service has nothing like it, so by default nothing does. What is due is finished when
it is read over v2, as its client would have finished it; a run together with its predictions.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from mockserver.core.clock import parse
from mockserver.core.model import Record
from mockserver.trace.evaluations.finishing import children, finish_prediction, finish_run
from mockserver.trace.evaluations.kinds import READS
from mockserver.trace.evaluations.project import ProjectContext
from mockserver.trace.evaluations.roles import YES, Roles, is_trial, marks


def settle_run(run: Record, project: ProjectContext) -> None:
    """Finish a run, and before it what was predicted in it, if it is due."""
    if run["ended_at"] or marks(run).get("evaluation_run") != YES:
        return
    if moment := _due(run, project):
        trials = [call for call in children(run["id"], project) if is_trial(call)]
        at = max([moment, *(parse(trial["started_at"]) for trial in trials)])
        for trial in trials:
            _finish_trial(trial, project, at)
        finish_run(run, project, at)


def settle_prediction(call: Record, project: ProjectContext) -> None:
    """Finish the trial of a prediction if it is due."""
    trial = Roles(project.store, project.name).trial(call)
    if trial is None or trial["ended_at"] or marks(call).get("prediction") != YES:
        return
    if moment := _due(call, project):
        finish_prediction(call, project, moment)


def _finish_trial(trial: Record, project: ProjectContext, at: datetime) -> None:
    roles = Roles(project.store, project.name)
    for call in children(trial["id"], project):
        if not trial["ended_at"] and roles.is_prediction(call):
            finish_prediction(call, project, at)


def _due(call: Record, project: ProjectContext) -> datetime | None:
    """The moment at which a call counts as finished; None while it does not.

    `immediate` is at the first read, `reads:N` after N of them, `after:SECONDS` by the clock.
    """
    how, _, amount = (project.settings.progression or "").partition(":")
    now = project.clock.now()
    if how == "after":
        started, wait = parse(call["started_at"]), timedelta(seconds=float(amount))
        return started + wait if now - started >= wait else None
    if how == "reads":
        return now if _count_read(call["id"], project) >= int(amount) else None
    return now if how == "immediate" else None


def _count_read(call_id: str, project: ProjectContext) -> int:
    """The number of reads of a call before this one, which is counted too."""
    known = project.store[READS].get(project.name, call_id)
    reads = known["reads"] if known else 0
    project.store[READS].drop(project.name, call_id)
    project.store[READS].insert({"project_id": project.name, "id": call_id, "reads": reads + 1})
    return int(reads)
