"""Trials: the calls of an evaluation that pass one row through a model and its scorers.

Beside them, the summary of all trials of an evaluation, and its progress.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from mockserver.core.clock import parse, sortable
from mockserver.core.codec import decode
from mockserver.core.digest import digest_bytes, digest_value
from mockserver.core.errors import ApiError, invalid
from mockserver.core.model import Json, JsonObject, Record
from mockserver.core.refs import parse_ref
from mockserver.trace import tables
from mockserver.trace.calls.service import trace_name
from mockserver.trace.costs import PricesOf, costs_of, stored_usage, total
from mockserver.trace.evaluations.project import ProjectContext
from mockserver.trace.evaluations.roles import YES, children, evaluation_of, is_run, is_trial, marks
from mockserver.trace.kinds import ROWS, SPANS
from mockserver.trace.objects.refs import RefReader
from mockserver.trace.query.statistics import known_sum, mean, number, numbers_in
from mockserver.trace.results import models
from mockserver.trace.results.models import EvalTrial, TrialSpan

_ROW = re.compile(r"/attr/rows/id/([^/]+)$")

_TYPES: dict[type, models.ValueType] = {bool: "binary", str: "text"}


@dataclass(frozen=True, slots=True)
class Trial:
    """A trial of an evaluation."""

    root: str
    """The id of the evaluation's call."""

    call: Record
    row_digest: str
    row: Json
    """The row of the dataset, else the example."""

    children: list[Record]
    spans: list[Record]
    """The agents' spans that name the trial, by their start."""

    @property
    def example(self) -> Json:
        """The row, or a ref to it."""
        return self.call["inputs"].get("example")

    @property
    def output(self) -> JsonObject:
        """The output of the trial's call."""
        output = self.call["output"]
        return output if isinstance(output, dict) else {}

    @property
    def scores(self) -> JsonObject:
        """The scores by scorer."""
        scores = self.output.get("scores")
        return scores if isinstance(scores, dict) else {}

    @property
    def fields(self) -> Record:
        """The fields that filters and sort keys name."""
        return {
            "row_digest": self.row_digest,
            "scores": self.scores,
            "inputs": self.row,
            "output": self.call["output"],
        }

    @property
    def prediction(self) -> Record | None:
        """The call of the trial's model, or one whose op's name has `predict` or `invoke`."""
        model = self.call["inputs"].get("model")
        for child in self.children:
            name = child["op_name"].lower()
            of_model = model is not None and child["inputs"].get("self") == model
            if not _is_score(child) and (of_model or "predict" in name or "invoke" in name):
                return child
        return None

    @property
    def tokens(self) -> int | None:
        """The tokens of the prediction, or of the trial if it has none."""
        usage = stored_usage(self.prediction or self.call).values()
        counts = [counts.get("total_tokens") for counts in usage if isinstance(counts, dict)]
        known: int | None = known_sum(count for count in counts if type(count) is int)
        return known

    def cost(self, prices: PricesOf) -> float | None:
        """The cost of the prediction; None if none of its models has a price."""
        prediction = self.prediction
        costs = costs_of(prediction, prices).values() if prediction else ()
        return sum(map(total, costs)) if costs else None

    def response(self, prices: PricesOf | None) -> EvalTrial:
        """The trial in a response; without prices it has no cost."""
        prediction = self.prediction
        return {
            "predict_and_score_call_id": self.call["id"],
            "predict_call_id": prediction["id"] if prediction else None,
            "model_output": self.output.get("output"),
            "scores": self.scores,
            "model_latency_seconds": self._latency(prediction),
            "total_tokens": self.tokens,
            "total_cost": self.cost(prices) if prices else None,
            "scorer_call_ids": self._scorer_calls(),
            "genai_span_ref": self._span_refs() or None,
        }

    def _latency(self, prediction: Record | None) -> float | None:
        """The seconds of the prediction, else the latency in the trial's output."""
        if prediction and prediction["ended_at"]:
            took = parse(prediction["ended_at"]) - parse(prediction["started_at"])
            return took.total_seconds()
        latency = self.output.get("model_latency")
        mean = latency.get("mean") if isinstance(latency, dict) else None
        return None if isinstance(mean, bool) else number(mean)

    def _scorer_calls(self) -> dict[str, str]:
        """The call of each score: its op's name contains the score's name, or the reverse."""
        names = {
            child["id"]: (trace_name(child["op_name"]) or "").lower()
            for child in self.children
            if _is_score(child) or re.search(r"\.score|scorer", child["op_name"], re.IGNORECASE)
        }
        found: dict[str, str] = {}
        for key in self.scores:
            for call_id, name in names.items():
                if name and (key.lower() in name or name in key.lower()):
                    found.setdefault(key, call_id)
        return found

    def _span_refs(self) -> list[TrialSpan]:
        """The spans that a call refers to, and the topmost span of every other trace."""
        found: dict[str, str] = {}
        for call in filter(None, (self.prediction, self.call)):
            for fields in (marks(call), call["summary"].get("weave")):
                refs = fields.get("genai_span_ref") if isinstance(fields, dict) else None
                for ref in refs if isinstance(refs, list) else [refs]:
                    if isinstance(ref, dict):
                        found.setdefault(str(ref.get("trace_id")), str(ref.get("span_id")))
        ids = {span["span_id"] for span in self.spans}
        for span in self.spans:
            if span["parent_span_id"] not in ids:
                found.setdefault(span["trace_id"], span["span_id"])
        return [{"trace_id": trace_id, "span_id": span_id} for trace_id, span_id in found.items()]


