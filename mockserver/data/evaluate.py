"""Load evaluations and their runs, as if a client had sent them one after the other."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from mockserver.core.errors import not_found
from mockserver.core.model import JsonObject, Record
from mockserver.core.refs import parse_ref, version_ref
from mockserver.data.context import LoadContext
from mockserver.data.models import Evaluation, Prediction, Run
from mockserver.data.source import Step
from mockserver.data.trace import Tally
from mockserver.trace.calls import service as calls
from mockserver.trace.calls.models import EndedCall
from mockserver.trace.evaluations import recording, versioned
from mockserver.trace.evaluations.models import (
    EvaluationCreateReq,
    EvaluationRunCreateBody,
    EvaluationRunFinishBody,
    PredictionCreateBody,
    ScoreCreateBody,
)
from mockserver.trace.objects.versions import LATEST
from mockserver.trace.tables import storage
from mockserver.trace.tables.service import RowReader


class OpenRun(NamedTuple):
    """A run to which predictions are added: its id, its model and its dataset."""

    context: LoadContext
    id: str
    model: str
    dataset: str


def add(context: LoadContext, evaluation: Evaluation, *steps: Step) -> None:
    """Publish an evaluation and keep its runs."""
    with context.errors_at(*steps):
        ref = _publish(context, evaluation)
    for at, run in enumerate(evaluation.runs):
        with context.errors_at(*steps, "runs", at):
            _run(context, ref, evaluation, run)


def _publish(context: LoadContext, evaluation: Evaluation) -> str:
    project, name = context.at(evaluation.at), evaluation.name
    body = EvaluationCreateReq(
        name=name,
        description=evaluation.description,
        dataset=context.names.ref(context.project, evaluation.dataset),
        scorers=[context.names.ref(context.project, scorer) for scorer in evaluation.scorers],
        trials=evaluation.trials,
    )
    version = project.publish(name, versioned.evaluation_value(body, project, name))
    return version_ref(context.project, "object", name, version["digest"])


def _run(context: LoadContext, evaluation: str, spec: Evaluation, run: Run) -> None:
    name, _, version = run.model.partition(":")
    model = context.names.ref(context.project, name, version or LATEST)
    body = EvaluationRunCreateBody(evaluation=evaluation, model=model)
    run_id = recording.start_run(body, context.at(run.at))
    trial = OpenRun(context, run_id, model, spec.dataset)
    tally, latest = Tally(), context.moment(run.at)
    for prediction in run.predictions:
        latest, below = _predict(trial, prediction, latest)
        tally.include(below)
    if run.exception:
        _end(context, run_id, latest, run.exception, tally)
    elif run.finished:
        finish = EvaluationRunFinishBody.model_validate({"summary": tally.summary()})
        recording.finish_run(_call(context, run_id), context.at(latest), latest, finish)


def _predict(trial: OpenRun, prediction: Prediction, begin: datetime) -> tuple[datetime, Tally]:
    """Keep a prediction and its scores. Returns its end and its sums."""
    context, ended = trial.context, begin + prediction.took
    body = PredictionCreateBody(
        model=trial.model,
        inputs=_inputs(trial, prediction),
        output=context.resolved(prediction.output),
        evaluation_run_id=trial.id,
    )
    prediction_id = recording.predict(body, context.at(begin))
    tally = Tally()
    tally.count(prediction)
    _end(context, prediction_id, ended, prediction.exception, tally)
    project = context.at(ended)
    for scorer, value in prediction.scores.items():
        score = ScoreCreateBody(
            prediction_id=prediction_id,
            scorer=context.names.ref(context.project, scorer),
            value=value,
            evaluation_run_id=trial.id,
        )
        recording.score(score, project)
    recording.finish_prediction(_call(context, prediction_id), project, ended)
    return ended, tally


def _end(
    context: LoadContext, call_id: str, ended: datetime, exception: str | None, tally: Tally
) -> None:
    """End a call at this moment; its output stays."""
    end = {
        "project_id": context.project,
        "id": call_id,
        "ended_at": ended,
        "exception": exception,
        "output": _call(context, call_id)["output"],
        "summary": tally.summary(),
    }
    calls.end(context.services.store, EndedCall.model_validate(end))


def _call(context: LoadContext, call_id: str) -> Record:
    call = context.at(None).call(call_id)
    assert call, "it was just made"
    return call


def _inputs(trial: OpenRun, prediction: Prediction) -> JsonObject:
    """The inputs of a prediction: its own, or a row of the dataset. Raises a 404."""
    if prediction.row is None:
        return prediction.inputs
    context = trial.context
    table = parse_ref(context.names.value(context.project, trial.dataset)["rows"]).name
    row = next(
        storage.order(context.services.store, context.project, table, prediction.row, 1), None
    )
    if row is None:
        raise not_found(f"{trial.dataset} has no row {prediction.row}")
    return RowReader(context.services.store, context.project, table).read(row)
