"""Choosing calls: the index first, then filter and query, in steps."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime

from mockserver.calls.filters import Predicate, indexed_conditions, predicates
from mockserver.calls.kinds import CALLS
from mockserver.calls.models import CallsQueryReq, CallsQueryStatsReq
from mockserver.core.clock import iso, sortable
from mockserver.core.codec import peek
from mockserver.core.model import Record
from mockserver.query.compile import compile_query
from mockserver.query.conditions import Looks, equalities, promising
from mockserver.query.fields import Fields
from mockserver.query.interval import Interval, interval_of
from mockserver.query.models import SortBy
from mockserver.query.sorting import Rank, Ranking, in_order, ranking
from mockserver.query.steps import Steps, in_steps
from mockserver.store.collection import Found
from mockserver.store.order import EVERYTHING, TOP, Span
from mockserver.store.store import Store

OLDEST_FIRST = [SortBy(field="started_at", direction="asc")]
NEWEST_FIRST = [SortBy(field="started_at", direction="desc")]

Match = Callable[[bytes], Record | None]
"""From the JSON of a call to the call, if it matches."""


class Selection:
    """What one request asks for, understood; every refusal is raised here."""

    def __init__(
        self, store: Store, request: CallsQueryReq | CallsQueryStatsReq, fields: Fields
    ) -> None:
        self._store = store
        self._request = request
        self._fields = fields
        tests = predicates(request.filter, request.project_id)
        if request.query is not None:
            tests.append(compile_query(request.query, fields))
        self._match = _match(tests, promising(request.query, fields)) if tests else None

    @property
    def is_everything(self) -> bool:
        """Whether every call of the project is asked for."""
        return self._match is None

    def calls(self, enough: int | None) -> Steps[list[bytes]]:
        """The JSON of the calls that match as the store has them: the first that are `enough`."""
        return self._sifted(self._found(OLDEST_FIRST).texts, enough)

    def ordered(self, order: list[SortBy], enough: int | None) -> Steps[list[bytes]]:
        """The same in order."""
        rank = ranking(order, self._fields)
        found = self._found(order)
        if found.ordered and order in (OLDEST_FIRST, NEWEST_FIRST):
            return (yield from self._sifted(found.texts, enough))
        ranked = yield from in_steps(found.texts, _ranked(self._match or peek, rank))
        return (yield from in_order(ranked, enough))

    def _found(self, order: list[SortBy]) -> Found:
        query, scope = self._request.query, self._request.project_id
        where = {**equalities(query), **indexed_conditions(self._request.filter)}
        span = _span(interval_of(query, "started_at"))
        return self._store[CALLS].find(scope, where, span, falling=order == NEWEST_FIRST)

    def _sifted(self, texts: Iterator[bytes], enough: int | None) -> Steps[list[bytes]]:
        """The texts of calls that match; where all do, none is looked into."""
        match = self._match
        if match is None:
            return (yield from in_steps(texts, list, enough))
        return (
            yield from in_steps(
                texts, lambda group: [text for text in group if match(text) is not None], enough
            )
        )


def _match(tests: list[Predicate], looks: Looks | None) -> Match:
    def match(text: bytes) -> Record | None:
        record: Record = peek(text)
        for test in tests:
            if not test(record):
                return None
        return record

    if looks is None:
        return match
    return lambda text: match(text) if looks(text) else None


def _ranked(match: Match, rank: Ranking) -> Callable[[list[bytes]], Iterable[tuple[Rank, bytes]]]:
    def ranked(texts: list[bytes]) -> list[tuple[Rank, bytes]]:
        return [(rank(record), text) for text in texts if (record := match(text)) is not None]

    return ranked


def _span(interval: Interval) -> Span:
    """The same interval in the form in which calls are ordered, rounded outwards."""
    low, high = (_text_of(end) for end in interval)
    return Span(low or EVERYTHING.low, high + TOP if high else EVERYTHING.high)


def _text_of(moment: float | None) -> str | None:
    """Whole seconds, so that every fraction of the second stands behind it."""
    if moment is None:
        return None
    try:
        return sortable(iso(datetime.fromtimestamp(int(moment // 1), UTC)))
    except (ValueError, OverflowError, OSError):
        return None
