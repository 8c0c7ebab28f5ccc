"""Requests that tests of evaluation runs, predictions and scores share."""

from __future__ import annotations

import json

import pytest

from tests.conftest import P

BASE = f"/v2/{P}/"
EVALUATION = f"weave:///{P}/object/lens:v0"
MODEL = f"weave:///{P}/object/My:abc"
SCORER = f"weave:///{P}/object/my_scorer:def"

ITEMS = {
    "evaluation_runs": "evaluation_run_id",
    "predictions": "prediction_id",
    "scores": "score_id",
}
NAMES = {
    "evaluation_runs": "Evaluation run",
    "predictions": "Prediction",
    "scores": "Score",
}
each = pytest.mark.parametrize("kind", ITEMS)


def post(client, kind, body):
    return client.post(BASE + kind, json=body)


def made(client, kind, body):
    answer = post(client, kind, body)
    assert answer.status_code == 200, answer.text
    assert list(answer.json()) == [ITEMS[kind]]
    return answer.json()[ITEMS[kind]]


def run(client, **body):
    return made(client, "evaluation_runs", {"evaluation": EVALUATION, "model": MODEL, **body})


def predict(client, **body):
    return made(client, "predictions", {"model": MODEL, "inputs": {"q": 1}, "output": 2, **body})


def score(client, prediction, **body):
    body = {"prediction_id": prediction, "scorer": SCORER, "value": 0.75, **body}
    return made(client, "scores", body)


def everything(client):
    """A run, a prediction in it and a score of that."""
    run_id = run(client)
    prediction = predict(client, evaluation_run_id=run_id)
    return run_id, prediction, score(client, prediction, evaluation_run_id=run_id)


def read(client, kind, item):
    answer = client.get(f"{BASE}{kind}/{item}")
    assert answer.status_code == 200, answer.text
    return answer.json()


def finish(client, kind, item, **options):
    return client.post(f"{BASE}{kind}/{item}/finish", **options)


def finished(client, kind, item, **options):
    answer = finish(client, kind, item, **options)
    assert (answer.status_code, answer.json()) == (200, {"success": True})


def lines(client, kind, **parameters):
    answer = client.get(BASE + kind, params=parameters)
    assert answer.status_code == 200, answer.text
    return [json.loads(line) for line in answer.text.splitlines()]


def ids(client, kind, **parameters):
    return [line[ITEMS[kind]] for line in lines(client, kind, **parameters)]


def delete(client, kind, **options):
    return client.request("DELETE", BASE + kind, **options)


def trial(client, prediction):
    """The call above a prediction."""
    return client.read(client.read(prediction)["parent_id"])
