"""The table of v2 resources: name, kind, values and responses of each."""

from __future__ import annotations

from collections.abc import Mapping

from mockserver.trace.evaluations import answers, finishing, models, progression, recording, values
from mockserver.trace.evaluations.models import Responses
from mockserver.trace.evaluations.recorded import RecordedKind
from mockserver.trace.evaluations.values import Read, field
from mockserver.trace.evaluations.versioned import Versioned

NAMED: Mapping[str, Read] = {"name": values.name, "description": field("description")}

OP = Versioned(
    "Op",
    models.OpCreateBody,
    values.op,
    Responses(models.OpCreateRes, models.OpReadRes, models.OpDeleteRes),
    {"code": values.source},
)
DATASET = Versioned(
    "Dataset",
    models.DatasetCreateBody,
    values.dataset,
    Responses(models.DatasetCreateRes, models.DatasetReadRes, models.DatasetDeleteRes),
    {**NAMED, "rows": field("rows", "")},
)
SCORER = Versioned(
    "Scorer",
    models.ScorerCreateBody,
    values.scorer,
    Responses(models.ScorerCreateRes, models.ScorerReadRes, models.ScorerDeleteRes),
    {**NAMED, "score_op": field("score", "")},
    ref="scorer",
)
EVALUATION = Versioned(
    "Evaluation",
    models.EvaluationCreateReq,
    values.evaluation,
    Responses(models.EvaluationCreateRes, models.EvaluationReadRes, models.EvaluationDeleteRes),
    {
        **NAMED,
        "dataset": field("dataset", ""),
        "scorers": field("scorers", []),
        "trials": field("trials", 1),
        "evaluation_name": field("evaluation_name"),
        "evaluate_op": field("evaluate"),
        "predict_and_score_op": field("predict_and_score"),
        "summarize_op": field("summarize"),
    },
    ref="evaluation_ref",
)
MODEL = Versioned(
    "Model",
    models.ModelCreateBody,
    values.model,
    Responses(models.ModelCreateRes, models.ModelReadRes, models.ModelDeleteRes),
    {**NAMED, "source_code": values.source, "attributes": values.attributes},
    ref="model_ref",
    sourced=True,
)

RUN = RecordedKind(
    "Evaluation Run",
    "evaluation_run_id",
    models.EvaluationRunCreateBody,
    recording.start_run,
    models.PageOfRuns,
    answers.is_listed_run,
    answers.run,
    models.RunsNamed,
    Responses(
        models.EvaluationRunCreateRes,
        models.EvaluationRunReadRes,
        models.EvaluationRunDeleteRes,
        models.EvaluationRunFinishRes,
    ),
    finish=finishing.finish_run,
    ending=models.EvaluationRunFinishBody,
    settle=progression.settle_run,
)
PREDICTION = RecordedKind(
    "Prediction",
    "prediction_id",
    models.PredictionCreateBody,
    recording.predict,
    models.PageInRun,
    answers.is_listed_prediction,
    answers.prediction,
    models.PredictionsNamed,
    Responses(
        models.PredictionCreateRes,
        models.PredictionReadRes,
        models.PredictionDeleteRes,
        models.PredictionFinishRes,
    ),
    finish=finishing.finish_prediction,
    settle=progression.settle_prediction,
)
SCORE = RecordedKind(
    "Score",
    "score_id",
    models.ScoreCreateBody,
    recording.score,
    models.PageInRun,
    answers.is_listed_score,
    answers.score,
    models.ScoresNamed,
    Responses(models.ScoreCreateRes, models.ScoreReadRes, models.ScoreDeleteRes),
)
