"""Evaluations by the Weave library of Python: over a data set, and logged row by row."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

import httpx
import pytest

from mockserver.http.request_log import LoggedRequest
from mockserver.server import MockServer
from tests.clients.conftest import FindLibrary, serving
from tests.clients.test_weave import VERSIONS

ROWS = [{"ware": "tea", "price": 4.5}, {"ware": "milk", "price": 2}, {"ware": "salt", "price": 1}]


class Judged(NamedTuple):
    """What `judge.py` printed, and the server that has its traces."""

    printed: dict[str, Any]
    server: MockServer
    requests: list[LoggedRequest]

    def calls(self, op: str, parent: str | None = None) -> list[dict[str, Any]]:
        """The calls of an op, all of them or those right below another call."""
        found = [call for call in self.printed["calls"] if call["op"] == op]
        return [call for call in found if parent in (None, call["parent_id"])]

    def post(self, path: str, **body: Any) -> Any:
        answer = httpx.post(self.server.url + path, json=body, auth=("api", "any"))
        assert answer.status_code == 200, answer.text
        return answer.json()

    def listed(self, kind: str, **parameters: Any) -> list[dict[str, Any]]:
        """What v2 lists of a kind."""
        url = f"{self.server.url}/v2/acme/judged/{kind}"
        answer = httpx.get(url, params=parameters, auth=("api", "any"))
        assert answer.status_code == 200, answer.text
        return [json.loads(line) for line in answer.text.splitlines()]


@pytest.fixture(scope="module", params=VERSIONS)
def judged(request: pytest.FixtureRequest, library: FindLibrary) -> Iterator[Judged]:
    with serving() as (server, requests):
        yield Judged(library(request.param).run("judge.py", server), server, requests)


def test_an_evaluation_sums_up(judged):
    summary = judged.printed["summary"]
    assert summary["output"] == {"mean": 3}
    assert summary["exact"]["true_count"] == 1
    assert summary["Nearness"]["near"]["true_count"] == 2
    evaluated, _ = judged.calls("Evaluation.evaluate")
    assert evaluated["output"] == summary


def test_each_row_is_predicted_and_scored_below_the_evaluation(judged):
    evaluated, _ = judged.calls("Evaluation.evaluate")
    rows = judged.calls("Evaluation.predict_and_score", evaluated["id"])
    assert sorted(row["output"]["output"] for row in rows) == [1.5, 3, 4.5]
    for row in rows:
        (predicted,) = judged.calls("Shop.predict", row["id"])
        (exact,) = judged.calls("exact", row["id"])
        (near,) = judged.calls("Nearness.score", row["id"])
        assert predicted["output"] == row["output"]["output"]
        assert row["output"]["scores"] == {"exact": exact["output"], "Nearness": near["output"]}


def test_every_call_is_over_and_succeeded(judged):
    calls = judged.printed["calls"]
    assert {call["is_over"] for call in calls} == {True}
    assert {call["outcomes"]["error"] for call in calls} == {0}


def test_a_logger_keeps_predictions_scores_and_a_summary(judged):
    _, logged = judged.calls("Evaluation.evaluate")
    rows = judged.calls("Evaluation.predict_and_score", logged["id"])
    assert [row["output"]["scores"] for row in rows] == [
        {"exact": True},
        {"exact": True},
        {"exact": False},
    ]
    assert [judged.calls("Model.predict", row["id"])[0]["output"] for row in rows] == [4.5, 2, 1]
    assert logged["output"]["output"] == {"judge": "keeper"}


def test_scores_are_feedback_of_predictions(judged):
    items = judged.post("/feedback/query", project_id="acme/judged")["result"]
    predictions = [*judged.calls("Shop.predict"), *judged.calls("Model.predict")]
    refs = {f"weave:///acme/judged/call/{call['id']}" for call in predictions}
    assert {item["weave_ref"] for item in items} == refs
    assert len(items) == 3 * 2 + 3
    assert {item["feedback_type"] for item in items} == {
        "wandb.runnable.exact",
        "wandb.runnable.Nearness",
    }


def test_what_was_evaluated_comes_back(judged):
    assert judged.printed["rows"] == ROWS
    assert judged.printed["prices"] == {"tea": 4.5, "milk": 1.5, "salt": 3}


def test_refs_lead_into_what_was_evaluated(judged):
    printed = judged.printed
    refs = [printed["evaluation"] + "/attr/dataset/attr/name", printed["model"] + "/attr/prices"]
    read = judged.post("/refs/read_batch", refs=refs)
    assert read["vals"] == ["wares", {"tea": 4.5, "milk": 1.5, "salt": 3}]


def test_what_was_evaluated_is_listed_over_v2(judged):
    evaluation, _ = judged.listed("evaluations")
    assert (evaluation["name"], evaluation["trials"]) == ("trial", 1)
    dataset, *_ = judged.listed("datasets")
    assert dataset["name"] == "wares"
    assert [model["name"] for model in judged.listed("models")] == ["shop", "shop"]


def test_runs_are_listed_over_v2(judged):
    evaluated, logged = judged.listed("evaluation_runs")
    assert evaluated["evaluation"] == judged.printed["evaluation"]
    assert evaluated["model"] == judged.printed["model"]
    assert evaluated["status"] == logged["status"] == "completed"
    ids = [call["id"] for call in judged.calls("Evaluation.evaluate")]
    assert [line["evaluation_run_id"] for line in (evaluated, logged)] == ids


def test_predictions_and_scores_are_listed_over_v2(judged):
    evaluated, logged = judged.calls("Evaluation.evaluate")
    for run, op, scores in ((evaluated, "Shop.predict", 6), (logged, "Model.predict", 3)):
        listed = judged.listed("predictions", evaluation_run_id=run["id"])
        calls = {call["id"] for call in judged.calls(op)}
        assert {line["prediction_id"] for line in listed} == calls
        assert all(list(line["inputs"]) == ["ware"] for line in listed)
        assert len(judged.listed("scores", evaluation_run_id=run["id"])) == scores


def test_calls_are_found_by_their_op(judged):
    assert judged.printed["of_predict"] in ("tea", "milk", "salt")
    assert judged.printed["by_op"] == 3


def test_nothing_that_was_asked_was_refused(judged):
    assert [entry for entry in judged.requests if entry.status != 200] == []
