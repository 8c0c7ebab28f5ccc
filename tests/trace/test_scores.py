"""Scores over v2: alone, or beside a prediction, and as feedback."""

from __future__ import annotations

import pytest

from tests.conftest import P
from tests.trace.runs import SCORER, everything, post, predict, read, run, score, trial


def test_a_score_is_beside_its_prediction_objects_91(client):
    run_id, prediction, scored = everything(client)
    found = read(client, "scores", scored)
    assert (found["scorer"], found["value"]) == (SCORER, 0.75)
    assert found["evaluation_run_id"] == run_id
    call = client.read(scored)
    assert call["parent_id"] == trial(client, prediction)["id"]
    assert call["inputs"] == {"self": SCORER, "inputs": {"q": 1}, "output": 2}


def test_a_score_is_feedback_too_objects_91(client):
    _, prediction, _ = everything(client)
    answer = client.post("/feedback/query", json={"project_id": P})
    [feedback] = answer.json()["result"]
    assert feedback["feedback_type"] == "wandb.runnable.my_scorer"
    assert feedback["payload"] == {"output": 0.75}
    assert feedback["runnable_ref"] == SCORER
    assert feedback["weave_ref"] == f"weave:///{P}/call/{prediction}"


@pytest.mark.parametrize("value", ["abc", True, 3, {"correct": False}, [1.5]])
def test_a_score_is_any_value_objects_92(client, value):
    scored = score(client, predict(client), value=value)
    assert read(client, "scores", scored)["value"] == value


def test_a_null_score_is_shown_as_zero(client):
    assert read(client, "scores", score(client, predict(client), value=None))["value"] == 0.0


def test_a_score_needs_no_run(client):
    scored = score(client, "nope")
    assert read(client, "scores", scored)["evaluation_run_id"] is None
    call = client.read(scored)
    assert (call["trace_id"], call["parent_id"]) == (scored, None)
    assert call["inputs"] == {"self": SCORER, "inputs": {}, "output": None}


def test_a_score_of_an_unknown_prediction_is_right_below_the_run(client):
    run_id = run(client)
    call = client.read(score(client, "nope", evaluation_run_id=run_id))
    assert (call["trace_id"], call["parent_id"]) == (run_id, run_id)


@pytest.mark.parametrize("scorer", ["s", f"weave:///{P}/op/f:d", f"weave:///{P}/call/c"])
def test_a_scorer_that_is_not_an_object_is_400_and_keeps_nothing(client, scorer):
    body = {"prediction_id": "p", "scorer": scorer, "value": 1}
    assert post(client, "scores", body).status_code == 400
    assert client.application.services.store.counts() == {}


def test_a_run_id_with_half_a_character_is_refused_and_keeps_nothing(client):
    body = r'{"prediction_id": "p", "scorer": "%s", "value": 1, "evaluation_run_id": "\ud800"}'
    answer = client.post(f"/v2/{P}/scores", content=body % SCORER)
    assert (answer.status_code, answer.json()["detail"][0]["type"]) == (422, "string_unicode")
    assert answer.json()["detail"][0]["loc"] == ["body", "evaluation_run_id"]
    assert client.application.services.store.counts() == {}
