"""Runs and predictions that the server finishes, for clients that wait for another program.

Chosen; the service has nothing like it, so it is off by default. What is due is finished when it
is read over v2, just as its client would have finished it; a run together with its predictions.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from mockserver.core.clock import parse
from mockserver.core.model import Record
from mockserver.trace.evaluations.project import ProjectContext
from mockserver.trace.evaluations.recording import finish_prediction, finish_run
from mockserver.trace.evaluations.roles import YES, Roles, children, is_trial, marks
from mockserver.trace.kinds import READS


def settle_run(run: Record, project: ProjectContext) -> None:
    """Finish a run if it is due, after the predictions in it."""
    if run["ended_at"] or marks(run).get("evaluation_run") != YES:
        return
    if due := _due(run, project):
        roles = Roles(project.store, project.name)
        trials = [*filter(is_trial, children(project.store, project.name, run["id"]))]
        at = max([due, *(parse(trial["started_at"]) for trial in trials)])
        for trial in trials:
            for call in children(project.store, project.name, trial["id"]):
                if not trial["ended_at"] and roles.is_prediction(call):
                    finish_prediction(call, project, at)
        finish_run(run, project, at)


def settle_prediction(call: Record, project: ProjectContext) -> None:
    """Finish the trial of a prediction if it is due."""
    trial = Roles(project.store, project.name).trial(call)
    if trial is None or trial["ended_at"] or marks(call).get("prediction") != YES:
        return
    if due := _due(call, project):
        finish_prediction(call, project, due)


def _due(call: Record, project: ProjectContext) -> datetime | None:
    """The moment at which a call finished; None while it runs.

    `immediate` finishes at the first read, `reads:N` after N reads, `after:SECONDS` by the clock.
    """
    mode, _, amount = (project.settings.progression or "").partition(":")
    now = project.clock.now()
    if mode == "after":
        started, wait = parse(call["started_at"]), timedelta(seconds=float(amount))
        return started + wait if now - started >= wait else None
    if mode == "reads":
        return now if _count_read(call["id"], project) >= int(amount) else None
    return now if mode == "immediate" else None


def _count_read(call_id: str, project: ProjectContext) -> int:
    """Count a read of a call and return the number of reads before it."""
    counts = project.store[READS]
    count = counts.get(project.name, call_id)
    reads = int(count["reads"]) if count else 0
    counts.put({"project_id": project.name, "id": call_id, "reads": reads + 1})
    return reads
