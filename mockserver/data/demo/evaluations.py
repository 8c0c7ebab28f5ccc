"""The evaluation of the handbook's models: a run per contender of the story."""

from __future__ import annotations

from mockserver.core.model import JsonObject
from mockserver.data.demo.cast import Cast
from mockserver.data.demo.story import STORY


def evaluation(cast: Cast) -> JsonObject:
    """The evaluation with a run per contender; the last one is still running."""
    return {**STORY["evaluation"], "runs": [_run(cast, each) for each in STORY["contenders"]]}


def call_count(evaluation: JsonObject) -> int:
    """The number of calls that loading the evaluation makes."""
    per_prediction = 2 + len(evaluation["scorers"])
    return sum(
        1 + run["finished"] + per_prediction * len(run["predictions"]) for run in evaluation["runs"]
    )


def _run(cast: Cast, contender: JsonObject) -> JsonObject:
    predictions = [_prediction(cast, contender, row) for row in range(contender["rows"])]
    finished = contender.get("finished", True)
    part = {key: contender[key] for key in ("model", "at")}
    return {**part, "finished": finished, "predictions": predictions}


def _prediction(cast: Cast, contender: JsonObject, row: int) -> JsonObject:
    section = STORY["sections"][row]
    is_correct, names_source = (cast.chance(contender["quality"]) for _ in range(2))
    answer = section["answer"] if is_correct else "The handbook does not say."
    model, _, _ = contender["model"].partition(":")
    return {
        "row": row,
        "output": f"{answer} ({section['section']})" if names_source else answer,
        "took": cast.took(contender["took"]),
        "usage": {"model": model, "prompt": 900, "completion": len(answer) // 4},
        "scores": {"correct": is_correct, "names_its_source": names_source},
    }
