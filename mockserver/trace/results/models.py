"""Requests and responses of evaluation results. Observed on the newest engine."""

from typing import Literal, Self

from pydantic import model_validator
from typing_extensions import TypedDict

from mockserver.core.model import Closed, Json, JsonObject
from mockserver.core.project import ProjectRequest, UserRequest
from mockserver.trace.query.models import Query

ValueType = Literal["binary", "continuous", "text"]


class EvalResultsSortBy(Closed):
    """A sort key: a value, or the difference of its means between evaluations."""

    field: str
    direction: Literal["asc", "desc"]
    evaluation_call_id: str | None = None
    mode: Literal["value", "difference"] = "value"


class EvalResultsFilter(Closed):
    """A condition that one trial of a row must meet, in one evaluation or in any."""

    query: Query
    evaluation_call_id: str | None = None


class EvalResultsQueryReq(Closed):
    """The evaluations to compare, and the parts of the response."""

    evaluation_call_ids: list[str] | None = None
    evaluation_run_ids: list[str] | None = None
    require_intersection: bool | None = False
    include_rows: bool | None = True
    include_raw_data_rows: bool | None = False
    resolve_row_refs: bool | None = False
    include_summary: bool | None = False
    summary_require_intersection: bool | None = None
    include_predict_and_score_children: bool | None = True
    include_costs: bool | None = False
    sort_by: list[EvalResultsSortBy] | None = None
    filters: list[EvalResultsFilter] | None = None
    filter_logic_operator: Literal["and", "or"] | None = "or"
    limit: int | None = None
    offset: int | None = None

    @property
    def roots(self) -> list[str]:
        """The ids of the evaluations without repetitions."""
        return [
            *dict.fromkeys([*(self.evaluation_call_ids or ()), *(self.evaluation_run_ids or ())])
        ]

    @model_validator(mode="after")
    def _names_an_evaluation(self) -> Self:
        if not self.roots:
            raise ValueError("One of evaluation_call_ids and evaluation_run_ids is required")
        return self


class EvaluationStatusReq(ProjectRequest):
    call_id: str


class EvaluateModelReq(UserRequest):
    evaluation_ref: str
    model_ref: str


class RescoreReq(UserRequest):
    source_evaluation_run_id: str
    scorer_refs: list[str]


class TrialSpan(TypedDict):
    trace_id: str
    span_id: str


class EvalTrial(TypedDict):
    """One pass of a row through a model and its scorers."""

    predict_and_score_call_id: str
    predict_call_id: str | None
    model_output: Json
    scores: JsonObject
    model_latency_seconds: float | None
    total_tokens: int | None
    total_cost: float | None
    scorer_call_ids: dict[str, str]
    genai_span_ref: list[TrialSpan] | None


class RowEvaluation(TypedDict):
    evaluation_call_id: str
    trials: list[EvalTrial]


class EvalRow(TypedDict):
    row_digest: str
    raw_data_row: Json
    evaluations: list[RowEvaluation]


class ScorerStats(TypedDict):
    """Statistics of one value within the scores of an evaluation."""

    scorer_key: str
    path: str | None
    value_type: ValueType | None
    trial_count: int
    numeric_count: int
    numeric_mean: float | None
    pass_true_count: int
    pass_known_count: int
    pass_rate: float | None
    pass_signal_coverage: float | None


class EvaluationSummary(TypedDict):
    evaluation_call_id: str
    trial_count: int
    scorer_stats: list[ScorerStats]
    predict_total_tokens: int | None
    predict_total_cost: float | None
    evaluation_ref: str | None
    model_ref: str | None
    display_name: str | None
    trace_id: str | None
    started_at: str | None


class EvalResultsSummary(TypedDict):
    row_count: int
    evaluations: list[EvaluationSummary]


class EvalResultsQueryRes(TypedDict):
    """A page of rows, and the number and the summary of all rows."""

    rows: list[EvalRow]
    total_rows: int
    summary: EvalResultsSummary | None
    warnings: list[str]


class EvaluationStatus(TypedDict, total=False):
    """`not_found`, `running`, `failed` or `complete`, with the details of that state."""

    code: str
    completed_rows: int
    total_rows: int
    error: str | None
    output: Json


class EvaluationStatusRes(TypedDict):
    status: EvaluationStatus


class EvaluationCallRes(TypedDict):
    call_id: str


class EvaluationRescoreRes(EvaluationCallRes):
    evaluation_run_id: str
