"""Evaluations that clients recorded without v2, read over v2."""

from __future__ import annotations

import pytest

from tests.conftest import P
from tests.trace.runs import finished, ids, lines, read

EVALUATION = f"weave:///{P}/object/lens:e"
MODEL = f"weave:///{P}/object/Len:m"
SCORER = f"weave:///{P}/object/Right:s"
ROW = f"weave:///{P}/object/qs:d/attr/rows/id/r"


def op(name):
    return f"weave:///{P}/op/{name}:d"


def call(client, call_id, name, parent=None, output=None, /, **inputs):
    client.start(call_id, op_name=op(name), parent_id=parent, inputs=inputs)
    client.end(call_id, output=output)


@pytest.fixture
def evaluated(client):
    """The calls of `Evaluation.evaluate`: a run with one trial, a prediction and two scores."""
    call(client, "run", "Evaluation.evaluate", None, {"n": 1}, self=EVALUATION, model=MODEL)
    trial = {"self": EVALUATION, "model": MODEL, "example": ROW}
    call(client, "trial", "Evaluation.predict_and_score", "run", {"output": 6}, **trial)
    call(client, "prediction", "Len.predict", "trial", 6, self=MODEL, q=f"{ROW}/key/q")
    call(client, "inner", "count", "prediction", 3, output="x")
    call(client, "right", "Right.score", "trial", {"correct": True}, self=SCORER, output=6, a=6)
    call(client, "near", "near", "trial", True, output=6, a=6)
    call(client, "prepared", "prepare", "trial", {"q": 1}, example=ROW)
    call(client, "summary", "Evaluation.summarize", "run", self=EVALUATION)
    return client


def test_the_run_is_listed_and_read(evaluated):
    found = read(evaluated, "evaluation_runs", "run")
    assert lines(evaluated, "evaluation_runs") == [found]
    assert (found["evaluation"], found["model"]) == (EVALUATION, MODEL)
    assert found["status"] == "completed"
    assert ids(evaluated, "evaluation_runs", evaluations=EVALUATION, models=MODEL) == ["run"]


def test_the_model_s_call_is_the_prediction(evaluated):
    found = read(evaluated, "predictions", "prediction")
    assert lines(evaluated, "predictions") == [found]
    assert (found["model"], found["output"]) == (MODEL, 6)
    assert found["inputs"] == {"q": f"{ROW}/key/q"}
    assert found["evaluation_run_id"] == "run"
    assert ids(evaluated, "predictions", evaluation_run_id="run") == ["prediction"]


def test_the_calls_of_scorers_are_the_scores(evaluated):
    near, right = lines(evaluated, "scores")
    assert (near["score_id"], right["score_id"]) == ("near", "right")
    assert (right["scorer"], right["value"]) == (SCORER, {"correct": True})
    assert (near["scorer"], near["value"]) == (op("near"), True)
    assert near["evaluation_run_id"] == right["evaluation_run_id"] == "run"
    assert ids(evaluated, "scores", evaluation_run_id="run") == ["near", "right"]


def test_a_model_can_be_an_op(client):
    call(client, "run", "Evaluation.evaluate", self=EVALUATION, model=op("guess"))
    trial = {"self": EVALUATION, "model": op("guess")}
    call(client, "trial", "Evaluation.predict_and_score", "run", **trial)
    call(client, "prediction", "guess", "trial", 6, q=1)
    assert lines(client, "predictions")[0]["inputs"] == {"q": 1}
    assert ids(client, "scores") == []


def test_calls_of_a_logger_are_read_too(client):
    """`EvaluationLogger` puts the inputs of a prediction and its scores into one object."""
    call(client, "run", "Evaluation.evaluate", self=EVALUATION, model=MODEL)
    trial = {"self": EVALUATION, "model": MODEL, "example": {"x": 1}}
    call(client, "trial", "Evaluation.predict_and_score", "run", **trial)
    call(client, "prediction", "Model.predict", "trial", 2, self=MODEL, inputs={"x": 1})
    call(client, "score", "acc", "trial", 0.5, self=SCORER, output=2, inputs={"x": 1})
    assert lines(client, "predictions")[0]["inputs"] == {"x": 1}
    assert [(line["scorer"], line["value"]) for line in lines(client, "scores")] == [(SCORER, 0.5)]


def test_calls_outside_an_evaluation_do_not_belong_to_it(client):
    call(client, "a", "predict", None, 1, self=MODEL)
    call(client, "b", "score", "a", 1, self=SCORER, output=1)
    call(client, "c", "Evaluation.predict_and_score", "gone")
    call(client, "d", "f", "c", 1, output=1, q=1)
    client.start("e", op_name=op("f"), attributes={"weave": "no object"})
    assert lines(client, "evaluation_runs") == lines(client, "predictions") == []
    assert ids(client, "scores") == ["d"]


def test_a_run_left_alone_by_its_client_can_be_finished_over_v2(client):
    client.start("run", op_name=op("Evaluation.evaluate"), inputs={"self": EVALUATION})
    inputs = {"model": MODEL}
    client.start(
        "trial", op_name=op("Evaluation.predict_and_score"), parent_id="run", inputs=inputs
    )
    client.start("prediction", op_name=op("Len.predict"), parent_id="trial", inputs={"self": MODEL})
    call(client, "score", "Right.score", "trial", 0.5, self=SCORER, output=None)
    finished(client, "predictions", "prediction")
    finished(client, "evaluation_runs", "run", json={})
    assert client.read("prediction")["ended_at"]
    assert client.read("trial")["output"]["scores"] == {"Right": 0.5}
    assert client.read("run")["output"] == {"Right": {"mean": 0.5}}
