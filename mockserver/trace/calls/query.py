"""Queries of calls: select calls, sort and page them, and make the view of each in the response.

An index narrows the calls, then the filter and the query test each, in steps. An invalid query is
refused in the first step, before anything is read. Unless a request asks for costs and the like,
for columns or for expanded refs, a call is returned exactly as it is stored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from mockserver.core.clock import iso, sortable
from mockserver.core.codec import decode, encode, peek
from mockserver.core.errors import invalid
from mockserver.core.limits import MOST_FILTER_VALUES
from mockserver.core.model import Record, leaves
from mockserver.core.project import check_project
from mockserver.core.steps import UNREAD, Steps, in_steps
from mockserver.settings import Settings
from mockserver.store.collection import FoundRecords
from mockserver.store.order import EVERYTHING, TOP, ValueRange
from mockserver.store.store import Store
from mockserver.trace.calls.fields import Expansion, call_fields, expansion_of
from mockserver.trace.calls.models import (
    CallReadReq,
    CallsQueryReq,
    CallsQueryStatsReq,
    CallsQueryStatsRes,
)
from mockserver.trace.calls.service import derive
from mockserver.trace.costs import PricesOf, costs_of, prices_of
from mockserver.trace.feedback.service import feedback_on_call
from mockserver.trace.kinds import CALLS
from mockserver.trace.query.compile import Predicate, compile_query
from mockserver.trace.query.conditions import equalities, interval_of, sieve
from mockserver.trace.query.fields import QueryFields
from mockserver.trace.query.models import CallsFilter, CallsSelection, SortBy
from mockserver.trace.query.select import Ranked, check_page, in_order, last_row, ranking

View = Callable[[bytes], bytes]
"""From the stored JSON of a call to its JSON in the response."""

Sizes = dict[str, int]
"""Bytes of whole traces by the ids of their roots."""

SIZED = ("attributes", "inputs", "output", "summary")
"""The fields whose JSON makes up the size of a call."""

ALWAYS = frozenset({"id", "project_id", "trace_id", "op_name", "started_at"})
WITH_SUMMARY = frozenset({"ended_at", "exception", "display_name"})
OBJECTS = frozenset({"attributes", "inputs"})
UNSORTABLE = frozenset({"storage_size_bytes", "total_storage_size_bytes"})
DUMPS = {f"{column}_dump": column for column in SIZED}
"""The engine's names of the JSON columns, which clients may use. Observed."""

ADDED = {
    "include_storage_size": "storage_size_bytes",
    "include_total_storage_size": "total_storage_size_bytes",
    "include_costs": "summary",
    "include_feedback": "summary",
    "include_usernames": "wb_username",
}
"""The field of a call that each option of a request fills in."""

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


def query(
    store: Store, request: CallsQueryReq, settings: Settings, fields: QueryFields | None = None
) -> Steps[list[bytes]]:
    """The JSON of the matching calls, in order.

    `fields` are those that the query may name, by default those of a call.
    """
    check_project(request.project_id)
    check_page(request.limit, request.offset)
    expansion = expansion_of(store, request.expand_columns)
    selection = Selection(store, request, fields or call_fields(store, settings, expansion))
    order = OLDEST_FIRST if request.sort_by is None else request.sort_by
    last = last_row(request.limit, request.offset)
    rows = (yield from selection.ordered(order, last))[request.offset or 0 : last]
    sizes = (yield from _total_sizes(store, rows)) if request.include_total_storage_size else {}
    shown = None if request.return_expanded_column_values is False else expansion
    view = _view_of(store, request, settings, sizes, shown)
    if view is None:
        return rows
    return (yield from in_steps(rows, lambda group: map(view, group)))


def read(
    store: Store, request: CallReadReq, settings: Settings, sizes: Sizes | None = None
) -> bytes:
    """`{"call"}`: one call with the requested additions, or null if there is none."""
    text = store[CALLS].text(request.project, request.id)
    if text is None:
        return b'{"call":null}'
    view = _view_of(store, request, settings, sizes or {})
    return b'{"call":%b}' % (view(text) if view else text)


def read_measured(store: Store, request: CallReadReq, settings: Settings) -> Steps[bytes]:
    """The same, with the size of the call's trace."""
    text = store[CALLS].text(request.project, request.id)
    sizes = yield from _total_sizes(store, [text] if text else [])
    return read(store, request, settings, sizes)


