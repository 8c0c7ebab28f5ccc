"""The trace API for the console: without credentials, faults and request log.

Calls for a list on a screen are shortened and have figures, by which the list can also be filtered
and sorted: `console.tokens`, `console.cost`, `console.calls`, `console.feedback` and
`console.orphan`. Tokens and cost are taken from the call or, if it has none, from the nearest calls
below it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from operator import itemgetter
from typing import Any

from mockserver.core.codec import decode, encode, peek
from mockserver.core.model import Record
from mockserver.core.steps import Steps, in_steps
from mockserver.http.answers import JsonLines
from mockserver.http.context import Context
from mockserver.http.parsers import queried
from mockserver.listing import OPERATIONS, Listing, Row, Side
from mockserver.testing.admin.models import CostsQuery, OverviewReq
from mockserver.trace.calls.fields import call_fields
from mockserver.trace.calls.models import CallsQueryStatsReq
from mockserver.trace.calls.query import measure, query
from mockserver.trace.costs import costs_of, prices_of, stored_usage, total, usage_of
from mockserver.trace.feedback.service import feedback_on_call
from mockserver.trace.kinds import CALLS
from mockserver.trace.query.fields import Comparison, QueryField, QueryFields

PREFIX = "/__admin/trace"

PASSED_ON: tuple[Row, ...] = tuple(
    row._replace(path=PREFIX + row.path)
    for row in OPERATIONS
    if row.side is Side.TRACE and Listing.OWN not in row.listings
)
"""All operations of the trace side, whatever listing the server runs."""

LIST_ITEMS = 3
"""Items of a list in a preview."""


def calls(body: OverviewReq, ctx: Context) -> Steps[JsonLines[Record]]:
    """Calls as in `POST /calls/stream_query`, with figures under `console`: `tokens`, `cost`,
    `calls`, `feedback`, `orphan`. Queries and sorts may use them, as `console.tokens`."""
    figures = _Figures(ctx, body.project_id)
    found = yield from query(ctx.store, body, ctx.settings, figures.fields())

    def rows(texts: list[bytes]) -> Iterator[bytes]:
        return (encode(_row(decode(text), figures, body)) for text in texts)

    return JsonLines((yield from in_steps(found, rows, at_a_time=4)))


def count(body: CallsQueryStatsReq, ctx: Context) -> Steps[Record]:
    """The number of calls that `/__admin/trace/calls/stream_query` would return."""
    figures = _Figures(ctx, body.project_id)
    counted = yield from measure(ctx.store, body, ctx.settings, figures.fields())
    return {"count": counted["count"]}


def projects(ctx: Context) -> Steps[Record]:
    """The projects that have calls, the one with the newest call first."""
    found: list[Record] = []
    for project in ctx.store[CALLS].scopes():
        calls = ctx.store[CALLS].find(project, {}).texts
        states = yield from in_steps(calls, _states)
        if states:
            roots, statuses, starts = zip(*states, strict=True)
            counts = {
                "project_id": project,
                "calls": len(states),
                "roots": sum(roots),
                "running": statuses.count("running"),
                "errors": statuses.count("error"),
                "last_started_at": starts[-1],
            }
            found.append(counts)
    return {"projects": sorted(found, key=itemgetter("last_started_at"), reverse=True)}


@queried
def costs(ctx: Context, query: CostsQuery) -> Steps[Record]:
    """The costs of a project's calls by their ids, in US dollars.

    Calls of models without a price are left out.
    """
    prices = prices_of(ctx.store, query.project, ctx.settings)

    def priced(texts: list[bytes]) -> Iterator[tuple[str, float]]:
        for call in map(peek, texts):
            if parts := costs_of(call, prices):
                yield call["id"], sum(map(total, parts.values()))

    texts = ctx.store[CALLS].find(query.project, {}).texts
    return {"costs": dict((yield from in_steps(texts, priced)))}


def _states(texts: list[bytes]) -> Iterator[tuple[bool, str, str]]:
    for call in map(peek, texts):
        yield call["parent_id"] is None, call["summary"]["weave"]["status"], call["started_at"]


class _Figures:
    """The figures of the calls of one project, for one request."""

    def __init__(self, ctx: Context, project: str) -> None:
        self._store, self._settings = ctx.store, ctx.settings
        self._project = project
        self._prices = prices_of(ctx.store, project, ctx.settings)
        self._children_in = lru_cache(maxsize=1)(self._children)
        self._of: dict[str, Callable[[Record], Any]] = {
            "tokens": lambda call: sum(
                counts["total_tokens"]
                for each in self._spending(call)
                for _, counts in usage_of(each)
            ),
            "cost": lambda call: sum(map(self._cost, self._spending(call))),
            "calls": lambda call: sum(1 for _ in self._walk(call, lambda _: False)),
            "feedback": lambda call: len(feedback_on_call(ctx.store, call)),
            "orphan": self._is_orphan,
        }

    def fields(self) -> QueryFields:
        """The fields of calls, with the figures."""
        fields = call_fields(self._store, self._settings)
        figures = {
            f"console.{name}": QueryField(figure, Comparison.JSON)
            for name, figure in self._of.items()
        }
        return replace(fields, special={**fields.special, **figures})

    def of(self, call: Record) -> Record:
        """All figures of a call."""
        return {name: figure(call) for name, figure in self._of.items()}

    def _is_orphan(self, call: Record) -> bool:
        parent = call["parent_id"]
        return parent is not None and not self._store[CALLS].has(self._project, parent)

    def _cost(self, call: Record) -> float:
        return sum(map(total, costs_of(call, self._prices).values()))

    def _spending(self, call: Record) -> list[Record]:
        """The calls with the usage of a call: itself, else the nearest ones below it."""
        return [found for found in self._walk(call, stored_usage) if stored_usage(found)]

    def _walk(self, call: Record, is_end: Callable[[Record], Any]) -> Iterator[Record]:
        """A call and the calls below it, but none below an end; each once, even in a cycle."""
        children = self._children_in(call["trace_id"])
        seen, pending = {call["id"]}, [call]
        while pending:
            yield (found := pending.pop())
            if not is_end(found):
                new = [child for child in children[found["id"]] if child["id"] not in seen]
                seen.update(child["id"] for child in new)
                pending += new

    def _children(self, trace_id: str) -> dict[str, list[Record]]:
        children = defaultdict(list)
        texts = self._store[CALLS].find(self._project, {"trace_id": [trace_id]}).texts
        for call in map(peek, texts):
            if call["parent_id"] is not None:
                children[call["parent_id"]].append(call)
        return children


def _row(call: Record, figures: _Figures, request: OverviewReq) -> Record:
    call["console"] = figures.of(call)
    if request.preview is not None:
        call["inputs"] = _shortened(call["inputs"], request.preview)
        call["output"] = _shortened(call["output"], request.preview)
    if not request.lean:
        return call
    weave = call["summary"].get("weave", {})
    if "costs" in weave:
        weave["costs"] = {model: total(cost) for model, cost in weave["costs"].items()}
    return {key: value for key, value in call.items() if value not in (None, "", [], {})}


def _shortened(value: Any, longest: int) -> Any:
    """A value with texts cut to `longest` characters and lists to a few items."""
    if isinstance(value, str):
        return value if len(value) <= longest else value[:longest] + "…"
    if isinstance(value, list):
        return [_shortened(item, longest) for item in value[:LIST_ITEMS]]
    if isinstance(value, dict):
        return {key: _shortened(item, longest) for key, item in value.items()}
    return value
