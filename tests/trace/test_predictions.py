"""Predictions over v2: alone, or in a run below a trial."""

from __future__ import annotations

import pytest

from tests.trace.runs import (
    EVALUATION,
    ITEMS,
    MODEL,
    everything,
    finished,
    ids,
    post,
    predict,
    read,
    run,
    score,
    trial,
)


def test_a_prediction_is_part_of_the_run_s_trace_objects_86(client):
    run_id = run(client)
    prediction = predict(client, evaluation_run_id=run_id)
    found = read(client, "predictions", prediction)
    assert (found["model"], found["inputs"], found["output"]) == (MODEL, {"q": 1}, 2)
    assert found["evaluation_run_id"] == run_id
    calls = client.query(filter={"trace_ids": [run_id]})
    assert [call["id"] for call in calls if call["ended_at"]] == [prediction]
    assert [call["parent_id"] for call in calls] == [None, run_id, calls[1]["id"]]


def test_a_trial_knows_its_example_and_its_prediction(client):
    prediction = predict(client, evaluation_run_id=run(client))
    above = trial(client, prediction)
    assert above["inputs"] == {"self": EVALUATION, "model": MODEL, "example": {"q": 1}}
    assert above["attributes"]["weave"] == {"predict_call_id": prediction}
    assert above["summary"]["weave"]["trace_name"] == "Evaluation.predict_and_score"


def test_a_prediction_needs_no_run_objects_87(client):
    prediction = predict(client)
    assert read(client, "predictions", prediction)["evaluation_run_id"] is None
    call = client.read(prediction)
    assert (call["trace_id"], call["parent_id"]) == (prediction, None)


def test_the_spans_of_a_prediction_are_marks_of_its_call(client):
    spans = [{"trace_id": "t1", "span_id": "s1"}, {"trace_id": "t1", "span_id": "s2"}]
    prediction = predict(client, evaluation_run_id=run(client), genai_span_ref=spans)
    assert client.read(prediction)["attributes"]["weave"]["genai_span_ref"] == spans
    assert "genai_span_ref" not in trial(client, prediction)["attributes"]["weave"]
    assert "genai_span_ref" not in read(client, "predictions", prediction)


@pytest.mark.parametrize("spans", [None, []])
def test_a_prediction_without_spans_has_no_such_mark(client, spans):
    prediction = predict(client, genai_span_ref=spans)
    assert client.read(prediction)["attributes"]["weave"] == {"prediction": "true", "model": MODEL}


def test_a_span_is_named_by_its_trace_and_itself(client):
    body = {"model": MODEL, "inputs": {}, "output": 2, "genai_span_ref": [{"trace_id": "t1"}]}
    answer = post(client, "predictions", body)
    [problem] = answer.json()["detail"]
    assert (answer.status_code, problem["type"]) == (422, "missing")
    assert problem["loc"] == ["body", "genai_span_ref", 0, "span_id"]


def test_a_prediction_needs_an_output_which_may_be_null_objects_88(client):
    answer = post(client, "predictions", {"model": MODEL, "inputs": {}})
    [problem] = answer.json()["detail"]
    assert (answer.status_code, problem["type"]) == (422, "missing")
    assert problem["loc"] == ["body", "output"]
    assert read(client, "predictions", predict(client, output=None))["output"] is None


def test_a_prediction_in_an_unknown_run_is_404_objects_89(client):
    body = {"model": MODEL, "inputs": {}, "output": 2, "evaluation_run_id": "nope"}
    answer = post(client, "predictions", body)
    assert (answer.status_code, answer.json()) == (404, {"reason": "Evaluation run nope not found"})
    assert client.application.services.store.counts() == {}


@pytest.mark.parametrize("kind", ["predictions", "scores"])
def test_lists_are_narrowed_to_a_run_objects_90(client, kind):
    first, second = everything(client), everything(client)
    at = list(ITEMS).index(kind)
    assert ids(client, kind, evaluation_run_id=first[0]) == [first[at]]
    assert ids(client, kind) == [first[at], second[at]]
    assert ids(client, kind, evaluation_run_id="nope") == []


def test_two_runs_of_one_trace_have_separate_lists_objects_90(client):
    for run_id in ("r1", "r2"):
        client.start(run_id, op_name="Evaluation.evaluate", trace_id="t")
    first, second = (predict(client, evaluation_run_id=run_id) for run_id in ("r1", "r2"))
    assert client.read(first)["trace_id"] == client.read(second)["trace_id"] == "t"
    assert ids(client, "predictions", evaluation_run_id="r2") == [second]


@pytest.mark.parametrize(
    ("model", "name"),
    [
        (MODEL, "My.predict"),
        ("model://basic", "Model.predict"),
        ("weave:///e/p/op/f:d", "f.predict"),
    ],
)
def test_a_prediction_is_a_call_of_the_model_s_op(client, model, name):
    call = client.read(predict(client, model=model))
    assert call["summary"]["weave"]["trace_name"] == name
    answer = client.post("/refs/read_batch", json={"refs": [call["op_name"]]})
    assert answer.json()["vals"][0]["weave_type"] == {"type": "Op"}


def test_a_model_name_that_is_invalid_for_an_op_is_403(client):
    body = {"model": "weave:///e/p/object/a!:d", "inputs": {}, "output": 2}
    assert post(client, "predictions", body).status_code == 403


def test_a_finished_prediction_sums_up_its_trial_objects_93(client):
    run_id = run(client)
    prediction = predict(client, evaluation_run_id=run_id)
    score(client, prediction, evaluation_run_id=run_id)
    assert trial(client, prediction)["ended_at"] is None
    finished(client, "predictions", prediction)
    above = trial(client, prediction)
    assert above["output"]["output"] == 2
    assert above["output"]["scores"] == {"my_scorer": 0.75}
    assert above["output"]["model_latency"]["mean"] >= 0
    assert above["summary"]["weave"]["status"] == "success"


def test_a_finished_prediction_keeps_its_output_objects_93(client):
    prediction = predict(client)
    before = client.read(prediction)
    finished(client, "predictions", prediction, content=b"any {body")
    assert client.read(prediction) == before
    assert read(client, "predictions", prediction)["output"] == 2


def test_the_last_of_several_scores_of_a_scorer_counts(client):
    run_id = run(client)
    prediction = predict(client, evaluation_run_id=run_id)
    for value in (0.25, None, 1, None):
        score(client, prediction, evaluation_run_id=run_id, value=value)
    score(client, prediction, value=0.5)
    finished(client, "predictions", prediction)
    assert trial(client, prediction)["output"]["scores"] == {"my_scorer": 1}


def test_the_last_score_is_the_last_by_the_clock(make_client):
    """A moment on the second is written shorter than one after it."""
    client = make_client(now="2025-01-01T12:00:00Z")
    run_id = run(client)
    prediction = predict(client, evaluation_run_id=run_id)
    score(client, prediction, evaluation_run_id=run_id, value=1)
    client.post("/__admin/clock", json={"advance": 0.5})
    score(client, prediction, evaluation_run_id=run_id, value=2)
    finished(client, "predictions", prediction)
    assert trial(client, prediction)["output"]["scores"] == {"my_scorer": 2}
