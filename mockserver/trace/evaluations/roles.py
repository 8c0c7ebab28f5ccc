"""The parts that calls play in an evaluation: run, trial, prediction, score.

Calls made over v2 carry marks that say so. Observed of the clients: `Evaluation.evaluate` and
`EvaluationLogger` leave none, but name their ops, and what stands below a trial is the model's
call or a scorer's. Chosen: both are read over v2.
"""

from __future__ import annotations

from typing import Any

from mockserver.core.codec import peek
from mockserver.core.model import JsonObject, Record
from mockserver.core.refs import name_in_ref
from mockserver.store.store import Store
from mockserver.trace.calls.kinds import CALLS
from mockserver.trace.calls.records import trace_name

EVALUATE = "Evaluation.evaluate"
TRIAL = "Evaluation.predict_and_score"
TRIALS = frozenset({TRIAL, "Evaluation.predictAndScore"})
"""The op names of a trial in the clients of Python and of JavaScript."""

SUMMARIZE = "Evaluation.summarize"

YES = "true"
"""A mark that is set. Observed: a text."""

SCORED = frozenset({"output", "model_output"})
"""The names of the model's output in a scorer's inputs, now and formerly."""


def marks(call: Record) -> JsonObject:
    """The marks of the service on a call: `attributes.weave`."""
    noted = call["attributes"].get("weave")
    return noted if isinstance(noted, dict) else {}


def is_run(call: Record) -> bool:
    """True if a call is a run of an evaluation."""
    return marks(call).get("evaluation_run") == YES or trace_name(call["op_name"]) == EVALUATE


def is_trial(call: Record) -> bool:
    """True if a call is one pass of one example through a model and its scorers."""
    return trace_name(call["op_name"]) in TRIALS


class Roles:
    """Distinguishes predictions and scores of one project; reads each call above them once."""

    def __init__(self, store: Store, project: str) -> None:
        self._store = store
        self._project = project
        self._trials: dict[str, Record | None] = {}

    def trial(self, call: Record) -> Record | None:
        """The trial right above a call."""
        parent = call["parent_id"]
        if parent is None:
            return None
        if parent not in self._trials:
            text = self._store[CALLS].text(self._project, parent)
            above = text and peek(text)
            self._trials[parent] = above if above and is_trial(above) else None
        return self._trials[parent]

    def is_prediction(self, call: Record) -> bool:
        """True if a call is a model's output for one example."""
        if marks(call).get("prediction") == YES:
            return True
        trial = self.trial(call)
        model = trial and trial["inputs"].get("model")
        return isinstance(model, str) and model in (_self(call), call["op_name"])

    def is_score(self, call: Record) -> bool:
        """True if a call is a scorer's score of one output."""
        if marks(call).get("score") == YES:
            return True
        given = not SCORED.isdisjoint(call["inputs"])
        return given and self.trial(call) is not None and not self.is_prediction(call)

    def run_id(self, call: Record) -> str | None:
        """The run that a prediction or a score belongs to."""
        if marked := marks(call).get("evaluation_run_id"):
            return str(marked)
        trial = self.trial(call)
        return trial["parent_id"] if trial else None

    def model(self, call: Record) -> str:
        """The model of a prediction."""
        trial = self.trial(call)
        return _text(marks(call).get("model"), trial and trial["inputs"].get("model"))

    def scorer(self, call: Record) -> str:
        """The scorer of a score, which may be an op."""
        if not self.is_score(call):
            return ""
        return _text(marks(call).get("scorer"), _self(call), call["op_name"])

    def scorer_name(self, call: Record) -> str:
        """The name under which a score is summed up."""
        return name_in_ref(self.scorer(call)) or "unknown"


def evaluation(run: Record) -> str:
    """The evaluation of a run."""
    return _text(marks(run).get("evaluation"), is_run(run) and _self(run))


def model(run: Record) -> str:
    """The model of a run."""
    return _text(marks(run).get("model"), is_run(run) and run["inputs"].get("model"))


def inputs(prediction: Record) -> JsonObject:
    """The inputs of the model. Clients' own ops name each input by itself."""
    given = prediction["inputs"]
    wrapped = given.get("inputs")
    if isinstance(wrapped, dict):
        return wrapped
    return {name: value for name, value in given.items() if name != "self"}


def _self(call: Record) -> Any:
    return call["inputs"].get("self")


def _text(*candidates: Any) -> str:
    return next((value for value in candidates if isinstance(value, str)), "")
