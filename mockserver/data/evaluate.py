"""Runs of evaluations: families of calls, as the service makes them of predictions and scores."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from numbers import Real
from statistics import fmean
from typing import Any, NamedTuple

from mockserver.core.errors import not_found
from mockserver.core.model import JsonObject
from mockserver.core.refs import parse_ref
from mockserver.data.models import Call, Evaluation, Feedback, Prediction, Run
from mockserver.data.publish import add_evaluation, add_op
from mockserver.data.scene import Scene
from mockserver.data.source import Step
from mockserver.data.trace import Family, trace
from mockserver.tables import service as tables
from mockserver.tables import sheet

FLAG = "true"
"""How attributes mark a call as a run, a prediction or a score. Observed."""


class Trial(NamedTuple):
    """What all calls of one run have in common."""

    scene: Scene
    id: str
    evaluation: str
    model: str
    model_name: str
    dataset: str


def add(scene: Scene, evaluation: Evaluation, *steps: Step) -> None:
    """Publish an evaluation and keep its runs."""
    with scene.blamed(*steps):
        ref = add_evaluation(scene, evaluation)
    for at, run in enumerate(evaluation.runs):
        with scene.blamed(*steps, "runs", at):
            name, _, version = run.model.partition(":")
            model = scene.names.ref(scene.project, name, version or "latest")
            run_id = run.id or scene.ids.uuid7()
            trial = Trial(scene, run_id, ref, model, name, evaluation.dataset)
            call = _run(trial, run)
        trace(scene, call, *steps, "runs", at, above=Family(trace_id=run_id))


def _run(trial: Trial, run: Run) -> Call:
    output = _means(run.predictions)
    ending: dict[str, Any] = {"output": output} if run.finished else {}
    if run.exception:
        ending["exception"] = run.exception
    children = [_example(trial, prediction) for prediction in run.predictions]
    if run.finished and not run.exception:
        inputs = {"self": trial.evaluation}
        children.append(Call(op="Evaluation.summarize", inputs=inputs, output=output))
    return Call(
        op="Evaluation.evaluate",
        id=trial.id,
        at=run.at,
        attributes=_marked(evaluation_run=FLAG, evaluation=trial.evaluation, model=trial.model),
        inputs={"self": trial.evaluation, "model": trial.model},
        children=children,
        **ending,
    )


def _example(trial: Trial, prediction: Prediction) -> Call:
    """A prediction with its scores."""
    scene, prediction_id = trial.scene, trial.scene.ids.uuid7()
    inputs = _inputs(trial, prediction)
    predicted = _prediction(trial, prediction, prediction_id, inputs)
    links = {"prediction_id": prediction_id, "evaluation_run_id": trial.id}
    scores = []
    for name, value in prediction.scores.items():
        ref = scene.names.ref(scene.project, name)
        scores.append(
            Call(
                op=add_op(scene, f"{name}.score", None),
                attributes=_marked(score=FLAG, scorer=ref, **links),
                inputs={"self": ref, "inputs": inputs, "output": prediction.output},
                output=value,
            )
        )
    latency = {"mean": prediction.took.total_seconds()}
    said = {"output": prediction.output, "scores": prediction.scores, "model_latency": latency}
    return Call(
        op=add_op(scene, "Evaluation.predict_and_score", None),
        attributes=_marked(predict_call_id=prediction_id),
        inputs={"self": trial.evaluation, "model": trial.model, "example": inputs},
        output=said,
        children=[predicted, *scores],
    )


def _prediction(
    trial: Trial, prediction: Prediction, prediction_id: str, inputs: JsonObject
) -> Call:
    scores = prediction.scores.items()
    return Call(
        op=add_op(trial.scene, f"{trial.model_name}.predict", None),
        id=prediction_id,
        attributes=_marked(prediction=FLAG, model=trial.model, evaluation_run_id=trial.id),
        inputs={"self": trial.model, "inputs": inputs},
        output=prediction.output,
        took=prediction.took,
        exception=prediction.exception,
        usage=prediction.usage,
        feedback=[Feedback(scorer=scorer, value=value) for scorer, value in scores],
    )


def _inputs(trial: Trial, prediction: Prediction) -> JsonObject:
    """What the model was asked: a row of the dataset, or what is said. Raises a 404."""
    if prediction.row is None:
        return prediction.inputs
    scene = trial.scene
    table = parse_ref(scene.names.value(scene.project, trial.dataset)["rows"]).name
    rows = sheet.order(scene.services.store, scene.project, table)
    if prediction.row >= len(rows):
        raise not_found(f"{trial.dataset} has no row {prediction.row}")
    row = rows[prediction.row]
    return tables.read_row(scene.services.store, scene.project, table, row)


def _marked(**marks: str) -> JsonObject:
    return {"weave": marks}


def _means(predictions: Iterable[Prediction]) -> JsonObject:
    """The mean of each scorer's numbers, then of the outputs if they are numbers."""
    numbers = defaultdict(list)
    for prediction in predictions:
        for name, value in (*prediction.scores.items(), ("output", prediction.output)):
            if isinstance(value, Real):
                numbers[name].append(float(value))
    outputs = {"output": numbers.pop("output")} if "output" in numbers else {}
    return {name: {"mean": fmean(values)} for name, values in {**numbers, **outputs}.items()}
