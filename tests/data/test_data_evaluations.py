"""Evaluations of data files: the same calls, objects and feedback that requests make."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from mockserver.data.load import load
from mockserver.data.source import DataError, Source
from tests.conftest import P

NOW = "2025-01-01T12:00:00Z"
RUN = {
    "model": "tiny:v0",
    "at": "-1h",
    "predictions": [
        {"row": 0, "output": 4, "took": "2s", "scores": {"exact": True}},
        {"row": 1, "output": 5, "took": "1s", "scores": {"exact": False, "style": 0.5}},
    ],
}


@pytest.fixture
def evaluated(make_client):
    """A client of a server with an evaluation that has these runs."""

    def make(*runs: Any, dataset: str = "golden") -> Any:
        evaluation = {"name": "sums", "dataset": dataset, "scorers": ["exact"], "runs": runs}
        project = {
            "datasets": [
                {"name": "golden", "rows": [{"q": "1+1"}]},
                {"name": "golden", "rows": [{"q": "2+2"}, {"q": "2+3"}]},
            ],
            "models": [{"name": "tiny", "versions": [{"size": 1}, {"size": 2}]}],
            "scorers": [{"name": "exact"}, {"name": "style"}],
            "evaluations": [evaluation],
        }
        text = json.dumps({"mockserver": 1, "projects": {P: project}}).encode()
        client = make_client(seed=1, now=NOW)
        load([Source("runs", text)], client.application.services)
        return client

    return make


def calls(client) -> list[dict[str, Any]]:
    roots = [call for call in client.query() if not call["parent_id"]]
    return client.query(filter={"trace_ids": [root["trace_id"] for root in roots]})


def marked(client, mark: str) -> list[dict[str, Any]]:
    return [call for call in calls(client) if mark in call["attributes"].get("weave", {})]


def value(client, name: str, version: str = "latest") -> Any:
    body = {"project_id": P, "object_id": name, "digest": version}
    return client.post("/obj/read", json=body).json()["obj"]["val"]


def test_a_run_is_a_trace_under_its_own_id(evaluated):
    (run,) = marked(evaluated(RUN), "evaluation_run")
    assert (run["trace_id"], run["parent_id"]) == (run["id"], None)
    assert "/op/Evaluation.evaluate:" in run["op_name"]
    assert run["attributes"]["weave"]["evaluation_run"] == "true"
    assert re.fullmatch(rf"weave:///{P}/object/sums:\w{{43}}", run["inputs"]["self"])
    assert re.fullmatch(rf"weave:///{P}/object/tiny:\w{{43}}", run["inputs"]["model"])


def test_a_finished_run_has_the_means_of_its_scores_and_outputs(evaluated):
    client = evaluated(RUN)
    (run,) = marked(client, "evaluation_run")
    means = {"exact": {"mean": 0.5}, "style": {"mean": 0.5}, "output": {"mean": 4.5}}
    assert (run["output"], run["summary"]["weave"]["status"]) == (means, "success")
    (summarize,) = [call for call in calls(client) if call["op_name"] == "Evaluation.summarize"]
    assert (summarize["parent_id"], summarize["output"]) == (run["id"], means)


def test_a_prediction_is_asked_a_row_and_takes_its_time(evaluated):
    first, second = marked(evaluated(RUN), "prediction")
    assert (first["inputs"]["inputs"], first["output"]) == ({"q": "2+2"}, 4)
    assert (first["started_at"], first["ended_at"]) == (
        "2025-01-01T11:00:00Z",
        "2025-01-01T11:00:02Z",
    )
    assert second["started_at"] == first["ended_at"]


def test_prediction_and_scores_stand_below_one_call_of_the_run(evaluated):
    client = evaluated(RUN)
    both = marked(client, "predict_call_id")[1]
    below = [call["id"] for call in calls(client) if call["parent_id"] == both["id"]]
    prediction, scores = marked(client, "prediction")[1], marked(client, "score")[1:]
    assert both["parent_id"] == both["trace_id"]
    assert below == [prediction["id"], *(score["id"] for score in scores)]
    assert both["attributes"]["weave"]["predict_call_id"] == prediction["id"]
    assert both["output"]["scores"] == {"exact": False, "style": 0.5}
    assert both["output"]["model_latency"] == {"mean": 1.0}


def test_a_score_is_a_call_and_feedback_on_the_prediction(evaluated):
    client = evaluated(RUN)
    prediction, score = marked(client, "prediction")[0], marked(client, "score")[0]
    assert score["output"] is True
    assert score["attributes"]["weave"]["prediction_id"] == prediction["id"]
    answer = client.post("/feedback/query", json={"project_id": P}).json()["result"]
    (row,) = [row for row in answer if row["weave_ref"].endswith(prediction["id"])]
    assert (row["feedback_type"], row["payload"]) == ("wandb.runnable.exact", {"output": True})
    assert row["runnable_ref"] == score["attributes"]["weave"]["scorer"]


def test_a_run_that_is_not_finished_still_runs(evaluated):
    client = evaluated({**RUN, "finished": False})
    (run,) = marked(client, "evaluation_run")
    assert (run["ended_at"], run["summary"]["weave"]["status"]) == (None, "running")
    assert "Evaluation.summarize" not in {call["op_name"] for call in calls(client)}


def test_a_run_may_fail(evaluated):
    (run,) = marked(evaluated({**RUN, "exception": "E: no"}), "evaluation_run")
    assert run["summary"]["weave"]["status"] == "error"


def test_what_is_evaluated_is_published_as_the_service_does(evaluated):
    client = evaluated()
    evaluation, model, scorer = (value(client, name) for name in ("sums", "tiny", "exact"))
    assert evaluation["_bases"] == model["_bases"] == scorer["_bases"] == ["Object", "BaseModel"]
    assert (value(client, "tiny", "v0")["size"], model["size"]) == (1, 2)
    assert evaluation["dataset"].startswith(f"weave:///{P}/object/golden:")
    assert evaluation["scorers"][0].startswith(f"weave:///{P}/object/exact:")
    assert value(client, "sums.evaluate", evaluation["evaluate"])["weave_type"] == {"type": "Op"}
    assert value(client, "exact_score", scorer["score"])["weave_type"] == {"type": "Op"}
    file = {"project_id": P, "digest": model["files"]["obj.py"]}
    assert client.post("/file/content", json=file).status_code == 200


def test_runs_predictions_and_scores_are_read_over_v2(evaluated):
    client = evaluated(RUN)
    (run,) = listed(client, "evaluation_runs")
    predictions, scores = listed(client, "predictions"), listed(client, "scores")
    assert (run["status"], run["finished_at"]) == ("completed", "2025-01-01T11:00:03Z")
    assert [each["inputs"] for each in predictions] == [{"q": "2+2"}, {"q": "2+3"}]
    assert [each["value"] for each in scores] == [True, False, 0.5]
    assert {each["evaluation_run_id"] for each in scores} == {run["evaluation_run_id"]}


def listed(client, resource: str) -> list[dict[str, Any]]:
    answer = client.get(f"/v2/{P}/{resource}")
    return [json.loads(line) for line in answer.text.splitlines()]


def test_an_evaluation_may_use_an_older_version_of_its_dataset(evaluated):
    client = evaluated({**RUN, "predictions": [{"row": 0, "output": 2}]}, dataset="golden:v0")
    assert [each["inputs"] for each in listed(client, "predictions")] == [{"q": "1+1"}]


def test_what_predictions_used_is_summed_up_in_the_run(evaluated):
    usage = {"usage": {"model": "m", "prompt": 2, "completion": 1}}
    predictions = [{**each, **usage} for each in RUN["predictions"]]
    (run,) = marked(evaluated({**RUN, "predictions": predictions}), "evaluation_run")
    assert run["summary"]["usage"]["m"]["total_tokens"] == 6


@pytest.mark.parametrize(
    ("run", "sentence"),
    [
        ({**RUN, "model": "none"}, "evaluations[0].runs[0]: Obj none:latest not found"),
        ({**RUN, "model": "tiny:v7"}, "evaluations[0].runs[0]: Obj tiny:v7 not found"),
        ({**RUN, "predictions": [{"row": 2}]}, "evaluations[0].runs[0]: golden has no row 2"),
        ({**RUN, "predictions": [{"scores": {"x": 1}}]}, "Obj x:latest not found"),
    ],
)
def test_what_a_run_names_must_be_there(evaluated, run, sentence):
    with pytest.raises(DataError, match=re.escape(sentence)):
        evaluated(run)
