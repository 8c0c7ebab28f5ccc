"""The recipes of the service's public cookbook, step by step: a prompt, a model, an evaluation that
is defined, run call by call, and looked at.

They are plain requests, so they are made here in our own words; each step uses what the one before
it left.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.conftest import P

NOW = "2026-01-01T00:00:00+00:00"
LATER = "2026-01-01T00:00:01+00:00"
OP = {"_type": "CustomWeaveType", "weave_type": {"type": "Op"}}
ROWS = [{"question": f"Is {n} even?", "answer": n % 2 == 0} for n in range(3)]


class Cook:
    """Requests to the service as the recipes make them."""

    def __init__(self, client: Any) -> None:
        self.client = client

    def send(self, method: str, path: str, **options: Any) -> Any:
        answer = self.client.request(method, path, **options)
        assert answer.status_code == 200, answer.text
        return answer

    def post(self, path: str, body: dict[str, Any]) -> Any:
        return self.send("POST", path, json={"project_id": P, **body}).json()

    def put(self, path: str, body: dict[str, Any]) -> Any:
        return self.send("PUT", path, json={"project_id": P, **body}).json()

    def publish(self, object_id: str, value: Any, kind: str = "object", **members: Any) -> str:
        body = {"obj": {"project_id": P, "object_id": object_id, "val": value, **members}}
        made = self.send("POST", "/obj/create", json=body).json()
        return f"weave:///{P}/{kind}/{object_id}:{made['digest']}"

    def label(self, object_id: str, digest: str, tags: list[str], aliases: list[str]) -> Any:
        """The object after tags and aliases were put on a version of it."""
        self.put(f"/objs/{object_id}/versions/{digest}/tags", {"tags": tags})
        self.put(f"/objs/{object_id}/aliases", {"digest": digest, "aliases": aliases})
        asked = {"object_id": object_id, "digest": digest, "include_tags_and_aliases": True}
        return self.post("/obj/read", asked)["obj"]

    def latest(self, object_id: str) -> Any:
        wanted = {"object_ids": [object_id], "latest_only": True}
        (found,) = self.post("/objs/query", {"filter": wanted, "metadata_only": False})["objs"]
        return found

    def op_by_its_source(self, name: str) -> str:
        source = f"def {name}(): ...".encode()
        form = {"data": {"project_id": P}, "files": {"file": ("obj.py", source)}}
        digest = self.send("POST", "/file/create", **form).json()["digest"]
        return self.publish(name, {**OP, "files": {"obj.py": digest}}, "op")

    def op(self, name: str) -> str:
        body = {"name": name, "source_code": "def f(): ..."}
        made = self.send("POST", f"/v2/{P}/ops", json=body).json()
        return f"weave:///{P}/op/{made['object_id']}:{made['digest']}"

    def call(self, op: str, inputs: Any, output: Any, parent: Any = None, **members: Any) -> Any:
        """Start and end of a call. One without an output goes on."""
        above = {"parent_id": parent["id"], "trace_id": parent["trace_id"]} if parent else {}
        start = {"project_id": P, "op_name": op, "started_at": NOW, "attributes": {}}
        body = {"start": {**start, "inputs": inputs, **above, **members}}
        call = self.send("POST", "/call/start", json=body).json()
        if output is not None:
            self.end(call, output)
        return call

    def end(self, call: Any, output: Any) -> None:
        summary = {"status_counts": {"success": 1, "error": 0}, "weave": {"status": "success"}}
        end = {"project_id": P, "id": call["id"], "ended_at": LATER, "summary": summary}
        self.send("POST", "/call/end", json={"end": {**end, "output": output}})


@pytest.fixture
def cook(client: Any) -> Cook:
    return Cook(client)


@pytest.fixture
def evaluation(cook: Cook) -> str:
    """Recipes 9 to 11: a scorer, rows, and an evaluation of them."""
    scorer = cook.op("is-correct")
    made = cook.send("POST", f"/v2/{P}/datasets", json={"name": "rows", "rows": ROWS}).json()
    ops = {
        name: cook.op_by_its_source(f"Evaluation.{name}")
        for name in ("evaluate", "predict_and_score", "summarize")
    }
    value = {
        "_bases": ["Object", "BaseModel"],
        "_class_name": "Evaluation",
        "_type": "Evaluation",
        "name": "recipe-11",
        "dataset": f"weave:///{P}/object/{made['object_id']}:{made['digest']}",
        "scorers": [scorer],
        "trials": 1,
        "evaluation_name": None,
        **ops,
    }
    return cook.publish("recipe-11", value, builtin_object_class="Evaluation")


@pytest.fixture
def model(cook: Cook) -> str:
    """Recipe 8: a model that names its op."""
    bases = {"_bases": ["Model", "Object", "BaseModel"], "_class_name": "Oracle"}
    value = {**bases, "_type": "Oracle", "predict": cook.op("recipe-08.predict")}
    return cook.publish("recipe-08", value)


def run(cook: Cook, evaluation: str, model: str, name: str) -> Any:
    """Recipe 12: the calls of one run, root first."""
    value = cook.latest("recipe-11")["val"]
    whole = {"self": evaluation, "model": model}
    dataset = value["dataset"].rpartition("/")[2].replace(":", "/versions/")
    rows_ref = cook.send("GET", f"/v2/{P}/datasets/{dataset}").json()["rows"]
    rows = cook.post("/table/query", {"digest": rows_ref.rpartition("/")[2]})["rows"]
    (scorer,) = value["scorers"]
    root = cook.call(value["evaluate"], whole, None, display_name=name)
    for row in (each["val"] for each in rows):
        trial = cook.call(value["predict_and_score"], {**whole, "example": row}, None, root)
        predict = cook.latest("recipe-08.predict")
        asked = {"self": model, "question": row["question"]}
        op = f"weave:///{P}/op/recipe-08.predict:{predict['digest']}"
        predicted = cook.call(op, asked, {"answer": True}, trial)
        is_right = row["answer"] is True
        scored = cook.call(scorer, {"output": True, "expected": row["answer"]}, is_right, trial)
        feedback = {
            "weave_ref": f"weave:///{P}/call/{predicted['id']}",
            "feedback_type": "wandb.runnable.is-correct",
            "payload": {"output": is_right},
            "runnable_ref": scorer,
            "call_ref": f"weave:///{P}/call/{scored['id']}",
        }
        cook.post("/feedback/create", feedback)
        output = {"output": True, "scores": {"is-correct": is_right}, "model_latency": 0.001}
        cook.end(trial, output)
    summary = {"is-correct": {"true_count": 2, "true_fraction": 2 / 3}}
    cook.call(value["summarize"], {"self": evaluation}, summary, root)
    cook.end(root, summary)
    return root


def test_next_trace_30_a_prompt_is_published_labelled_and_used(cook):
    bases = {"_bases": ["Prompt", "Object", "BaseModel"], "_class_name": "StringPrompt"}
    value = {**bases, "_type": "StringPrompt", "name": None, "content": "Answer: {question}"}
    prompt = cook.publish("recipe-07", value)
    digest = prompt.rpartition(":")[2]
    found = cook.label("recipe-07", digest, ["dev", "python"], ["staging", "v1-candidate"])
    assert found["val"] == value
    assert (found["base_object_class"], found["leaf_object_class"]) == ("Prompt", "StringPrompt")
    assert {"dev", "python"} <= {*found["tags"]}
    assert {"staging", "v1-candidate"} <= {*found["aliases"]}
    called = cook.call("answer", {"prompt": prompt, "question": "?"}, {"answer": "Paris"})
    call = cook.post("/call/read", {"id": called["id"]})["call"]
    assert call["inputs"] == {"prompt": prompt, "question": "?"}


def test_next_trace_30_a_model_is_published_and_called(cook, model):
    op = cook.latest("recipe-08")["val"]["predict"]
    called = cook.call(op, {"self": model, "question": "Is the sky blue?"}, "yes")
    call = cook.post("/call/read", {"id": called["id"]})["call"]
    assert (call["op_name"], call["inputs"]["self"], call["output"]) == (op, model, "yes")
    assert call["trace_id"] == called["trace_id"]


def test_next_trace_30_an_evaluation_is_defined_and_labelled(cook, evaluation):
    found = cook.label("recipe-11", evaluation.rpartition(":")[2], ["dev"], ["staging"])
    assert found["base_object_class"] == "Evaluation"
    assert found["val"]["evaluate"].startswith(f"weave:///{P}/op/Evaluation.evaluate:")
    assert (found["tags"], {*found["aliases"]}) == (["dev"], {"latest", "staging"})


def test_next_trace_30_a_run_is_summed_up(cook, evaluation, model):
    root = run(cook, evaluation, model, "first")
    asked = {"evaluation_call_ids": [root["id"]], "include_rows": True, "include_summary": True}
    results = cook.send("POST", f"/v2/{P}/eval_results/query", json=asked).json()
    assert results["total_rows"] == len(ROWS)
    (found,) = results["summary"]["evaluations"]
    assert (found["evaluation_ref"], found["model_ref"]) == (evaluation, model)
    (stat,) = found["scorer_stats"]
    assert stat["scorer_key"] == "is-correct"
    assert (stat["pass_true_count"], stat["pass_known_count"]) == (2, 3)
    trials = [row["evaluations"][0]["trials"][0] for row in results["rows"]]
    assert all(trial["predict_call_id"] for trial in trials)
    assert [trial["model_output"] for trial in trials] == [True] * 3


def test_next_trace_30_runs_are_found_and_compared(cook, evaluation, model):
    ran = [run(cook, evaluation, model, name)["id"] for name in ("first", "second")]
    op = cook.latest("recipe-11")["val"]["evaluate"]
    query = {
        "project_id": P,
        "filter": {"trace_roots_only": True, "op_names": [op]},
        "limit": 50,
        "sort_by": [{"field": "started_at", "direction": "desc"}],
    }
    lines = cook.send("POST", "/calls/stream_query", json=query).text.splitlines()
    roots = [call for call in map(json.loads, lines) if call["inputs"]["self"] == evaluation]
    assert {call["id"] for call in roots} == {*ran}
    asked = {"evaluation_call_ids": ran, "include_rows": True, "include_summary": True}
    results = cook.send("POST", f"/v2/{P}/eval_results/query", json=asked).json()
    assert results["total_rows"] == len(ROWS)
    for row in results["rows"]:
        assert [each["evaluation_call_id"] for each in row["evaluations"]] == ran
    evaluations = results["summary"]["evaluations"]
    assert [each["display_name"] for each in evaluations] == ["first", "second"]
