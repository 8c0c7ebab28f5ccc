"""Recording of runs, predictions and scores as calls. Observed."""

from __future__ import annotations

from mockserver.core.errors import invalid, not_found
from mockserver.core.model import JsonObject, Record
from mockserver.core.refs import call_ref, name_in_ref, parse_ref
from mockserver.trace.evaluations import roles
from mockserver.trace.evaluations.models import (
    EvaluationRunCreateBody,
    PredictionCreateBody,
    ScoreCreateBody,
    SpanRef,
)
from mockserver.trace.evaluations.project import Event, Position, ProjectContext
from mockserver.trace.evaluations.roles import EVALUATE, TRIAL, YES
from mockserver.trace.feedback import service as feedback
from mockserver.trace.feedback.models import FeedbackCreateReq
from mockserver.trace.feedback.payloads import RUNNABLE


def start_run(body: EvaluationRunCreateBody, project: ProjectContext) -> str:
    """Start the root of a trace, and return its id."""
    marks = {"evaluation_run": YES, "evaluation": body.evaluation, "model": body.model}
    if body.source_evaluation_run_id is not None:
        marks["source_evaluation_run_id"] = body.source_evaluation_run_id
    inputs = {"self": body.evaluation, "model": body.model}
    run_id, now = project.ids.uuid7(), project.clock.now()
    project.start(Position(run_id, run_id), Event(project.op_ref(EVALUATE), inputs, marks, now))
    return run_id


def predict(body: PredictionCreateBody, project: ProjectContext) -> str:
    """Record a model's call, in a run below a trial of its own. Raises a 404 for the run.

    Observed: the service looks for the spans behind it among the marks of its call, and does not
    tell them of a prediction that is read over v2.
    """
    run = _run(body.evaluation_run_id, project) if body.evaluation_run_id else None
    trial_id = project.ids.uuid7() if run else None
    prediction_id = project.ids.uuid7()
    if run and trial_id:
        _start_trial(
            Position(trial_id, run["trace_id"], run["id"]), run, body, prediction_id, project
        )
    place = Position(prediction_id, run["trace_id"] if run else prediction_id, trial_id)
    marks = {
        "prediction": YES,
        "model": body.model,
        **_in_run(body.evaluation_run_id),
        **_of_spans(body.genai_span_ref),
    }
    op = project.op_ref(f"{_safe(name_in_ref(body.model) or 'Model')}.predict")
    inputs = {"self": body.model, "inputs": body.inputs}
    project.complete(place, Event(op, inputs, marks, project.clock.now()), body.output)
    return prediction_id


def score(body: ScoreCreateBody, project: ProjectContext) -> str:
    """Record a scorer's call, in a run beside the prediction, and feedback on the latter.

    Raises a 400 for a scorer that is no object. The prediction need not be known.
    """
    scorer = _scorer_name(body.scorer)
    prediction = project.call(body.prediction_id)
    score_id = project.ids.uuid7()
    marks = {
        "score": YES,
        "prediction_id": body.prediction_id,
        "scorer": body.scorer,
        **_in_run(body.evaluation_run_id),
    }
    inputs = {
        "self": body.scorer,
        "inputs": roles.inputs(prediction) if prediction else {},
        "output": prediction["output"] if prediction else None,
    }
    op = project.op_ref(f"{_safe(scorer)}.score")
    place = _place_of_score(score_id, body.evaluation_run_id, prediction, project)
    project.complete(place, Event(op, inputs, marks, project.clock.now()), body.value)
    _give_feedback(body, scorer, project)
    return score_id


def _run(run_id: str, project: ProjectContext) -> Record:
    run = project.call(run_id)
    if run is None:
        raise not_found(f"Evaluation run {run_id} not found")
    return run


def _in_run(run_id: str | None) -> dict[str, str]:
    return {"evaluation_run_id": run_id} if run_id else {}


def _of_spans(refs: list[SpanRef] | None) -> JsonObject:
    return {"genai_span_ref": [ref.model_dump() for ref in refs]} if refs else {}


def _start_trial(
    place: Position,
    run: Record,
    body: PredictionCreateBody,
    prediction_id: str,
    project: ProjectContext,
) -> None:
    inputs = {"self": run["inputs"].get("self"), "model": body.model, "example": body.inputs}
    marks = {"predict_call_id": prediction_id}
    project.start(place, Event(project.op_ref(TRIAL), inputs, marks, project.clock.now()))


def _place_of_score(
    score_id: str, run_id: str | None, prediction: Record | None, project: ProjectContext
) -> Position:
    """Beside the prediction, else right below the run, else alone."""
    if not run_id:
        return Position(score_id, score_id)
    run = project.call(run_id)
    beside = prediction["parent_id"] if prediction else None
    return Position(score_id, run["trace_id"] if run else run_id, beside or run_id)


def _scorer_name(text: str) -> str:
    ref = parse_ref(text)
    if ref.kind != "object":
        raise invalid(f"Invalid scorer ref: {text}")
    return ref.name


def _safe(name: str) -> str:
    """A name of an op. Chosen: the letters stay as they are, so that refs to the op resolve."""
    return name.replace(" ", "_")


def _give_feedback(body: ScoreCreateBody, scorer: str, project: ProjectContext) -> None:
    request = FeedbackCreateReq(
        project_id=project.name,
        weave_ref=call_ref(project.name, body.prediction_id),
        feedback_type=f"{RUNNABLE}.{scorer}",
        payload={"output": body.value},
        runnable_ref=body.scorer,
    )
    now = project.clock.iso()
    record = feedback.make(project.store, request, project.ids, now, project.user)
    feedback.keep(project.store, record)
