"""Handlers of evaluation results: trials become rows, filtered, sorted and summarized. Observed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field

from mockserver.core.errors import ApiError, invalid
from mockserver.core.model import Json
from mockserver.core.project import check_project
from mockserver.core.refs import SCHEME, parse_ref
from mockserver.core.steps import Steps
from mockserver.http.context import Context
from mockserver.trace.costs import PricesOf, prices_of
from mockserver.trace.evaluations.project import ProjectContext
from mockserver.trace.evaluations.routes import project_in
from mockserver.trace.objects.refs import RefReader
from mockserver.trace.query.compile import Predicate, compile_query
from mockserver.trace.query.fields import Comparison, QueryField, QueryFields, unknown_field
from mockserver.trace.query.models import SortBy
from mockserver.trace.query.select import Rank, in_order, page, ranking
from mockserver.trace.query.statistics import mean, numbers_in
from mockserver.trace.results import models
from mockserver.trace.results.trials import Trial, status_of, summarize, trials_of

NO_WORKER = "Evaluate model dispatcher is not set"
UNRESOLVED = "Failed to resolve dataset row refs; raw_data_row may contain refs"

SORTABLE = frozenset({"scores", "inputs", "output"})
FIELDS = QueryFields(refuse=unknown_field, columns=frozenset({"row_digest"}), roots=SORTABLE)


@dataclass(slots=True)
class RowTrials:
    """A row of a dataset with its trials by evaluation."""

    digest: str
    trials: dict[str, list[Trial]] = field(default_factory=lambda: defaultdict(list))

    def of(self, root: str | None) -> list[Trial]:
        """The trials in one evaluation, or in all."""
        if root is not None:
            return self.trials.get(root, [])
        return [trial for trials in self.trials.values() for trial in trials]


def query(body: models.EvalResultsQueryReq, ctx: Context) -> Steps[models.EvalResultsQueryRes]:
    """`{"rows", "total_rows", "summary", "warnings"}`: trials by row and evaluation."""
    project = project_in(ctx)
    matches, rank = _filter(body), _ranking(body)
    rows = [*filter(matches, (yield from _rows(project, body)))]
    shared = [row for row in rows if len(row.trials) == len(body.roots)]
    chosen = shared if body.require_intersection else rows
    ordered = yield from in_order([(rank(row), row) for row in chosen])
    prices = prices_of(ctx.store, project.name, ctx.settings) if body.include_costs else None
    shown, warnings = list[models.EvalRow](), list[str]()
    if body.include_rows:
        # Observed: a negative offset or limit counts as zero.
        limit = None if body.limit is None else max(body.limit, 0)
        chosen = [*page(ordered, limit, max(body.offset or 0, 0))]
        shown, warnings = yield from _shown(project, chosen, body, prices)
    summary: models.EvalResultsSummary | None = None
    if body.include_summary:
        narrow = body.summary_require_intersection
        narrow = body.require_intersection if narrow is None else narrow
        summary = _summary(project, shared if narrow else rows, body, prices)
    return {"rows": shown, "total_rows": len(ordered), "summary": summary, "warnings": warnings}


def status(body: models.EvaluationStatusReq, ctx: Context) -> models.EvaluationStatusRes:
    """`{"status": {"code"}}` with the details of the code."""
    return {"status": status_of(project_in(ctx, body.project_id), body.call_id)}


def evaluate_model(body: models.EvaluateModelReq, ctx: Context) -> models.EvaluationCallRes:
    """A 400, as from an engine without a worker that runs models."""
    check_project(body.project_id)
    raise invalid(NO_WORKER)


def rescore(body: models.RescoreReq, ctx: Context) -> models.EvaluationRescoreRes:
    """A 400, as for the evaluation of a model."""
    check_project(body.project_id)
    raise invalid(NO_WORKER)


def _rows(project: ProjectContext, request: models.EvalResultsQueryReq) -> Steps[list[RowTrials]]:
    with_children = bool(request.include_predict_and_score_children)
    rows: dict[str, RowTrials] = {}
    for root in request.roots:
        for trial in trials_of(project, root, with_children=with_children):
            row = rows.setdefault(trial.row_digest, RowTrials(trial.row_digest))
            row.trials[trial.root].append(trial)
        yield
    return [*rows.values()]


def _filter(request: models.EvalResultsQueryReq) -> Callable[[RowTrials], bool]:
    """True if a row meets all filters of any evaluation or, under `and`, of every evaluation.

    A filter is met if one trial meets it.
    """
    filters: dict[str | None, list[Predicate]] = defaultdict(list)
    for each in request.filters or ():
        filters[each.evaluation_call_id].append(compile_query(each.query, FIELDS))
    any_or_all = all if request.filter_logic_operator == "and" else any

    def matches(row: RowTrials) -> bool:
        return not filters or any_or_all(
            all(any(test(trial.fields) for trial in row.of(root)) for test in tests)
            for root, tests in filters.items()
        )

    return matches


def _ranking(request: models.EvalResultsQueryReq) -> Callable[[RowTrials], Rank]:
    """From a row to its rank: numbers before texts, rows without a value last."""
    keys, several = request.sort_by or [], len(request.roots) > 1
    fields = {
        str(at): QueryField(_sort_value(key, several), Comparison.COLUMN)
        for at, key in enumerate(keys)
    }
    fields["row_digest"] = QueryField(lambda row: row.digest, Comparison.COLUMN)
    order = [SortBy(field=str(at), direction=key.direction) for at, key in enumerate(keys)]
    return ranking(order, QueryFields(unknown_field, special=fields), "row_digest")


def _sort_value(key: models.EvalResultsSortBy, several: bool) -> Callable[[RowTrials], Json]:
    """From a row to its value for a sort key: the mean of scores, the first of other values.

    Observed: the `difference` of a single evaluation is its value.
    """
    root = key.field.partition(".")[0]
    if root not in SORTABLE or root == key.field:
        raise invalid(
            f"Unsupported sort field: '{key.field}'. Supported: scores.*, inputs.*, output.*."
        )
    if key.mode == "difference" and root != "scores":
        raise invalid(
            f"mode='difference' only supports numeric fields (scores.*), got '{key.field}'."
        )
    read = FIELDS.find(key.field).read

    def first(trials: list[Trial]) -> Json:
        values = (read(trial.fields) for trial in trials)
        return next((value for value in values if value is not None), None)

    def mean_of(trials: list[Trial]) -> float | None:
        return mean(numbers_in(read(trial.fields) for trial in trials))

    def difference(row: RowTrials) -> float | None:
        means = [each for each in map(mean_of, row.trials.values()) if each is not None]
        return max(means) - min(means) if len(means) > 1 else None

    if key.mode == "difference" and several:
        return difference
    value_of = mean_of if root == "scores" else first
    return lambda row: value_of(row.of(key.evaluation_call_id))


def _shown(
    project: ProjectContext,
    rows: list[RowTrials],
    request: models.EvalResultsQueryReq,
    prices: PricesOf | None,
) -> Steps[tuple[list[models.EvalRow], list[str]]]:
    """Rows in a response, and warnings about refs that lead nowhere."""
    reader, warnings = RefReader(project.store), list[str]()

    def example(row: RowTrials) -> Json:
        example = row.of(None)[0].example
        if not (request.resolve_row_refs and str(example).startswith(SCHEME)):
            return example
        try:
            found = reader.read(parse_ref(example))
        except ApiError:
            found = None
        if found is None:
            warnings[:] = [UNRESOLVED]
        return example if found is None else found

    shown: list[models.EvalRow] = []
    for row in rows:
        evaluations: list[models.RowEvaluation] = [
            {"evaluation_call_id": root, "trials": [each.response(prices) for each in trials]}
            for root in request.roots
            if (trials := row.trials.get(root))
        ]
        raw = example(row) if request.include_raw_data_rows else None
        shown.append({"row_digest": row.digest, "raw_data_row": raw, "evaluations": evaluations})
        yield
    return shown, warnings


def _summary(
    project: ProjectContext,
    rows: list[RowTrials],
    request: models.EvalResultsQueryReq,
    prices: PricesOf | None,
) -> models.EvalResultsSummary:
    summaries = [
        summarize(root, project.call(root), trials, prices)
        for root in request.roots
        if (trials := [trial for row in rows for trial in row.of(root)])
    ]
    return {"row_count": len(rows), "evaluations": summaries}
