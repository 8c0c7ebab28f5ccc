"""Selection of calls: an index narrows them, then the filter and the query test each, in steps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime

from mockserver.core.clock import iso, sortable
from mockserver.core.codec import filtered, peek_all
from mockserver.core.errors import invalid
from mockserver.core.limits import MOST_FILTER_VALUES
from mockserver.core.model import leaves
from mockserver.core.steps import UNREAD, Steps, in_steps
from mockserver.store.collection import FoundRecords
from mockserver.store.order import EVERYTHING, TOP, ValueRange
from mockserver.store.store import Store
from mockserver.trace.calls.fields import check_order
from mockserver.trace.kinds import CALLS
from mockserver.trace.query.compile import Predicate, compile_query
from mockserver.trace.query.conditions import equalities, interval_of, sieve
from mockserver.trace.query.fields import QueryFields
from mockserver.trace.query.models import CallsFilter, CallsSelection, SortBy
from mockserver.trace.query.select import Ranked, in_order, ranking

OLDEST_FIRST = [SortBy(field="started_at", direction="asc")]
NEWEST_FIRST = [SortBy(field="started_at", direction="desc")]

ANY_VERSION = ":*"

FILTERED = {
    "op_names": "op_name",
    "parent_ids": "parent_id",
    "trace_ids": "trace_id",
    "call_ids": "id",
    "thread_ids": "thread_id",
    "turn_ids": "turn_id",
    "wb_user_ids": "wb_user_id",
}
"""The field of a call whose values each list of a filter names."""

EMPTY_MEANS_NONE = {"thread_ids", "turn_ids"}
"""Observed: an empty list here matches nothing; any other empty list is no condition."""

UNLIMITED = "wb_user_ids"
"""Observed: the one list that may be longer."""


class Selection:
    """The filter and query of one request; an invalid one is refused when this is created."""

    def __init__(self, store: Store, request: CallsSelection, fields: QueryFields) -> None:
        self._store, self._request, self._fields = store, request, fields
        conditions, project = request.filter, request.project_id
        tests = [_filter_test(name, values, project) for name, values in _lists(conditions)]
        if conditions and conditions.trace_roots_only:
            tests.append(lambda call: call["parent_id"] is None)
        if request.query is not None:
            tests.append(compile_query(request.query, fields))
        self._test = tests[0] if tests else None
        if len(tests) > 1:
            self._test = lambda call: all(test(call) for test in tests)
        self._sift = sieve(request.query, fields) or list

    @property
    def is_everything(self) -> bool:
        """True if every call of the project matches."""
        return self._test is None

    def calls(self, enough: int | None) -> Steps[list[bytes]]:
        """The stored JSON of the matching calls, of at most a few more than `enough`."""
        return self._matching(self._found(OLDEST_FIRST).texts, enough)

    def ordered(self, order: list[SortBy], enough: int | None) -> Steps[list[bytes]]:
        """The same in order."""
        check_order(order)
        rank = ranking(order, self._fields)
        found, test, sift = self._found(order), self._test, self._sift
        if found.ordered and order in (OLDEST_FIRST, NEWEST_FIRST):
            return (yield from self._matching(found.texts, enough))

        def ranked(group: list[bytes]) -> list[Ranked[bytes]]:
            group = sift(group)
            pairs = zip(group, peek_all(group), strict=True)
            return [(rank(call), text) for text, call in pairs if test is None or test(call)]

        return (yield from in_order((yield from in_steps(found.texts, ranked)), enough))

    def _found(self, order: list[SortBy]) -> FoundRecords:
        """The calls found by an index of the store; some of them may not match."""
        query, scope, calls = self._request.query, self._request.project_id, self._store[CALLS]
        lists = _lists(self._request.filter)
        where = {FILTERED[name]: values for name, values in lists if name in FILTERED}
        names = frozenset(where.get("op_name", ()))
        if any(name.endswith(ANY_VERSION) for name in names):
            where["op_name"] = [*filter(_name_test(names), calls.values(scope, "op_name"))]
        low, high = map(_sortable, interval_of(query, "started_at"))  # rounded outwards
        span = ValueRange(low or EVERYTHING.low, high + TOP if high else EVERYTHING.high)
        return calls.find(
            scope, {**equalities(query), **where}, span, falling=order == NEWEST_FIRST
        )

    def _matching(self, texts: Iterator[bytes], enough: int | None) -> Steps[list[bytes]]:
        """The matching calls; without conditions, none is parsed."""
        test, sift = self._test, self._sift
        if test is None:
            return in_steps(texts, list, enough, at_a_time=UNREAD)
        return in_steps(texts, lambda group: filtered(sift(group), test), enough)


def _lists(filter: CallsFilter | None) -> Iterator[tuple[str, list[str]]]:
    """The lists of a filter that are conditions."""
    if filter is None:
        return
    for name in type(filter).model_fields:
        values = getattr(filter, name)
        if isinstance(values, list) and (values or name in EMPTY_MEANS_NONE):
            yield name, values


def _filter_test(name: str, values: list[str], project_id: str) -> Predicate:
    """The test of one condition. Raises a 400 for a list that is too long."""
    if len(values) > MOST_FILTER_VALUES and name != UNLIMITED:
        raise invalid(
            f"Parameter: '{name}' request length is greater than max length "
            f"({MOST_FILTER_VALUES}). Actual length: {len(values)}"
        )
    allowed = frozenset(values)
    if name == "op_names":
        is_named = _name_test(allowed)
        return lambda record: is_named(record["op_name"])
    if name in ("input_refs", "output_refs"):
        refs = "inputs" if name == "input_refs" else "output"
        return lambda record: any(leaf in allowed for leaf in leaves(record[refs]))
    if name == "wb_run_ids":
        runs = allowed | {f"{project_id}/{run}" for run in allowed if "/" not in run}
        return lambda record: record["wb_run_id"] in runs
    field = FILTERED[name]
    return lambda record: record[field] in allowed


def _name_test(names: frozenset[str]) -> Callable[[str], bool]:
    """A test for names of ops; `name:*` matches every version of `name`."""
    prefixes = tuple(name[:-1] for name in names if name.endswith(ANY_VERSION))
    return lambda name: name in names or name.startswith(prefixes)


def _sortable(moment: float | None) -> str | None:
    """The sort value of a whole second, so that every fraction of it comes after."""
    if moment is None:
        return None
    try:
        return sortable(iso(datetime.fromtimestamp(int(moment // 1), UTC)))
    except (ValueError, OverflowError, OSError):
        return None
