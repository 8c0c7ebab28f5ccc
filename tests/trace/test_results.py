"""Evaluation results: rows and trials of one or several evaluations, and their summary."""

from __future__ import annotations

import pytest

from tests.conftest import P

PATH = f"/v2/{P}/eval_results/query"
MODEL = f"weave:///{P}/object/M:abc"


def evaluation(client, root="e1", **fields):
    client.start(
        root, op_name="Evaluation.evaluate", inputs={"self": "ev", "model": MODEL}, **fields
    )
    return root


def call(client, call_id, parent, op_name, *, inputs=None, output=None, seconds=1, **fields):
    """A call that took so many seconds."""
    client.start(call_id, parent_id=parent, op_name=op_name, inputs=inputs or {})
    client.end(call_id, ended_at=f"2024-01-01T00:00:0{seconds}Z", output=output, **fields)
    return call_id


def trial(client, call_id, example, root="e1", op_name="Evaluation.predict_and_score", **output):
    inputs = {"example": example, "model": MODEL}
    return call(client, call_id, root, op_name, inputs=inputs, output={"scores": {}, **output})


def results(client, *roots, **request):
    body = {"evaluation_call_ids": [*roots], **request}
    answer = client.post(PATH, json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def rows(client, *roots, **request):
    return results(client, *(roots or ["e1"]), **request)["rows"]


def shown(client, example, **request):
    """The only trial of an example."""
    [row] = [
        row
        for row in rows(client, include_raw_data_rows=True, **request)
        if row["raw_data_row"] == example
    ]
    [trial] = row["evaluations"][0]["trials"]
    return trial


def examples(client, *roots, **request):
    found = rows(client, *roots, include_raw_data_rows=True, **request)
    return [row["raw_data_row"]["n"] for row in found]


def summary(client, *roots, **request):
    return results(client, *(roots or ["e1"]), include_summary=True, **request)["summary"]


def where(operator, field, value, to=None):
    operand = {"$getField": field}
    operand = {"$convert": {"input": operand, "to": to}} if to else operand
    return {"query": {"$expr": {operator: [operand, {"$literal": value}]}}}


def refused(client, **request):
    answer = client.post(PATH, json={"evaluation_call_ids": ["e1"], **request})
    assert answer.status_code == 400
    return answer.json()["reason"]


def test_an_evaluation_is_required_next_trace_16(client):
    [problem] = client.post(PATH, json={"evaluation_call_ids": []}).json()["detail"]
    assert problem["type"] == "value_error"
    found = results(client, "nowhere", include_summary=True)
    nothing = {"row_count": 0, "evaluations": []}
    assert found == {"rows": [], "total_rows": 0, "summary": nothing, "warnings": []}


def test_equal_examples_are_one_row_next_trace_17(client):
    evaluation(client)
    trial(client, "t1", {"a": 1, "b": 2}), trial(client, "t2", {"b": 2, "a": 1})
    [row] = rows(client)
    [found] = row["evaluations"]
    ids = [each["predict_and_score_call_id"] for each in found["trials"]]
    assert (found["evaluation_call_id"], ids) == ("e1", ["t1", "t2"])


def row_refs(client, *rows):
    """A ref to each row of a published dataset, as inputs of real evaluations have it."""
    made = client.post("/table/create", json={"table": {"project_id": P, "rows": rows}}).json()
    val = {"_type": "Dataset", "rows": f"weave:///{P}/table/{made['digest']}"}
    obj = {"project_id": P, "object_id": "d", "val": val}
    version = client.post("/obj/create", json={"obj": obj}).json()["digest"]
    dataset = f"weave:///{P}/object/d:{version}"
    return [f"{dataset}/attr/rows/id/{digest}" for digest in made["row_digests"]]


def test_a_ref_names_its_row_next_trace_18(client):
    evaluation(client)
    [ref] = row_refs(client, {"q": 1})
    trial(client, "t1", ref)
    digest = ref.rpartition("/")[2]
    [row] = rows(client, include_raw_data_rows=True)
    assert (row["row_digest"], row["raw_data_row"]) == (digest, ref)
    [row] = rows(client, include_raw_data_rows=True, resolve_row_refs=True)
    assert row["raw_data_row"] == {"q": 1}
    assert rows(client)[0]["raw_data_row"] is None
    lost = ref.replace("/d:", "/gone:")
    trial(client, "t2", lost, root=evaluation(client, "e2"))
    found = results(client, "e2", include_raw_data_rows=True, resolve_row_refs=True)
    assert found["rows"][0]["raw_data_row"] == lost
    assert found["warnings"] == [
        "Failed to resolve dataset row refs; raw_data_row may contain refs"
    ]


def test_the_prediction_is_the_call_of_the_model_next_trace_19(client):
    evaluation(client), trial(client, "t1", 1, output="yes", scores={"acc": True})
    usage = {"usage": {"gpt-4o": {"prompt_tokens": 4, "total_tokens": 7}}}
    call(client, "s1", "t1", "acc_scorer", inputs={"output": 1})
    call(client, "p1", "t1", "answer", inputs={"self": MODEL}, seconds=2, summary=usage)
    found = shown(client, 1, include_costs=True)
    assert found["predict_call_id"] == "p1"
    assert (found["model_latency_seconds"], found["total_tokens"]) == (2.0, 7)
    assert (found["model_output"], found["scores"]) == ("yes", {"acc": True})
    assert found["scorer_call_ids"] == {"acc": "s1"}
    assert found["total_cost"] > 0
    without = shown(client, 1, include_predict_and_score_children=False)
    assert (without["predict_call_id"], without["scorer_call_ids"]) == (None, {})


def test_a_trial_without_a_prediction_uses_its_own_output_next_trace_20(client):
    evaluation(client)
    trial(client, "t1", 1, model_latency={"mean": 0.25}), trial(client, "t2", 2, model_latency=0.5)
    usage = {"usage": {"m": {"total_tokens": 3}, "n": {"total_tokens": 4}}}
    client.end("t1", output={"model_latency": {"mean": 0.25}}, summary=usage)
    found = shown(client, 1)
    assert (found["model_latency_seconds"], found["total_tokens"]) == (0.25, 7)
    assert shown(client, 2)["model_latency_seconds"] is None


def test_a_running_trial_counts_next_trace_21(client):
    evaluation(client)
    client.start(
        "t1", parent_id="e1", op_name="Evaluation.predict_and_score", inputs={"example": 1}
    )
    found = shown(client, 1)
    assert (found["scores"], found["model_output"]) == ({}, None)
    assert summary(client)["evaluations"][0]["trial_count"] == 1


def test_both_spellings_are_trials_next_trace_22(client):
    evaluation(client)
    trial(client, "t1", 1)
    trial(client, "t2", 2, op_name=f"weave:///{P}/op/Evaluation.predictAndScore:abc")
    call(client, "s", "e1", "Evaluation.summarize")
    trial(client, "deep", 3, root="t1")
    assert results(client, "e1")["total_rows"] == 2


def test_passes_are_counted_next_trace_23(client):
    evaluation(client)
    for at, passed in enumerate([True, False, True]):
        trial(client, f"t{at}", at, scores={"acc": passed})
    [found] = summary(client)["evaluations"]
    [stats] = found["scorer_stats"]
    assert (stats["scorer_key"], stats["path"], stats["value_type"]) == ("acc", None, "binary")
    assert (stats["trial_count"], stats["pass_true_count"]) == (3, 2)
    assert stats["pass_rate"] == pytest.approx(2 / 3)
    assert stats["pass_signal_coverage"] == 1.0
    assert (found["evaluation_ref"], found["model_ref"]) == ("ev", MODEL)
    assert found["started_at"] == "2024-01-01T00:00:00+00:00"


def test_the_coverage_is_the_share_of_truth_values(client):
    client.start("e1", op_name="Evaluation.evaluate", inputs={"this": "ev"})
    for at, score in enumerate([True, 0.5, "good", False]):
        trial(client, f"t{at}", at, scores={"acc": score})
    [found] = summary(client)["evaluations"]
    [stats] = found["scorer_stats"]
    assert (stats["trial_count"], stats["pass_known_count"], stats["numeric_count"]) == (4, 2, 1)
    assert stats["pass_signal_coverage"] == 0.5
    assert found["evaluation_ref"] == "ev"


def test_scores_are_walked_to_their_leaves_next_trace_24(client):
    evaluation(client)
    score = {"x": 0.5, "ok": True, "why": "t", "n": None, "l": [1]}
    trial(client, "t1", 1, scores={"judge": score, "far": {"a": {"b": 10**400}}})
    stats = summary(client)["evaluations"][0]["scorer_stats"]
    assert [(each["path"], each["value_type"]) for each in stats[:3]] == [
        ("x", "continuous"), ("ok", "binary"), ("why", "text"),
    ]  # fmt: skip
    assert (stats[0]["numeric_mean"], stats[0]["pass_rate"]) == (0.5, None)
    assert stats[3]["path"] == "a.b"


def test_evaluations_are_compared_next_trace_25(client):
    for root in ("e1", "e2"):
        evaluation(client, root)
        trial(client, f"{root}t", {"n": 1}, root=root)
    trial(client, "only", {"n": 2})
    both = [row for row in rows(client, "e2", "e1") if len(row["evaluations"]) == 2]
    assert [each["evaluation_call_id"] for each in both[0]["evaluations"]] == ["e2", "e1"]
    assert examples(client, "e1", "e2", require_intersection=True) == [1]
    found = results(
        client, "e1", "e2", require_intersection=True, include_summary=True,
        summary_require_intersection=False,
    )  # fmt: skip
    assert (found["total_rows"], found["summary"]["row_count"]) == (1, 2)
    found = results(client, "e1", "e2", require_intersection=True, include_summary=True)
    assert (found["total_rows"], found["summary"]["row_count"]) == (1, 1)
    by_run = client.post(PATH, json={"evaluation_run_ids": ["e1", "e1"]}).json()
    assert by_run["total_rows"] == 2


def test_rows_are_paged_next_trace_26(client):
    evaluation(client)
    for at in range(4):
        trial(client, f"t{at}", at)
    digests = [row["row_digest"] for row in rows(client)]
    assert digests == sorted(digests)
    page = results(client, "e1", limit=2, offset=1)
    assert [row["row_digest"] for row in page["rows"]] == digests[1:3]
    assert page["total_rows"] == 4
    assert len(rows(client, offset=-3)) == 4
    assert rows(client, limit=0) == []


def test_rows_are_sorted_next_trace_27(client):
    evaluation(client)
    for at, number in enumerate([10, None, 2, 1]):
        example = {"n": at, "number": number} if number else {"n": at}
        trial(client, f"t{at}", example, scores={"acc": at > 1})

    def by(field, direction="asc", **key):
        return {"sort_by": [{"field": field, "direction": direction, **key}]}

    assert examples(client, **by("inputs.number")) == [3, 2, 0, 1]
    assert examples(client, **by("inputs.number", "desc")) == [0, 2, 3, 1]
    assert {*examples(client, **by("scores.acc", "desc"))[:2]} == {2, 3}
    for field in ("foo", "row_digest"):
        assert refused(client, **by(field)) == (
            f"Unsupported sort field: '{field}'. Supported: scores.*, inputs.*, output.*."
        )
    assert "only supports numeric fields" in refused(client, **by("inputs.n", mode="difference"))
    alone = by("scores.acc", "desc", mode="difference")
    assert examples(client, **alone) == examples(client, **by("scores.acc", "desc"))
    evaluation(client, "e2")
    for at in range(4):
        example = {"n": at, "number": [10, None, 2, 1][at]} if at != 1 else {"n": at}
        trial(client, f"u{at}", example, root="e2", scores={"acc": at == 0})
    apart = examples(client, "e1", "e2", **by("scores.acc", "desc", mode="difference"))
    assert apart[-1] == 1
    scoped = by("scores.acc", "desc", evaluation_call_id="e2")
    assert examples(client, "e1", "e2", **scoped)[0] == 0


def test_rows_are_filtered_next_trace_28(client):
    for root in ("e1", "e2"):
        evaluation(client, root)
        for at in range(3):
            scores = {"x": at if root == "e1" else 2 - at, "ok": at == 1}
            trial(client, f"{root}{at}", {"n": at, "q": f"q{at}"}, root=root, scores=scores)
    high = where("$gte", "scores.x", 1, to="double")
    assert sorted(examples(client, filters=[high])) == [1, 2]
    assert examples(client, filters=[where("$eq", "inputs.q", "q2")]) == [2]
    assert examples(client, filters=[where("$eq", "scores.ok", "true", to="string")]) == [1]
    of_one = {**where("$gte", "scores.x", 2), "evaluation_call_id": "e1"}
    of_other = {**where("$gte", "scores.x", 1), "evaluation_call_id": "e2"}
    both = {"filters": [of_one, of_other]}
    assert sorted(examples(client, "e1", "e2", **both)) == [0, 1, 2]
    assert examples(client, "e1", "e2", **both, filter_logic_operator="and") == []
    assert "bogus" in refused(client, filters=[where("$eq", "bogus", 1)])


@pytest.mark.parametrize("resolve", [False, True])
def test_inputs_that_are_refs_to_rows_are_sorted_and_filtered_by_their_values(client, resolve):
    evaluation(client)
    refs = row_refs(client, {"n": 2, "q": "b"}, {"n": 10, "q": "a"}, {"n": 1, "q": "c"})
    for at, ref in enumerate(refs):
        trial(client, f"t{at}", ref)

    def ordered(**request):
        found = rows(client, resolve_row_refs=resolve, **request)
        return [row["row_digest"] for row in found]

    two, ten, one = (ref.rpartition("/")[2] for ref in refs)
    falling = [{"field": "inputs.n", "direction": "desc"}]
    assert ordered(sort_by=falling) == [ten, two, one]
    assert ordered(sort_by=falling, filters=[where("$gt", "inputs.q", "a")]) == [two, one]


def test_parts_are_shown_on_request_next_trace_29(client):
    evaluation(client), trial(client, "t1", 1)
    found = results(client, "e1", include_rows=False)
    assert (found["rows"], found["total_rows"], found["summary"]) == ([], 1, None)


def status(client, call_id):
    answer = client.post("/evaluations/status", json={"project_id": P, "call_id": call_id})
    return answer.status_code, answer.json().get("status", answer.json().get("reason"))


def test_an_evaluation_has_a_status_next_trace_31(client):
    assert status(client, "e1") == (200, {"code": "not_found"})
    evaluation(client), trial(client, "t1", 1)
    client.start("t2", parent_id="e1", op_name="Evaluation.predict_and_score")
    running = {"code": "running", "completed_rows": 1, "total_rows": 1}
    assert status(client, "e1") == (200, running)
    client.end("e1", output={"acc": 1})
    assert status(client, "e1") == (200, {"code": "complete", "output": {"acc": 1}})
    client.end("e1", exception="no")
    assert status(client, "e1") == (200, {"code": "failed", "error": None})
    assert status(client, "t1") == (400, "Call is not an evaluation")


def test_a_run_over_v2_has_results(client):
    from tests.trace.runs import everything

    run, prediction, _ = everything(client)
    [row] = rows(client, run)
    [trial] = row["evaluations"][0]["trials"]
    assert trial["predict_call_id"] == prediction


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("evaluate_model", {"evaluation_ref": "e", "model_ref": "m"}),
        ("rescore", {"source_evaluation_run_id": "e", "scorer_refs": []}),
    ],
)
def test_no_worker_runs_somebodys_code(client, path, body):
    answer = client.post(f"/evaluations/{path}", json={"project_id": P, **body})
    assert answer.status_code == 400
    assert answer.json()["reason"] == "Evaluate model dispatcher is not set"
