"""Evaluations and their runs, as if clients had sent them one after the other."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from mockserver.core.errors import not_found
from mockserver.core.model import JsonObject, Record
from mockserver.core.refs import parse_ref, version_ref
from mockserver.data.models import Evaluation, Prediction, Run
from mockserver.data.scene import Scene
from mockserver.data.source import Step
from mockserver.data.tally import Tally
from mockserver.trace.calls import service as calls
from mockserver.trace.calls.models import EndedCall
from mockserver.trace.evaluations import recording, values
from mockserver.trace.evaluations.finishing import finish_prediction, finish_run
from mockserver.trace.evaluations.models import (
    EvaluationCreateReq,
    EvaluationRunCreateBody,
    EvaluationRunFinishBody,
    PredictionCreateBody,
    ScoreCreateBody,
)
from mockserver.trace.objects.versions import LATEST
from mockserver.trace.tables import service as tables
from mockserver.trace.tables import sheet


class Trial(NamedTuple):
    """A run that predictions are added to: its id, its model, and what they are asked."""

    scene: Scene
    id: str
    model: str
    dataset: str


def add(scene: Scene, evaluation: Evaluation, *steps: Step) -> None:
    """Publish an evaluation and keep its runs."""
    with scene.blamed(*steps):
        ref = _publish(scene, evaluation)
    for at, run in enumerate(evaluation.runs):
        with scene.blamed(*steps, "runs", at):
            _run(scene, ref, evaluation, run)


def _publish(scene: Scene, evaluation: Evaluation) -> str:
    project, name = scene.at(evaluation.at), evaluation.name
    body = EvaluationCreateReq(
        name=name,
        description=evaluation.description,
        dataset=scene.names.ref(scene.project, evaluation.dataset),
        scorers=[scene.names.ref(scene.project, scorer) for scorer in evaluation.scorers],
        trials=evaluation.trials,
    )
    version = project.publish(name, values.evaluation(body, project, name))
    return version_ref(scene.project, "object", name, version["digest"])


def _run(scene: Scene, evaluation: str, spec: Evaluation, run: Run) -> None:
    name, _, version = run.model.partition(":")
    model = scene.names.ref(scene.project, name, version or LATEST)
    body = EvaluationRunCreateBody(evaluation=evaluation, model=model)
    run_id = recording.start_run(body, scene.at(run.at))
    trial = Trial(scene, run_id, model, spec.dataset)
    tally, latest = Tally(), scene.moment(run.at)
    for prediction in run.predictions:
        latest, below = _predict(trial, prediction, latest)
        tally.include(below)
    if run.exception:
        _end(scene, run_id, latest, run.exception, tally)
    elif run.finished:
        said = EvaluationRunFinishBody.model_validate({"summary": tally.summary()})
        finish_run(_call(scene, run_id), scene.at(latest), latest, said)


def _predict(trial: Trial, prediction: Prediction, begin: datetime) -> tuple[datetime, Tally]:
    """Keep a prediction and its scores: when it ended, and what it came to."""
    scene, ended = trial.scene, begin + prediction.took
    body = PredictionCreateBody(
        model=trial.model,
        inputs=_inputs(trial, prediction),
        output=scene.resolved(prediction.output),
        evaluation_run_id=trial.id,
    )
    prediction_id = recording.predict(body, scene.at(begin))
    tally = Tally()
    tally.count(prediction)
    _end(scene, prediction_id, ended, prediction.exception, tally)
    project = scene.at(ended)
    for scorer, value in prediction.scores.items():
        score = ScoreCreateBody(
            prediction_id=prediction_id,
            scorer=scene.names.ref(scene.project, scorer),
            value=value,
            evaluation_run_id=trial.id,
        )
        recording.score(score, project)
    finish_prediction(_call(scene, prediction_id), project, ended)
    return ended, tally


def _end(scene: Scene, call_id: str, ended: datetime, exception: str | None, tally: Tally) -> None:
    """End a call at this moment; what it gave out stays."""
    end = {
        "project_id": scene.project,
        "id": call_id,
        "ended_at": ended,
        "exception": exception,
        "output": _call(scene, call_id)["output"],
        "summary": tally.summary(),
    }
    calls.end(scene.services.store, EndedCall.model_validate(end))


def _call(scene: Scene, call_id: str) -> Record:
    call = scene.at(None).call(call_id)
    assert call, "it was just made"
    return call


def _inputs(trial: Trial, prediction: Prediction) -> JsonObject:
    """What the model was asked: a row of the dataset, or what is said. Raises a 404."""
    if prediction.row is None:
        return prediction.inputs
    scene = trial.scene
    table = parse_ref(scene.names.value(scene.project, trial.dataset)["rows"]).name
    row = next(sheet.order(scene.services.store, scene.project, table, prediction.row, 1), None)
    if row is None:
        raise not_found(f"{trial.dataset} has no row {prediction.row}")
    return tables.read_row(scene.services.store, scene.project, table, row)
