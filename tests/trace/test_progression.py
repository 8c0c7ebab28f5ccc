"""Runs and predictions that the server finishes, under `--progression`."""

from __future__ import annotations

import pytest

from mockserver.settings import InvalidSetting, Settings
from tests.trace.runs import finished, lines, predict, read, run, score, trial

NOON = "2025-01-01T12:00:00Z"


def status(client, run_id):
    return read(client, "evaluation_runs", run_id)["status"]


def advance(client, seconds):
    answer = client.post("/__admin/clock", json={"advance": seconds})
    assert answer.status_code == 200, answer.text


def test_by_default_a_run_never_finishes(make_client):
    client = make_client(now=NOON)
    run_id = run(client)
    advance(client, 10**6)
    assert [status(client, run_id) for _ in range(5)] == ["running"] * 5


def test_a_run_finishes_at_the_first_read(make_client):
    client = make_client(progression="immediate")
    run_id = run(client)
    assert client.read(run_id)["ended_at"] is None
    assert status(client, run_id) == "completed"
    assert client.read(run_id)["ended_at"]


def test_a_run_finishes_after_some_reads(make_client):
    client = make_client(progression="reads:2")
    run_id = run(client)
    assert status(client, run_id) == "running"
    assert lines(client, "evaluation_runs")[0]["status"] == "running"
    assert status(client, run_id) == "completed"


def test_a_run_finishes_after_some_time(make_client):
    client = make_client(progression="after:2.5", now=NOON)
    run_id = run(client)
    advance(client, 2)
    assert status(client, run_id) == "running"
    advance(client, 3)
    found = read(client, "evaluation_runs", run_id)
    assert found["status"] == "completed"
    assert found["finished_at"] == "2025-01-01T12:00:02.500000Z"
    assert found["summary"]["weave"]["latency_ms"] == 2500


def test_a_run_finishes_with_its_predictions(make_client):
    client = make_client(progression="immediate")
    run_id = run(client)
    prediction = predict(client, evaluation_run_id=run_id)
    score(client, prediction, evaluation_run_id=run_id)
    assert status(client, run_id) == "completed"
    assert trial(client, prediction)["output"]["scores"] == {"my_scorer": 0.75}
    means = {"my_scorer": {"mean": 0.75}, "output": {"mean": 2.0}}
    assert client.read(run_id)["output"] == means


def test_a_run_never_ends_before_its_predictions_began(make_client):
    client = make_client(progression="after:1", now=NOON)
    run_id = run(client)
    advance(client, 5)
    prediction = predict(client, evaluation_run_id=run_id)
    assert status(client, run_id) == "completed"
    assert client.read(run_id)["ended_at"] == trial(client, prediction)["ended_at"]
    assert trial(client, prediction)["summary"]["weave"]["latency_ms"] == 0


def test_a_trial_that_its_client_finished_stays_unchanged(make_client):
    client = make_client(progression="immediate")
    run_id = run(client)
    prediction = predict(client, evaluation_run_id=run_id)
    finished(client, "predictions", prediction)
    before = trial(client, prediction)
    score(client, prediction, evaluation_run_id=run_id)
    assert status(client, run_id) == "completed"
    assert trial(client, prediction) == before


def test_a_prediction_finishes_alone(make_client):
    client = make_client(progression="reads:1")
    run_id = run(client)
    prediction = predict(client, evaluation_run_id=run_id)
    read(client, "predictions", prediction)
    assert trial(client, prediction)["ended_at"] is None
    read(client, "predictions", prediction)
    assert trial(client, prediction)["output"]["output"] == 2
    assert client.read(run_id)["ended_at"] is None


def test_a_prediction_that_its_client_finished_stays_unchanged(make_client):
    client = make_client(progression="immediate")
    run_id = run(client)
    finished(client, "evaluation_runs", run_id, json={"summary": {"mine": 1}})
    before = client.read(run_id)
    assert status(client, run_id) == "completed"
    assert client.read(run_id) == before


def test_calls_that_were_not_made_over_v2_run_on(make_client):
    client = make_client(progression="immediate")
    client.start("a", op_name="Evaluation.evaluate")
    assert status(client, "a") == "running"


def test_a_reset_clears_the_counts_of_reads(make_client):
    client = make_client(progression="reads:1", seed=1, now=NOON)
    for _ in range(2):
        assert status(client, run(client)) == "running"
        client.post("/__admin/reset")


def test_it_can_be_changed_while_the_server_runs(client):
    run_id = run(client)
    assert status(client, run_id) == "running"
    answer = client.put("/__admin/settings", json={"progression": "immediate"})
    assert answer.json()["progression"] == "immediate"
    assert status(client, run_id) == "completed"


@pytest.mark.parametrize(
    "words", ["soon", "reads:", "reads:-1", "after:x", "after:1e9", "reads:1.5"]
)
def test_other_values_are_refused(words):
    with pytest.raises(InvalidSetting, match="--progression"):
        Settings.read({"progression": words})
