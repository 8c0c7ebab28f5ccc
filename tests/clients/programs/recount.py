"""An evaluation in the client's own words for v2: from its parts to a finished run, and back."""

from __future__ import annotations

import json
from typing import Any

import weave

PROJECT = {"project_id": "acme/recounted"}
SOURCE = "def f(): pass"

client = weave.init(PROJECT["project_id"])


def ask(method: str, **request: Any) -> Any:
    answer = getattr(client.server, method)({**PROJECT, **request})
    return answer if hasattr(answer, "model_dump") else list(answer)


def told(answer: Any) -> Any:
    if isinstance(answer, list):
        return [told(item) for item in answer]
    return answer.model_dump(mode="json")


op = ask("op_create", name="Op", source_code=SOURCE)
dataset = ask("dataset_create", name="Rows", rows=[{"q": 1}, {"q": 2}])
scorer = ask("scorer_create", name="Right", op_source_code=SOURCE)
rows = f"weave:///{PROJECT['project_id']}/object/{dataset.object_id}:{dataset.digest}"
evaluation = ask("evaluation_create", name="Trial", dataset=rows, scorers=[scorer.scorer])
model = ask("model_create", name="Shop", source_code=SOURCE, attributes={"k": 2})

start = {"evaluation": evaluation.evaluation_ref, "model": model.model_ref}
runs = [ask("evaluation_run_create", **start).evaluation_run_id for _ in range(2)]
for q in (1, 2):
    place = {"evaluation_run_id": runs[0]}
    guess = {"model": model.model_ref, "inputs": {"q": q}, "output": 2 * q, **place}
    prediction = ask("prediction_create", **guess).prediction_id
    judged = {"prediction_id": prediction, "scorer": scorer.scorer, "value": q / 2, **place}
    score = ask("score_create", **judged).score_id
    ask("prediction_finish", prediction_id=prediction)
ask("evaluation_run_finish", evaluation_run_id=runs[0], summary={"mine": 1})

VERSIONS = {
    "op": op,
    "dataset": dataset,
    "scorer": scorer,
    "evaluation": evaluation,
    "model": model,
}
CALLS = {"evaluation_run": runs[0], "prediction": prediction, "score": score}
printed = {
    "read": {
        kind: told(ask(f"{kind}_read", object_id=made.object_id, digest="latest"))
        for kind, made in VERSIONS.items()
    }
    | {kind: told(ask(f"{kind}_read", **{f"{kind}_id": item})) for kind, item in CALLS.items()},
    "listed": {
        kind: told(ask(f"{kind}_list", limit=10)) for kind in (*VERSIONS, *CALLS) if kind != "op"
    },
    "found": told(ask("evaluation_run_list", filter={"evaluation_run_ids": runs[1:]})),
    "in_run": told(ask("score_list", evaluation_run_id=runs[0])),
    "runs": runs,
}
printed["deleted"] = {
    kind: ask(f"{kind}_delete", object_id=made.object_id, digests=[made.digest]).num_deleted
    for kind, made in VERSIONS.items()
} | {
    kind: ask(f"{kind}_delete", **{f"{kind}_ids": [item]}).num_deleted
    for kind, item in reversed(CALLS.items())
}
printed["left"] = {kind: told(ask(f"{kind}_list")) for kind in (*VERSIONS, *CALLS) if kind != "op"}
print(json.dumps(printed))
