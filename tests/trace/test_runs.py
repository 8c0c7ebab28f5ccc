"""Evaluation runs over v2: started, finished, found."""

from __future__ import annotations

import re

import pytest

from tests.trace.runs import (
    EVALUATION,
    MODEL,
    everything,
    finish,
    finished,
    ids,
    post,
    predict,
    read,
    run,
    score,
)

UUID7 = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")


def test_a_run_runs_objects_84(client):
    run_id = run(client)
    assert UUID7.fullmatch(run_id)
    found = read(client, "evaluation_runs", run_id)
    assert (found["evaluation"], found["model"]) == (EVALUATION, MODEL)
    assert (found["status"], found["finished_at"]) == ("running", None)
    assert found["summary"]["weave"] == {"status": "running", "trace_name": "Evaluation.evaluate"}
    assert found["started_at"] == client.read(run_id)["started_at"]


def test_a_run_is_the_root_of_a_trace(client):
    run_id = run(client)
    call = client.read(run_id)
    assert (call["trace_id"], call["parent_id"]) == (run_id, None)
    assert call["inputs"] == {"self": EVALUATION, "model": MODEL}
    marks = {"evaluation_run": "true", "evaluation": EVALUATION, "model": MODEL}
    assert call["attributes"] == {"weave": marks}


def test_evaluation_and_model_need_not_be_refs_objects_85(client):
    run_id = run(client, evaluation="eval://basic", model="model://basic")
    found = read(client, "evaluation_runs", run_id)
    assert (found["evaluation"], found["model"]) == ("eval://basic", "model://basic")


def test_a_run_names_the_run_that_it_rescores(client):
    assert read(client, "evaluation_runs", run(client))["source_evaluation_run_id"] is None
    again = run(client, source_evaluation_run_id="r")
    assert read(client, "evaluation_runs", again)["source_evaluation_run_id"] == "r"


@pytest.mark.parametrize("missing", ["evaluation", "model"])
def test_a_run_needs_an_evaluation_and_a_model(client, missing):
    body = {"evaluation": EVALUATION, "model": MODEL}
    del body[missing]
    answer = post(client, "evaluation_runs", body)
    assert answer.status_code == 422
    assert answer.json()["detail"][0]["loc"] == ["body", missing]


def test_runs_are_found_by_evaluation_model_and_id(client):
    first, second = run(client), run(client, evaluation="e2", model="m2")
    assert ids(client, "evaluation_runs", evaluations=[EVALUATION, "x"]) == [first]
    assert ids(client, "evaluation_runs", models="m2") == [second]
    assert ids(client, "evaluation_runs", evaluation_run_ids=[second, first]) == [first, second]
    assert ids(client, "evaluation_runs", evaluations="e2", models=MODEL) == []


def test_older_clients_join_values_with_commas(client):
    first, second = run(client), run(client, evaluation="e2", model="m2")
    assert ids(client, "evaluation_runs", evaluation_refs=f"{EVALUATION},e2") == [first, second]
    assert ids(client, "evaluation_runs", model_refs="m2,m3") == [second]
    assert ids(client, "evaluation_runs", evaluation_run_ids=f"{first},x") == [first]


def test_any_call_is_read_as_a_run(client):
    client.start("a")
    found = read(client, "evaluation_runs", "a")
    assert (found["evaluation"], found["model"], found["status"]) == ("", "", "running")
    assert ids(client, "evaluation_runs") == []


def test_a_finished_run_has_the_means_objects_94(client):
    run_id, prediction, _ = everything(client)
    finished(client, "predictions", prediction)
    finished(client, "evaluation_runs", run_id, json={"summary": {"mine": 1}})
    found = read(client, "evaluation_runs", run_id)
    assert (found["status"], found["summary"]["mine"]) == ("completed", 1)
    assert found["summary"]["weave"]["status"] == "success"
    assert found["finished_at"] == client.read(run_id)["ended_at"]
    means = {"my_scorer": {"mean": 0.75}, "output": {"mean": 2.0}}
    assert client.read(run_id)["output"] == means
    [summed] = client.query(filter={"op_names": ["Evaluation.summarize"]})
    assert (summed["output"], summed["parent_id"]) == (means, run_id)


def test_a_run_is_finished_with_a_body_objects_94(client):
    run_id = run(client)
    answer = finish(client, "evaluation_runs", run_id)
    assert (answer.status_code, answer.json()["detail"][0]["loc"]) == (422, ["body"])
    assert read(client, "evaluation_runs", run_id)["status"] == "running"
    finished(client, "evaluation_runs", run_id, json={})


def test_an_invalid_summary_is_422(client):
    run_id = run(client)
    answer = finish(client, "evaluation_runs", run_id, json={"summary": {"usage": 5}})
    assert answer.status_code == 422
    assert answer.json()["detail"][0]["loc"] == ["body", "summary", "usage"]


def test_only_finished_predictions_count_objects_95(client):
    run_id, _, _ = everything(client)
    finished(client, "evaluation_runs", run_id, json={})
    assert client.read(run_id)["output"] == {}


def test_only_numbers_have_a_mean(client):
    run_id = run(client)
    for value, output in ((1, "yes"), (True, 4), ("no", None), (0.25, 10**400), (10**400, [1])):
        prediction = predict(client, evaluation_run_id=run_id, output=output)
        score(client, prediction, evaluation_run_id=run_id, value=value)
        finished(client, "predictions", prediction)
    finished(client, "evaluation_runs", run_id, json={})
    means = {"my_scorer": {"mean": 0.75}, "output": {"mean": 4.0}}
    assert client.read(run_id)["output"] == means


def test_a_run_can_be_finished_again(client):
    run_id, prediction, _ = everything(client)
    finished(client, "evaluation_runs", run_id, json={"summary": {"try": 1}})
    finished(client, "predictions", prediction)
    finished(client, "evaluation_runs", run_id, json={"summary": {"try": 2}})
    assert read(client, "evaluation_runs", run_id)["summary"]["try"] == 2
    assert client.read(run_id)["output"]["output"] == {"mean": 2.0}


def test_a_run_whose_call_ended_in_an_exception_failed_objects_99(client):
    run_id = run(client)
    client.end(run_id, exception="no", ended_at="2100-01-01T00:00:00Z")
    found = read(client, "evaluation_runs", run_id)
    assert (found["status"], found["finished_at"]) == ("failed", "2100-01-01T00:00:00Z")
