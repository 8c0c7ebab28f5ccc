"""Recording of an evaluation as calls: runs, predictions and scores, and their ends. Observed.

Under `--progression` the server finishes what is due when it is read over v2, just as its client
would have finished it; a run together with its predictions. Chosen: the service has nothing like
it.
"""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime, timedelta
from typing import Any

from mockserver.core.clock import parse
from mockserver.core.errors import invalid, not_found
from mockserver.core.model import JsonObject, Record
from mockserver.core.refs import call_ref, name_in_ref, parse_ref
from mockserver.trace.evaluations import models
from mockserver.trace.evaluations.project import ProjectContext
from mockserver.trace.evaluations.roles import (
    EVALUATE,
    SUMMARIZE,
    TRIAL,
    YES,
    Roles,
    children,
    inputs_of,
    is_trial,
    marks,
)
from mockserver.trace.feedback import service as feedback
from mockserver.trace.feedback.models import FeedbackCreateReq
from mockserver.trace.feedback.service import RUNNABLE
from mockserver.trace.kinds import FEEDBACK, READS
from mockserver.trace.query.statistics import mean, numbers_in


def start_run(body: models.EvaluationRunCreateBody, project: ProjectContext) -> str:
    """Start a run, which is the root of a trace, and return its id."""
    run_id, op = project.ids.uuid7(), project.op_ref(EVALUATE)
    inputs = {"self": body.evaluation, "model": body.model}
    marks = {"evaluation_run": YES, "evaluation": body.evaluation, "model": body.model}
    if body.source_evaluation_run_id is not None:
        marks["source_evaluation_run_id"] = body.source_evaluation_run_id
    project.start(run_id, project.clock.now(), op, inputs, trace_id=run_id, marks=marks)
    return run_id


def predict(body: models.PredictionCreateBody, project: ProjectContext) -> str:
    """Record a prediction, in a run below a new trial, and return its id.

    Raises a 404 for an unknown run. Observed: the spans of the agent are kept among the marks,
    where evaluation results look for them; reading the prediction over v2 does not show them.
    """
    run_id = body.evaluation_run_id
    run = project.call(run_id) if run_id else None
    if run_id and not run:
        raise not_found(f"Evaluation run {run_id} not found")
    trial_id = project.ids.uuid7() if run else None
    prediction_id = project.ids.uuid7()
    trace_id = run["trace_id"] if run else prediction_id
    if run and trial_id:
        project.start(
            trial_id,
            project.clock.now(),
            project.op_ref(TRIAL),
            {"self": run["inputs"].get("self"), "model": body.model, "example": body.inputs},
            trace_id=trace_id,
            parent_id=run["id"],
            marks={"predict_call_id": prediction_id},
        )
    op = project.op_ref(f"{_op_name(name_in_ref(body.model) or 'Model')}.predict")
    inputs = {"self": body.model, "inputs": body.inputs}
    marks: JsonObject = {"prediction": YES, "model": body.model}
    if run_id:
        marks["evaluation_run_id"] = run_id
    if body.genai_span_ref:
        marks["genai_span_ref"] = [ref.model_dump() for ref in body.genai_span_ref]
    now = project.clock.now()
    project.start(
        prediction_id, now, op, inputs, trace_id=trace_id, parent_id=trial_id, marks=marks
    )
    project.end(prediction_id, body.output, now)
    return prediction_id


def score(body: models.ScoreCreateBody, project: ProjectContext) -> str:
    """Record a score, in a run beside the prediction, and feedback on the prediction.

    Raises a 400 for a scorer that is not a ref to an object. The prediction may be unknown.
    """
    scorer = parse_ref(body.scorer)
    if scorer.kind != "object":
        raise invalid(f"Invalid scorer ref: {body.scorer}")
    prediction = project.call(body.prediction_id)
    score_id, run_id = project.ids.uuid7(), body.evaluation_run_id
    trace_id, parent_id = score_id, None
    if run_id:
        run = project.call(run_id)
        trace_id = run["trace_id"] if run else run_id
        parent_id = (prediction and prediction["parent_id"]) or run_id
    op = project.op_ref(f"{_op_name(scorer.name)}.score")
    inputs = {
        "self": body.scorer,
        "inputs": inputs_of(prediction) if prediction else {},
        "output": prediction["output"] if prediction else None,
    }
    marks = {"score": YES, "prediction_id": body.prediction_id, "scorer": body.scorer}
    if run_id:
        marks["evaluation_run_id"] = run_id
    now = project.clock.now()
    project.start(score_id, now, op, inputs, trace_id=trace_id, parent_id=parent_id, marks=marks)
    project.end(score_id, body.value, now)
    _keep_as_feedback(body, scorer.name, project)
    return score_id


