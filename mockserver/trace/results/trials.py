"""Trials: the calls of an evaluation that pass one row through a model and its scorers."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from mockserver.core.clock import parse, sortable
from mockserver.core.codec import decode
from mockserver.core.digest import digest_bytes, digest_value
from mockserver.core.model import Json, JsonObject, Record
from mockserver.store.store import Store
from mockserver.trace.agents.kinds import SPANS
from mockserver.trace.calls.kinds import CALLS
from mockserver.trace.calls.records import trace_name
from mockserver.trace.costs.pricing import PricesOf, costs_of, total
from mockserver.trace.evaluations.roles import YES, is_trial, marks
from mockserver.trace.query.statistics import number
from mockserver.trace.results.models import EvalTrial, TrialSpan

_ROW = re.compile(r"/attr/rows/id/([^/]+)$")


@dataclass(frozen=True, slots=True)
class Trial:
    """One trial: its call, the evaluation that it belongs to, and what belongs to the trial."""

    root: str
    call: Record
    children: list[Record]
    spans: list[Record]
    """The agents' spans that name the trial, by their start."""

    @property
    def example(self) -> Json:
        """The row as the trial was given it: itself, or a ref to it."""
        return self.call["inputs"].get("example")

    @property
    def output(self) -> JsonObject:
        """The output of the trial's call."""
        output = self.call["output"]
        return output if isinstance(output, dict) else {}

    @property
    def scores(self) -> JsonObject:
        """The scores by the names of their scorers."""
        scores = self.output.get("scores")
        return scores if isinstance(scores, dict) else {}

    @property
    def row_digest(self) -> str:
        """The digest of the row: from its ref, else of its content."""
        example = self.example
        if not isinstance(example, str):
            return digest_value(example)
        row = _ROW.search(example)
        return row[1] if row else digest_bytes(example.encode(errors="surrogatepass"))

    @property
    def prediction(self) -> Record | None:
        """The call of the model: that of the trial's own model, or one whose op says so."""
        model = self.call["inputs"].get("model")
        for child in self.children:
            name = child["op_name"].lower()
            given = model is not None and child["inputs"].get("self") == model
            if not _is_score(child) and (given or "predict" in name or "invoke" in name):
                return child
        return None

    @property
    def tokens(self) -> int | None:
        """The tokens of the prediction, or of the trial if it has none."""
        usage = (self.prediction or self.call)["summary"].get("usage")
        models = usage.values() if isinstance(usage, dict) else ()
        counts = [each.get("total_tokens") for each in models if isinstance(each, dict)]
        known = [count for count in counts if type(count) is int]
        return sum(known) if known else None

    def cost(self, prices: PricesOf) -> float | None:
        """The cost of the prediction; None if none of its models has a price."""
        prediction = self.prediction
        priced = costs_of(prediction, prices).values() if prediction else ()
        return sum(map(total, priced)) if priced else None

    def seconds(self) -> float | None:
        """The model's time, by its call or else by the trial."""
        prediction = self.prediction
        if prediction and prediction["ended_at"]:
            took = parse(prediction["ended_at"]) - parse(prediction["started_at"])
            return took.total_seconds()
        latency = self.output.get("model_latency")
        mean = latency.get("mean") if isinstance(latency, dict) else None
        return None if isinstance(mean, bool) else number(mean)

    def scorer_calls(self) -> dict[str, str]:
        """The call of each score, by likeness of its op's name to the score's."""
        scorers = [
            child
            for child in self.children
            if _is_score(child) or re.search(r"\.score|scorer", child["op_name"], re.IGNORECASE)
        ]
        found: dict[str, str] = {}
        for key in self.scores:
            word = key.lower()
            for child in scorers:
                name = (trace_name(child["op_name"]) or "").lower()
                if name and (word in name or name in word):
                    found.setdefault(key, child["id"])
        return found

    def shown(self, prices: PricesOf | None) -> EvalTrial:
        """The trial in an answer; its cost if there are prices."""
        prediction = self.prediction
        return {
            "predict_and_score_call_id": self.call["id"],
            "predict_call_id": prediction["id"] if prediction else None,
            "model_output": self.output.get("output"),
            "scores": self.scores,
            "model_latency_seconds": self.seconds(),
            "total_tokens": self.tokens,
            "total_cost": self.cost(prices) if prices else None,
            "scorer_call_ids": self.scorer_calls(),
            "genai_span_ref": self._span_refs(),
        }

    def _span_refs(self) -> list[TrialSpan] | None:
        """The spans that a call names, and the topmost span of every other trace."""
        found: dict[str, str] = {}
        for call in filter(None, (self.prediction, self.call)):
            for holder in (marks(call), call["summary"].get("weave")):
                named = holder.get("genai_span_ref") if isinstance(holder, dict) else None
                for ref in named if isinstance(named, list) else [named]:
                    if isinstance(ref, dict):
                        found.setdefault(str(ref.get("trace_id")), str(ref.get("span_id")))
        ids = {span["span_id"] for span in self.spans}
        for span in self.spans:
            if span["parent_span_id"] not in ids:
                found.setdefault(span["trace_id"], span["span_id"])
        refs: list[TrialSpan] = [
            {"trace_id": trace, "span_id": top} for trace, top in found.items()
        ]
        return refs or None


def trials_of(store: Store, project: str, root: str, *, children: bool) -> Iterator[Trial]:
    """The trials of an evaluation, the oldest first; with the calls below them if asked for."""
    spans: dict[str, list[Record]] = defaultdict(list)
    for span in _ordered(store[SPANS].find(project, {"eval_run_id": [root]}).texts):
        spans[span["eval_predict_and_score_call_id"]].append(span)
    for call in _below(store, project, root):
        if is_trial(call):
            under = _below(store, project, call["id"]) if children else []
            yield Trial(root, call, under, spans[call["id"]])


def _below(store: Store, project: str, parent: str) -> list[Record]:
    return _ordered(store[CALLS].find(project, {"parent_id": [parent]}).texts)


def _ordered(texts: Iterable[bytes]) -> list[Record]:
    return sorted(map(decode, texts), key=lambda each: sortable(each["started_at"]))


def _is_score(call: Record) -> bool:
    noted = call["attributes"].get("_weave_eval_meta")
    return marks(call).get("score") == YES or bool(isinstance(noted, dict) and noted.get("score"))
