"""Finding calls: the index first, then filter and query, then order, then the page."""

from __future__ import annotations

from mockserver.calls.columns import project
from mockserver.calls.fields import call_fields
from mockserver.calls.filters import Predicate, indexed_conditions, predicates
from mockserver.calls.models import CallsFilter, CallsQueryReq, CallsQueryStatsReq
from mockserver.calls.records import CALLS
from mockserver.core.codec import encode, peek
from mockserver.core.errors import invalid
from mockserver.core.project import check_project
from mockserver.query.compile import compile_query
from mockserver.query.models import Query, SortBy
from mockserver.query.paging import check_page, page
from mockserver.query.sorting import sort_records
from mockserver.settings import Settings
from mockserver.store.store import Store

OLDEST_FIRST = [SortBy(field="started_at", direction="asc")]


def query(store: Store, request: CallsQueryReq, settings: Settings) -> list[bytes]:
    """The JSON of the calls asked for, in order; every refusal is raised before the first row."""
    scope = check_project(request.project_id)
    check_page(request.limit, request.offset)
    tests = _tests(request.filter, request.query, scope, settings)
    bounds = request.limit, request.offset
    if not tests and request.sort_by is None and not request.columns:
        return list(page(store[CALLS].walk(scope), *bounds))
    texts = _texts(store, request.filter, scope)
    found = [record for record in map(peek, texts) if all(test(record) for test in tests)]
    order = OLDEST_FIRST if request.sort_by is None else request.sort_by
    rows = page(sort_records(found, order, call_fields(settings)), *bounds)
    if request.columns:
        return [encode(project(row, request.columns)) for row in rows]
    return [store[CALLS].text(scope, row["id"]) or b"" for row in rows]


def count(store: Store, request: CallsQueryStatsReq, settings: Settings) -> int:
    """How many calls match, counted up to the limit."""
    scope = check_project(request.project_id)
    if request.limit is not None and request.limit < 1:
        raise invalid("Limit must be a positive integer")
    tests = _tests(request.filter, request.query, scope, settings)
    if not tests:
        everything = store[CALLS].count(scope)
        return min(everything, request.limit or everything)
    texts = _texts(store, request.filter, scope)
    matches = (1 for record in map(peek, texts) if all(test(record) for test in tests))
    return sum(page(matches, request.limit, None))


def _texts(store: Store, filter: CallsFilter | None, scope: str) -> list[bytes]:
    return list(store[CALLS].matching(scope, indexed_conditions(filter)))


def _tests(
    filter: CallsFilter | None, query: Query | None, scope: str, settings: Settings
) -> list[Predicate]:
    tests = predicates(filter, scope)
    if query is not None:
        tests.append(compile_query(query, call_fields(settings)))
    return tests
