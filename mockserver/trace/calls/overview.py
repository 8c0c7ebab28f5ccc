"""Calls for a list on a screen: shortened, with figures of each.

The list can be filtered and sorted by the fields of a call and by the figures `console.tokens`,
`console.cost`, `console.calls`, `console.feedback` and `console.orphan`. Tokens and cost are taken
from the call or, if it has none, from the nearest calls below it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from operator import itemgetter
from typing import Any

from mockserver.core.codec import decode, encode, peek, peek_all
from mockserver.core.model import Record
from mockserver.core.steps import Steps, in_steps
from mockserver.settings import Settings
from mockserver.store.store import Store
from mockserver.trace.calls.fields import call_fields
from mockserver.trace.calls.models import CallsQueryStatsReq, OverviewReq
from mockserver.trace.calls.query import measure, query
from mockserver.trace.costs.pricing import costs_of, prices_of, stored_usage, total, usage_of
from mockserver.trace.feedback.service import feedback_on_call
from mockserver.trace.kinds import CALLS
from mockserver.trace.query.fields import Comparison, QueryField, QueryFields

PREFIX = "console."

LIST_ITEMS = 3
"""Items of a list in a preview."""


def overview(store: Store, request: OverviewReq, settings: Settings) -> Steps[list[bytes]]:
    """The JSON of the rows of a page, each with its figures as `console`.

    Raises the errors of a query of calls.
    """
    figures = _Figures(store, request.project_id, settings)
    found = yield from query(store, request, settings, figures.fields())

    def rows(texts: list[bytes]) -> Iterator[bytes]:
        return (encode(_row(decode(text), figures, request)) for text in texts)

    return (yield from in_steps(found, rows, at_a_time=4))


def count(store: Store, request: CallsQueryStatsReq, settings: Settings) -> Steps[int]:
    """The number of rows. Raises the errors of a query of calls."""
    figures = _Figures(store, request.project_id, settings)
    return (yield from measure(store, request, settings, figures.fields()))["count"]


def projects(store: Store) -> Steps[list[Record]]:
    """Every project that has calls, with their numbers; the one with the newest call first."""
    found = []
    for project in store[CALLS].scopes():
        texts = store[CALLS].find(project, {}).texts
        states = yield from in_steps(texts, _states)
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
    return sorted(found, key=itemgetter("last_started_at"), reverse=True)


def _states(texts: list[bytes]) -> Iterator[tuple[bool, str, str]]:
    for call in peek_all(texts):
        yield call["parent_id"] is None, call["summary"]["weave"]["status"], call["started_at"]


class _Figures:
    """The figures of the calls of one project, for one request."""

    def __init__(self, store: Store, project: str, settings: Settings) -> None:
        self._store = store
        self._project = project
        self._settings = settings
        self._prices = prices_of(store, project, settings)
        self._children_in = lru_cache(maxsize=1)(self._children)
        self._of: dict[str, Callable[[Record], Any]] = {
            "tokens": lambda call: sum(
                counts["total_tokens"]
                for each in self._spending(call)
                for _, counts in usage_of(each)
            ),
            "cost": lambda call: sum(map(self._cost, self._spending(call))),
            "calls": lambda call: sum(1 for _ in self._walk(call, lambda _: False)),
            "feedback": lambda call: len(feedback_on_call(store, call)),
            "orphan": self._is_orphan,
        }

    def fields(self) -> QueryFields:
        """The fields of calls, with the figures."""
        fields = call_fields(self._store, self._settings)
        figures = {
            PREFIX + name: QueryField(figure, Comparison.JSON) for name, figure in self._of.items()
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
        """The calls of a trace by the id of their parent."""
        children = defaultdict(list)
        for call in map(
            peek, self._store[CALLS].find(self._project, {"trace_id": [trace_id]}).texts
        ):
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
