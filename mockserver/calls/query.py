"""Finding calls: the index first, then filter and query, then order, then the page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime

from mockserver.calls.columns import project
from mockserver.calls.fields import call_fields
from mockserver.calls.filters import Predicate, indexed_conditions, predicates
from mockserver.calls.included import Addition, additions, total_size
from mockserver.calls.kinds import CALLS
from mockserver.calls.models import CallReadReq, CallsFilter, CallsQueryReq, CallsQueryStatsReq
from mockserver.core.clock import iso, sortable
from mockserver.core.codec import decode, encode, peek
from mockserver.core.errors import invalid
from mockserver.core.model import Record
from mockserver.core.project import check_project
from mockserver.query.compile import compile_query
from mockserver.query.fields import Fields
from mockserver.query.interval import Interval, interval_of
from mockserver.query.models import Query, SortBy
from mockserver.query.paging import check_page, page
from mockserver.query.sorting import sort_records
from mockserver.settings import Settings
from mockserver.store.order import EVERYTHING, TOP, Span
from mockserver.store.store import Store

OLDEST_FIRST = [SortBy(field="started_at", direction="asc")]
NEWEST_FIRST = [SortBy(field="started_at", direction="desc")]


def query(store: Store, request: CallsQueryReq, settings: Settings) -> list[bytes]:
    """The JSON of the calls asked for, in order; every refusal is raised before the first row."""
    scope = check_project(request.project_id)
    check_page(request.limit, request.offset)
    order = OLDEST_FIRST if request.sort_by is None else request.sort_by
    tests = _tests(request.filter, request.query, scope, settings)
    where = indexed_conditions(request.filter)
    span = _span(interval_of(request.query, "started_at"))
    found = store[CALLS].find(scope, where, span, falling=order == NEWEST_FIRST)
    matches = _matches(found.texts, tests)
    if not found.ordered or order not in (OLDEST_FIRST, NEWEST_FIRST):
        matches = _sorted(matches, order, call_fields(settings))
    rows = page(matches, request.limit, request.offset)
    return list(map(_view(additions(request, store, settings), request.columns), rows))


def read(store: Store, request: CallReadReq, settings: Settings) -> bytes | None:
    """The JSON of one call with what is asked for beside it; None if there is none to see."""
    text = store[CALLS].text(check_project(request.project_id), request.id)
    return text and _view(additions(request, store, settings), None)(text)


def count(store: Store, request: CallsQueryStatsReq, settings: Settings) -> int:
    """How many calls match, counted up to the limit."""
    scope = check_project(request.project_id)
    if request.limit is not None and request.limit < 1:
        raise invalid("Limit must be a positive integer")
    tests = _tests(request.filter, request.query, scope, settings)
    if not tests:
        everything = store[CALLS].count(scope)
        return min(everything, request.limit or everything)
    return sum(1 for _ in _counted(store, request, tests))


def measure(store: Store, request: CallsQueryStatsReq, settings: Settings) -> int:
    """Bytes of the traces whose roots are among the calls that `count` counts."""
    tests = _tests(request.filter, request.query, request.project_id, settings)
    roots = map(peek, _counted(store, request, tests))
    return sum(total_size(store, root) or 0 for root in roots)


def _counted(store: Store, request: CallsQueryStatsReq, tests: list[Predicate]) -> Iterator[bytes]:
    found = store[CALLS].find(request.project_id, indexed_conditions(request.filter))
    return page(_matches(found.texts, tests), request.limit, None)


def _view(added: list[Addition], columns: list[str] | None) -> Callable[[bytes], bytes]:
    """From a stored call to the answered one; the same bytes if nothing changes."""
    if not (added or columns):
        return bytes
    shown = columns and [*columns, *(addition.column for addition in added)]

    def view(text: bytes) -> bytes:
        record = decode(text)
        for addition in added:
            addition.add(record)
        return encode(project(record, shown) if shown else record)

    return view


def _tests(
    filter: CallsFilter | None, query: Query | None, scope: str, settings: Settings
) -> list[Predicate]:
    tests = predicates(filter, scope)
    if query is not None:
        tests.append(compile_query(query, call_fields(settings)))
    return tests


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


def _matches(texts: Iterator[bytes], tests: list[Predicate]) -> Iterator[bytes]:
    """The texts of calls that pass every test; without tests none is looked into."""
    if not tests:
        return texts
    return (text for text in texts if _passes(peek(text), tests))


def _passes(record: Record, tests: list[Predicate]) -> bool:
    return all(test(record) for test in tests)


def _sorted(texts: Iterator[bytes], order: list[SortBy], fields: Fields) -> Iterator[bytes]:
    by_id = {record["id"]: (record, text) for text in texts if (record := peek(text))}
    records = (record for record, _ in by_id.values())
    return (by_id[record["id"]][1] for record in sort_records(records, order, fields))
