"""Evaluation results: trials become rows, which are filtered, sorted and summarized."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from mockserver.core.errors import ApiError, invalid
from mockserver.core.model import Json, Record
from mockserver.core.refs import SCHEME, parse_ref
from mockserver.core.steps import Steps, in_steps
from mockserver.settings import Settings
from mockserver.store.store import Store
from mockserver.trace.calls.kinds import CALLS
from mockserver.trace.costs.pricing import PricesOf, prices_of
from mockserver.trace.objects.refs import RefReader
from mockserver.trace.query.compile import compile_query
from mockserver.trace.query.fields import QueryFields, unknown_field
from mockserver.trace.query.models import SortBy
from mockserver.trace.query.predicates import Predicate
from mockserver.trace.query.select import Rank, in_order, page, ranking
from mockserver.trace.query.statistics import number
from mockserver.trace.results.models import (
    EvalResultsQueryReq,
    EvalResultsQueryRes,
    EvalResultsSortBy,
    EvalResultsSummary,
    EvalRow,
)
from mockserver.trace.results.summary import summarize
from mockserver.trace.results.trials import Trial, trials_of

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


def query(
    store: Store, project: str, request: EvalResultsQueryReq, settings: Settings
) -> Steps[EvalResultsQueryRes]:
    """The rows of evaluations. Raises a 400 for an unknown field."""
    matches, rank = _filter(request), _ranking(request.sort_by or [])
    rows = [*filter(matches, (yield from _rows(store, project, request)))]
    shared = [row for row in rows if len(row.trials) == len(request.roots)]
    chosen = shared if request.require_intersection else rows
    ordered = yield from in_order([(rank(row), row) for row in chosen])
    prices = prices_of(store, project, settings) if request.include_costs else None
    response: EvalResultsQueryRes = {
        "rows": [],
        "total_rows": len(ordered),
        "summary": None,
        "warnings": [],
    }
    if request.include_rows:
        # Observed: a negative offset or limit counts as zero.
        limit = None if request.limit is None else max(request.limit, 0)
        shown = page(ordered, limit, max(request.offset or 0, 0))
        response["rows"], response["warnings"] = yield from _shown(store, shown, request, prices)
    if request.include_summary:
        narrow = request.summary_require_intersection
        narrow = request.require_intersection if narrow is None else narrow
        response["summary"] = _summary(store, project, shared if narrow else rows, request, prices)
    return response


def _rows(store: Store, project: str, request: EvalResultsQueryReq) -> Steps[list[RowTrials]]:
    with_children = bool(request.include_predict_and_score_children)

    def trials(roots: list[str]) -> Iterator[Trial]:
        for root in roots:
            yield from trials_of(store, project, root, with_children=with_children)

    rows: dict[str, RowTrials] = {}
    for trial in (yield from in_steps(request.roots, trials, at_a_time=1)):
        row = rows.setdefault(trial.row_digest, RowTrials(trial.row_digest))
        row.trials[trial.root].append(trial)
    return [*rows.values()]


def _filter(request: EvalResultsQueryReq) -> Callable[[RowTrials], bool]:
    """True if a row meets all filters of any evaluation or, under `and`, of every evaluation.

    A filter is met if one trial meets it.
    """
    filters: dict[str | None, list[Predicate]] = defaultdict(list)
    for each in request.filters or ():
        filters[each.evaluation_call_id].append(compile_query(each.query, FIELDS))
    any_or_all = all if request.filter_logic_operator == "and" else any

    def matches(row: RowTrials) -> bool:
        return not filters or any_or_all(
            all(any(map(test, map(_fields, row.of(root)))) for test in tests)
            for root, tests in filters.items()
        )

    return matches


def _fields(trial: Trial) -> Record:
    """The fields of a trial for filters and sort keys."""
    return {
        "row_digest": trial.row_digest,
        "scores": trial.scores,
        "inputs": trial.example,
        "output": trial.call["output"],
    }


def _ranking(keys: list[EvalResultsSortBy]) -> Callable[[RowTrials], Rank]:
    """From a row to its rank: numbers before texts, rows without a value last."""
    values = [_sort_value(key) for key in keys]
    order = [SortBy(field=str(at), direction=key.direction) for at, key in enumerate(keys)]
    columns = frozenset(map(str, range(len(keys))))
    rank = ranking(order, QueryFields(unknown_field, columns | {"row_digest"}), "row_digest")

    def rank_of(row: RowTrials) -> Rank:
        read = {str(at): value(row) for at, value in enumerate(values)}
        return rank({**read, "row_digest": row.digest})

    return rank_of


def _sort_value(key: EvalResultsSortBy) -> Callable[[RowTrials], Json]:
    """From a row to its value for a sort key: the mean of scores, the first of other values."""
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
        values = (read(_fields(trial)) for trial in trials)
        return next((value for value in values if value is not None), None)

    def mean(trials: list[Trial]) -> float | None:
        counts = (number(read(_fields(trial))) for trial in trials)
        numbers = [count for count in counts if count is not None]
        return sum(numbers) / len(numbers) if numbers else None

    def difference(row: RowTrials) -> float | None:
        means = [each for each in map(mean, row.trials.values()) if each is not None]
        return max(means) - min(means) if len(means) > 1 else None

    if key.mode == "difference":
        return difference
    value_of = mean if root == "scores" else first
    return lambda row: value_of(row.of(key.evaluation_call_id))


def _shown(
    store: Store,
    rows: Iterator[RowTrials],
    request: EvalResultsQueryReq,
    prices: PricesOf | None,
) -> Steps[tuple[list[EvalRow], list[str]]]:
    """Rows in a response, and warnings about refs that lead nowhere."""
    reader, warnings = RefReader(store), list[str]()

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

    def shown(some: list[RowTrials]) -> list[EvalRow]:
        return [
            {
                "row_digest": row.digest,
                "raw_data_row": example(row) if request.include_raw_data_rows else None,
                "evaluations": [
                    {
                        "evaluation_call_id": root,
                        "trials": [trial.response(prices) for trial in row.trials[root]],
                    }
                    for root in request.roots
                    if root in row.trials
                ],
            }
            for row in some
        ]

    return (yield from in_steps(rows, shown, at_a_time=1)), warnings


def _summary(
    store: Store,
    project: str,
    rows: list[RowTrials],
    request: EvalResultsQueryReq,
    prices: PricesOf | None,
) -> EvalResultsSummary:
    trials = {root: [trial for row in rows for trial in row.of(root)] for root in request.roots}
    return {
        "row_count": len(rows),
        "evaluations": [
            summarize(root, store[CALLS].get(project, root), found, prices)
            for root, found in trials.items()
            if found
        ],
    }
