"""Summaries of all trials of an evaluation, and its progress."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mockserver.core.clock import parse
from mockserver.core.errors import ApiError, invalid
from mockserver.core.model import Record
from mockserver.core.refs import parse_ref
from mockserver.store.store import Store
from mockserver.trace.costs.pricing import PricesOf
from mockserver.trace.evaluations.roles import evaluation_of, is_run
from mockserver.trace.kinds import CALLS
from mockserver.trace.objects.refs import RefReader
from mockserver.trace.query.statistics import numbers_in
from mockserver.trace.results import models
from mockserver.trace.results.trials import Trial, trials_of
from mockserver.trace.tables import service as tables

_TYPES: dict[type, models.ValueType] = {bool: "binary", str: "text"}


def summarize(
    call_id: str, call: Record | None, trials: list[Trial], prices: PricesOf | None
) -> models.EvaluationSummary:
    """The summary of an evaluation, whose call may be deleted."""
    costs = [trial.cost(prices) for trial in trials] if prices else []
    inputs = call["inputs"] if call else {}
    return {
        "evaluation_call_id": call_id,
        "trial_count": len(trials),
        "scorer_stats": _scorer_stats(trials),
        "predict_total_tokens": _total([trial.tokens for trial in trials]),
        "predict_total_cost": _total(costs),
        "evaluation_ref": _text(inputs.get("self") or inputs.get("this")),
        "model_ref": _text(inputs.get("model")),
        "display_name": call["display_name"] if call else None,
        "trace_id": call["trace_id"] if call else None,
        "started_at": parse(call["started_at"]).isoformat() if call else None,
    }


def status(store: Store, project: str, call_id: str) -> models.EvaluationStatus:
    """The progress of an evaluation. Raises a 400 for another call."""
    call = store[CALLS].get(project, call_id)
    if call is None:
        return {"code": "not_found"}
    if not is_run(call):
        raise invalid("Call is not an evaluation")
    if call["exception"]:
        return {"code": "failed", "error": None}
    if call["ended_at"]:
        output = call["output"]
        return {"code": "complete", "output": output if isinstance(output, dict) else {}}
    done = sum(1 for trial in trials_of(store, project, call_id) if trial.call["ended_at"])
    total = max(done, _dataset_rows(store, project, call))
    return {"code": "running", "completed_rows": done, "total_rows": total}


def _dataset_rows(store: Store, project: str, run: Record) -> int:
    """The number of rows in the dataset of a run; 0 if it cannot be found."""
    reader = RefReader(store)
    try:
        evaluation = reader.read(parse_ref(evaluation_of(run)))
        dataset = reader.read(parse_ref(str(evaluation["dataset"])))
        return tables.count(store, project, parse_ref(str(dataset["rows"])).name)
    except (ApiError, KeyError, TypeError):
        return 0


def _scorer_stats(trials: list[Trial]) -> list[models.ScorerStats]:
    """Statistics of each value within the scores, in the order of their first occurrence."""
    values: dict[tuple[str, str | None], list[Any]] = {}
    for trial in trials:
        for key, score in trial.scores.items():
            for path, value in _leaves(score):
                values.setdefault((key, path), []).append(value)
    return [_stats(key, path, found) for (key, path), found in values.items()]


def _leaves(value: Any, path: str | None = None) -> Iterator[tuple[str | None, Any]]:
    """The truth values, numbers and texts in a score, each with its dotted path."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _leaves(item, key if path is None else f"{path}.{key}")
    elif isinstance(value, bool | int | float | str):
        yield path, value


def _stats(key: str, path: str | None, values: list[Any]) -> models.ScorerStats:
    passes = [value for value in values if isinstance(value, bool)]
    numbers = numbers_in(value for value in values if not isinstance(value, bool))
    return {
        "scorer_key": key,
        "path": path,
        "value_type": _TYPES.get(type(values[0]), "continuous"),
        "trial_count": len(values),
        "numeric_count": len(numbers),
        "numeric_mean": sum(numbers) / len(numbers) if numbers else None,
        "pass_true_count": sum(passes),
        "pass_known_count": len(passes),
        "pass_rate": sum(passes) / len(passes) if passes else None,
        "pass_signal_coverage": len(passes) / len(values),
    }


def _total(counts: list[Any]) -> Any:
    known = [count for count in counts if count is not None]
    return sum(known) if known else None


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None
