"""Answers of the v2 operations: what all resources share, then each by itself."""

from __future__ import annotations

from datetime import datetime

from pydantic import create_model

from mockserver.core.model import Json, JsonObject
from mockserver.openapi.answers.model import Answered, Answers


class Deletion(Answered):
    num_deleted: int


class Version(Answered):
    """Where a version stands."""

    digest: str
    object_id: str
    version_index: int


class StoredVersion(Version):
    created_at: datetime


class Named(StoredVersion):
    name: str
    description: str | None = None


class OpCreateRes(Version):
    """What names the new version."""


class OpReadRes(StoredVersion):
    code: str


class DatasetCreateRes(Version):
    """What names the new version."""


class DatasetReadRes(Named):
    """A dataset; `rows` is the ref of its table."""

    rows: str


class ScorerCreateRes(Version):
    """What names the new version, its ref included."""

    scorer: str


class ScorerReadRes(Named):
    score_op: str


class EvaluationCreateRes(Version):
    """What names the new version, its ref included."""

    evaluation_ref: str


class EvaluationReadRes(Named):
    dataset: str
    scorers: list[str]
    trials: int
    evaluation_name: str | None = None
    evaluate_op: str | None = None
    predict_and_score_op: str | None = None
    summarize_op: str | None = None


class ModelCreateRes(Version):
    """What names the new version, its ref included."""

    model_ref: str


class ModelReadRes(Named):
    source_code: str
    attributes: JsonObject | None = None


class EvaluationRunCreateRes(Answered):
    evaluation_run_id: str


class EvaluationRunReadRes(EvaluationRunCreateRes):
    """A run, which is `running`, `completed` or `failed`."""

    evaluation: str
    model: str
    status: str | None = None
    started_at: datetime | None = None
    finished_at: datetime | None = None
    summary: JsonObject | None = None
    source_evaluation_run_id: str | None = None


class EvaluationRunFinishRes(Answered):
    success: bool


class PredictionCreateRes(Answered):
    prediction_id: str


class PredictionReadRes(PredictionCreateRes):
    model: str
    inputs: JsonObject
    output: Json
    evaluation_run_id: str | None = None
    wb_user_id: str | None = None


class PredictionFinishRes(Answered):
    success: bool


class ScoreCreateRes(Answered):
    score_id: str


class ScoreReadRes(ScoreCreateRes):
    """A score; the value is a number, or whatever else the scorer gave."""

    scorer: str
    value: Json
    evaluation_run_id: str | None = None
    wb_user_id: str | None = None


def _answers(kind: str, created: type[Answered], read: type[Answered]) -> Answers:
    """The answers of a kind of resource; the listing names each deletion after its kind."""
    name = created.__name__.replace("Create", "Delete")
    deleted = create_model(name, __base__=Deletion)
    answers = {"list": read, "create": created, "read": read, "delete": deleted}
    return {f"trace.evaluations:{kind}.{name}": answer for name, answer in answers.items()}


ANSWERS: Answers = {
    **_answers("ops", OpCreateRes, OpReadRes),
    **_answers("datasets", DatasetCreateRes, DatasetReadRes),
    **_answers("scorers", ScorerCreateRes, ScorerReadRes),
    **_answers("evaluations", EvaluationCreateRes, EvaluationReadRes),
    **_answers("models", ModelCreateRes, ModelReadRes),
    **_answers("evaluation_runs", EvaluationRunCreateRes, EvaluationRunReadRes),
    **_answers("predictions", PredictionCreateRes, PredictionReadRes),
    **_answers("scores", ScoreCreateRes, ScoreReadRes),
    "trace.evaluations:evaluation_runs.finish": EvaluationRunFinishRes,
    "trace.evaluations:predictions.finish": PredictionFinishRes,
}