def measure(
    store: Store, request: CallsQueryStatsReq, settings: Settings, fields: QueryFields | None = None
) -> Steps[CallsQueryStatsRes]:
    """Statistics of the matching calls, counted up to the limit; `fields` as in `query`."""
    scope, limit, size = request.project, request.limit, None
    if limit is not None and limit < 1:
        raise invalid("Limit must be a positive integer")
    expansion = expansion_of(store, request.expand_columns)
    selection = Selection(store, request, fields or call_fields(store, settings, expansion))
    if selection.is_everything and not request.include_total_storage_size:
        everything = store[CALLS].count(scope)
        count = min(everything, limit or everything)
    else:
        rows = (yield from selection.calls(limit))[:limit]
        count = len(rows)
        if request.include_total_storage_size:
            size = sum((yield from _total_sizes(store, rows)).values())
    more = limit is not None and count >= limit
    return {"count": count, "total_storage_size_bytes": size, "has_more": more}


def _view_of(
    store: Store,
    request: CallReadReq | CallsQueryReq,
    settings: Settings,
    sizes: Sizes,
    expansion: Expansion | None = None,
) -> View | None:
    """The view of a request; None if calls are returned as they are stored."""
    options = vars(request)
    columns = options.get("columns")
    added = [column for option, column in ADDED.items() if options.get(option)]
    if not (added or columns or expansion):
        return None
    roots = [column.partition(".")[0] for column in (*columns, *added)] if columns else []
    chosen = ALWAYS | {DUMPS.get(root, root) for root in roots}
    chosen |= WITH_SUMMARY if "summary" in chosen else frozenset()
    prices = prices_of(store, request.project_id, settings)

    def view(text: bytes) -> bytes:
        call = decode(text)
        if added:
            _add(call, options, store, sizes, prices)
        if columns:
            call = _narrowed(call, chosen)
        return encode(expansion.expand(call) if expansion else call)

    return view


def _add(
    call: Record, options: Mapping[str, Any], store: Store, sizes: Sizes, prices: PricesOf
) -> None:
    """Add what the options of a request ask for. Sizes come first: they do not include the rest."""
    weave = call["summary"].setdefault("weave", {})
    if options["include_storage_size"]:
        call["storage_size_bytes"] = _size(call)
    if options["include_total_storage_size"]:
        call["total_storage_size_bytes"] = sizes.get(call["id"])
    if options["include_costs"] and (costs := costs_of(call, prices)):
        weave["costs"] = costs
    if options.get("include_feedback"):
        weave["feedback"] = feedback_on_call(store, call)
    if options.get("include_usernames"):  # Chosen: the id of a user is also the name.
        call["wb_username"] = call["wb_user_id"]


def _total_sizes(store: Store, texts: list[bytes]) -> Steps[Sizes]:
    """Bytes of all calls of the traces whose roots are among these calls, by the root's id."""
    roots = yield from in_steps(
        texts, lambda group: [call for call in map(peek, group) if call["parent_id"] is None]
    )
    traces: dict[str, int] = {}
    for root in roots:
        trace = root["trace_id"]
        if trace not in traces:
            found = store[CALLS].find(root["project_id"], {"trace_id": [trace]}).texts
            sizes = yield from in_steps(found, lambda group: map(_size, map(peek, group)))
            traces[trace] = sum(sizes)
    return {root["id"]: traces[root["trace_id"]] for root in roots}


def _narrowed(record: Record, chosen: frozenset[str]) -> Record:
    """The call with only the chosen fields; the others are empty.

    Observed: the derived summary is made from the chosen fields, so that without `summary` or
    `ended_at` a finished call appears to be running.
    """
    narrowed = {
        field: value if field in chosen else {} if field in OBJECTS else None
        for field, value in record.items()
    }
    if "summary" not in chosen:
        narrowed["summary"] = {}
        derive(narrowed)
    return narrowed


def _size(record: Record) -> int:
    """Bytes of a call: the JSON of its large fields."""
    return sum(len(encode(record[field])) for field in SIZED if record[field] is not None)


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
        self.is_everything = not tests

    def calls(self, enough: int | None) -> Steps[list[bytes]]:
        """The stored JSON of the matching calls, of at most a few more than `enough`."""
        return self._matching(self._found(OLDEST_FIRST).texts, enough)

    def ordered(self, order: list[SortBy], enough: int | None) -> Steps[list[bytes]]:
        """The same in order."""
        for key in order:  # Observed; other fields are refused when they are looked up.
            if key.field in UNSORTABLE:
                raise invalid(f"Field {key.field} is not allowed in ORDER BY")
        rank = ranking(order, self._fields)
        found, test, sift = self._found(order), self._test, self._sift
        if found.ordered and order in (OLDEST_FIRST, NEWEST_FIRST):
            return (yield from self._matching(found.texts, enough))

        def ranked(group: list[bytes]) -> list[Ranked[bytes]]:
            calls = [(text, peek(text)) for text in sift(group)]
            return [(rank(call), text) for text, call in calls if test is None or test(call)]

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
        return in_steps(
            texts, lambda group: [text for text in sift(group) if test(peek(text))], enough
        )


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
