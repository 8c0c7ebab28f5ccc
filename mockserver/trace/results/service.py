"""The rules of evaluation results: rows out of trials, which are chosen, and in what order."""

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
from mockserver.trace.costs.pricing import PricesOf, prices_of
from mockserver.trace.objects.refs import RefReader
from mockserver.trace.query.compile import compile_query
from mockserver.trace.query.fields import QueryFields, unknown_field
from mockserver.trace.query.models import SortBy
from mockserver.trace.query.predicates import Predicate
from mockserver.trace.query.select import Rank, in_order, last_row, ranking
from mockserver.trace.query.statistics import number
from mockserver.trace.results.models import (
    EvalResultsQueryReq,
    EvalResultsQueryRes,
    EvalResultsSortBy,
    EvalRow,
)
from mockserver.trace.results.summary import summaries
from mockserver.trace.results.trials import Trial, trials_of

UNRESOLVED = "Failed to resolve dataset row refs; raw_data_row may contain refs"

FIELDS = QueryFields(
    refuse=unknown_field,
    columns=frozenset({"row_digest"}),
    roots=frozenset({"scores", "inputs", "output"}),
)
SORTABLE = ("scores", "inputs", "output")


@dataclass(slots=True)
class RowTrials:
    """A row of a dataset with its trials, by evaluation in the order in which those are named."""

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
    """The rows of the evaluations asked for. Raises a 400 for a field that no row has."""
    is_wanted, rank = _condition(request), _ranking(request.sort_by or [])
    rows = yield from _rows(store, project, request)
    wanted = [*filter(is_wanted, rows)]
    shared = [row for row in wanted if len(row.trials) == len(request.roots)]
    chosen = shared if request.require_intersection else wanted
    ordered = yield from in_order([(rank(row), row) for row in chosen])
    prices = prices_of(store, project, settings) if request.include_costs else None
    answer: EvalResultsQueryRes = {
        "rows": [],
        "total_rows": len(ordered),
        "summary": None,
        "warnings": [],
    }
    if request.include_rows:
        shower = _Shower(RefReader(store), request, prices, answer["warnings"])
        page = _page(ordered, request)
        answer["rows"] = yield from in_steps(page, shower.shown, at_a_time=1)
    if request.include_summary:
        narrow = request.summary_require_intersection
        narrow = request.require_intersection if narrow is None else narrow
        trials = [trial for row in (shared if narrow else wanted) for trial in row.of(None)]
        evaluations = summaries(store, project, request.roots, trials, prices)
        answer["summary"] = {
            "row_count": len(shared if narrow else wanted),
            "evaluations": evaluations,
        }
    return answer


def _rows(store: Store, project: str, request: EvalResultsQueryReq) -> Steps[list[RowTrials]]:
    """All rows of the evaluations."""
    children = bool(request.include_predict_and_score_children)

    def trials(roots: list[str]) -> Iterator[Trial]:
        for root in roots:
            yield from trials_of(store, project, root, children=children)

    rows: dict[str, RowTrials] = {}
    for trial in (yield from in_steps(request.roots, trials, at_a_time=1)):
        row = rows.setdefault(trial.row_digest, RowTrials(trial.row_digest))
        row.trials[trial.root].append(trial)
    return [*rows.values()]


def _page(rows: list[RowTrials], request: EvalResultsQueryReq) -> list[RowTrials]:
    """Observed: what is negative counts as zero."""
    offset = max(request.offset or 0, 0)
    limit = None if request.limit is None else max(request.limit, 0)
    return rows[offset : last_row(limit, offset)]


def _condition(request: EvalResultsQueryReq) -> Callable[[RowTrials], bool]:
    """True if a row meets all filters of one evaluation, and those of any or of all evaluations.

    Each must hold for one trial.
    """
    groups: dict[str | None, list[Predicate]] = defaultdict(list)
    for wanted in request.filters or ():
        groups[wanted.evaluation_call_id].append(compile_query(wanted.query, FIELDS))
    together = all if request.filter_logic_operator == "and" else any

    def is_wanted(row: RowTrials) -> bool:
        return not groups or together(
            all(any(map(test, map(_record, row.of(root)))) for test in tests)
            for root, tests in groups.items()
        )

    return is_wanted


def _record(trial: Trial) -> Record:
    """A trial as filters and keys of an order see it."""
    return {
        "row_digest": trial.row_digest,
        "scores": trial.scores,
        "inputs": trial.example,
        "output": trial.call["output"],
    }


def _ranking(keys: list[EvalResultsSortBy]) -> Callable[[RowTrials], Rank]:
    """From a row to its rank; numbers come before texts, and rows without a value last."""
    values = [_value(key) for key in keys]
    order = [SortBy(field=str(at), direction=key.direction) for at, key in enumerate(keys)]
    columns = frozenset(map(str, range(len(keys))))
    rank = ranking(order, QueryFields(unknown_field, columns | {"row_digest"}), "row_digest")

    def rank_of(row: RowTrials) -> Rank:
        read = {str(at): value(row) for at, value in enumerate(values)}
        return rank({**read, "row_digest": row.digest})

    return rank_of


def _value(key: EvalResultsSortBy) -> Callable[[RowTrials], Json]:
    """From a row to its sort value: of scores the mean, of anything else the first value."""
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
        found = (read(_record(trial)) for trial in trials)
        return next((value for value in found if value is not None), None)

    def mean(trials: list[Trial]) -> float | None:
        found = (read(_record(trial)) for trial in trials)
        numbers = [count for value in found if (count := number(value)) is not None]
        return sum(numbers) / len(numbers) if numbers else None

    def apart(row: RowTrials) -> float | None:
        means = [each for each in map(mean, row.trials.values()) if each is not None]
        return max(means) - min(means) if len(means) > 1 else None

    if key.mode == "difference":
        return apart
    of = mean if root == "scores" else first
    return lambda row: of(row.of(key.evaluation_call_id))


@dataclass(frozen=True, slots=True)
class _Shower:
    """Makes the rows of an answer, and a warning where a ref leads nowhere."""

    reader: RefReader
    request: EvalResultsQueryReq
    prices: PricesOf | None
    warnings: list[str]

    def shown(self, rows: list[RowTrials]) -> list[EvalRow]:
        """The rows as they are answered."""
        return [
            {
                "row_digest": row.digest,
                "raw_data_row": self._example(row),
                "evaluations": [
                    {
                        "evaluation_call_id": root,
                        "trials": [trial.shown(self.prices) for trial in row.trials[root]],
                    }
                    for root in self.request.roots
                    if root in row.trials
                ],
            }
            for row in rows
        ]

    def _example(self, row: RowTrials) -> Json:
        if not self.request.include_raw_data_rows:
            return None
        example = row.of(None)[0].example
        if not (self.request.resolve_row_refs and str(example).startswith(SCHEME)):
            return example
        try:
            found = self.reader.read(parse_ref(example))
        except ApiError:
            found = None
        if found is None and UNRESOLVED not in self.warnings:
            self.warnings.append(UNRESOLVED)
        return example if found is None else found