def trials_of(
    project: ProjectContext, root: str, *, with_children: bool = False
) -> Iterator[Trial]:
    """The trials of an evaluation, the oldest first."""
    spans = map(decode, project.store[SPANS].find(project.name, {"eval_run_id": [root]}).texts)
    spans_of: dict[str, list[Record]] = defaultdict(list)
    for span in sorted(spans, key=lambda span: sortable(span["started_at"])):
        spans_of[span["eval_predict_and_score_call_id"]].append(span)
    for call in filter(is_trial, children(project, root)):
        below = children(project, call["id"]) if with_children else []
        example = call["inputs"].get("example")
        digest = _row_digest(example)
        stored = project.store[ROWS].get(project.name, digest)
        row = stored["val"] if stored else example
        yield Trial(root, call, digest, row, below, spans_of[call["id"]])


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
        "predict_total_tokens": known_sum(trial.tokens for trial in trials),
        "predict_total_cost": known_sum(costs),
        "evaluation_ref": _text(inputs.get("self") or inputs.get("this")),
        "model_ref": _text(inputs.get("model")),
        "display_name": call["display_name"] if call else None,
        "trace_id": call["trace_id"] if call else None,
        "started_at": parse(call["started_at"]).isoformat() if call else None,
    }


def status_of(project: ProjectContext, call_id: str) -> models.EvaluationStatus:
    """The progress of an evaluation. Raises a 400 for another call."""
    call = project.call(call_id)
    if call is None:
        return {"code": "not_found"}
    if not is_run(call):
        raise invalid("Call is not an evaluation")
    if call["exception"]:
        return {"code": "failed", "error": None}
    if call["ended_at"]:
        output = call["output"]
        return {"code": "complete", "output": output if isinstance(output, dict) else {}}
    done = sum(1 for trial in trials_of(project, call_id) if trial.call["ended_at"])
    total = max(done, _dataset_rows(project, call))
    return {"code": "running", "completed_rows": done, "total_rows": total}


def _row_digest(example: Json) -> str:
    """The digest of a row: from its ref, else of its content."""
    if not isinstance(example, str):
        return digest_value(example)
    row = _ROW.search(example)
    return row[1] if row else digest_bytes(example.encode(errors="surrogatepass"))


def _is_score(call: Record) -> bool:
    meta = call["attributes"].get("_weave_eval_meta")
    return marks(call).get("score") == YES or bool(isinstance(meta, dict) and meta.get("score"))


def _dataset_rows(project: ProjectContext, run: Record) -> int:
    """The number of rows in the dataset of a run; 0 if it cannot be found."""
    reader = RefReader(project.store)
    try:
        evaluation = reader.read(parse_ref(evaluation_of(run)))
        dataset = reader.read(parse_ref(str(evaluation["dataset"])))
        return tables.count(project.store, project.name, parse_ref(str(dataset["rows"])).name)
    except (ApiError, KeyError, TypeError):
        return 0


def _scorer_stats(trials: list[Trial]) -> list[models.ScorerStats]:
    """Statistics of each value within the scores, in the order of their first occurrence."""
    values: dict[tuple[str, str | None], list[Any]] = {}
    for trial in trials:
        for key, score in trial.scores.items():
            for path, value in _leaves(score):
                values.setdefault((key, path), []).append(value)
    return [_stats(*place, found) for place, found in values.items()]


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
        "numeric_mean": mean(numbers),
        "pass_true_count": sum(passes),
        "pass_known_count": len(passes),
        "pass_rate": mean(passes),
        "pass_signal_coverage": len(passes) / len(values),
    }


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None
