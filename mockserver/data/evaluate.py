"""Load evaluations and their runs, as if a client had recorded them one after the other."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from mockserver.core.errors import not_found
from mockserver.core.model import JsonObject, Record
from mockserver.core.refs import parse_ref, version_ref
from mockserver.data.context import LoadContext
from mockserver.data.models import Evaluation, Prediction, Run
from mockserver.data.source import errors_at
from mockserver.data.trace import Tally
from mockserver.trace.evaluations import models, recording, versioned
from mockserver.trace.kinds import ROWS
from mockserver.trace.objects.versions import LATEST, find
from mockserver.trace.tables import row_order


class OpenRun(NamedTuple):
    """A run that predictions are added to."""

    context: LoadContext
    id: str
    model: str
    dataset: str


def add_evaluation(context: LoadContext, evaluation: Evaluation) -> None:
    """Publish an evaluation and record its runs."""
    project, name = context.at(evaluation.at), evaluation.name
    body = models.EvaluationCreateReq(
        name=name,
        description=evaluation.description,
        dataset=context.ref(evaluation.dataset),
        scorers=[context.ref(scorer) for scorer in evaluation.scorers],
        trials=evaluation.trials,
    )
    version = project.publish(name, versioned.evaluation_value(body, project, name))
    ref = version_ref(context.project, "object", name, version["digest"])
    for at, run in enumerate(evaluation.runs):
        with errors_at("runs", at):
            _add_run(context, ref, evaluation.dataset, run)


def _add_run(context: LoadContext, evaluation: str, dataset: str, run: Run) -> None:
    model = context.ref(run.model)
    body = models.EvaluationRunCreateBody(evaluation=evaluation, model=model)
    run_id = recording.start_run(body, context.at(run.at))
    open_run = OpenRun(context, run_id, model, dataset)
    tally, latest = Tally(), context.moment(run.at)
    for prediction in run.predictions:
        latest, below = _add_prediction(open_run, prediction, latest)
        tally.update(below)
    if run.exception:
        context.at(None).end(run_id, None, latest, tally.summary(), run.exception)
    elif run.finished:
        finish = models.EvaluationRunFinishBody.model_validate({"summary": tally.summary()})
        recording.finish_run(_call(context, run_id), context.at(latest), latest, finish)


def _add_prediction(
    run: OpenRun, prediction: Prediction, begin: datetime
) -> tuple[datetime, Tally]:
    """Record a prediction and its scores. Returns its end and its sums."""
    context, ended, tally = run.context, begin + prediction.took, Tally()
    body = models.PredictionCreateBody(
        model=run.model,
        inputs=prediction.inputs if prediction.row is None else _row(run, prediction.row),
        output=context.resolved(prediction.output),
        evaluation_run_id=run.id,
    )
    prediction_id = recording.predict(body, context.at(begin))
    tally.count(prediction)
    project = context.at(ended)
    project.end(prediction_id, body.output, ended, tally.summary(), prediction.exception)
    for scorer, value in prediction.scores.items():
        score = models.ScoreCreateBody(
            prediction_id=prediction_id,
            scorer=context.ref(scorer),
            value=value,
            evaluation_run_id=run.id,
        )
        recording.score(score, project)
    recording.finish_prediction(_call(context, prediction_id), project, ended)
    return ended, tally


def _call(context: LoadContext, call_id: str) -> Record:
    call = context.at(None).call(call_id)
    assert call, "it was just made"
    return call


def _row(run: OpenRun, number: int) -> JsonObject:
    """A row of the dataset. Raises a 404."""
    store, project = run.context.store, run.context.project
    name, _, version = run.dataset.partition(":")
    table = parse_ref(find(store, project, name, version or LATEST)["val"]["rows"]).name
    record = store[ROWS].get(project, next(row_order(store, project, table, number, 1), ""))
    if record is None:
        raise not_found(f"{run.dataset} has no row {number}")
    row: JsonObject = record["val"]
    return row
