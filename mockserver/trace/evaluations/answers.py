"""Responses for runs, predictions and scores, and the conditions of their lists."""

from __future__ import annotations

from collections.abc import Iterable

from mockserver.core.model import Record
from mockserver.trace.evaluations import roles as stated
from mockserver.trace.evaluations.models import (
    EvaluationRunReadRes,
    PageInRun,
    PageOfRuns,
    PredictionReadRes,
    ScoreReadRes,
)
from mockserver.trace.evaluations.roles import Roles, is_run, marks


def run(call: Record, roles: Roles) -> EvaluationRunReadRes:
    """The summary is never null: it holds what is derived of every call. Observed."""
    return {
        "evaluation_run_id": call["id"],
        "evaluation": stated.evaluation(call),
        "model": stated.model(call),
        "status": status(call),
        "started_at": call["started_at"],
        "finished_at": call["ended_at"],
        "summary": call["summary"],
        "source_evaluation_run_id": marks(call).get("source_evaluation_run_id"),
    }


def prediction(call: Record, roles: Roles) -> PredictionReadRes:
    """The inputs are those of the model, without itself."""
    return {
        "prediction_id": call["id"],
        "model": roles.model(call),
        "inputs": stated.inputs(call),
        "output": call["output"],
        "evaluation_run_id": roles.run_id(call),
        "wb_user_id": call["wb_user_id"],
    }


def score(call: Record, roles: Roles) -> ScoreReadRes:
    """A score of nothing is zero. Observed."""
    return {
        "score_id": call["id"],
        "scorer": roles.scorer(call),
        "value": 0.0 if call["output"] is None else call["output"],
        "evaluation_run_id": roles.run_id(call),
        "wb_user_id": call["wb_user_id"],
    }


def status(call: Record) -> str:
    """`running`, `completed` or `failed`."""
    if not call["ended_at"]:
        return "running"
    return "failed" if call["exception"] else "completed"


def is_listed_run(call: Record, page: PageOfRuns, roles: Roles) -> bool:
    """True if a call is a run that the page asks for."""
    return (
        is_run(call)
        and _among(stated.evaluation(call), [*page.evaluations, *page.evaluation_refs])
        and _among(stated.model(call), [*page.models, *page.model_refs])
        and _among(call["id"], page.evaluation_run_ids)
    )


def is_listed_prediction(call: Record, page: PageInRun, roles: Roles) -> bool:
    """True if a call is a prediction in the run that the page asks for."""
    return roles.is_prediction(call) and _in_run(call, page, roles)


def is_listed_score(call: Record, page: PageInRun, roles: Roles) -> bool:
    """True if a call is a score in the run that the page asks for."""
    return roles.is_score(call) and _in_run(call, page, roles)


def _among(value: str, wanted: Iterable[str]) -> bool:
    """True if a value is among those wanted, or none is named."""
    texts = list(filter(None, wanted))
    return not texts or any(value in (text, *text.split(",")) for text in texts)


def _in_run(call: Record, page: PageInRun, roles: Roles) -> bool:
    return not page.evaluation_run_id or roles.run_id(call) == page.evaluation_run_id
