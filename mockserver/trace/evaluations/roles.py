"""The roles of calls in an evaluation: run, trial, prediction, score.

A run has trials below it, one for each example; a trial has a prediction and scores. Calls that
were recorded over v2 carry marks of their role. Observed: `Evaluation.evaluate` and
`EvaluationLogger` of the clients leave no marks, but name their ops. Chosen: their calls are read
over v2 too.
"""

from __future__ import annotations

from typing import Any

from mockserver.core.clock import sortable
from mockserver.core.codec import decode, peek
from mockserver.core.model import JsonObject, Record
from mockserver.trace.calls.service import trace_name
from mockserver.trace.evaluations.project import ProjectContext
from mockserver.trace.kinds import CALLS

EVALUATE = "Evaluation.evaluate"
TRIAL = "Evaluation.predict_and_score"
TRIALS = frozenset({TRIAL, "Evaluation.predictAndScore"})
"""The op names of a trial in the clients for Python and for JavaScript."""

SUMMARIZE = "Evaluation.summarize"

YES = "true"
"""The value of a mark that is set. Observed: a text."""

SCORED = frozenset({"output", "model_output"})
"""The names of the model's output in a scorer's inputs, now and formerly."""


def marks(call: Record) -> JsonObject:
    """The marks of a call: `attributes.weave`."""
    found = call["attributes"].get("weave")
    return found if isinstance(found, dict) else {}


def is_run(call: Record) -> bool:
    """True if a call is a run of an evaluation."""
    return marks(call).get("evaluation_run") == YES or trace_name(call["op_name"]) == EVALUATE


def is_trial(call: Record) -> bool:
    """True if a call passes one example through a model and its scorers."""
    return trace_name(call["op_name"]) in TRIALS


def children(project: ProjectContext, call_id: str) -> list[Record]:
    """The calls right below a call, the oldest first."""
    found = map(decode, project.store[CALLS].find(project.name, {"parent_id": [call_id]}).texts)
    return sorted(found, key=lambda call: (sortable(call["started_at"]), call["id"]))


def evaluation_of(run: Record) -> str:
    """The evaluation of a run."""
    return _text(marks(run).get("evaluation"), is_run(run) and run["inputs"].get("self"))


def model_of(run: Record) -> str:
    """The model of a run."""
    return _text(marks(run).get("model"), is_run(run) and run["inputs"].get("model"))


def inputs_of(prediction: Record) -> JsonObject:
    """The inputs of the model. Ops of clients have each input under its own name."""
    inputs = prediction["inputs"]
    if isinstance(nested := inputs.get("inputs"), dict):
        return nested
    return {name: value for name, value in inputs.items() if name != "self"}


class Roles:
    """Tells predictions and scores of a project apart; each call above them is read once."""

    def __init__(self, project: ProjectContext) -> None:
        self._project = project
        self._trials: dict[str, Record | None] = {}

    def trial(self, call: Record) -> Record | None:
        """The trial right above a call."""
        parent = call["parent_id"]
        if parent is None:
            return None
        if parent not in self._trials:
            text = self._project.store[CALLS].text(self._project.name, parent)
            above = text and peek(text)
            self._trials[parent] = above if above and is_trial(above) else None
        return self._trials[parent]

    def is_prediction(self, call: Record) -> bool:
        """True if a call is a model's output for one example."""
        if marks(call).get("prediction") == YES:
            return True
        trial = self.trial(call)
        model = trial and trial["inputs"].get("model")
        return isinstance(model, str) and model in (call["inputs"].get("self"), call["op_name"])

    def is_score(self, call: Record) -> bool:
        """True if a call is a scorer's score of one output."""
        if marks(call).get("score") == YES:
            return True
        has_output = not SCORED.isdisjoint(call["inputs"])
        return has_output and self.trial(call) is not None and not self.is_prediction(call)

    def run_id(self, call: Record) -> str | None:
        """The run of a prediction or a score."""
        if run_id := marks(call).get("evaluation_run_id"):
            return str(run_id)
        trial = self.trial(call)
        return trial["parent_id"] if trial else None

    def model(self, prediction: Record) -> str:
        """The model of a prediction."""
        trial = self.trial(prediction)
        return _text(marks(prediction).get("model"), trial and trial["inputs"].get("model"))

    def scorer(self, score: Record) -> str:
        """The scorer of a score, which may be an op."""
        if not self.is_score(score):
            return ""
        return _text(marks(score).get("scorer"), score["inputs"].get("self"), score["op_name"])


def _text(*candidates: Any) -> str:
    return next((value for value in candidates if isinstance(value, str)), "")
