"""Choosing calls: the index first, then filter and query, in steps."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial

from mockserver.core.clock import iso, sortable
from mockserver.core.codec import peek_all, those
from mockserver.core.steps import UNREAD, Steps, in_steps
from mockserver.store.collection import FoundRecords
from mockserver.store.order import EVERYTHING, TOP, ValueRange
from mockserver.store.store import Store
from mockserver.trace.calls.fields import check_order
from mockserver.trace.calls.filters import indexed_conditions, predicates
from mockserver.trace.calls.kinds import CALLS
from mockserver.trace.calls.models import CallsQueryReq, CallsQueryStatsReq
from mockserver.trace.query.compile import compile_query
from mockserver.trace.query.conditions import equalities, sieve
from mockserver.trace.query.fields import QueryFields
from mockserver.trace.query.interval import Interval, interval_of
from mockserver.trace.query.logic import Predicate
from mockserver.trace.query.models import SortBy
from mockserver.trace.query.sorting import Ranked, Ranking, in_order, ranking

OLDEST_FIRST = [SortBy(field="started_at", direction="asc")]
NEWEST_FIRST = [SortBy(field="started_at", direction="desc")]


class Selection:
    """The filter, query and order of one request; every refusal is raised when it is made."""

    def __init__(
        self, store: Store, request: CallsQueryReq | CallsQueryStatsReq, fields: QueryFields
    ) -> None:
        self._store = store
        self._request = request
        self._fields = fields
        tests = predicates(request.filter, request.project_id)
        if request.query is not None:
            tests.append(compile_query(request.query, fields))
        self._test = _all(tests)
        self._sieve = sieve(request.query, fields)

    @property
    def is_everything(self) -> bool:
        """True if every call of the project matches."""
        return self._test is None

    def calls(self, enough: int | None) -> Steps[list[bytes]]:
        """The JSON of the calls that match as the store has them: the first that are `enough`."""
        return self._sifted(self._found(OLDEST_FIRST).texts, enough)

    def ordered(self, order: list[SortBy], enough: int | None) -> Steps[list[bytes]]:
        """The same in order."""
        check_order(order)
        rank = ranking(order, self._fields)
        found = self._found(order)
        if found.ordered and order in (OLDEST_FIRST, NEWEST_FIRST):
            return (yield from self._sifted(found.texts, enough))
        ranked = yield from self._ranked(found.texts, rank)
        return (yield from in_order(ranked, enough))

    def _found(self, order: list[SortBy]) -> FoundRecords:
        query, scope = self._request.query, self._request.project_id
        ops = partial(self._store[CALLS].values, scope, "op_name")
        where = {**equalities(query), **indexed_conditions(self._request.filter, ops)}
        span = _span(interval_of(query, "started_at"))
        return self._store[CALLS].find(scope, where, span, falling=order == NEWEST_FIRST)

    def _sifted(self, texts: Iterator[bytes], enough: int | None) -> Steps[list[bytes]]:
        """The texts of calls that match; where all do, none is looked into."""
        test, sift = self._test, self._sieve
        if test is None:
            return in_steps(texts, list, enough, at_a_time=UNREAD)

        def matching(group: list[bytes]) -> list[bytes]:
            return those(sift(group) if sift else group, test)

        return in_steps(texts, matching, enough)

    def _ranked(self, texts: Iterator[bytes], rank: Ranking) -> Steps[list[Ranked[bytes]]]:
        """The texts of calls that match, each with its rank."""
        test, sift = self._test, self._sieve

        def ranked(group: list[bytes]) -> list[Ranked[bytes]]:
            group = sift(group) if sift else group
            pairs = zip(group, peek_all(group), strict=True)
            return [(rank(call), text) for text, call in pairs if test is None or test(call)]

        return in_steps(texts, ranked)


def _all(tests: list[Predicate]) -> Predicate | None:
    """One test in place of several; None in place of none."""
    if len(tests) < 2:
        return tests[0] if tests else None
    return lambda call: all(test(call) for test in tests)


def _span(interval: Interval) -> ValueRange:
    """The same interval in the form in which calls are ordered, rounded outwards."""
    low, high = (_text_of(end) for end in interval)
    return ValueRange(low or EVERYTHING.low, high + TOP if high else EVERYTHING.high)


def _text_of(moment: float | None) -> str | None:
    """Whole seconds, so that every fraction of the second stands behind it."""
    if moment is None:
        return None
    try:
        return sortable(iso(datetime.fromtimestamp(int(moment // 1), UTC)))
    except (ValueError, OverflowError, OSError):
        return None