def finish_prediction(
    call: Record, project: ProjectContext, at: datetime, body: None = None
) -> None:
    """End the trial of a prediction with its output, scores and latency.

    Chosen: a prediction that has ended keeps its output and its end.
    """
    if not call["ended_at"]:
        project.end(call["id"], call["output"], at)
    roles = Roles(project)
    if trial := roles.trial(call):
        scores = filter(roles.is_score, children(project, trial["id"]))
        by_scorer = {
            name_in_ref(roles.scorer(each)) or "unknown": each["output"]
            for each in scores
            if each["output"] is not None
        }
        latency = None
        if call["ended_at"]:
            took = parse(call["ended_at"]) - parse(call["started_at"])
            latency = {"mean": took.total_seconds()}
        output = {"output": call["output"], "scores": by_scorer, "model_latency": latency}
        project.end(trial["id"], output, at)


def finish_run(
    run: Record,
    project: ProjectContext,
    at: datetime,
    body: models.EvaluationRunFinishBody | None = None,
) -> None:
    """End a run with the means over its finished trials, which a call below it has too."""
    trials = filter(is_trial, children(project, run["id"]))
    means = _means([trial["output"] for trial in trials if isinstance(trial["output"], dict)])
    inputs, call_id = {"self": run["inputs"].get("self")}, project.ids.uuid7()
    trace_id, run_id = run["trace_id"], run["id"]
    project.start(call_id, at, SUMMARIZE, inputs, trace_id=trace_id, parent_id=run_id)
    project.end(call_id, means, at)
    project.end(run_id, means, at, body and body.summary)


def settle_run(run: Record, project: ProjectContext) -> None:
    """Finish a run if it is due, after the predictions in it."""
    if run["ended_at"] or marks(run).get("evaluation_run") != YES:
        return
    if due := _due(run, project):
        roles = Roles(project)
        trials = [*filter(is_trial, children(project, run["id"]))]
        at = max([due, *(parse(trial["started_at"]) for trial in trials)])
        for trial in trials:
            for call in children(project, trial["id"]):
                if not trial["ended_at"] and roles.is_prediction(call):
                    finish_prediction(call, project, at)
        finish_run(run, project, at)


def settle_prediction(call: Record, project: ProjectContext) -> None:
    """Finish the trial of a prediction if it is due."""
    trial = Roles(project).trial(call)
    if trial is None or trial["ended_at"] or marks(call).get("prediction") != YES:
        return
    if due := _due(call, project):
        finish_prediction(call, project, due)


def _keep_as_feedback(body: models.ScoreCreateBody, scorer: str, project: ProjectContext) -> None:
    request = FeedbackCreateReq(
        project_id=project.name,
        weave_ref=call_ref(project.name, body.prediction_id),
        feedback_type=f"{RUNNABLE}.{scorer}",
        payload={"output": body.value},
        runnable_ref=body.scorer,
    )
    record = feedback.make(project.store, request, project.ids, project.clock.iso(), project.user)
    project.store[FEEDBACK].put(record)


def _op_name(name: str) -> str:
    """Chosen: upper case stays, so that refs to the op resolve."""
    return name.replace(" ", "_")


def _means(outputs: list[JsonObject]) -> JsonObject:
    """The means of numbers and truth values, by scorer and of the output."""
    values: dict[str, list[Any]] = defaultdict(list)
    for output in outputs:
        scores = output.get("scores")
        for name, value in scores.items() if isinstance(scores, dict) else ():
            values[name].append(value)
    if numbers := numbers_in(output.get("output") for output in outputs):
        values["output"] = numbers
    means = ((name, mean(numbers_in(found))) for name, found in values.items())
    return {name: {"mean": value} for name, value in means if value is not None}


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
        count = project.store[READS].get(project.name, call["id"])
        before = int(count["reads"]) if count else 0
        counted = {"project_id": project.name, "id": call["id"], "reads": before + 1}
        project.store[READS].put(counted)
        return now if before >= int(amount) else None
    return now if mode == "immediate" else None
